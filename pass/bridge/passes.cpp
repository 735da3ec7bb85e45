// LLVM's own passes that the pipeline runs before and after fusion.

#include "host.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace {

// True if some pass changed something. The pass manager itself invalidates
// what each pass did not preserve.
bool runPasses(LfHost *H, FunctionPassManager &FPM) {
  PreservedAnalyses PA = FPM.run(H->F, H->FAM);
  H->forgetAnalyses();
  return !PA.areAllPreserved();
}

// A pass over loops, for chosen ones only.
template <typename PassT> class OnlyFor : public PassInfoMixin<OnlyFor<PassT>> {
  Chosen Loops;
  PassT Pass;

public:
  OnlyFor(Chosen Loops, PassT Pass) : Loops(std::move(Loops)), Pass(std::move(Pass)) {}

  PreservedAnalyses run(Loop &L, LoopAnalysisManager &AM, LoopStandardAnalysisResults &AR,
                        LPMUpdater &U) {
    return !Loops || Loops->contains(&L) ? Pass.run(L, AM, AR, U) : PreservedAnalyses::all();
  }
};

// What scalar evolution knows of loops, if anything.
void forgetCounts(LfHost *H) {
  if (auto *SE = H->FAM.getCachedResult<ScalarEvolutionAnalysis>(H->F))
    SE->forgetAllLoops();
}

// Removes phis that merge a value with itself, unless they carry it out of a loop. Rotation
// leaves them of what was hoisted.
bool removeRenamingPhis(LfHost *H) {
  bool Changed = false;
  for (BasicBlock *B : ReversePostOrderTraversal<Function *>(&H->F))
    for (PHINode &P : make_early_inc_range(B->phis())) {
      Value *V = P.hasConstantValue();
      auto *I = dyn_cast_or_null<Instruction>(V);
      Loop *L = I ? H->li().getLoopFor(I->getParent()) : nullptr;
      if (!V || (L && !L->contains(B)))
        continue;
      H->se().forgetValue(&P);
      P.replaceAllUsesWith(V);
      P.eraseFromParent();
      Changed = true;
    }
  return Changed;
}

// Lets a comparison with a constant compare X in place of X + C or of X in a wider type; false
// if it compares something else.
bool comparesLess(ICmpInst *Cmp, Loop *L) {
  using namespace PatternMatch;
  bool Swapped = isa<Constant>(Cmp->getOperand(0));
  Value *Compared = Cmp->getOperand(Swapped), *X;
  const APInt *Plus, *With;
  if (!Cmp->isSigned() || !match(Cmp->getOperand(!Swapped), m_APInt(With)))
    return false;
  APInt Moved = *With;
  bool Overflow = false;
  if (match(Compared, m_NSWAdd(m_Value(X), m_APInt(Plus)))) {
    Moved = With->ssub_ov(*Plus, Overflow);
  } else if (match(Compared, m_SExt(m_Value(X)))) {
    unsigned Bits = X->getType()->getScalarSizeInBits();
    Overflow = !With->isSignedIntN(Bits);
    Moved = With->trunc(Bits);
  } else {
    return false;
  }
  if (Overflow || (L && !L->isLoopInvariant(X)))
    return false;
  Cmp->dropPoisonGeneratingFlags();
  Cmp->setOperand(Swapped, X);
  Cmp->setOperand(!Swapped, ConstantInt::get(X->getType(), Moved));
  return true;
}

// Lets conditions above loops compare numbers instead of their differences: `1 < w - 1` says
// `2 < w`, if the difference does not overflow. Counts use it, too, where it might, and then
// nobody knows any more that it does not.
bool compareNumbers(LfHost *H) {
  bool Changed = false;
  for (BasicBlock &B : H->F) {
    auto *Branch = dyn_cast<BranchInst>(B.getTerminator());
    auto *Cmp = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition())
                                                  : nullptr;
    while (Cmp && comparesLess(Cmp, H->li().getLoopFor(&B))) {
      H->se().forgetValue(Cmp);
      Changed = true;
    }
  }
  return Changed;
}

