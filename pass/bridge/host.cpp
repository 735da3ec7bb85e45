// Life of the host object and the analyses behind it.

#include "host.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"

using namespace llvm;

struct LfHost::Aside {
  ScalarEvolution SE;
  LoopAccessInfoManager LoopAccesses;

  Aside(Function &F, FunctionAnalysisManager &FAM)
      : SE(F, FAM.getResult<TargetLibraryAnalysis>(F),
           FAM.getResult<AssumptionAnalysis>(F),
           FAM.getResult<DominatorTreeAnalysis>(F),
           FAM.getResult<LoopAnalysis>(F)),
        LoopAccesses(SE, FAM.getResult<AAManager>(F),
                     FAM.getResult<DominatorTreeAnalysis>(F),
                     FAM.getResult<LoopAnalysis>(F),
                     &FAM.getResult<TargetIRAnalysis>(F),
                     &FAM.getResult<TargetLibraryAnalysis>(F),
                     &FAM.getResult<AssumptionAnalysis>(F)) {}
};

LfHost::LfHost(Function &F, FunctionAnalysisManager &FAM) : F(F), FAM(FAM) {}
LfHost::~LfHost() = default;

LoopInfo &LfHost::li() {
  if (!CachedLI)
    CachedLI = &FAM.getResult<LoopAnalysis>(F);
  return *CachedLI;
}

ScalarEvolution &LfHost::se() {
  if (Private)
    return Private->SE;
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

LoopAccessInfoManager &LfHost::loopAccesses() {
  return Private ? Private->LoopAccesses
                 : FAM.getResult<LoopAccessAnalysis>(F);
}

void LfHost::forgetAnalyses() {
  CachedLI = nullptr;
  CachedSE = nullptr;
  CachedDT = nullptr;
  CachedAA.reset();
}

extern "C" {

void lf_string_free(LfString S) { std::free(S.Data); }

LLVMValueRef lf_function(LfHost *H) { return wrap(&H->F); }

// A host that only looks at the same function.
LfHost *lf_aside_begin(LfHost *H) {
  auto *Looker = new LfHost(H->F, H->FAM);
  Looker->Private = std::make_unique<LfHost::Aside>(H->F, H->FAM);
  return Looker;
}

void lf_aside_end(LfHost *H) { delete H; }

// The IR was edited: alias answers and loop access results are stale.
void lf_ir_changed(LfHost *H) {
  H->CachedAA.reset();
  if (auto *LAIs = H->FAM.getCachedResult<LoopAccessAnalysis>(H->F))
    LAIs->clear();
}
}
