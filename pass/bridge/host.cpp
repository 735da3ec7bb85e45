// Life of the host object and the analyses behind it.

#include "host.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/MustExecute.h"

using namespace llvm;

LfHost::LfHost(Function &F, FunctionAnalysisManager &FAM) : F(F), FAM(FAM) {}

LoopInfo &LfHost::li() {
  if (!CachedLI)
    CachedLI = &FAM.getResult<LoopAnalysis>(F);
  return *CachedLI;
}

ScalarEvolution &LfHost::se() {
  if (!CachedSE)
    CachedSE = &FAM.getResult<ScalarEvolutionAnalysis>(F);
  return *CachedSE;
}

DominatorTree &LfHost::dt() {
  if (!CachedDT)
    CachedDT = &FAM.getResult<DominatorTreeAnalysis>(F);
  return *CachedDT;
}

PostDominatorTree *LfHost::cachedPDT() {
  return FAM.getCachedResult<PostDominatorTreeAnalysis>(F);
}

// Cross-iteration mode: the two pointers of a query stand for values of
// different iterations, as the accesses of two sibling loops do.
BatchAAResults &LfHost::aa() {
  if (!CachedAA) {
    CachedAA.emplace(FAM.getResult<AAManager>(F));
    CachedAA->enableCrossIterationMode();
  }
  return *CachedAA;
}

// Do at most so many conditions lie above L, one behind the other?
static bool hasFewConditionsAbove(const Loop *L, const LoopInfo &LI, unsigned Most) {
  const BasicBlock *B = L->getHeader();
  while (true) {
    const Loop *Around = LI.getLoopFor(B);
    bool IsHeader = Around && Around->getHeader() == B;
    B = IsHeader ? Around->getLoopPredecessor() : B->getSinglePredecessor();
    if (!B)
      return true;
    auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    if (Branch && Branch->isConditional() && Most-- == 0)
      return false;
  }
}

const SCEV *LfHost::guarded(const SCEV *S, const Loop *L) {
  // LLVM (22) looks through what it has found so far for each condition: a hundred loops behind each other, and the exit
  // of each is one, take longer than all else.
  constexpr unsigned MostConditions = 32;
  auto [Known, IsNew] = CachedGuards.try_emplace(L);
  if (IsNew && hasFewConditionsAbove(L, li(), MostConditions))
    Known->second.emplace(ScalarEvolution::LoopGuards::collect(L, se()));
  return Known->second ? se().applyLoopGuards(S, *Known->second) : S;
}

bool LfHost::hasIrreducibleControl() {
  if (!CachedIrreducible)
    CachedIrreducible = mayContainIrreducibleControl(F, &li());
  return *CachedIrreducible;
}

LoopAccessInfoManager &LfHost::loopAccesses() {
  return FAM.getResult<LoopAccessAnalysis>(F);
}

void LfHost::forgetAnalyses() {
  CachedLI = nullptr;
  CachedSE = nullptr;
  CachedDT = nullptr;
  forgetAnswers();
}

void LfHost::forgetAnswers() {
  CachedAA.reset();
  CachedGuards.clear();
  CachedNonnegative.clear();
  CachedSaid.clear();
  CachedGreater.clear();
  CachedConditions.clear();
  CachedDifferences.clear();
}

extern "C" {

void lf_string_free(LfString S) { std::free(S.Data); }

LLVMValueRef lf_function(LfHost *H) { return wrap(&H->F); }

// The IR was edited: answers and loop access results are stale.
void lf_ir_changed(LfHost *H) {
  H->forgetAnswers();
  // Its own clear() keeps what it found of loops that needed no checks.
  PreservedAnalyses Others = PreservedAnalyses::all();
  Others.abandon<LoopAccessAnalysis>();
  H->FAM.invalidate(H->F, Others);
}
}