// Is V arithmetic that does not overflow, unless it is poison, as a signed number?
BinaryOperator *exactArithmetic(Value *V) {
  auto *Op = dyn_cast<BinaryOperator>(V);
  bool Is = Op && (Op->getOpcode() == Instruction::Add || Op->getOpcode() == Instruction::Sub ||
                   Op->getOpcode() == Instruction::Mul ||
                   (Op->getOpcode() == Instruction::Shl && isa<ConstantInt>(Op->getOperand(1))));
  return Is && Op->hasNoSignedWrap() ? Op : nullptr;
}

// Is a product of two variables below V?
bool hasProduct(Value *V, unsigned Depth) {
  BinaryOperator *Op = Depth ? exactArithmetic(V) : nullptr;
  if (!Op)
    return false;
  if (Op->getOpcode() == Instruction::Mul && !isa<Constant>(Op->getOperand(1)))
    return true;
  return hasProduct(Op->getOperand(0), Depth - 1) || hasProduct(Op->getOperand(1), Depth - 1);
}

// V, sign-extended by extending what it is computed from.
Value *extendParts(IRBuilder<> &B, Value *V, Type *Wide, unsigned Depth) {
  BinaryOperator *Op = Depth ? exactArithmetic(V) : nullptr;
  if (!Op)
    return B.CreateSExt(V, Wide);
  Value *Left = extendParts(B, Op->getOperand(0), Wide, Depth - 1);
  Value *Right = extendParts(B, Op->getOperand(1), Wide, Depth - 1);
  Value *Result = B.CreateBinOp(Op->getOpcode(), Left, Right);
  if (auto *New = dyn_cast<BinaryOperator>(Result))
    New->setHasNoSignedWrap();
  return Result;
}

// Computes subscripts with products, as `(c * H + y) * W`, in the width of addresses, of what is
// extended instead. Hoisting regroups products of invariant factors and forgets that they do not
// overflow; in the wider type nobody needs to know it.
bool extendProducts(LfHost *H) {
  constexpr unsigned Depth = 6;
  SmallVector<SExtInst *, 8> Found;
  for (BasicBlock &B : H->F)
    if (H->li().getLoopFor(&B))
      for (Instruction &I : B) {
        auto *S = dyn_cast<SExtInst>(&I);
        auto IsAddress = [](User *U) { return isa<GetElementPtrInst>(U); };
        if (S && S->getType()->isIntegerTy() && any_of(S->users(), IsAddress) &&
            hasProduct(S->getOperand(0), Depth))
          Found.push_back(S);
      }
  for (SExtInst *S : Found) {
    IRBuilder<> B(S);
    S->replaceAllUsesWith(extendParts(B, S->getOperand(0), S->getType(), Depth));
    RecursivelyDeleteTriviallyDeadInstructions(S);
  }
  return !Found.empty();
}

// After edits that left control as it was.
void invalidateValues(LfHost *H) {
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  H->FAM.invalidate(H->F, PA);
  H->forgetAnalyses();
}

// Without code that a loop perhaps does not run: when it is hoisted, it loses what it said of types.
LICMOptions hoistOnlyWhatRuns() {
  LICMOptions Options;
  Options.AllowSpeculation = false;
  return Options;
}

bool hoist(LfHost *H, LICMOptions Options, const Chosen &Loops = {}) {
  LoopPassManager LPM;
  LPM.addPass(OnlyFor(Loops, LICMPass(Options)));
  FunctionPassManager FPM;
  FPM.addPass(createFunctionToLoopPassAdaptor(std::move(LPM), /*UseMemorySSA=*/true));
  return runPasses(H, FPM);
}

// Lets equal values be one. Loops are in LCSSA form then, if they were before or are to be brought into it.
bool mergeEqual(LfHost *H, bool MakeLcssa = true) {
  FunctionPassManager Merge, Close;
  Merge.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Close.addPass(LCSSAPass());
  bool HasMerged = runPasses(H, Merge);
  return (HasMerged || MakeLcssa) && (runPasses(H, Close) | HasMerged);
}

