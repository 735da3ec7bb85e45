// Edits of the IR and the analyses that are kept up to date with them.

#include "host.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;

namespace {

// A header phi of what the iteration before has computed.
PHINode *handOn(Loop *L, Value *First, Value *Next) {
  PHINode *P = PHINode::Create(First->getType(), 2, "carried");
  P->insertBefore(L->getHeader()->getFirstNonPHIIt());
  P->addIncoming(First, L->getLoopPreheader());
  P->addIncoming(Next, L->getLoopLatch());
  return P;
}

// A value of the last iteration of a loop with one exit.
Value *valueBehind(Loop *L, Value *V) {
  if (L->isLoopInvariant(V))
    return V;
  PHINode *P = PHINode::Create(V->getType(), 1, "last");
  P->insertBefore(L->getExitBlock()->begin());
  P->addIncoming(V, L->getExitingBlock());
  return P;
}

} // namespace

extern "C" {

// Moves I before Position, debug records with it.
void lf_move_before(LLVMValueRef I, LLVMValueRef Position) {
  auto *Inst = cast<Instruction>(unwrap(I));
  Inst->moveBeforePreserving(
      cast<Instruction>(unwrap(Position))->getIterator());
}

// Moves the debug records in front of From to before To.
void lf_move_debug_records(LLVMValueRef From, LLVMValueRef To) {
  auto *Source = cast<Instruction>(unwrap(From));
  auto *Target = cast<Instruction>(unwrap(To));
  for (DbgRecord &R : make_early_inc_range(Source->getDbgRecordRange())) {
    R.removeFromParent();
    Target->getParent()->insertDbgRecordBefore(&R, Target->getIterator());
  }
}

// The first place in B where an ordinary instruction may stand.
LLVMValueRef lf_first_insertion_point(LLVMBasicBlockRef B) {
  return wrap(&*unwrap(B)->getFirstInsertionPt());
}

// Moves a phi to the end of B's phis.
void lf_move_phi(LLVMValueRef Phi, LLVMBasicBlockRef B) {
  auto *P = cast<PHINode>(unwrap(Phi));
  P->moveBefore(unwrap(B)->getFirstNonPHIIt());
}

void lf_phi_set_block(LLVMValueRef Phi, LLVMBasicBlockRef Old,
                      LLVMBasicBlockRef New) {
  cast<PHINode>(unwrap(Phi))->replaceIncomingBlockWith(unwrap(Old), unwrap(New));
}

void lf_phi_set_value(LLVMValueRef Phi, LLVMBasicBlockRef Block,
                      LLVMValueRef New) {
  cast<PHINode>(unwrap(Phi))->setIncomingValueForBlock(unwrap(Block),
                                                       unwrap(New));
}

void lf_phi_add(LLVMValueRef Phi, LLVMValueRef New, LLVMBasicBlockRef Block) {
  cast<PHINode>(unwrap(Phi))->addIncoming(unwrap(New), unwrap(Block));
}

void lf_phi_remove(LLVMValueRef Phi, LLVMBasicBlockRef Block) {
  cast<PHINode>(unwrap(Phi))
      ->removeIncomingValue(unwrap(Block), /*DeletePHIIfEmpty=*/false);
}

void lf_replace_uses(LLVMValueRef Old, LLVMValueRef New) {
  unwrap(Old)->replaceAllUsesWith(unwrap(New));
}

// Replaces the uses of Old in Blocks, or all others; a phi uses at the end of the
// predecessor.
void lf_replace_uses_in_blocks(LLVMValueRef Old, LLVMValueRef New,
                               const LLVMBasicBlockRef *Blocks, size_t Count,
                               bool Inside) {
  SmallPtrSet<BasicBlock *, 16> Where;
  for (LLVMBasicBlockRef B : ArrayRef(Blocks, Count))
    Where.insert(unwrap(B));
  unwrap(Old)->replaceUsesWithIf(unwrap(New), [&](Use &U) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    if (!I)
      return false; // a constant, which is in no block
    auto *P = dyn_cast<PHINode>(I);
    return Where.contains(P ? P->getIncomingBlock(U) : I->getParent()) ==
           Inside;
  });
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgUsers(unwrap(Old), Records);
  for (DbgVariableRecord *R : Records)
    if (Where.contains(R->getParent()) == Inside)
      R->replaceVariableLocationOp(unwrap(Old), unwrap(New));
}

