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
//
// Two such loads of one place, under different conditions, become one, where the first one stands:
//
//     a = load (n > 0 ? &g->row : &zero)
//     if (n > 0) for (...) ...                    a = load (n > 0 ? &g->row : m > 2 ? &g->row : &zero)
//     b = load (m > 2 ? &g->row : &zero)    =>    if (n > 0) for (...) ...
//     if (m > 2) for (...) ...                    if (m > 2) for (...) ...
//
// Nothing writes the place between. If the first condition does not hold and the second one does, the
// load is made earlier than it was: control gets there for certain, through loops that end, so that it
// would have been made, and what was asked of conditions on the way to it would have been asked.

#include "host.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/MemorySSAUpdater.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace {

constexpr uint64_t MostBytes = 16;

// Choices between places are followed so far.
constexpr unsigned MostChoices = 16;

// Is a place only read, perhaps as one of several?
bool isOnlyRead(const Value &Place, const User *Writer, unsigned Depth = MostChoices) {
  return all_of(Place.users(), [&](const User *U) {
    return U == Writer || isa<LoadInst>(U) ||
           (Depth && isa<SelectInst>(U) && isOnlyRead(*U, nullptr, Depth - 1));
  });
}

// The place of zeros bears this annotation: kinds of metadata of our own would be listed in bitcode, even of functions
// that stay as they are. What a program has as zeros itself, it may use.
constexpr const char *ZerosMark = "loopfuse.zeros";

bool isMarkedAsZeros(const AllocaInst &Place) {
  MDNode *Annotations = Place.getMetadata(LLVMContext::MD_annotation);
  return Annotations && any_of(Annotations->operands(), [](const MDOperand &Each) {
           auto *Name = dyn_cast<MDString>(Each);
           return Name && Name->getString() == ZerosMark;
         });
}

// The place of zeros that was made before, if this is what writes them: of equal loads, all are to
// ask for the same place.
AllocaInst *zerosOf(StoreInst &Store) {
  auto *Place = dyn_cast<AllocaInst>(Store.getPointerOperand());
  auto *Zero = dyn_cast<Constant>(Store.getValueOperand());
  bool Is = Place && Zero && Zero->isNullValue() && Zero->getType()->isIntegerTy(8 * MostBytes);
  return Is && isMarkedAsZeros(*Place) && isOnlyRead(*Place, &Store) ? Place : nullptr;
}

// Lets V be computed before a position; false if it cannot be.
bool computeBefore(LfHost *H, Value *V, Instruction *Position) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || H->dt().dominates(I, Position))
    return true;
  auto Before = [&](Value *Operand) { return computeBefore(H, Operand, Position); };
  if (isa<PHINode>(I) || I->mayReadFromMemory() || !isSafeToSpeculativelyExecute(I) ||
      !all_of(I->operands(), Before))
    return false;
  H->se().forgetValue(I);
  I->moveBefore(Position->getIterator());
  I->dropUBImplyingAttrsAndMetadata();
  I->updateLocationAfterHoist();
  return true;
}

// What loads say of places, not of values.
constexpr unsigned KeptOfLoads[] = {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope,
                                    LLVMContext::MD_noalias};

class GuardedLoads {
  LfHost *H;
  const Chosen &Loops;
  bool HasRaised = false;

public:
  GuardedLoads(LfHost *H, const Chosen &Loops) : H(H), Loops(Loops) {}

