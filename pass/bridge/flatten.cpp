// A nest over rows without gaps, flattened into one loop over all elements:
//
//     for i in 0..n: for k in 0..length: body(base + i * length + k)  =>  for m in 0..n * length: body(base + m)
//
// A loop that does the same for all elements of a row, one after the other, keeps the first of them, and runs on likewise.
// LLVM's LoopFlatten knows no arrays of arrays, and asks for sizes that are less than the width of its counter.

#include "host.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

// An access that goes from element to element, where it begins, and how many bytes each has.
struct LfElement {
  LLVMValueRef Access;
  const SCEV *Begin;
  uint64_t Bytes;
};

namespace {

// Removes all that nothing needs.
void removeUnneeded(ArrayRef<BasicBlock *> Blocks) {
  SmallSetVector<Instruction *, 32> Needed;
  for (BasicBlock *B : Blocks)
    for (Instruction &I : *B)
      if (I.isTerminator() || I.mayHaveSideEffects())
        Needed.insert(&I);
  for (size_t At = 0; At < Needed.size(); ++At)
    for (Value *Operand : Needed[At]->operands())
      if (auto *I = dyn_cast<Instruction>(Operand); I && is_contained(Blocks, I->getParent()))
        Needed.insert(I);
  for (BasicBlock *B : Blocks)
    for (Instruction &I : make_early_inc_range(*B))
      if (!Needed.contains(&I)) {
        I.replaceAllUsesWith(PoisonValue::get(I.getType()));
        I.eraseFromParent();
      }
}

} // namespace

extern "C" {

// Do A and B do the same with operands of the same types, and promise the same?
bool lf_is_same_operation(LLVMValueRef A, LLVMValueRef B) {
  auto *I = cast<Instruction>(unwrap(A)), *J = cast<Instruction>(unwrap(B));
  return I->isSameOperationAs(J, Instruction::CompareIgnoringAlignment) &&
         I->getRawSubclassOptionalData() == J->getRawSubclassOptionalData();
}

// Lets Kept stand for Other, too, which does the same.
void lf_stand_for(LLVMValueRef Kept, LLVMValueRef Other) {
  auto *I = cast<Instruction>(unwrap(Kept)), *J = cast<Instruction>(unwrap(Other));
  combineMetadataForCSE(I, J, /*DoesKMove=*/true);
  if (auto *Load = dyn_cast<LoadInst>(I))
    Load->setAlignment(std::min(Load->getAlign(), cast<LoadInst>(J)->getAlign()));
  if (auto *Store = dyn_cast<StoreInst>(I)) {
    Store->setAlignment(std::min(Store->getAlign(), cast<StoreInst>(J)->getAlign()));
    J->eraseFromParent();
  }
}

// Lets the only loop in Outer, or Outer if it has none, run Count times in place of both. All that depends on the counters of
// the two are Elements, one after the other, so that no number of them is as great as half of all addresses.
void lf_flatten(LfHost *H, Loop *Outer, const SCEV *Count, const LfElement *Elements, size_t Size) {
  Loop *Inner = Outer->isInnermost() ? Outer : *Outer->begin(), *Parent = Outer->getParentLoop();
  BasicBlock *Enter = Outer->getLoopPreheader(), *RowHeader = Outer->getHeader(),
             *RowLatch = Outer->getLoopLatch(), *RowExit = Outer->getUniqueExitBlock(),
             *Header = Inner->getHeader(), *Latch = Inner->getLoopLatch();
  SmallVector<BasicBlock *, 8> Blocks(Outer->blocks());
  const DataLayout &DL = H->F.getDataLayout();

  SCEVExpander Expander(H->se(), "flat");
  Instruction *Position = Enter->getTerminator();
  auto Expand = [&](const SCEV *S) {
    return Expander.expandCodeFor(S, S->getType(), Position->getIterator());
  };
  Value *End = Expand(Count);
  SmallVector<Value *, 8> Begins;
  for (const LfElement &One : ArrayRef(Elements, Size))
    Begins.push_back(Expand(One.Begin));
  H->se().forgetTopmostLoop(Outer);

  IRBuilder<> B(Header, Header->begin());
  auto *Branch = cast<BranchInst>(Latch->getTerminator());
  B.SetCurrentDebugLocation(Branch->getDebugLoc());
  PHINode *Number = B.CreatePHI(End->getType(), 2, "flat");
  for (auto [One, Begin] : zip_equal(ArrayRef(Elements, Size), Begins)) {
    auto *Access = cast<Instruction>(unwrap(One.Access));
    B.SetInsertPoint(Access);
    Type *Element = getLoadStoreType(Access);
    if (DL.getTypeAllocSize(Element) != TypeSize::getFixed(One.Bytes))
      Element = ArrayType::get(B.getInt8Ty(), One.Bytes);
    // Both are places of one object.
    Value *Place = B.CreateGEP(Element, Begin, Number, "element",
                               GEPNoWrapFlags::inBounds() | GEPNoWrapFlags::noUnsignedWrap());
    Access->setOperand(isa<LoadInst>(Access) ? LoadInst::getPointerOperandIndex()
                                             : StoreInst::getPointerOperandIndex(),
                       Place);
  }
  B.SetInsertPoint(Branch);
  Value *One = ConstantInt::get(Number->getType(), 1);
  Value *Next = B.CreateAdd(Number, One, "flat.next", /*HasNUW=*/true, /*HasNSW=*/true);
  // How often it leaves a row says nothing of all elements.
  Branch->setMetadata(LLVMContext::MD_prof, nullptr);
  bool Leaves = !Inner->contains(Branch->getSuccessor(0));
  Branch->setCondition(B.CreateICmp(Leaves ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, Next, End));
  Number->addIncoming(ConstantInt::get(Number->getType(), 0), Inner->getLoopPreheader());
  Number->addIncoming(Next, Latch);

  if (Inner == Outer) {
    removeUnneeded(Blocks);
    return;
  }
  RowHeader->removePredecessor(RowLatch, /*KeepOneInputPHIs=*/true);
  auto *RowBranch = cast<BranchInst>(RowLatch->getTerminator());
  auto *Leave = BranchInst::Create(RowExit, RowBranch->getIterator());
  Leave->setDebugLoc(RowBranch->getDebugLoc());
  RowBranch->eraseFromParent();
  DomTreeUpdater DTU(&H->dt(), H->cachedPDT(), DomTreeUpdater::UpdateStrategy::Eager);
  DTU.applyUpdates({{DominatorTree::Delete, RowLatch, RowHeader}});
  removeUnneeded(Blocks);

  LoopInfo &LI = H->li();
  Outer->removeChildLoop(Inner);
  if (Parent)
    Parent->replaceChildLoopWith(Outer, Inner);
  else
    LI.changeTopLevelLoop(Outer, Inner);
  for (BasicBlock *Block : Blocks)
    if (LI.getLoopFor(Block) == Outer)
      LI.changeLoopFor(Block, Parent);
  LI.destroy(Outer);
}
}