void lf_erase(LLVMValueRef I) {
  cast<Instruction>(unwrap(I))->eraseFromParent();
}

// Makes every edge From -> Old an edge From -> New.
void lf_replace_successor(LLVMBasicBlockRef From, LLVMBasicBlockRef Old,
                          LLVMBasicBlockRef New) {
  unwrap(From)->getTerminator()->replaceSuccessorWith(unwrap(Old), unwrap(New));
}

// Ends From with a plain branch to To. The condition it had is left behind.
void lf_branch_always(LLVMBasicBlockRef From, LLVMBasicBlockRef To) {
  Instruction *Old = unwrap(From)->getTerminator();
  BranchInst *New = BranchInst::Create(unwrap(To), Old->getIterator());
  New->setDebugLoc(Old->getDebugLoc());
  Old->eraseFromParent();
}

// Ends From with a branch on Condition, which may be poison where the branch was
// not.
void lf_branch_if(LfHost *H, LLVMBasicBlockRef From, LLVMValueRef Condition,
                  LLVMBasicBlockRef IfTrue, LLVMBasicBlockRef IfFalse,
                  bool MayBePoison) {
  Instruction *Old = unwrap(From)->getTerminator();
  IRBuilder<> B(Old);
  Value *C = unwrap(Condition);
  if (MayBePoison &&
      !isGuaranteedNotToBeUndefOrPoison(
          C, &H->FAM.getResult<AssumptionAnalysis>(H->F), Old, &H->dt()))
    C = B.CreateFreeze(C, C->getName() + ".fr");
  B.CreateCondBr(C, unwrap(IfTrue), unwrap(IfFalse));
  Old->eraseFromParent();
}

void lf_delete_dead(LLVMValueRef V) {
  if (auto *I = dyn_cast<Instruction>(unwrap(V)))
    RecursivelyDeleteTriviallyDeadInstructions(I);
}

// Makes B, which ends in a two-way branch, always go to To.
void lf_fold_branch(LfHost *H, LLVMBasicBlockRef B, LLVMBasicBlockRef To) {
  BasicBlock *Block = unwrap(B);
  for (BasicBlock *Other : successors(Block))
    if (Other != unwrap(To)) {
      H->se().forgetBlockAndLoopDispositions();
      Other->removePredecessor(Block, /*KeepOneInputPHIs=*/true);
      lf_branch_always(B, To);
      DomTreeUpdater DTU(&H->dt(), H->cachedPDT(),
                         DomTreeUpdater::UpdateStrategy::Eager);
      DTU.applyUpdates({{DominatorTree::Delete, Block, Other}});
      return;
    }
}

// Deletes a block that nothing reaches any more.
void lf_delete_unreachable(LfHost *H, LLVMBasicBlockRef B) {
  DomTreeUpdater DTU(&H->dt(), H->cachedPDT(),
                     DomTreeUpdater::UpdateStrategy::Eager);
  H->li().removeBlock(unwrap(B));
  DeleteDeadBlock(unwrap(B), &DTU, /*KeepOneInputPHIs=*/true);
}

// A block's edge that was inserted or deleted.
struct LfEdge {
  LLVMBasicBlockRef From, To;
  bool Inserted;
};