  // Loops that have no sibling at any level are left alone.
  bool raise() {
    const auto &Tops = H->li().getTopLevelLoops();
    for (Loop *L : Tops)
      raiseIn(L, Tops.size() > 1);
    return HasRaised;
  }

private:
  void raiseIn(Loop *L, bool HasSibling) {
    if (HasSibling && (!Loops || Loops->contains(L)))
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
            computeBefore(H, Load->getPointerOperand(), Guard))
          raise(*Load, Guard, Guard->getSuccessor(0) == Arm.back());
      }
  }

  void raise(LoadInst &Load, BranchInst *Guard, bool Holds) {
    IRBuilder<> B(Guard);
    Value *Arms[2] = {placeOfZeros(H), Load.getPointerOperand()};
    Value *Place = B.CreateSelect(Guard->getCondition(), Arms[Holds], Arms[!Holds], "guarded");
    H->se().forgetValue(&Load);
    Load.moveBefore(Guard->getIterator());
    Load.setOperand(Load.getPointerOperandIndex(), Place);
    Load.dropUnknownNonDebugMetadata(KeptOfLoads);
    Load.updateLocationAfterHoist();
    HasRaised = true;
  }
};

// More blocks are not walked through.
constexpr unsigned MostBlocks = 64;

// Does control get from one instruction to another one for certain, in one iteration of the loop
// around both?
bool getsTo(LfHost *H, Instruction *From, Instruction *To) {
  LoopInfo &LI = H->li();
  BasicBlock *Begin = From->getParent(), *End = To->getParent();
  Loop *Around = LI.getLoopFor(Begin);
  auto GoesOn = [](Instruction &I) { return isGuaranteedToTransferExecutionToSuccessor(&I); };
  auto RunsThrough = [&](BasicBlock::iterator First, BasicBlock::iterator Last) {
    return all_of(make_range(First, Last), GoesOn);
  };
  if (LI.getLoopFor(End) != Around || H->hasIrreducibleControl())
    return false;
  if (Begin == End)
    return From->comesBefore(To) && RunsThrough(From->getIterator(), To->getIterator());
  if (!RunsThrough(From->getIterator(), Begin->end()) ||
      !RunsThrough(End->begin(), To->getIterator()))
    return false;
  SmallSetVector<BasicBlock *, 16> Rest;
  Rest.insert_range(successors(Begin));
  for (unsigned At = 0; At != Rest.size(); ++At) {
    BasicBlock *B = Rest[At];
    if (B == End)
      continue;
    Loop *L = LI.getLoopFor(B);
    bool Ends = L == Around || !LI.isLoopHeader(B) || H->se().hasLoopInvariantBackedgeTakenCount(L);
    if (At == MostBlocks || (Around && (!Around->contains(B) || B == Around->getHeader())) ||
        !Ends || succ_empty(B) || !RunsThrough(B->begin(), B->end()))
      return false;
    Rest.insert_range(successors(B));
  }
  return true;
}

// What a choice between one place and zeros chooses; false if it chooses between more.
bool findPlace(Value *V, const Value *Zeros, Value *&Place, unsigned Depth = MostChoices) {
  auto *Choice = dyn_cast<SelectInst>(V);
  if (Choice && Depth)
    return findPlace(Choice->getTrueValue(), Zeros, Place, Depth - 1) &&
           findPlace(Choice->getFalseValue(), Zeros, Place, Depth - 1);
  if (V == Zeros)
    return true;
  bool IsSame = !Place || Place == V;
  Place = V;
  return IsSame;
}

// A choice with something else in the place of zeros.
Value *chooseElse(IRBuilder<> &B, Value *V, const Value *Zeros, Value *Else) {
  if (V == Zeros)
    return Else;
  auto *Choice = dyn_cast<SelectInst>(V);
  return Choice ? B.CreateSelect(Choice->getCondition(),
                                 chooseElse(B, Choice->getTrueValue(), Zeros, Else),
                                 chooseElse(B, Choice->getFalseValue(), Zeros, Else), "guarded")
                : V;
}

