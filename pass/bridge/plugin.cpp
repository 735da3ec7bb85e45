// Registration: the pass in opt's syntax and in the default pipelines.

#include "host.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

// The five fields that Rust's `plugin::PluginInfo` mirrors (four before 22).
static_assert(sizeof(PassPluginLibraryInfo) == 5 * sizeof(void *));
static_assert(LLVM_VERSION_MAJOR == 22 && LLVM_VERSION_MINOR == 1,
              "loopfuse is written for LLVM 22.1");

// Rust's side of the pass.
extern "C" {
struct LfPass; // options and what the runs of one pipeline share
// Parses `a;b=1`. Returns a pass, or null and a one-line message.
LfPass *lf_pass_new(const char *Params, size_t Size, LfString *Error);
void lf_pass_free(LfPass *);
bool lf_pass_runs_early(const LfPass *);
bool lf_pass_runs_late(const LfPass *);
bool lf_pass_run(const LfPass *, LfHost *, uint32_t Stage);
LfString lf_pass_parameters(const LfPass *);
}

// `-mllvm -loop-fuse-options=a;b=1` in clang and flang, which have no syntax
// for pass parameters; or once for each, as build systems part lists at a `;`.
static cl::list<std::string>
    DefaultParameters("loop-fuse-options", cl::value_desc("a;b=1"),
                      cl::desc("Parameters of the loop-fuse pass where a "
                               "default pipeline runs it"));

namespace {

// Mirrored by Rust's `pipeline::Stage`.
enum class Stage : uint32_t { Alone = 0, Early = 1, Late = 2 };

using SharedPass = std::shared_ptr<const LfPass>;

SharedPass makePass(StringRef Params) {
  LfString Error{nullptr, 0};
  LfPass *P = lf_pass_new(Params.data(), Params.size(), &Error);
  if (!P) {
    // LLVM's fatal errors end in a crash report in clang.
    errs() << "error: " << StringRef(Error.Data, Error.Size) << '\n';
    std::exit(1);
  }
  return SharedPass(P, [](const LfPass *Q) {
    lf_pass_free(const_cast<LfPass *>(Q));
  });
}

class LoopfusePass : public PassInfoMixin<LoopfusePass> {
  SharedPass Pass;
  Stage At;

public:
  LoopfusePass(SharedPass Pass, Stage At) : Pass(std::move(Pass)), At(At) {}

  static StringRef name() { return "LoopfusePass"; }

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM) {
    LfHost Host(F, FAM);
    if (!lf_pass_run(Pass.get(), &Host, uint32_t(At)))
      return PreservedAnalyses::all();
    // Nested passes and lf_invalidate_after_fusion have dropped what they
    // outdated; these follow our edits themselves.
    PreservedAnalyses PA;
    PA.preserve<DominatorTreeAnalysis>();
    PA.preserve<PostDominatorTreeAnalysis>();
    PA.preserve<LoopAnalysis>();
    PA.preserve<ScalarEvolutionAnalysis>();
    return PA;
  }

  void printPipeline(raw_ostream &OS,
                     function_ref<StringRef(StringRef)> MapName) {
    OS << MapName(name());
    LfString P = lf_pass_parameters(Pass.get());
    if (P.Size)
      OS << '<' << StringRef(P.Data, P.Size) << '>';
    std::free(P.Data);
  }
};

} // namespace

extern "C" void lf_register(void *Builder) {
  auto &PB = *static_cast<PassBuilder *>(Builder);
  if (auto *PIC = PB.getPassInstrumentationCallbacks())
    PIC->addClassToPassName(LoopfusePass::name(), "loop-fuse");

  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &FPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (!Name.consume_front("loop-fuse"))
          return false;
        if (!Name.empty() &&
            !(Name.consume_front("<") && Name.consume_back(">")))
          return false;
        FPM.addPass(LoopfusePass(makePass(Name), Stage::Alone));
        return true;
      });

  // Both places of one pipeline share one pass, so that limit=N counts over
  // both. The options are parsed by then.
  auto Shared = std::make_shared<SharedPass>();
  auto Get = [Shared] {
    if (!*Shared)
      *Shared = makePass(join(DefaultParameters, ";"));
    return *Shared;
  };
  // Early is before the loop passes of the inliner's pipeline: the first peephole
  // extension point after the one for late CGSCC passes. The callbacks are called
  // in the order of the pipeline that is built.
  auto IsEarly = std::make_shared<bool>(false);
  PB.registerCGSCCOptimizerLateEPCallback(
      [IsEarly](CGSCCPassManager &, OptimizationLevel) { *IsEarly = true; });
  PB.registerPeepholeEPCallback(
      [Get, IsEarly](FunctionPassManager &FPM, OptimizationLevel Level) {
        if (std::exchange(*IsEarly, false) && Level != OptimizationLevel::O0 &&
            lf_pass_runs_early(Get().get()))
          FPM.addPass(LoopfusePass(Get(), Stage::Early));
      });
  PB.registerVectorizerStartEPCallback(
      [Get](FunctionPassManager &FPM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0 && lf_pass_runs_late(Get().get()))
          FPM.addPass(LoopfusePass(Get(), Stage::Late));
      });
}
