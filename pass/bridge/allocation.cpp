// Memory that is allocated elsewhere.

#include "host.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace PatternMatch;

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

// Calls that are given memory, or phis of it, may be given null.
void dropPromises(Use &U) {
  AttributeMask Promises;
  Promises.addAttribute(Attribute::NonNull);
  Promises.addAttribute(Attribute::Dereferenceable);
  if (auto *Call = dyn_cast<CallBase>(U.getUser()))
    Call->removeParamAttrs(Call->getArgOperandNo(&U), Promises);
  else if (auto *Phi = dyn_cast<PHINode>(U.getUser()))
    for (Use &Given : Phi->uses())
      dropPromises(Given);
}

// Calls that give back what U is, by itself or by way of a phi.
void collectFrees(const Use &U, SmallSetVector<CallInst *, 4> &Frees) {
  if (auto *Call = dyn_cast<CallInst>(U.getUser()))
    Frees.insert(Call);
  else if (auto *Phi = dyn_cast<PHINode>(U.getUser()))
    for (const Use &Given : Phi->uses())
      collectFrees(Given, Frees);
}

// Lets calls that give memory back be made only for what is not null. free(NULL) does nothing, but
// where `new` is left out, so is `delete`: a program may count both.
void giveBackWhatIsThere(LfHost *H, ArrayRef<CallInst *> Frees, DomTreeUpdater &DTU) {
  for (CallInst *Call : Frees) {
    Value *Pointer = Call->getArgOperand(0);
    if (isa<ConstantPointerNull>(Pointer)) {
      Call->eraseFromParent();
      continue;
    }
    Value *IsThere = IRBuilder<>(Call).CreateIsNotNull(Pointer, "is.there");
    Instruction *Then = SplitBlockAndInsertIfThen(IsThere, Call->getIterator(),
                                                  /*Unreachable=*/false, nullptr, &DTU, &H->li());
    Call->moveBeforePreserving(Then->getIterator());
  }
}

// Lets all uses of Old use New where they stand behind it, and elsewhere what of New and of
// Instead comes there: null, or, in comparisons, some address, as nothing has failed.
void replaceUses(LfHost *H, CallBase *Old, CallBase *New, DomTreeUpdater &DTU) {
  Type *T = Old->getType();
  Constant *Null = Constant::getNullValue(T);
  Constant *Some = ConstantExpr::getIntToPtr(
      ConstantInt::get(H->F.getDataLayout().getIntPtrType(T), 1), T);
  auto *Invoke = dyn_cast<InvokeInst>(New);
  SSAUpdater Freed, Compared;
  for (auto [Either, Instead] : {std::pair(&Freed, Null), std::pair(&Compared, Some)}) {
    Either->Initialize(T, New->getName());
    Either->AddAvailableValue(Old->getParent(), Instead);
    Either->AddAvailableValue(Invoke ? Invoke->getNormalDest() : New->getParent(), New);
  }
  SmallSetVector<CallInst *, 4> Frees;
  for (Use &U : make_early_inc_range(Old->uses())) {
    auto *User = cast<Instruction>(U.getUser());
    if (H->dt().dominates(New, U)) {
      U.set(New);
      continue;
    }
    bool IsCompared = isa<ICmpInst>(User);
    dropPromises(U);
    if (!IsCompared)
      collectFrees(U, Frees);
    if (User->getParent() == Old->getParent() && !isa<PHINode>(User))
      U.set(IsCompared ? Some : Null);
    else
      (IsCompared ? Compared : Freed).RewriteUse(U);
  }
  giveBackWhatIsThere(H, Frees.getArrayRef(), DTU);
}

} // namespace

