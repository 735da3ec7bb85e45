// Loops that search: they only read, and are left early once a condition holds.
//
//     for i in 0..n:                   any = false
//       if found(i) goto exit    =>    for i in 0..n: any |= found(i)
//                                      if any: the loop as it was
//
// The first loop of the two that come of it is counted, and can be fused. Why they do the same is said in
// versioning/searching.rs. What is fused with it need not search on once something was found. So it runs in chunks, each
// twice as long as the one before:
//
//     for i in 0..n:                   while some are left:
//       a[i] = f(i)              =>      for i in the next chunk: a[i] = f(i); any |= found(i)
//       any |= found(i)                  if any: for all others: a[i] = f(i)
//
// It searches at most twice as far as the loop would by itself, and as far as the first chunk is long.

#include "host.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

extern "C" bool lf_is_expandable(LfHost *H, const SCEV *S, LLVMValueRef Position);

namespace {

// Blocks of a search: from each but the last, one way leads to the next one, and the others leave the loop.
constexpr unsigned MostBlocks = 8;

// The blocks of an innermost loop in the order in which they run, if that is one line and ways out of it. The last one of a
// loop that was not rotated need not be one of these.
bool findLine(Loop *L, SmallVectorImpl<BasicBlock *> &Line) {
  BasicBlock *Latch = L->getLoopLatch();
  for (BasicBlock *B = L->getHeader(); B;) {
    Line.push_back(B);
    auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    if (!Branch || Line.size() > MostBlocks)
      return false;
    if (B == Latch)
      return Line.size() == L->getNumBlocks();
    BasicBlock *Next = nullptr;
    for (BasicBlock *S : successors(B))
      if (L->contains(S)) {
        if (Next)
          return false;
        Next = S;
      }
    B = Next;
  }
  return false;
}

// A way from a loop's latch out of it, as a block of its own, with phis for what is used behind it.
BasicBlock *wayOut(LfHost *H, Loop *L) {
  BasicBlock *Latch = L->getLoopLatch();
  auto *Branch = cast<BranchInst>(Latch->getTerminator());
  BasicBlock *Exit = Branch->getSuccessor(L->contains(Branch->getSuccessor(0)) ? 1 : 0);
  auto *Way = BasicBlock::Create(H->F.getContext(), "search.end", &H->F, Exit);
  BranchInst::Create(Exit, Way)->setDebugLoc(Branch->getDebugLoc());
  Branch->replaceSuccessorWith(Exit, Way);
  for (PHINode &P : Exit->phis()) {
    H->se().forgetValue(&P);
    auto *Own = PHINode::Create(P.getType(), 2, P.getName(), Way->begin());
    Own->addIncoming(P.getIncomingValueForBlock(Latch), Latch);
    P.setIncomingValueForBlock(Latch, Own);
    P.replaceIncomingBlockWith(Latch, Way);
  }
  if (Loop *Around = H->li().getLoopFor(Exit))
    Around->addBasicBlockToLoop(Way, H->li());
  return Way;
}

// A number or pointer that is no poison in front of Position, and is V where that is none; V itself if there is no such
// copy of what it is computed from.
Value *definedCopy(LfHost *H, Value *V, Instruction *Position, unsigned Depth = 4) {
  auto *I = dyn_cast<Instruction>(V);
  auto &AC = H->FAM.getResult<AssumptionAnalysis>(H->F);
  if (!I || Depth == 0 || isa<PHINode>(I) || I->mayReadOrWriteMemory() ||
      !I->getType()->isIntOrPtrTy() || isGuaranteedNotToBeUndefOrPoison(V, &AC, Position, &H->dt()) ||
      canCreateUndefOrPoison(cast<Operator>(I), /*ConsiderFlagsAndMetadata=*/false) ||
      !isSafeToSpeculativelyExecute(I))
    return V;
  Instruction *Copy = I->clone();
  Copy->dropPoisonGeneratingAnnotations();
  for (Use &U : Copy->operands())
    U = definedCopy(H, U, Position, Depth - 1);
  Copy->setName(I->getName());
  Copy->insertBefore(Position->getIterator());
  return Copy;
}

// How many iterations the first chunk has: as many as vectors are worth.
uint64_t firstChunk(Loop *L) {
  constexpr uint64_t Bytes = 512, Widest = 8;
  uint64_t Least = Widest;
  const DataLayout &DL = L->getHeader()->getDataLayout();
  for (BasicBlock *B : L->blocks())
    for (Instruction &I : *B)
      if (isa<LoadInst, StoreInst>(I) && !getLoadStoreType(&I)->isScalableTy()) {
        uint64_t Size = DL.getTypeStoreSize(getLoadStoreType(&I));
        Least = std::min(Least, std::max<uint64_t>(Size, 1));
      }
  return Bytes / Least;
}

// Does a phi of a loop hold whether something was found before, as lf_count_search() makes it?
bool isSearch(PHINode &P, Loop *L) {
  Value *V = P.getIncomingValueForBlock(L->getLoopLatch());
  if (!P.getType()->isIntegerTy(1) || V == &P || !match(P.getIncomingValueForBlock(L->getLoopPreheader()), m_Zero()))
    return false;
  for (unsigned N = 0; V != &P && N != MostBlocks; ++N) {
    auto *Or = dyn_cast<BinaryOperator>(V);
    if (!Or || Or->getOpcode() != Instruction::Or || !isa<FreezeInst>(Or->getOperand(1)))
      return false;
    V = Or->getOperand(0);
  }
  return V == &P;
}

} // namespace