// Lets loads lie before loops and their guards, and equal ones be one.
bool gatherLoads(LfHost *H, bool Hoist, const Chosen &Loops = {}) {
  // Loop passes came before.
  bool Changed = mergeEqual(H, /*MakeLcssa=*/false);
  bool HasErrno = loadPastErrno(H);
  if (HasErrno)
    invalidateValues(H);
  bool HasRaised = false;
  while (raiseGuardedLoads(H, Loops)) {
    invalidateValues(H);
    hoist(H, hoistOnlyWhatRuns(), Loops);
    // Equal conditions are to lead to equal places.
    if (HasErrno && (mergeEqual(H), loadPastErrno(H)))
      invalidateValues(H);
    HasRaised = true;
  }
  if (HasRaised)
    mergeEqual(H);
  while (HasRaised && mergeGuardedLoads(H)) {
    invalidateValues(H);
    mergeEqual(H);
  }
  if (Hoist)
    Changed |= hoist(H, LICMOptions(), Loops);
  Changed |= removeRenamingPhis(H);
  return Changed || HasRaised || HasErrno;
}

bool simplifyControl(LfHost *H) {
  FunctionPassManager FPM;
  FPM.addPass(SimplifyCFGPass(SimplifyCFGOptions().needCanonicalLoops(true)));
  return runPasses(H, FPM);
}

// Ways on which a pointer is null that is accessed at once where they meet, as behind a function that gave back
// nothing, are never gone. LLVM knows, if it comes upon that access first.
bool dropImpossibleWays(LfHost *H) {
  bool MayDrop = false;
  for (BasicBlock &B : H->F)
    for (PHINode &P : B.phis()) {
      auto IsHere = [&](const Use &U) { return cast<Instruction>(U.getUser())->getParent() == &B; };
      if (!P.getType()->isPointerTy() || none_of(P.incoming_values(), IsaPred<ConstantPointerNull>) ||
          none_of(P.uses(), IsHere))
        continue;
      P.sortUseList([&](const Use &X, const Use &Y) {
        if (!IsHere(X) || !IsHere(Y))
          return IsHere(X) && !IsHere(Y);
        auto *First = cast<Instruction>(X.getUser()), *Second = cast<Instruction>(Y.getUser());
        return First != Second && First->comesBefore(Second);
      });
      MayDrop = true;
    }
  return MayDrop && simplifyControl(H);
}

// Inlining leaves conditions that are constants there: they stand between loops for nothing.
bool foldConstantBranches(LfHost *H) {
  auto IsConstant = [](const BasicBlock &B) {
    auto *Branch = dyn_cast<BranchInst>(B.getTerminator());
    return Branch && Branch->isConditional() && isa<ConstantInt>(Branch->getCondition());
  };
  return any_of(H->F, IsConstant) && simplifyControl(H);
}

// Lets two conditions that lead around a loop, one behind the other, be one: what is computed between goes before both.
bool joinGuards(LfHost *H) {
  constexpr unsigned MostBetween = 8;
  bool Changed = false;
  for (Loop *L : H->li().getLoopsInPreorder()) {
    BasicBlock *Inner = L->getLoopPreheader();
    while (Inner && Inner->getSingleSuccessor())
      Inner = Inner->getSinglePredecessor();
    BasicBlock *Outer = Inner ? Inner->getSinglePredecessor() : nullptr;
    auto *First = Outer ? dyn_cast<BranchInst>(Outer->getTerminator()) : nullptr;
    auto *Second = First ? dyn_cast<BranchInst>(Inner->getTerminator()) : nullptr;
    bool IsTwo = Second && First->isConditional() && Second->isConditional() &&
                 any_of(Second->successors(), [&](auto *S) { return is_contained(First->successors(), S); });
    auto *Cmp = IsTwo ? dyn_cast<CmpInst>(Second->getCondition()) : nullptr;
    SmallVector<Instruction *, MostBetween> Between;
    if (!Cmp)
      continue;
    for (Instruction &I : *Inner)
      if (&I != Cmp && &I != Second)
        Between.push_back(&I);
    auto MayRise = [&](Instruction *I) {
      return !isa<PHINode>(I) && !I->mayReadFromMemory() && isSafeToSpeculativelyExecute(I) &&
             !is_contained(I->operands(), Cmp);
    };
    if (Between.empty() || Between.size() > MostBetween || !all_of(Between, MayRise))
      continue;
    for (Instruction *I : Between) {
      H->se().forgetValue(I);
      I->moveBefore(First->getIterator());
      I->dropUBImplyingAttrsAndMetadata();
      I->updateLocationAfterHoist();
    }
    Changed = true;
  }
  return Changed && simplifyControl(H);
}

