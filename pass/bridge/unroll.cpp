// Loops over a few planes, unrolled before LLVM's unroller would do it.
//
//     for c in 0..3                  nest of plane 0
//       nest of plane c     =>       nest of plane 1
//                                    nest of plane 2
//
// Then the nests are siblings of those before and behind, while subscripts are still exact: once LLVM has
// taken c = 1 into `c * h * w + y * w`, it makes `(h + y) * w` of that, and forgets that it does not overflow. A loop
// that runs as often as a sibling stays: both are one loop over planes.

#include "host.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace {

// Loops that run more often are none over planes.
constexpr unsigned MostPlanes = 4;

// Instructions that are copied for each plane.
constexpr size_t MostInstructions = 128;

bool isSmall(const Loop *L) {
  size_t Count = 0;
  for (const BasicBlock *B : L->blocks())
    Count += B->size();
  return Count <= MostInstructions;
}

// May the loop run a constant number of times, for all that one look at its exit test says? To ask scalar evolution
// costs more.
bool mayRunConstantTimes(const Loop *L) {
  const BasicBlock *Exiting = L->getExitingBlock();
  auto *Branch = Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
  auto *Test = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
  auto IsConstant = [](const Value *V) {
    auto *Address = dyn_cast<GetElementPtrInst>(V);
    return isa<Constant>(V) || (Address && Address->hasAllConstantIndices());
  };
  return !Test || any_of(Test->operands(), IsConstant);
}

// Of siblings, those to be unrolled.
void collect(LfHost *H, ArrayRef<Loop *> Siblings, SmallVectorImpl<Loop *> &Found) {
  ScalarEvolution &SE = H->se();
  auto Times = [&](Loop *L) { return SE.getSmallConstantTripCount(L); };
  auto Stays = [&](Loop *L) { return !lf_unrolls_wholly(H, L); };
  for (Loop *L : Siblings) {
    auto IsOverPlanes = [&] {
      if (Siblings.size() < 2 || L->isInnermost() || !isSmall(L) || !mayRunConstantTimes(L) || !L->isSafeToClone() ||
          hasUnrollTransformation(L) == TM_Disable || !L->isLoopSimplifyForm() ||
          !L->isRecursivelyLCSSAForm(H->dt(), H->li()))
        return false;
      unsigned Count = Times(L);
      auto IsAlike = [&](Loop *Other) { return Other != L && Times(Other) == Count; };
      return Count > 1 && Count <= MostPlanes && none_of(Siblings, IsAlike) && any_of(*L, Stays);
    };
    if (IsOverPlanes())
      Found.push_back(L);
    else
      collect(H, L->getSubLoops(), Found);
  }
}

} // namespace

bool unroll(LfHost *H, Loop *L, unsigned Times) {
  Function &F = H->F;
  UnrollLoopOptions Options{};
  Options.Count = Times;
  auto Result = UnrollLoop(L, Options, &H->li(), &H->se(), &H->dt(), &H->FAM.getResult<AssumptionAnalysis>(F),
                           &H->FAM.getResult<TargetIRAnalysis>(F),
                           &H->FAM.getResult<OptimizationRemarkEmitterAnalysis>(F), /*PreserveLCSSA=*/true);
  return Result == LoopUnrollResult::PartiallyUnrolled;
}

bool unrollOverPlanes(LfHost *H) {
  SmallVector<Loop *, 4> Found, Outermost(H->li().rbegin(), H->li().rend());
  collect(H, Outermost, Found);
  for (Loop *L : Found)
    // What was known may have been, once another one was unrolled; none would be taken for endlessly many.
    if (unsigned Count = H->se().getSmallConstantTripCount(L))
      unroll(H, L, Count);
  if (Found.empty())
    return false;
  H->FAM.invalidate(H->F, PreservedAnalyses::none());
  H->forgetAnalyses();
  return true;
}