extern "C" {

// Is a loop a line of blocks, of which some may leave it? Not where somebody watches what is read.
bool lf_is_line(Loop *L) {
  const Function *F = L->getHeader()->getParent();
  for (Attribute::AttrKind Kind : {Attribute::SanitizeAddress, Attribute::SanitizeHWAddress,
                                   Attribute::SanitizeMemory, Attribute::SanitizeThread})
    if (F->hasFnAttribute(Kind))
      return false;
  SmallVector<BasicBlock *, MostBlocks> Line;
  return L->isInnermost() && findLine(L, Line);
}

// Operands of an instruction that make it poison if they are; or all, if it is none as long as none of them is.
void lf_poisoned_by(LLVMValueRef V, bool OnlyBy, LfPush Push, void *Vector) {
  auto *I = dyn_cast<Instruction>(unwrap(V));
  if (!I || isa<PHINode>(I) || (OnlyBy && (I->mayReadFromMemory() || canCreateUndefOrPoison(cast<Operator>(I)))))
    return;
  for (Use &U : I->operands())
    if (OnlyBy || propagatesPoison(U))
      Push(Vector, wrap(U.get()));
}

// Is a value neither poison nor undefined in front of Position?
bool lf_is_defined(LfHost *H, LLVMValueRef V, LLVMValueRef Position) {
  auto &AC = H->FAM.getResult<AssumptionAnalysis>(H->F);
  return isGuaranteedNotToBeUndefOrPoison(unwrap(V), &AC, cast<Instruction>(unwrap(Position)), &H->dt());
}

// Puts a copy of such a loop, in simple form, before it that is left at its end only, and computes whether one of the other
// ways out would have been taken. Only then the loop runs, which begins at Preheader now. Returns the copy.
//
// At its end the loop goes on, or is left, as Counting and Others say together; the copy does as Counting says. IsCounted
// says whether it does so after as many iterations as the loop would, if nothing else left it: of a loop with one exit
// ScalarEvolution takes for granted that it ends.
Loop *lf_count_search(LfHost *H, Loop *L, const LLVMValueRef *Counting, size_t CountingCount,
                      const LLVMValueRef *Others, size_t OtherCount, LLVMBasicBlockRef *Preheader,
                      bool *IsCounted) {
  LLVMContext &C = H->F.getContext();
  const SCEV *Count = OtherCount ? nullptr : H->se().getExitCount(L, L->getLoopLatch());
  H->se().forgetTopmostLoop(L);
  SmallVector<BasicBlock *, MostBlocks> Line;
  findLine(L, Line);
  BasicBlock *Top = L->getLoopPreheader();
  BasicBlock *Entry = SplitBlock(Top, Top->getTerminator(), &H->dt(), &H->li(), nullptr, "search.entry");
  BasicBlock *Way = wayOut(H, L);
  H->dt().recalculate(H->F);

  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 8> Blocks;
  Loop *Copy = cloneLoopWithPreheader(Way, Top, L, Map, ".all", &H->li(), &H->dt(), Blocks);
  remapInstructionsInBlocks(Blocks, Map);
  // What is promised of iterations behind the one that leaves the loop is void.
  for (BasicBlock *B : Blocks)
    for (Instruction &I : *B) {
      I.dropPoisonGeneratingAnnotations();
      I.dropUBImplyingAttrsAndMetadata({LLVMContext::MD_loop});
    }
  Instruction *Begin = Copy->getLoopPreheader()->getTerminator();
  DenseMap<Value *, Value *> Defined;
  for (BasicBlock *B : Copy->blocks())
    for (Instruction &I : *B)
      for (Use &U : I.operands())
        if (isa<Instruction>(U) && !Copy->contains(cast<Instruction>(U))) {
          Value *&Known = Defined[U];
          Known = Known ? Known : definedCopy(H, U, Begin);
          U = Known;
        }
  // All that is asked at the end but for the count, as a way out of its own.
  BasicBlock *Elsewhere = nullptr, *End = Copy->getLoopLatch();
  SmallVector<BasicBlock *, MostBlocks> CopiedLine;
  for (BasicBlock *B : Line)
    CopiedLine.push_back(cast<BasicBlock>(Map.lookup(B)));
  auto *Last = cast<BranchInst>(End->getTerminator());
  bool EndsIf = !Copy->contains(Last->getSuccessor(0));
  if (OtherCount) {
    auto Copied = [&](LLVMValueRef V) {
      Value *Mapped = Map.lookup(unwrap(V));
      return Mapped ? Mapped : unwrap(V);
    };
    auto Joined = [&](IRBuilder<> &B, ArrayRef<LLVMValueRef> Parts) {
      Value *All = Copied(Parts[0]);
      for (LLVMValueRef V : Parts.drop_front())
        All = EndsIf ? B.CreateOr(All, Copied(V)) : B.CreateAnd(All, Copied(V));
      return All;
    };
    End = SplitBlock(End, Last, &H->dt(), &H->li(), nullptr, "search.next");
    CopiedLine.push_back(End);
    Elsewhere = BasicBlock::Create(C, "search.elsewhere", &H->F);
    new UnreachableInst(C, Elsewhere);
    IRBuilder<> Builder(CopiedLine[Line.size() - 1]->getTerminator());
    Value *Asked = Joined(Builder, ArrayRef(Others, OtherCount));
    BasicBlock *Ways[] = {EndsIf ? Elsewhere : End, EndsIf ? End : Elsewhere};
    Builder.CreateCondBr(Asked, Ways[0], Ways[1]);
    CopiedLine[Line.size() - 1]->getTerminator()->eraseFromParent();
    Builder.SetInsertPoint(Last);
    Value *Old = Last->getCondition();
    Last->setCondition(Joined(Builder, ArrayRef(Counting, CountingCount)));
    RecursivelyDeleteTriviallyDeadInstructions(Old);
  }
  // Of what nothing leads to, LLVM knows nothing.
  Top->getTerminator()->replaceSuccessorWith(Entry, Copy->getLoopPreheader());
  H->dt().recalculate(H->F);
  if (!Count)
    Count = H->se().getExitCount(Copy, End);

  Type *Bool = Type::getInt1Ty(C);
  auto *Before = PHINode::Create(Bool, 2, "any.before", Copy->getHeader()->begin());
  Value *Found = Before;
  for (BasicBlock *B : CopiedLine) {
    auto *Branch = cast<BranchInst>(B->getTerminator());
    if (!Branch->isConditional() || B == End)
      continue;
    bool LeavesIf = !Copy->contains(Branch->getSuccessor(0));
    BasicBlock *Next = Branch->getSuccessor(LeavesIf ? 1 : 0);
    IRBuilder<> Builder(Branch);
    Value *Leaves = Branch->getCondition();
    if (!LeavesIf)
      Leaves = Builder.CreateNot(Leaves);
    Found = Builder.CreateOr(Found, Builder.CreateFreeze(Leaves, "leaves"), "any");
    Builder.CreateBr(Next);
    Branch->eraseFromParent();
  }
  if (Elsewhere) {
    Elsewhere->eraseFromParent();
    MergeBlockIntoPredecessor(End, nullptr, &H->li());
  }
  BasicBlock *CopyLatch = Copy->getLoopLatch();
  Before->addIncoming(ConstantInt::getFalse(C), Copy->getLoopPreheader());
  Before->addIncoming(Found, CopyLatch);

  auto *Done = BasicBlock::Create(C, "search.done", &H->F, Entry);
  if (Loop *Around = L->getParentLoop())
    Around->addBasicBlockToLoop(Done, H->li());
  Last->replaceSuccessorWith(Way, Done);
  auto BehindCopy = [&](Value *V) -> Value * {
    Value *Mapped = Map.lookup(V);
    if (!Mapped)
      return V;
    auto *P = PHINode::Create(V->getType(), 1, V->getName(), Done->begin());
    P->addIncoming(Mapped, CopyLatch);
    return P;
  };
  for (PHINode &P : Way->phis())
    P.addIncoming(BehindCopy(P.getIncomingValue(0)), Done);
  auto *IsFound = PHINode::Create(Bool, 1, "any.found", Done->begin());
  IsFound->addIncoming(Found, CopyLatch);
  BranchInst::Create(Entry, Way, IsFound, Done)->setDebugLoc(Last->getDebugLoc());
  *Preheader = wrap(Entry);
  H->dt().recalculate(H->F);
  // Of the loop with its exits less is known.
  H->se().forgetAllLoops();
  *IsCounted = !isa<SCEVCouldNotCompute>(Count) && H->se().getBackedgeTakenCount(Copy) == Count;
  return Copy;
}

// Do two loops end when a number that each counts by the same steps has come from the same number to another one? If one of
// them has ended, the other one ends, too, after as many iterations.
bool lf_end_alike(LfHost *H, Loop *A, Loop *B) {
  ScalarEvolution &SE = H->se();
  using Way = std::array<const SCEV *, 3>;
  auto WayOf = [&](Loop *L) -> std::optional<Way> {
    auto *Branch = dyn_cast<BranchInst>(L->getLoopLatch()->getTerminator());
    auto *Compare = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    if (!Compare || !SE.isSCEVable(Compare->getOperand(0)->getType()))
      return std::nullopt;
    bool EndsIf = !L->contains(Branch->getSuccessor(0));
    if (Compare->getPredicate() != (EndsIf ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE))
      return std::nullopt;
    const SCEV *Number = SE.getSCEV(Compare->getOperand(0)), *End = SE.getSCEV(Compare->getOperand(1));
    if (SE.isLoopInvariant(Number, L))
      std::swap(Number, End);
    auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Number);
    if (!Recurrence || Recurrence->getLoop() != L || !Recurrence->isAffine() || !SE.isLoopInvariant(End, L))
      return std::nullopt;
    return Way{Recurrence->getStart(), Recurrence->getStepRecurrence(SE), End};
  };
  std::optional<Way> WayOfA = WayOf(A), WayOfB = WayOf(B);
  return WayOfA && WayOfA == WayOfB;
}