// Deletes the blocks Dead, in program order, which nothing reaches any more and
// whose successors' phis do not name them; edges have changed already, those out
// of Dead among them. What Dead dominated is now dominated by HeaderDominator
// (Header) or by RestDominator (the rest).
//
// The dominator tree is told just that: its general update walks all that the
// changed blocks dominate, which in a chain of loops is the rest of the function.
void lf_apply_edges(LfHost *H, const LfEdge *Edges, size_t Count,
                    const LLVMBasicBlockRef *Dead, size_t DeadCount,
                    LLVMBasicBlockRef Header, LLVMBasicBlockRef HeaderDominator,
                    LLVMBasicBlockRef RestDominator) {
  DominatorTree &DT = H->dt();
  LoopInfo &LI = H->li();
  SmallVector<BasicBlock *, 8> Blocks;
  for (LLVMBasicBlockRef B : ArrayRef(Dead, DeadCount)) {
    Blocks.push_back(unwrap(B));
    LI.removeBlock(unwrap(B));
    unwrap(B)->getTerminator()->eraseFromParent();
    new UnreachableInst(H->F.getContext(), unwrap(B));
  }
  SmallPtrSet<BasicBlock *, 8> IsDead(Blocks.begin(), Blocks.end());
  for (BasicBlock *B : Blocks)
    for (DomTreeNode *Child : to_vector(DT.getNode(B)->children()))
      if (!IsDead.contains(Child->getBlock())) {
        bool IsHeader = Child->getBlock() == unwrap(Header);
        DT.changeImmediateDominator(
            Child, DT.getNode(unwrap(IsHeader ? HeaderDominator : RestDominator)));
      }
  for (bool Erased = true; Erased;) {
    Erased = false;
    for (BasicBlock *B : reverse(Blocks))
      if (DomTreeNode *Node = DT.getNode(B); Node && Node->isLeaf()) {
        DT.eraseNode(B);
        Erased = true;
      }
  }

  SmallVector<DominatorTree::UpdateType, 16> Updates;
  for (const LfEdge &E : ArrayRef(Edges, Count))
    Updates.push_back({E.Inserted ? DominatorTree::Insert : DominatorTree::Delete,
                       unwrap(E.From), unwrap(E.To)});
  DomTreeUpdater DTU(nullptr, H->cachedPDT(),
                     DomTreeUpdater::UpdateStrategy::Lazy);
  DTU.applyUpdates(Updates);
  DTU.flush();
  DeleteDeadBlocks(Blocks, &DTU);
  DTU.flush();
}

// Gives the edges from Preds to B a block of their own before B.
LLVMBasicBlockRef lf_split_predecessors(LfHost *H, LLVMBasicBlockRef B,
                                        const LLVMBasicBlockRef *Preds,
                                        size_t Count) {
  SmallVector<BasicBlock *, 4> Blocks;
  for (LLVMBasicBlockRef P : ArrayRef(Preds, Count))
    Blocks.push_back(unwrap(P));
  DomTreeUpdater DTU(&H->dt(), H->cachedPDT(),
                     DomTreeUpdater::UpdateStrategy::Eager);
  return wrap(SplitBlockPredecessors(unwrap(B), Blocks, ".join", &DTU, &H->li(),
                                     nullptr, /*PreserveLCSSA=*/true));
}

// Splits B before Position; returns the new block, which holds Position and what
// follows.
LLVMBasicBlockRef lf_split_block(LfHost *H, LLVMBasicBlockRef B,
                                 LLVMValueRef Position) {
  BasicBlock *Front = unwrap(B);
  BasicBlock *Back = SplitBlock(Front, cast<Instruction>(unwrap(Position))->getIterator(),
                                &H->dt(), &H->li());
  PostDominatorTree *PDT = H->cachedPDT();
  auto *Node = PDT ? PDT->getNode(Front) : nullptr;
  // What a root post-dominates hangs on the other block now.
  if (PDT && (!Node || is_contained(PDT->roots(), Front))) {
    PDT->recalculate(H->F);
  } else if (PDT) {
    PDT->addNewBlock(Back, Node->getIDom()->getBlock());
    PDT->changeImmediateDominator(Front, Back);
  }
  return wrap(Back);
}

// B's immediate dominator is now Dominator.
void lf_set_dominator(LfHost *H, LLVMBasicBlockRef B,
                      LLVMBasicBlockRef Dominator) {
  H->dt().changeImmediateDominator(unwrap(B), unwrap(Dominator));
}