// Lets what is equal on all ways be one value, and what is computed of that, as sizes and tests of
// them, be known.
bool mergeWays(LfHost *H) {
  constexpr unsigned Most = 4;
  bool Changed = false;
  for (unsigned Round = 0; Round != Most && replaceEqualPhis(H); ++Round) {
    invalidateValues(H);
    FunctionPassManager FPM;
    FPM.addPass(InstCombinePass());
    FPM.addPass(EarlyCSEPass());
    FPM.addPass(JumpThreadingPass());
    FPM.addPass(SimplifyCFGPass(SimplifyCFGOptions().needCanonicalLoops(true)));
    Changed |= runPasses(H, FPM);
  }
  return Changed;
}

// Control that is decided goes, and loops are simplified.
bool simplify(LfHost *H, bool Hoist) {
  bool Changed = Hoist && extendProducts(H);
  if (Changed)
    invalidateValues(H);
  Changed |= foldConstantBranches(H);
  Changed |= dropImpossibleWays(H);
  Changed |= joinGuards(H);
  Changed |= mergeWays(H);
  FunctionPassManager FPM;
  FPM.addPass(LoopSimplifyPass());
  return Changed | runPasses(H, FPM);
}

// Rotated loops, and equal values once; also, invariant code hoisted. Where loops are unrolled, all are chosen from then on:
// those that come of it are new, and loop info is made anew, in which the chosen ones are others.
bool bringIntoForm(LfHost *H, bool Hoist, Chosen &Loops) {
  LoopPassManager LPM;
  // What the exit test needs has one copy after rotation, not two.
  if (Hoist)
    LPM.addPass(OnlyFor(Loops, LICMPass(hoistOnlyWhatRuns())));
  LPM.addPass(OnlyFor(Loops, LoopRotatePass()));
  if (Hoist)
    LPM.addPass(OnlyFor(Loops, LICMPass(hoistOnlyWhatRuns())));
  FunctionPassManager FPM;
  FPM.addPass(createFunctionToLoopPassAdaptor(std::move(LPM), /*UseMemorySSA=*/Hoist));
  bool Changed = runPasses(H, FPM);
  if (Hoist && unrollOverPlanes(H)) {
    Loops.reset();
    Changed = true;
  }
  Changed |= gatherLoads(H, Hoist, Loops);
  Changed |= compareNumbers(H);
  return Changed;
}

} // namespace