extern "C" {

bool lf_is_speculatable(LfHost *H, LLVMValueRef V, LLVMValueRef Position); // memory.cpp

// The pointer that V compares with null, if it does, and whether V is true for null.
LLVMValueRef lf_null_comparison(LLVMValueRef V, bool *IsNull) {
  auto *Cmp = dyn_cast<ICmpInst>(unwrap(V));
  if (!Cmp || !Cmp->isEquality() || !isa<ConstantPointerNull>(Cmp->getOperand(1)))
    return nullptr;
  *IsNull = Cmp->getPredicate() == ICmpInst::ICMP_EQ;
  return wrap(Cmp->getOperand(0));
}

// The two conditions of which V says that both hold, or any does.
bool lf_connective(LLVMValueRef V, LLVMValueRef *Parts, bool *IsOr) {
  Value *A, *B;
  *IsOr = match(unwrap(V), m_LogicalOr(m_Value(A), m_Value(B)));
  if (!*IsOr && !match(unwrap(V), m_LogicalAnd(m_Value(A), m_Value(B))))
    return false;
  Parts[0] = wrap(A);
  Parts[1] = wrap(B);
  return true;
}

// Copies the branch at Block's end, and all of its condition, to in front of Position, with the
// same way to Failed. Returns the first instruction there.
LLVMValueRef lf_test_before(LfHost *H, LLVMBasicBlockRef Block, LLVMBasicBlockRef Failed,
                            const LLVMValueRef *Condition, size_t Count,
                            LLVMValueRef Position) {
  auto *Old = cast<BranchInst>(unwrap(Block)->getTerminator());
  auto *At = cast<Instruction>(unwrap(Position));
  H->se().forgetAllLoops();
  ValueToValueMapTy Copies;
  for (LLVMValueRef V : ArrayRef(Condition, Count)) {
    Instruction *Copy = cast<Instruction>(unwrap(V))->clone();
    Copy->insertBefore(At->getIterator());
    RemapInstruction(Copy, Copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    Copies[unwrap(V)] = Copy;
  }
  Value *First = Copies[unwrap(Condition[0])];
  DomTreeUpdater DTU(&H->dt(), H->cachedPDT(), DomTreeUpdater::UpdateStrategy::Eager);
  BasicBlock *From = Old->getParent(), *To = At->getParent(), *Fail = unwrap(Failed);
  BasicBlock *Rest = SplitBlock(To, At->getIterator(), &DTU, &H->li());
  auto *New = cast<BranchInst>(Old->clone());
  New->setCondition(Copies[Old->getCondition()]);
  unsigned Else = Old->getSuccessor(0) == Fail;
  New->setSuccessor(Else, Rest);
  ReplaceInstWithInst(To->getTerminator(), New);
  for (PHINode &P : Fail->phis())
    P.addIncoming(P.getIncomingValueForBlock(From), To);
  DTU.applyUpdates({{DominatorTree::Insert, To, Fail}});
  return wrap(First);
}

// May I, which stands behind Position, run though control leaves there?
bool lf_may_run_anyway(LfHost *H, LLVMValueRef V, LLVMValueRef Position) {
  auto *I = cast<Instruction>(unwrap(V));
  return !I->hasUBImplyingAttrs() && !I->hasMetadata(LLVMContext::MD_noundef) &&
         !I->hasMetadata(LLVMContext::MD_dereferenceable) &&
         !I->hasMetadata(LLVMContext::MD_dereferenceable_or_null) &&
         lf_is_speculatable(H, V, Position);
}

// Lets Block's conditional branch be on the frozen condition.
void lf_freeze_condition(LLVMBasicBlockRef Block) {
  auto *Branch = cast<BranchInst>(unwrap(Block)->getTerminator());
  IRBuilder<> B(Branch);
  Branch->setCondition(B.CreateFreeze(Branch->getCondition(), "condition.fr"));
}

// Does a call that gives memory back do nothing if it is given null, its only pointer?
bool lf_takes_null(LLVMValueRef V) {
  Function *Callee = cast<CallBase>(unwrap(V))->getCalledFunction();
  auto Promises = [&](const Argument &A) {
    return A.hasAttribute(Attribute::NonNull) || A.hasAttribute(Attribute::Dereferenceable);
  };
  auto IsPointer = [&](const Argument &A) { return A.getType()->isPointerTy(); };
  return count_if(Callee->args(), IsPointer) == 1 && none_of(Callee->args(), Promises);
}

// Allocates memory in front of Position, for all uses of what Memory allocates. Those that
// Position does not dominate take null, or what of both comes there. Returns the new call.
LLVMValueRef lf_allocate_before(LfHost *H, LLVMValueRef Memory, LLVMValueRef Position) {
  auto *Old = cast<CallBase>(unwrap(Memory));
  DomTreeUpdater DTU(&H->dt(), H->cachedPDT(), DomTreeUpdater::UpdateStrategy::Eager);
  H->se().forgetAllLoops();
  CallBase *New = copyCall(H, Old, cast<Instruction>(unwrap(Position)), DTU);
  replaceUses(H, Old, New, DTU);
  return wrap(New);
}
}