// Cloned blocks are not in the post-dominator tree: compute it anew.
void lf_recalculate_postdominators(LfHost *H) {
  if (auto *PDT = H->cachedPDT())
    PDT->recalculate(H->F);
}

// Edges and blocks have changed in ways that are told to no tree.
void lf_recalculate_dominators(LfHost *H) {
  H->dt().recalculate(H->F);
  lf_recalculate_postdominators(H);
}

LLVMValueRef lf_new_phi(LLVMBasicBlockRef B, LLVMValueRef Like,
                        LLVMValueRef Incoming, LLVMBasicBlockRef From,
                        const char *Suffix) {
  Value *V = unwrap(Like);
  PHINode *P = PHINode::Create(V->getType(), 1, V->getName() + Suffix);
  P->insertBefore(unwrap(B)->getFirstNonPHIIt());
  P->addIncoming(unwrap(Incoming), unwrap(From));
  return wrap(P);
}

// Lets a loop run until its iteration number Last, an integer of any width: a counter of
// its own decides in the latch, whose branch leads to Header or elsewhere.
void lf_count_to(LLVMBasicBlockRef Preheader, LLVMBasicBlockRef Header,
                 LLVMBasicBlockRef Latch, LLVMValueRef Last) {
  BasicBlock *H = unwrap(Header), *L = unwrap(Latch);
  auto *Br = cast<BranchInst>(L->getTerminator());
  Value *End = unwrap(Last);
  PHINode *Counter = PHINode::Create(End->getType(), 2, "count", H->begin());
  IRBuilder<> B(Br);
  Value *Next = B.CreateNUWAdd(Counter, ConstantInt::get(End->getType(), 1),
                               "count.next");
  Counter->addIncoming(ConstantInt::get(End->getType(), 0), unwrap(Preheader));
  Counter->addIncoming(Next, L);
  CmpInst::Predicate Stay = Br->getSuccessor(0) == H ? CmpInst::ICMP_NE
                                                     : CmpInst::ICMP_EQ;
  Br->setCondition(B.CreateICmp(Stay, Counter, End));
}

// A condition in front of Position that no pass knows anything of, nor may decide: each way must be
// right. Code generation would take it for true.
LLVMValueRef lf_free_choice(LLVMValueRef Position) {
  IRBuilder<> B(cast<Instruction>(unwrap(Position)));
  return wrap(B.CreateIntrinsic(Intrinsic::experimental_widenable_condition, {}));
}

bool lf_is_free_choice(LLVMValueRef V) {
  auto *I = dyn_cast<IntrinsicInst>(unwrap(V));
  return I && I->getIntrinsicID() == Intrinsic::experimental_widenable_condition;
}

// Lets such a condition be true, and its declaration go with the last one.
void lf_choose(LLVMValueRef Choice) {
  auto *Call = cast<CallInst>(unwrap(Choice));
  Function *Declaration = Call->getCalledFunction();
  Call->replaceAllUsesWith(ConstantInt::getTrue(Call->getContext()));
  Call->eraseFromParent();
  if (Declaration->use_empty())
    Declaration->eraseFromParent();
}

LLVMValueRef lf_number(LfHost *H, uint64_t N) {
  return wrap(ConstantInt::get(Type::getInt64Ty(H->F.getContext()), N));
}

// Lets the two-way branch of To decide as that of From does: where From stays
// in its loop (goes to FromHeader), To goes to ToHeader.
void lf_copy_exit_test(LLVMBasicBlockRef From, LLVMBasicBlockRef FromHeader,
                       LLVMBasicBlockRef To, LLVMBasicBlockRef ToHeader) {
  auto *Source = cast<BranchInst>(unwrap(From)->getTerminator());
  auto *Target = cast<BranchInst>(unwrap(To)->getTerminator());
  bool StaysIfTrue = Source->getSuccessor(0) == unwrap(FromHeader);
  if ((Target->getSuccessor(0) == unwrap(ToHeader)) != StaysIfTrue)
    Target->swapSuccessors();
  Target->setCondition(Source->getCondition());
}

