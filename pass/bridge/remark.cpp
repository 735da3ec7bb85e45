// Optimisation remarks, through every channel LLVM has for them.

#include "host.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

// An argument of a remark: plain text (Key empty) or a named argument.
struct LfRemarkArgument {
  const char *Key;
  size_t KeySize;
  const char *Value;
  size_t ValueSize;
  Loop *Place; // what the value names, or null
  bool IsSilent; // not part of the message; such pieces come last
};

namespace {

constexpr const char *PassName = "loop-fuse";

template <class Remark>
void fill(Remark &R, ArrayRef<LfRemarkArgument> Arguments) {
  bool Speaking = true;
  for (const LfRemarkArgument &P : Arguments) {
    StringRef Value(P.Value, P.ValueSize);
    if (P.IsSilent && Speaking) {
      R << ore::setExtraArgs();
      Speaking = false;
    }
    if (!P.KeySize) {
      R << Value;
      continue;
    }
    DiagnosticInfoOptimizationBase::Argument A(StringRef(P.Key, P.KeySize), Value);
    if (P.Place)
      A.Loc = readersPlace(P.Place->getStartLoc());
    R << A;
  }
}

} // namespace

extern "C" {

// Will anybody hear of what is done, or of what is refused?
bool lf_remarks_wanted(LfHost *H, bool Refusals) {
  LLVMContext &C = H->F.getContext();
  const DiagnosticHandler *Handler = C.getDiagHandlerPtr();
  return C.getLLVMRemarkStreamer() || Handler->isMissedOptRemarkEnabled(PassName) ||
         Handler->isAnalysisRemarkEnabled(PassName) ||
         (!Refusals && Handler->isPassedOptRemarkEnabled(PassName));
}

// Without a loop, of the function.
// Kind 0: passed, 1: missed, 2: analysis.
void lf_remark(LfHost *H, int Kind, const char *Name, Loop *L,
               const LfRemarkArgument *Arguments, size_t Count) {
  OptimizationRemarkEmitter ORE(&H->F);
  DiagnosticLocation Loc = L ? DiagnosticLocation(readersPlace(L->getStartLoc()))
                             : DiagnosticLocation(H->F.getSubprogram());
  BasicBlock *Block = L ? L->getHeader() : &H->F.getEntryBlock();
  ArrayRef<LfRemarkArgument> All(Arguments, Count);
  auto Emit = [&](auto R) {
    fill(R, All);
    ORE.emit(R);
  };
  if (Kind == 0)
    Emit(OptimizationRemark(PassName, Name, Loc, Block));
  else if (Kind == 1)
    Emit(OptimizationRemarkMissed(PassName, Name, Loc, Block));
  else
    Emit(OptimizationRemarkAnalysis(PassName, Name, Loc, Block));
}
}