// Does a loop only read, and find out what those of lf_count_search() do?
bool lf_only_searches(Loop *L) {
  auto Writes = [](BasicBlock *B) { return any_of(*B, [](Instruction &I) { return I.mayHaveSideEffects(); }); };
  return L->isLoopSimplifyForm() && L->getUniqueExitBlock() && none_of(L->blocks(), Writes) &&
         any_of(L->getHeader()->phis(), [&](PHINode &P) { return isSearch(P, L); });
}

// Lets such a loop go, which was fused with none, as if it had found something. It may have been copied by now, so that it is
// one of several that lead to where the search begins. Its blocks, from its header on, are still to be deleted; the dominator
// tree is out of date then.
void lf_drop_search(LfHost *H, Loop *L) {
  BasicBlock *Begin = L->getLoopPreheader(), *Header = L->getHeader(), *Latch = L->getLoopLatch(),
             *Done = L->getUniqueExitBlock();
  H->se().forgetTopmostLoop(L);
  for (PHINode &P : Done->phis()) {
    auto *V = dyn_cast<Instruction>(P.getIncomingValueForBlock(Latch));
    bool IsFound = V && any_of(Header->phis(), [&](PHINode &Before) {
      return isSearch(Before, L) && Before.getIncomingValueForBlock(Latch) == V;
    });
    Constant *Instead = PoisonValue::get(P.getType());
    if (IsFound)
      Instead = ConstantInt::getTrue(H->F.getContext());
    if (V && L->contains(V))
      P.setIncomingValueForBlock(Latch, Instead);
    P.replaceIncomingBlockWith(Latch, Begin);
  }
  Instruction *End = Latch->getTerminator();
  BranchInst::Create(Header, End->getIterator());
  End->eraseFromParent();
  Begin->getTerminator()->replaceSuccessorWith(Header, Done);
  for (PHINode &P : Header->phis())
    P.removeIncomingValue(Begin, /*DeletePHIIfEmpty=*/false);
  if (!Done->getSinglePredecessor())
    return;
  FoldSingleEntryPHINodes(Done);
  auto *Branch = dyn_cast<BranchInst>(Done->getTerminator());
  if (!Branch || !Branch->isConditional() || !match(Branch->getCondition(), m_One()))
    return;
  // What is behind a loop keeps its phis.
  Branch->getSuccessor(1)->removePredecessor(Done, /*KeepOneInputPHIs=*/true);
  BranchInst::Create(Branch->getSuccessor(0), Branch->getIterator());
  Branch->eraseFromParent();
}