void lf_forget_loop(LfHost *H, Loop *L) { H->se().forgetLoop(L); }
void lf_forget_value(LfHost *H, LLVMValueRef V) {
  H->se().forgetValue(unwrap(V));
}
void lf_forget_dispositions(LfHost *H) {
  H->se().forgetBlockAndLoopDispositions();
}

// Replaces header phis of L that recur alike by one of them.
void lf_merge_inductions(LfHost *H, Loop *L) {
  SmallVector<WeakTrackingVH, 16> Dead;
  SCEVExpander Expander(H->se(), "loopfuse");
  auto &TTI = H->FAM.getResult<TargetIRAnalysis>(H->F);
  Expander.replaceCongruentIVs(L, &H->dt(), Dead, &TTI);
  for (WeakTrackingVH &V : Dead)
    if (V)
      if (auto *I = dyn_cast<Instruction>(V))
        RecursivelyDeleteTriviallyDeadInstructions(I);
}

// What a header phi of L is after so many iterations and, unless that is null, More besides, in
// front of Position; null if that is no expression of its start.
LLVMValueRef lf_value_after(LfHost *H, Loop *L, LLVMValueRef Phi, uint64_t Iterations,
                            LLVMValueRef More, LLVMValueRef Position) {
  ScalarEvolution &SE = H->se();
  auto *P = cast<PHINode>(unwrap(Phi));
  auto *Pos = cast<Instruction>(unwrap(Position));
  if (!SE.isSCEVable(P->getType()))
    return nullptr;
  auto *R = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(P));
  if (!R || R->getLoop() != L || !R->isAffine())
    return nullptr;
  const SCEV *Step = R->getStepRecurrence(SE);
  const SCEV *Times = SE.getConstant(Step->getType(), Iterations);
  if (More)
    Times = SE.getAddExpr(Times, SE.getTruncateOrZeroExtend(SE.getSCEV(unwrap(More)),
                                                            Step->getType()));
  const SCEV *After = SE.getAddExpr(R->getStart(), SE.getMulExpr(Times, Step));
  SCEVExpander Expander(SE, "after");
  if (!Expander.isSafeToExpandAt(After, Pos))
    return nullptr;
  return wrap(Expander.expandCodeFor(After, P->getType(), Pos->getIterator()));
}

// A load of what a store stored Lag iterations before.
struct LfCarried {
  LLVMValueRef Load;
  uint64_t Lag;
};

// Lets loads and stores of an innermost loop that are known to use the same address as one that
// ran before in the same iteration use that one's: LLVM's redundancy elimination compares
// values. That one has run, so that its address is not poison, and it points into the same
// object, at the same place.
void lf_merge_addresses(LfHost *H, Loop *L) {
  if (!L->isInnermost())
    return;
  DenseMap<const SCEV *, Instruction *> First;
  LoopBlocksRPO Order(L);
  Order.perform(&H->li());
  for (BasicBlock *B : Order)
    for (Instruction &I : *B) {
      Value *Address = getLoadStorePointerOperand(&I);
      if (!Address || !isa<Instruction>(Address) || L->isLoopInvariant(Address))
        continue;
      auto [At, IsNew] = First.try_emplace(H->se().getSCEV(Address), &I);
      Value *Known = getLoadStorePointerOperand(At->second);
      if (!IsNew && Known->getType() == Address->getType() && H->dt().dominates(At->second, &I))
        I.setOperand(isa<StoreInst>(I) ? StoreInst::getPointerOperandIndex()
                                       : LoadInst::getPointerOperandIndex(),
                     Known);
    }
}