extern "C" {

// What lf_canonicalise needs of the function as a whole.
bool lf_simplify(LfHost *H, bool Hoist) { return simplify(H, Hoist); }

// Brings the chosen loops into form, all if these are null, perhaps hoisting what is invariant; perhaps widens counters,
// too, and computes values behind loops that are functions of the count there, which takes longest.
bool lf_canonicalise(LfHost *H, bool Hoist, bool Widen, const Loop *const *Loops, size_t Number) {
  Chosen Only;
  if (Loops)
    Only = std::make_shared<DenseSet<const Loop *>>(Loops, Loops + Number);
  bool Changed = bringIntoForm(H, Hoist, Only);
  if (Widen) {
    // Counts known in narrow types are to be found anew in those of the counters.
    forgetCounts(H);
    LoopPassManager LPM;
    LPM.addPass(OnlyFor(Only, IndVarSimplifyPass(/*WidenIndVars=*/true)));
    FunctionPassManager Widening;
    Widening.addPass(createFunctionToLoopPassAdaptor(std::move(LPM)));
    Changed |= runPasses(H, Widening);
    // It ends loops that never begin without saying so to scalar evolution.
    forgetCounts(H);
  }
  return Changed;
}

// Lets stored values replace loads, removes what became dead, and leaves loops
// canonical for the vectoriser.
bool lf_tidy(LfHost *H) {
  FunctionPassManager FPM;
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(GVNPass());
  FPM.addPass(DSEPass());
  FPM.addPass(ADCEPass());
  FPM.addPass(SimplifyCFGPass(SimplifyCFGOptions().needCanonicalLoops(true)));
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(LCSSAPass());
  return runPasses(H, FPM);
}

// After edits of ours: whatever does not follow them by itself is stale.
void lf_invalidate_after_fusion(LfHost *H) {
  PreservedAnalyses PA;
  PA.preserve<DominatorTreeAnalysis>();
  PA.preserve<PostDominatorTreeAnalysis>();
  PA.preserve<LoopAnalysis>();
  PA.preserve<ScalarEvolutionAnalysis>();
  H->FAM.invalidate(H->F, PA);
  H->forgetAnalyses();
}

// What is invariant after edits leaves loops, where it may.
void lf_hoist(LfHost *H) {
  lf_invalidate_after_fusion(H);
  hoist(H, hoistOnlyWhatRuns());
  gatherLoads(H, /*Hoist=*/true);
}

// A draft: a copy of the function, which bears its name as long as it is there, as what is said of
// the copy is meant of the function. Both share metadata, but for what ties variables to stores.
LfHost *lf_draft_begin(LfHost *H) {
  Function &F = H->F;
  Function *Copy = Function::Create(F.getFunctionType(), F.getLinkage(),
                                    F.getAddressSpace(), "", F.getParent());
  Copy->copyAttributesFrom(&F);
  Copy->copyMetadata(&F, 0);
  Copy->takeName(&F);
  // It grows slowly: all its handles move.
  ValueToValueMapTy Map(F.arg_size() + F.size() + F.getInstructionCount());
  for (auto [Old, New] : zip_equal(F.args(), Copy->args())) {
    New.setName(Old.getName());
    Map[&Old] = &New;
  }
  SmallVector<BasicBlock *, 32> Blocks;
  for (BasicBlock &B : F) {
    Blocks.push_back(CloneBasicBlock(&B, Map, "", Copy));
    Map[&B] = Blocks.back();
    if (B.hasAddressTaken())
      Map[BlockAddress::get(&F, &B)] = BlockAddress::get(Copy, Blocks.back());
  }
  remapInstructionsInBlocks(Blocks, Map);
  DenseMap<DIAssignID *, DIAssignID *> Assigned;
  for (Instruction &I : instructions(*Copy))
    at::remapAssignID(Assigned, I);
  auto *Draft = new LfHost(*Copy, H->FAM);
  Draft->Original = &F;
  return Draft;
}

// May a draft become the function? Not if others know addresses of its labels.
bool lf_can_adopt(LfHost *H) {
  return none_of(H->F, [](const BasicBlock &B) { return B.hasAddressTaken(); });
}

// Gives the function the body of its draft. What is known of the function is known no more.
void lf_draft_adopt(LfHost *H, LfHost *Draft) {
  Function &F = H->F, &Copy = Draft->F;
  Draft->forgetAnalyses();
  H->FAM.clear(Copy, Copy.getName());
  H->forgetAnalyses();
  H->FAM.getResult<AssumptionAnalysis>(F).clear(); // nothing else invalidates it
  H->FAM.invalidate(F, PreservedAnalyses::none());
  for (BasicBlock &B : F)
    B.dropAllReferences();
  while (!F.empty())
    F.front().eraseFromParent();
  F.setAttributes(Copy.getAttributes());
  F.splice(F.end(), &Copy);
  for (auto [Old, New] : zip_equal(Copy.args(), F.args()))
    Old.replaceAllUsesWith(&New);
}

void lf_draft_end(LfHost *Draft) {
  Function &Copy = Draft->F;
  FunctionAnalysisManager &FAM = Draft->FAM;
  Draft->Original->takeName(&Copy);
  delete Draft;
  FAM.clear(Copy, Copy.getName());
  // What was declared for it alone goes with it.
  SmallVector<Function *, 4> Declared;
  for (auto Next = std::next(Copy.getIterator()); Next != Copy.getParent()->end(); ++Next)
    Declared.push_back(&*Next);
  Copy.eraseFromParent();
  for (Function *Each : Declared)
    if (Each->isDeclaration() && Each->use_empty())
      Each->eraseFromParent();
}
}