// Lets a loop that computes, as those of lf_count_search(), whether something is found run in chunks until something is, and
// without the search then. Where it is shorter than half of the first chunk, it runs without the search at once, as if
// something had been found. Returns the loop for what is left; null if nothing was changed.
Loop *lf_search_in_chunks(LfHost *H, Loop *L) {
  LoopInfo &LI = H->li();
  DominatorTree &DT = H->dt();
  ScalarEvolution &SE = H->se();
  if (!L->isInnermost() || !L->isLoopSimplifyForm() || !L->isLCSSAForm(DT))
    return nullptr;
  BasicBlock *Latch = L->getLoopLatch(), *Header = L->getHeader(), *Exit = L->getUniqueExitBlock();
  auto *Branch = dyn_cast<BranchInst>(Latch->getTerminator());
  if (L->getExitingBlock() != Latch || !Exit || !Branch)
    return nullptr;
  auto IsBefore = [&](PHINode &P) { return isSearch(P, L); };
  auto Before = find_if(Header->phis(), IsBefore);
  const SCEV *Count = SE.getBackedgeTakenCount(L);
  BasicBlock *Top = L->getLoopPreheader();
  SCEVExpander Expander(SE, "chunks");
  if (Before == Header->phis().end() || isa<SCEVCouldNotCompute>(Count) ||
      Count->getType()->getScalarSizeInBits() > 64 ||
      !lf_is_expandable(H, Count, wrap(Top->getTerminator())))
    return nullptr;
  auto *Found = cast<Instruction>(Before->getIncomingValueForBlock(Latch));
  LLVMContext &C = H->F.getContext();
  Type *Wide = Type::getInt64Ty(C);
  Value *Whole = Expander.expandCodeFor(SE.getNoopOrZeroExtend(Count, Wide), Wide, Top->getTerminator()->getIterator());
  for (Instruction *I : Expander.getAllInsertedInstructions())
    I->dropPoisonGeneratingFlags();
  SE.forgetTopmostLoop(L);
  uint64_t First = firstChunk(L);

  BasicBlock *Begin = SplitBlock(Top, Top->getTerminator(), &DT, &LI, nullptr, "chunk");
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 8> Blocks;
  Loop *Others = cloneLoopWithPreheader(Exit, Top, L, Map, ".others", &LI, &DT, Blocks);
  remapInstructionsInBlocks(Blocks, Map);
  BasicBlock *OthersEntry = Others->getLoopPreheader(), *OthersLatch = Others->getLoopLatch();

  auto *End = BasicBlock::Create(C, "chunk.end", &H->F, OthersEntry);
  auto *Left = BasicBlock::Create(C, "chunk.left", &H->F, OthersEntry);
  auto *Next = BasicBlock::Create(C, "chunk.next", &H->F, OthersEntry);
  // How many iterations are left, and how many are to follow, less one each.
  auto Constant = [&](uint64_t N) { return ConstantInt::get(Wide, N); };
  IRBuilder<> B(Begin, Begin->begin());
  B.SetCurrentDebugLocation(Branch->getDebugLoc());
  PHINode *Rest = B.CreatePHI(Wide, 2, "chunk.rest"), *Size = B.CreatePHI(Wide, 2, "chunk.size");
  B.SetInsertPoint(Begin->getTerminator());
  Value *Last = B.CreateSelect(B.CreateICmpULT(Size, Rest), Size, Rest, "chunk.last");
  Value *Limit = B.CreateAdd(Last, Constant(1), "chunk.limit", /*HasNUW=*/true);
  B.SetInsertPoint(Next);
  Value *NextRest = B.CreateSub(B.CreateSub(Rest, Last), Constant(1), "rest.next");
  Value *Twice = B.CreateAdd(B.CreateShl(Size, 1), Constant(1));
  constexpr uint64_t Longest = uint64_t(1) << 20;
  Value *NextSize = B.CreateSelect(B.CreateICmpULT(Size, Constant(Longest)), Twice, Size, "size.next");
  B.CreateBr(Begin);
  Rest->addIncoming(Whole, Top);
  Rest->addIncoming(NextRest, Next);
  Size->addIncoming(Constant(First - 1), Top);
  Size->addIncoming(Constant(First - 1), Next);
  Size->setIncomingValueForBlock(Next, NextSize);

  auto Behind = [&](Value *V, BasicBlock *At, BasicBlock *From) -> Value * {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L->contains(I))
      return V;
    auto *P = PHINode::Create(V->getType(), 1, V->getName(), At->begin());
    P->addIncoming(V, From);
    return P;
  };
  for (PHINode &P : Exit->phis()) {
    Value *V = P.getIncomingValueForBlock(Latch);
    Value *Copy = Map.lookup(V);
    P.addIncoming(Copy ? Copy : V, OthersLatch);
    P.setIncomingValueForBlock(Latch, Behind(V, End, Latch));
    P.replaceIncomingBlockWith(Latch, End);
  }
  for (PHINode &P : Header->phis()) {
    // Where a chunk begins, and where the others do.
    Value *Now = Behind(P.getIncomingValueForBlock(Latch), End, Latch);
    auto *State = PHINode::Create(P.getType(), 2, P.getName() + ".chunk", Begin->begin());
    State->addIncoming(P.getIncomingValueForBlock(Begin), Top);
    State->addIncoming(Now, Next);
    P.setIncomingValueForBlock(Begin, State);
    auto *There = PHINode::Create(P.getType(), 2, P.getName() + ".others", OthersEntry->begin());
    There->addIncoming(Now, Left);
    There->addIncoming(State->getIncomingValueForBlock(Top), Top);
    cast<PHINode>(Map.lookup(&P))->setIncomingValueForBlock(OthersEntry, There);
  }
  B.SetInsertPoint(Top->getTerminator());
  B.SetCurrentDebugLocation(Branch->getDebugLoc());
  Value *IsShort = B.CreateICmpULT(Whole, Constant(First / 2 - 1), "is.short");
  B.CreateCondBr(IsShort, OthersEntry, Begin);
  Top->getTerminator()->eraseFromParent();
  // What was found stays found.
  auto *FoundBefore = cast<Instruction>(Map.lookup(&*Before)), *FoundThere = cast<Instruction>(Map.lookup(Found));
  Value *IsFound = Behind(Found, End, Latch);
  FoundThere->replaceAllUsesWith(ConstantInt::getTrue(C));
  FoundBefore->replaceAllUsesWith(ConstantInt::getTrue(C));
  FoundBefore->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(FoundThere);

  PHINode *Number = PHINode::Create(Wide, 2, "chunk.number", Header->begin());
  B.SetInsertPoint(Branch);
  B.SetCurrentDebugLocation(Branch->getDebugLoc());
  Value *Increased = B.CreateAdd(Number, Constant(1), "number.next", /*HasNUW=*/true);
  Number->addIncoming(Constant(0), Begin);
  Number->addIncoming(Increased, Latch);
  Value *Old = Branch->getCondition();
  bool LeavesIf = Branch->getSuccessor(0) == Exit;
  Branch->setCondition(B.CreateICmp(LeavesIf ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, Increased, Limit));
  Branch->replaceSuccessorWith(Exit, End);
  RecursivelyDeleteTriviallyDeadInstructions(Old);
  B.SetInsertPoint(End);
  B.CreateCondBr(B.CreateICmpEQ(Last, Rest), Exit, Left);
  B.SetInsertPoint(Left);
  B.CreateCondBr(IsFound, OthersEntry, Next);

  Loop *Outer = loopAround(H, L, Begin, {End, Left, Next});
  DT.recalculate(H->F);
  for (Loop *Each : {Outer, Others}) {
    formDedicatedExitBlocks(Each, &DT, &LI, nullptr, /*PreserveLCSSA=*/true);
    formLCSSA(*Each, DT, &LI, &SE);
  }
  return Others;
}
}
