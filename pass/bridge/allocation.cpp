// Memory that is allocated elsewhere.

#include "host.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace {

// A copy of Old in front of Position; of an invoke, at the end of a block of its own.
CallBase *copyCall(LfHost *H, CallBase *Old, Instruction *Position, DomTreeUpdater &DTU) {
  auto *New = cast<CallBase>(Old->clone());
  New->takeName(Old);
  auto *Invoke = dyn_cast<InvokeInst>(New);
  if (!Invoke) {
    New->insertBefore(Position->getIterator());
    return New;
  }
  BasicBlock *B = Position->getParent();
  Invoke->setNormalDest(SplitBlock(B, Position->getIterator(), &DTU, &H->li()));
  ReplaceInstWithInst(B->getTerminator(), Invoke);
  BasicBlock *Unwind = Invoke->getUnwindDest();
  for (PHINode &P : Unwind->phis())
    P.addIncoming(P.getIncomingValueForBlock(Old->getParent()), B);
  DTU.applyUpdates({{DominatorTree::Insert, B, Unwind}});
  return New;
}

// Lets all uses of Old use New where they stand behind it, and elsewhere null, or what of both
// comes there.
void replaceUses(LfHost *H, CallBase *Old, CallBase *New) {
  Constant *Null = Constant::getNullValue(Old->getType());
  SSAUpdater Either;
  Either.Initialize(Old->getType(), New->getName());
  Either.AddAvailableValue(Old->getParent(), Null);
  auto *Invoke = dyn_cast<InvokeInst>(New);
  Either.AddAvailableValue(Invoke ? Invoke->getNormalDest() : New->getParent(), New);
  for (Use &U : make_early_inc_range(Old->uses())) {
    auto *User = cast<Instruction>(U.getUser());
    if (H->dt().dominates(New, U)) {
      U.set(New);
      continue;
    }
    if (auto *Free = dyn_cast<CallBase>(User)) {
      AttributeMask Promises;
      Promises.addAttribute(Attribute::NonNull);
      Promises.addAttribute(Attribute::Dereferenceable);
      Free->removeParamAttrs(Free->getArgOperandNo(&U), Promises);
    }
    if (User->getParent() == Old->getParent() && !isa<PHINode>(User))
      U.set(Null);
    else
      Either.RewriteUse(U);
  }
}

} // namespace

extern "C" {

// Does a call give memory back, or do nothing if it is given null?
bool lf_takes_null(LfHost *H, LLVMValueRef V) {
  auto &TLI = H->FAM.getResult<TargetLibraryAnalysis>(H->F);
  auto *Call = dyn_cast<CallBase>(unwrap(V));
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  LibFunc Known;
  return Callee && TLI.getLibFunc(*Call, Known) && isLibFreeFunction(Callee, Known);
}

// Lets memory be allocated in front of Position instead of where it is now. Uses that Position
// does not dominate take null, or what of both comes there. Returns the new call.
LLVMValueRef lf_allocate_before(LfHost *H, LLVMValueRef Memory, LLVMValueRef Position) {
  auto *Old = cast<CallBase>(unwrap(Memory));
  DomTreeUpdater DTU(&H->dt(), H->cachedPDT(), DomTreeUpdater::UpdateStrategy::Eager);
  H->se().forgetAllLoops();
  CallBase *New = copyCall(H, Old, cast<Instruction>(unwrap(Position)), DTU);
  replaceUses(H, Old, New);
  if (auto *Invoke = dyn_cast<InvokeInst>(Old)) {
    BasicBlock *B = Invoke->getParent(), *Unwind = Invoke->getUnwindDest();
    BranchInst *Always = BranchInst::Create(Invoke->getNormalDest(), Old->getIterator());
    Always->setDebugLoc(Old->getDebugLoc());
    Unwind->removePredecessor(B, /*KeepOneInputPHIs=*/true);
    Old->eraseFromParent();
    DTU.applyUpdates({{DominatorTree::Delete, B, Unwind}});
  } else {
    Old->eraseFromParent();
  }
  return wrap(New);
}
}
