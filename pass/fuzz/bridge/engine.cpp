// What the fuzzer needs of LLVM that has no C interface: a pipeline with the pass registered and
// its remarks heard; and calls of compiled code that may trap, end early, or run for ever.

#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include "llvm-c/TargetMachine.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"

#include <csetjmp>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/time.h>

using namespace llvm;

namespace {

// Hears what the pass says. Arguments that have a key come one by one, then the remark ends.
struct Listener : DiagnosticHandler {
  using Hear = void (*)(void *To, int Kind, const char *Text, size_t Size, const char *Value,
                        size_t ValueSize);
  Hear Heard;
  void *To;
  bool Refusals;

  Listener(Hear Heard, void *To, bool Refusals) : Heard(Heard), To(To), Refusals(Refusals) {}

  bool handleDiagnostics(const DiagnosticInfo &D) override {
    if (D.getSeverity() == DS_Error || !isa<DiagnosticInfoOptimizationBase>(D))
      return true;
    auto &R = cast<DiagnosticInfoOptimizationBase>(D);
    if (R.getPassName() != "loop-fuse")
      return true;
    int Kind = isa<OptimizationRemark>(R) ? 0 : isa<OptimizationRemarkMissed>(R) ? 1 : 2;
    Heard(To, Kind, R.getRemarkName().data(), R.getRemarkName().size(), nullptr, 0);
    for (auto &A : R.getArgs())
      if (A.Key != "String")
        Heard(To, 3, A.Key.data(), A.Key.size(), A.Val.data(), A.Val.size());
    return true;
  }
  bool isAnalysisRemarkEnabled(StringRef Pass) const override { return isOurs(Pass) && Refusals; }
  bool isMissedOptRemarkEnabled(StringRef Pass) const override { return isOurs(Pass) && Refusals; }
  bool isPassedOptRemarkEnabled(StringRef Pass) const override { return isOurs(Pass); }
  bool isAnyRemarkEnabled() const override { return true; }

  static bool isOurs(StringRef Pass) { return Pass == "loop-fuse"; }
};

// Where a call that does not return goes on.
sigjmp_buf Out;
volatile sig_atomic_t Runs;

constexpr int Stopped = 1000, Quiet = 1001;

void caught(int Signal, siginfo_t *, void *) {
  if (Runs)
    siglongjmp(Out, Signal);
  // A fault of the fuzzer, or of the pass: who watches sees how it ended.
  std::signal(Signal, SIG_DFL);
  raise(Signal);
}

} // namespace

extern "C" {

// llvm-sys has these where it links LLVM itself; inkwell asks for them in any case.
LLVMBool LLVM_InitializeNativeTarget() { return LLVMInitializeNativeTarget(); }
LLVMBool LLVM_InitializeNativeAsmPrinter() { return LLVMInitializeNativeAsmPrinter(); }
LLVMBool LLVM_InitializeNativeAsmParser() { return LLVMInitializeNativeAsmParser(); }
LLVMBool LLVM_InitializeNativeDisassembler() { return LLVMInitializeNativeDisassembler(); }

// Runs a pipeline, written as for opt, in which the pass is known. Options are what
// -loop-fuse-options says where a default pipeline runs the pass. Returns an error, to be freed by
// LLVMDisposeMessage, or null.
char *fz_run_passes(LLVMModuleRef M, LLVMTargetMachineRef Target, const char *Passes,
                    const char *Options, void (*Register)(void *), Listener::Hear Heard, void *To,
                    bool Refusals) {
  Module &Mod = *unwrap(M);
  auto *TM = reinterpret_cast<TargetMachine *>(Target);
  Mod.getContext().setDiagnosticHandler(std::make_unique<Listener>(Heard, To, Refusals));
  auto &Known = cl::getRegisteredOptions();
  if (auto *List = static_cast<cl::list<std::string> *>(Known.lookup("loop-fuse-options"))) {
    List->clear();
    if (*Options)
      List->push_back(Options);
  }
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB(TM);
  Register(&PB);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM;
  if (Error E = PB.parsePassPipeline(MPM, Passes))
    return LLVMCreateMessage(toString(std::move(E)).c_str());
  MPM.run(Mod, MAM);
  return nullptr;
}

// Does the verifier look for scopes that two places declare, too?
void fz_verify_scopes(bool Looks) {
  auto &Known = cl::getRegisteredOptions();
  if (auto *Scopes = static_cast<cl::opt<bool> *>(Known.lookup("verify-noalias-scope-decl-dom")))
    Scopes->setValue(Looks);
}

// For each instruction with metadata !fuzz.tag, its number and that of its innermost loop; 0: none.
void fz_tagged_loops(LLVMModuleRef M, void (*Found)(void *To, uint64_t Tag, uint64_t Loop),
                     void *To) {
  uint64_t Next = 1;
  for (Function &F : *unwrap(M)) {
    if (F.isDeclaration())
      continue;
    DominatorTree DT(F);
    LoopInfo LI(DT);
    DenseMap<const Loop *, uint64_t> Numbers;
    for (Instruction &I : instructions(F))
      if (MDNode *Tag = I.getMetadata("fuzz.tag")) {
        const Loop *L = LI.getLoopFor(I.getParent());
        auto [At, IsNew] = Numbers.try_emplace(L, Next);
        Next += IsNew;
        Found(To, mdconst::extract<ConstantInt>(Tag->getOperand(0))->getZExtValue(),
              L ? At->second : 0);
      }
  }
}

// Leaves something on the stack that differs from call to call: nobody may rely on what is there.
static LLVM_ATTRIBUTE_NOINLINE void scribble() {
  static unsigned char Pattern;
  Pattern += 0x5B;
  unsigned char Bytes[1 << 14];
  memset(Bytes, Pattern, sizeof Bytes);
  asm volatile("" : : "r"(Bytes) : "memory");
}

// Calls compiled code. 0: it returned; Stopped, Quiet: it ended early; else the signal that ended it. After
// so many milliseconds of its own it is ended by SIGVTALRM.
int fz_call(void (*Code)(), int Milliseconds) {
  itimerval Limit{{0, 0}, {Milliseconds / 1000, Milliseconds % 1000 * 1000}}, None{};
  scribble();
  int How = sigsetjmp(Out, /*savesigs=*/1);
  if (How == 0) {
    Runs = 1;
    setitimer(ITIMER_VIRTUAL, &Limit, nullptr);
    Code();
  }
  Runs = 0;
  setitimer(ITIMER_VIRTUAL, &None, nullptr);
  return How;
}

// What programs call to end: where both numbers are equal.
uint32_t fz_helper_stop(uint32_t A, uint32_t B) {
  if (A == B)
    siglongjmp(Out, Stopped);
  return A;
}

// The same, for who must not have a look at memory behind it.
uint32_t fz_helper_stop_quiet(uint32_t A, uint32_t B) {
  if (A == B)
    siglongjmp(Out, Quiet);
  return A;
}

// Lets signals of compiled code end the call. On a stack of its own: the code's may be full.
void fz_catch_signals() {
  constexpr size_t Size = 1 << 16;
  stack_t Stack{};
  Stack.ss_sp = mmap(nullptr, Size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  Stack.ss_size = Size;
  sigaltstack(&Stack, nullptr);
  struct sigaction Action {};
  Action.sa_sigaction = caught;
  Action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGVTALRM})
    sigaction(Signal, &Action, nullptr);
}
}