// Replaces loads by what Store, which goes on by Stride bytes with each iteration, stored
// in the same iteration of L, or in earlier ones, handed on from phi to phi. What it would
// have stored before the first iteration is loaded in front of the loop, from where the
// first iteration of a load finds it: a recurrence says nothing of iterations that the
// loop does not have. That is known to be there if some load finds it in the first
// iteration; else it is looked for only if the loop has the iteration in which a load would.
// What Earlier, Store's copy in a loop before, stored there in the Done iterations of that
// loop is handed on from there, so that nobody needs it in memory. Nor do the Later loads need
// it, those in the Rest iterations that go on where L stops, without the store: none of them
// finds anything but what was stored before.
void lf_carry(LfHost *H, Loop *L, LLVMValueRef Store, const LfCarried *Loads, size_t LoadCount,
              int64_t Stride, LLVMValueRef Earlier, uint64_t Done, const LfCarried *Later,
              size_t LaterCount, uint64_t Rest) {
  ScalarEvolution &SE = H->se();
  auto *S = cast<StoreInst>(unwrap(Store));
  ArrayRef<LfCarried> All(Loads, LoadCount);
  std::map<uint64_t, const SCEV *> Lags;
  for (const LfCarried &C : All) {
    Value *From = cast<LoadInst>(unwrap(C.Load))->getPointerOperand();
    auto *R = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(From));
    if (!R || R->getLoop() != L)
      return;
    Lags[C.Lag] = R->getStart();
  }
  uint64_t Most = Lags.rbegin()->first;
  const SCEV *Count = SE.getBackedgeTakenCount(L);
  if (Most > 0 && isa<SCEVCouldNotCompute>(Count))
    return;
  Align Aligned = S->getAlign();
  for (const LfCarried &C : All)
    Aligned = std::min(Aligned, cast<LoadInst>(unwrap(C.Load))->getAlign());
  Instruction *End = L->getLoopPreheader()->getTerminator();
  SCEVExpander Expander(SE, "carried");
  // Where Store would have stored so many iterations before the first one.
  auto Place = [&](uint64_t Lag) {
    auto [Known, Start] = *Lags.lower_bound(Lag);
    Type *Wide = SE.getEffectiveSCEVType(Start->getType());
    int64_t On = int64_t(Known - Lag) * Stride;
    return SE.getAddExpr(Start, SE.getConstant(Wide, On, /*isSigned=*/true));
  };
  bool Expands = Most == 0 ||
                 (Expander.isSafeToExpandAt(Count, End) &&
                  isUIntN(std::min<unsigned>(
                              64, SE.getTypeSizeInBits(Count->getType())),
                          Most));
  for (uint64_t Lag = Done + 1; Lag <= Most; ++Lag)
    Expands &= Expander.isSafeToExpandAt(Place(Lag), End);
  if (!Expands)
    return;
  auto Expand = [&](const SCEV *E) {
    return Expander.expandCodeFor(E, E->getType(), End->getIterator());
  };
  IRBuilder<> B(End);
  auto Load = [&](uint64_t Lag, Type *T) {
    Value *From = Expand(Place(Lag));
    if (!Lags.count(Lag)) {
      uint64_t Next = Lags.upper_bound(Lag)->first;
      const SCEV *Needed =
          SE.getConstant(Count->getType(), Next - Lag - std::min(Rest, Next - Lag));
      if (!SE.isKnownPredicate(ICmpInst::ICMP_UGE, Count, Needed)) {
        Value *Runs = B.CreateICmpUGE(Expand(Count), Expand(Needed));
        From = B.CreateSelect(Runs, From, Expand(Place(Next)), "place");
      }
    }
    return B.CreateAlignedLoad(T, From, Aligned, "before");
  };
  auto *Copy = cast_or_null<StoreInst>(unwrap(Earlier));
  // What the loop before stored in its last iteration, then in the one before that.
  Value *Last = Copy ? Copy->getValueOperand() : nullptr;
  SmallVector<Value *, 4> Carried = {S->getValueOperand()};
  for (uint64_t Lag = 1; Lag <= Most; ++Lag) {
    Value *Newer = Carried.back(), *Before;
    Type *T = Newer->getType();
    if (Lag <= Done) {
      Loop *Prologue = H->li().getLoopFor(Copy->getParent());
      Before = valueBehind(Prologue, Last);
      if (Lag < std::min(Most, Done))
        Last = handOn(Prologue, PoisonValue::get(T), Last);
    } else {
      Before = Load(Lag, T);
    }
    Carried.push_back(handOn(L, Before, Newer));
  }
  ArrayRef<LfCarried> Behind(Later, LaterCount);
  uint64_t MostBehind = 0;
  for (const LfCarried &C : Behind)
    MostBehind = std::max(MostBehind, C.Lag);
  SmallVector<Value *, 4> Left = {PoisonValue::get(Carried[0]->getType())};
  for (uint64_t Lag = 1; Lag <= MostBehind; ++Lag) {
    Loop *Remainder = H->li().getLoopFor(cast<LoadInst>(unwrap(Later->Load))->getParent());
    Left.push_back(handOn(Remainder, valueBehind(L, Carried[Lag - 1]), Left.back()));
  }
  auto Replace = [&](const LfCarried &C, ArrayRef<Value *> By) {
    auto *Replaced = cast<LoadInst>(unwrap(C.Load));
    SE.forgetValue(Replaced);
    Replaced->replaceAllUsesWith(By[C.Lag]);
    RecursivelyDeleteTriviallyDeadInstructions(Replaced);
  };
  for (const LfCarried &C : Behind)
    Replace(C, Left);
  for (const LfCarried &C : All)
    Replace(C, Carried);
}