// Lets the first of two loads of one place serve the second one, too.
bool merge(LfHost *H, MemorySSA &Memory, const Value *Zeros, LoadInst *First, LoadInst *Second) {
  if (!H->dt().dominates(First, Second))
    return false;
  MemoryAccess *Clobber = Memory.getWalker()->getClobberingMemoryAccess(Second);
  Value *Other = Second->getPointerOperand();
  bool IsSure = !isa<SelectInst>(First->getPointerOperand());
  if (!Memory.dominates(Clobber, Memory.getMemoryAccess(First)) ||
      !(IsSure || (getsTo(H, First, Second) && computeBefore(H, Other, First))))
    return false;
  IRBuilder<> B(First);
  First->setOperand(First->getPointerOperandIndex(), chooseElse(B, First->getPointerOperand(), Zeros, Other));
  combineAAMetadata(First, Second);
  // What else it promises, it promised itself alone.
  First->setAlignment(std::min(First->getAlign(), Second->getAlign()));
  First->dropUnknownNonDebugMetadata(KeptOfLoads);
  H->se().forgetValue(Second);
  MemorySSAUpdater(&Memory).removeMemoryAccess(Second);
  Second->replaceAllUsesWith(First);
  Second->eraseFromParent();
  return true;
}

// Zeros, if they were made before.
AllocaInst *knownZeros(BasicBlock &Entry) {
  BasicBlock::iterator Begin = Entry.getFirstNonPHIOrDbgOrAlloca();
  for (Instruction &I : make_range(Begin, Entry.end())) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (AllocaInst *Known = Store ? zerosOf(*Store) : nullptr)
      return Known;
    // Behind anything else that reads, zeros would be too late.
    if (!Store && I.mayReadOrWriteMemory())
      break;
  }
  return nullptr;
}

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
  if (AllocaInst *Known = knownZeros(Entry))
    return Known;
  BasicBlock::iterator Begin = Entry.getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> B(&Entry, Entry.begin());
  Type *Number = B.getIntNTy(8 * MostBytes);
  AllocaInst *Zeros = B.CreateAlloca(Number, nullptr, "zeros");
  Zeros->setAlignment(Align(MostBytes));
  Zeros->addAnnotationMetadata(ZerosMark);
  B.SetInsertPoint(&Entry, Begin);
  B.CreateAlignedStore(Constant::getNullValue(Number), Zeros, Align(MostBytes));
  return Zeros;
}

bool raiseGuardedLoads(LfHost *H, const Chosen &Loops) {
  // What lies on the stack of a coroutine is not read at will.
  return !H->F.isPresplitCoroutine() && GuardedLoads(H, Loops).raise();
}

bool mergeGuardedLoads(LfHost *H) {
  AllocaInst *Zeros = knownZeros(H->F.getEntryBlock());
  MapVector<std::pair<Value *, Type *>, SmallVector<LoadInst *, 4>> ByPlace;
  if (!Zeros)
    return false;
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&H->F))
    for (Instruction &I : *Block) {
      auto *Load = dyn_cast<LoadInst>(&I);
      Value *Place = nullptr;
      if (Load && isPlainLoad(H, *Load) && findPlace(Load->getPointerOperand(), Zeros, Place) &&
          Place)
        ByPlace[{Place, Load->getType()}].push_back(Load);
    }
  auto IsChoice = [](LoadInst *Load) { return isa<SelectInst>(Load->getPointerOperand()); };
  ByPlace.remove_if([&](const auto &Loads) {
    return Loads.second.size() < 2 || none_of(Loads.second, IsChoice);
  });
  if (ByPlace.empty())
    return false;
  MemorySSA &Memory = H->FAM.getResult<MemorySSAAnalysis>(H->F).getMSSA();
  bool HasMerged = false;
  for (auto &[Place, Loads] : ByPlace)
    for (unsigned First = 0; First < Loads.size(); ++First)
      for (unsigned Second = First + 1; Second < Loads.size();) {
        bool IsMerged = merge(H, Memory, Zeros, Loads[First], Loads[Second]);
        HasMerged |= IsMerged;
        if (IsMerged)
          Loads.erase(Loads.begin() + Second);
        else
          ++Second;
      }
  return HasMerged;
}
