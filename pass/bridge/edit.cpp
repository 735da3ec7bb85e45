// Edits of instructions and phis, and what scalar evolution is to forget of them.

#include "host.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

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

LLVMValueRef lf_new_phi(LLVMBasicBlockRef B, LLVMValueRef Like,
                        LLVMValueRef Incoming, LLVMBasicBlockRef From,
                        const char *Suffix) {
  Value *V = unwrap(Like);
  PHINode *P = PHINode::Create(V->getType(), 1, V->getName() + Suffix);
  P->insertBefore(unwrap(B)->getFirstNonPHIIt());
  P->addIncoming(unwrap(Incoming), unwrap(From));
  return wrap(P);
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

// Copies instructions, of which each may use those before it, in front of Position. The copies promise nothing.
void lf_copy_before(LLVMValueRef Position, const LLVMValueRef *Values, size_t Count,
                    LLVMValueRef *Copies) {
  ValueToValueMapTy Map;
  for (size_t N = 0; N != Count; ++N) {
    auto *Old = cast<Instruction>(unwrap(Values[N]));
    Instruction *New = Old->clone();
    New->setName(Old->getName() + ".before");
    New->insertBefore(cast<Instruction>(unwrap(Position))->getIterator());
    RemapInstruction(New, Map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    New->dropPoisonGeneratingAnnotations();
    New->dropUnknownNonDebugMetadata();
    Map[Old] = New;
    Copies[N] = wrap(New);
  }
}

void lf_delete_dead(LLVMValueRef V) {
  if (auto *I = dyn_cast<Instruction>(unwrap(V)))
    RecursivelyDeleteTriviallyDeadInstructions(I);
}

LLVMValueRef lf_number(LfHost *H, uint64_t N) {
  return wrap(ConstantInt::get(Type::getInt64Ty(H->F.getContext()), N));
}

void lf_forget_loop(LfHost *H, Loop *L) { H->se().forgetLoop(L); }
void lf_forget_value(LfHost *H, LLVMValueRef V) {
  H->se().forgetValue(unwrap(V));
}
void lf_forget_dispositions(LfHost *H) {
  H->se().forgetBlockAndLoopDispositions();
}

void lf_delete_dead_phis(LLVMBasicBlockRef B) { DeleteDeadPHIs(unwrap(B)); }
}
