// Loop metadata (llvm.loop) and alias scopes.

#include "host.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

bool isMarked(const Value &Memory, StringRef Mark) {
  auto *I = dyn_cast<Instruction>(&Memory);
  auto *G = dyn_cast<GlobalObject>(&Memory);
  if (!(I ? I->hasMetadata() : G->hasMetadata()))
    return false;
  SmallVector<StringRef, 48> Names;
  Memory.getContext().getMDKindNames(Names);
  auto *Kind = find(Names, Mark);
  if (Kind == Names.end())
    return false;
  unsigned Number = Kind - Names.begin();
  return I ? I->hasMetadata(Number) : G->hasMetadata(Number);
}

extern "C" {

// The attributes of a loop's llvm.loop node, without its own identity and
// without debug locations.
void lf_loop_attributes(Loop *L, LfPush Push, void *Vector) {
  MDNode *ID = L->getLoopID();
  if (!ID)
    return;
  for (const MDOperand &Op : drop_begin(ID->operands()))
    if (auto *N = dyn_cast_or_null<MDNode>(Op))
      if (!isa<DILocation>(N))
        Push(Vector, N);
}

// Is one of the attributes of a loop's llvm.loop node named so?
bool lf_loop_has_attribute(Loop *L, const char *Name) {
  MDNode *ID = L->getLoopID();
  return ID && findOptionMDForLoopID(ID, Name);
}

// The attribute's name, or an empty string where it has none.
LfString lf_attribute_name(MDNode *Attribute) {
  if (Attribute->getNumOperands())
    if (auto *S = dyn_cast_or_null<MDString>(Attribute->getOperand(0)))
      return toRust(S->getString().str());
  return toRust("");
}

// Constant operand of an attribute (`!{!"name", i32 4}`), if it has one.
bool lf_attribute_value(MDNode *Attribute, int64_t *Value) {
  if (Attribute->getNumOperands() < 2)
    return false;
  auto *C = mdconst::dyn_extract_or_null<ConstantInt>(Attribute->getOperand(1));
  if (!C)
    return false;
  *Value = C->getSExtValue();
  return true;
}

// Gives L a fresh identity with these attributes, keeping L's start and end
// locations.
void lf_set_loop_attributes(Loop *L, MDNode *const *Attributes, size_t Count) {
  LLVMContext &C = L->getHeader()->getContext();
  SmallVector<Metadata *, 8> Ops{nullptr};
  if (MDNode *Old = L->getLoopID())
    for (const MDOperand &Op : drop_begin(Old->operands()))
      if (isa_and_nonnull<DILocation>(Op.get()))
        Ops.push_back(Op.get());
  for (MDNode *N : ArrayRef(Attributes, Count))
    Ops.push_back(N);
  if (Ops.size() == 1) {
    L->getLoopLatch()->getTerminator()->setMetadata(LLVMContext::MD_loop,
                                                    nullptr);
    return;
  }
  MDNode *ID = MDNode::getDistinct(C, Ops);
  ID->replaceOperandWith(0, ID);
  L->setLoopID(ID);
}

// What From, a latch, says of its loop is now said of To's.
void lf_copy_loop_metadata(LLVMBasicBlockRef From, LLVMBasicBlockRef To) {
  MDNode *ID = unwrap(From)->getTerminator()->getMetadata(LLVMContext::MD_loop);
  unwrap(To)->getTerminator()->setMetadata(LLVMContext::MD_loop, ID);
}

// Adds a bare attribute to a loop's metadata, once.
void lf_add_loop_attribute(Loop *L, const char *Name) {
  LLVMContext &C = L->getHeader()->getContext();
  L->setLoopID(makePostTransformationMetadata(
      C, L->getLoopID(), {Name}, {MDNode::get(C, MDString::get(C, Name))}));
}

// Adds an attribute with a number to a loop's metadata.
void lf_add_loop_number(Loop *L, const char *Name, uint32_t Number) {
  addStringMetadataToLoop(L, Name, Number);
}

// Says that these accesses, all that L makes, do not meet in different iterations of it.
void lf_mark_parallel(Loop *L, const LLVMValueRef *Accesses, size_t Count) {
  LLVMContext &C = L->getHeader()->getContext();
  MDNode *Group = MDNode::getDistinct(C, {});
  for (LLVMValueRef V : ArrayRef(Accesses, Count)) {
    auto *I = cast<Instruction>(unwrap(V));
    I->setMetadata(LLVMContext::MD_access_group,
                   uniteAccessGroups(
                       I->getMetadata(LLVMContext::MD_access_group), Group));
  }
  const char *Name = "llvm.loop.parallel_accesses";
  MDNode *Parallel = MDNode::get(C, {MDString::get(C, Name), Group});
  L->setLoopID(makePostTransformationMetadata(C, L->getLoopID(), {Name}, {Parallel}));
}

// Drops what instructions of L say of one iteration or of parallel execution:
// scopes declared in L with their users' tags, and access groups.
void lf_drop_iteration_facts(Loop *L, bool DropScopes) {
  SmallVector<Instruction *, 8> Declarations;
  for (BasicBlock *B : L->blocks())
    for (Instruction &I : *B) {
      I.setMetadata(LLVMContext::MD_access_group, nullptr);
      if (!DropScopes)
        continue;
      I.setMetadata(LLVMContext::MD_alias_scope, nullptr);
      I.setMetadata(LLVMContext::MD_noalias, nullptr);
      if (isa<NoAliasScopeDeclInst>(I))
        Declarations.push_back(&I);
    }
  for (Instruction *I : Declarations)
    I->eraseFromParent();
}
}
