// Loads that the guard of a loop leads to, right before the loop, are made before the guard.
//
//     if (n > 0) {                  p = load (n > 0 ? &g->row : &zero)
//       p = load &g->row      =>    if (n > 0) {
//       for (...) p[i] = ...          for (...) p[i] = ...
//     }                             }
//
// Pointers in structs, globals and classes are loaded anew behind the guard of every loop that uses
// them. There, LLVM neither merges the loads of two loops, nor hoists them out of a loop around,
// which may not reach them. Before the guard it does both.
//
// It is sound because:
//
// - If the condition holds, the load is made at the place it had, where all that lies between hands
//   on control for certain, and writes nothing.
// - If it does not hold, zeros are read from a place on the stack, which is written once, before
//   anything else. Nobody uses them: all uses lie where the condition holds, or are computed of it
//   without effect.
// - The condition is branched on right behind: if it is poison, the program was wrong before.
//
// What a load promises of its value is dropped, for zeros may break it. What it says of its type is
// kept: nothing else writes the zeros.

#include "host.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace {

constexpr uint64_t MostBytes = 16;

// Is a place only read, perhaps as one of several?
bool isOnlyRead(const Value &Place, const User *Writer, unsigned Depth = 6) {
  return all_of(Place.users(), [&](const User *U) {
    return U == Writer || isa<LoadInst>(U) ||
           (Depth && isa<SelectInst>(U) && isOnlyRead(*U, nullptr, Depth - 1));
  });
}

// The place of zeros that was made before, if this is what writes them: of equal loads, all are to
// ask for the same place.
AllocaInst *zerosOf(StoreInst &Store) {
  auto *Place = dyn_cast<AllocaInst>(Store.getPointerOperand());
  auto *Zero = dyn_cast<Constant>(Store.getValueOperand());
  bool Is = Place && Zero && Zero->isNullValue() && Zero->getType()->isIntegerTy(8 * MostBytes);
  return Is && isOnlyRead(*Place, &Store) ? Place : nullptr;
}

class GuardedLoads {
  LfHost *H;
  bool HasRaised = false;

public:
  explicit GuardedLoads(LfHost *H) : H(H) {}

  // Loops that have no sibling at any level are left alone.
  bool raise() {
    const auto &Tops = H->li().getTopLevelLoops();
    for (Loop *L : Tops)
      raiseIn(L, Tops.size() > 1);
    return HasRaised;
  }

private:
  void raiseIn(Loop *L, bool HasSibling) {
    if (HasSibling)
      raiseBefore(L);
    HasSibling |= L->getSubLoops().size() > 1;
    for (Loop *Inner : L->getSubLoops())
      raiseIn(Inner, HasSibling);
  }

  // All blocks from a branch on, of which the first is only reached by it, to the loop.
  void raiseBefore(Loop *L) {
    SmallVector<BasicBlock *, 4> Arm;
    BasicBlock *B = L->getLoopPreheader();
    while (B && B->getSingleSuccessor()) {
      Arm.push_back(B);
      B = B->getSinglePredecessor();
    }
    // Not the end of the loop before.
    bool IsGuard = B && !Arm.empty() && H->li().getLoopFor(B) == L->getParentLoop();
    auto *Guard = IsGuard ? dyn_cast<BranchInst>(B->getTerminator()) : nullptr;
    if (!Guard || isa<Constant>(Guard->getCondition()) ||
        Guard->getSuccessor(0) == Guard->getSuccessor(1))
      return;
    for (BasicBlock *Block : reverse(Arm))
      for (Instruction &I : make_early_inc_range(*Block)) {
        if (I.isTerminator())
          continue;
        if (I.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&I))
          return;
        auto *Load = dyn_cast<LoadInst>(&I);
        if (Load && isPlainLoad(H, *Load) && isForPlace(*Load) &&
            raise(Load->getPointerOperand(), Guard))
          raise(*Load, Guard, Guard->getSuccessor(0) == Arm.back());
      }
  }

  // Lets V be computed before the guard; false if it cannot be.
  bool raise(Value *V, BranchInst *Guard) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || H->dt().dominates(I, Guard))
      return true;
    if (isa<PHINode>(I) || I->mayReadFromMemory() || !isSafeToSpeculativelyExecute(I) ||
        !all_of(I->operands(), [&](Value *Operand) { return raise(Operand, Guard); }))
      return false;
    H->se().forgetValue(I);
    I->moveBefore(Guard->getIterator());
    I->dropUBImplyingAttrsAndMetadata();
    I->updateLocationAfterHoist();
    return true;
  }

  void raise(LoadInst &Load, BranchInst *Guard, bool Holds) {
    IRBuilder<> B(Guard);
    Value *Arms[2] = {placeOfZeros(H), Load.getPointerOperand()};
    Value *Place = B.CreateSelect(Guard->getCondition(), Arms[Holds], Arms[!Holds], "guarded");
    H->se().forgetValue(&Load);
    Load.moveBefore(Guard->getIterator());
    Load.setOperand(Load.getPointerOperandIndex(), Place);
    Load.dropUnknownNonDebugMetadata(
        {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    Load.updateLocationAfterHoist();
    HasRaised = true;
  }
};

} // namespace

bool isPlainLoad(const LfHost *H, const LoadInst &Load) {
  const DataLayout &Layout = H->F.getDataLayout();
  Type *T = Load.getType();
  return Load.isSimple() && Load.getPointerAddressSpace() == Layout.getAllocaAddrSpace() &&
         (T->isPointerTy() || T->isIntegerTy()) &&
         Layout.getTypeStoreSize(T).getFixedValue() <= MostBytes;
}

bool isForPlace(const Value &V, unsigned Depth) {
  return V.getType()->isPointerTy() || any_of(V.users(), [&](const User *U) {
           if (isa<GetElementPtrInst, ICmpInst>(U))
             return true;
           return Depth && isa<BinaryOperator, CastInst>(U) && isForPlace(*U, Depth - 1);
         });
}

AllocaInst *placeOfZeros(LfHost *H) {
  BasicBlock &Entry = H->F.getEntryBlock();
  BasicBlock::iterator Begin = Entry.getFirstNonPHIOrDbgOrAlloca();
  for (Instruction &I : make_range(Begin, Entry.end())) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (AllocaInst *Known = Store ? zerosOf(*Store) : nullptr)
      return Known;
    // Behind anything else that reads, zeros would be too late.
    if (!Store && I.mayReadOrWriteMemory())
      break;
  }
  IRBuilder<> B(&Entry, Entry.begin());
  Type *Number = B.getIntNTy(8 * MostBytes);
  AllocaInst *Zeros = B.CreateAlloca(Number, nullptr, "zeros");
  Zeros->setAlignment(Align(MostBytes));
  B.SetInsertPoint(&Entry, Begin);
  B.CreateAlignedStore(Constant::getNullValue(Number), Zeros, Align(MostBytes));
  return Zeros;
}

bool raiseGuardedLoads(LfHost *H) {
  // What lies on the stack of a coroutine is not read at will.
  return !H->F.isPresplitCoroutine() && GuardedLoads(H).raise();
}