// Phi + Offset in front of Position, for a phi whose increment comes from
// Latch. The sum is used where the phi was not: an increment that may be poison
// there loses the flags that make it so.
LLVMValueRef lf_phi_plus_constant(LfHost *H, LLVMValueRef Phi,
                                  LLVMBasicBlockRef Latch, int64_t Offset,
                                  LLVMValueRef Position, const char *Name) {
  auto *P = cast<PHINode>(unwrap(Phi));
  ScalarEvolution &SE = H->se();
  auto *Increment =
      dyn_cast<Instruction>(P->getIncomingValueForBlock(unwrap(Latch)));
  auto *C = ConstantInt::getSigned(P->getType(), Offset);
  bool NUW = false, NSW = false;
  if (Increment && mustExecuteUBIfPoisonOnPathTo(
                       Increment, unwrap(Latch)->getTerminator(), &H->dt())) {
    const SCEV *L = SE.getSCEV(P), *R = SE.getSCEV(C);
    NUW = SE.willNotOverflow(Instruction::Add, false, L, R);
    NSW = SE.willNotOverflow(Instruction::Add, true, L, R);
  } else if (Increment && Increment->hasPoisonGeneratingFlags()) {
    SE.forgetValue(P);
    Increment->dropPoisonGeneratingFlags();
  }
  IRBuilder<> B(cast<Instruction>(unwrap(Position)));
  B.SetCurrentDebugLocation(DebugLoc());
  return wrap(B.CreateAdd(P, C, Name, NUW, NSW));
}

void lf_delete_dead_phis(LLVMBasicBlockRef B) { DeleteDeadPHIs(unwrap(B)); }

// One line that says what is broken, or null: IR, dominators, post-dominators,
// loops, scalar evolution.
bool lf_verify(LfHost *H, LfString *Message) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (verifyFunction(H->F, &OS)) {
    *Message = toRust(Text);
    return false;
  }
  if (!H->dt().verify(DominatorTree::VerificationLevel::Full)) {
    *Message = toRust("dominator tree is stale");
    return false;
  }
  if (auto *PDT = H->cachedPDT())
    if (!PDT->verify(PostDominatorTree::VerificationLevel::Full)) {
      *Message = toRust("post-dominator tree is stale");
      return false;
    }
  // These two stop the process with their own message.
  H->li().verify(H->dt());
  for (Loop *L : H->li())
    if (!L->isRecursivelyLCSSAForm(H->dt(), H->li())) {
      *Message = toRust("loop is not in LCSSA form");
      return false;
    }
  H->se().verify();
  return true;
}
}
