// Rows that pointers lead to (`double **a`): a check that the pointers of an array are evenly apart, and what a copy of
// loops computes instead of loading them.
//
// Say base is the pointer to row 0, and pitch the distance to the next one. The check asks, for each load of an iteration i
// of a loop, whether it loads base + (i + row) * pitch, and whether no sum up to the next row wraps around. It loads what
// the loop loads, in the same order, and stops at the first pointer that differs. What the copy computes is what it would load
// then, bit by bit.
//
// A pointer that is computed from another one belongs to that one's object, for LLVM, and rows may be objects of their own.
// So base is hidden behind an empty piece of assembly: what comes out may point to whatever is known to anybody, and all
// rows are, as their addresses are in memory.

#include "host.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

extern "C" void lf_add_loop_attribute(Loop *L, const char *Name);

// As `RawRowLoad` in Rust.
struct LfRowLoad {
  LLVMValueRef Load;
  const SCEV *Address;
  size_t Loop, Array;
  int64_t Row, Unit;
};

namespace {

// A pitch takes fewer bits, so that a few of them do not wrap around.
constexpr unsigned PitchBits = 48;

// One array of pointers to rows.
struct Rows {
  const LfRowLoad *First = nullptr; // loads row 0
  Value *Base = nullptr, *Number = nullptr, *Pitch = nullptr;
};

// What a loop loads of one array.
struct Part {
  SmallVector<const LfRowLoad *, 4> Loads;
  int64_t Least = 0, Most = 0; // rows of its first iteration
  Value *Begin = nullptr;      // of the least one, as a number
};

class RowCheck {
  LfHost *H;
  ScalarEvolution &SE;
  BasicBlock *Begin, *Other;
  ArrayRef<Loop *> Loops;
  ArrayRef<const SCEV *> Counts;
  SmallVector<Rows, 4> Arrays;
  std::map<std::pair<size_t, size_t>, Part> Parts; // by loop and array
  SCEVExpander Expander;
  IRBuilder<> B;
  Type *Word;

public:
  RowCheck(LfHost *H, BasicBlock *Begin, BasicBlock *Other, ArrayRef<Loop *> Loops,
           ArrayRef<const SCEV *> Counts, ArrayRef<LfRowLoad> Loads)
      : H(H), SE(H->se()), Begin(Begin), Other(Other), Loops(Loops), Counts(Counts),
        Expander(SE, "rows"), B(Begin->getContext()), Word(B.getInt64Ty()) {
    for (const LfRowLoad &L : Loads) {
      Arrays.resize(std::max(Arrays.size(), L.Array + 1));
      if (!L.Row)
        Arrays[L.Array].First = &L;
      Part &P = Parts[{L.Loop, L.Array}];
      P.Least = P.Loads.empty() ? L.Row : std::min(P.Least, L.Row);
      P.Most = P.Loads.empty() ? L.Row : std::max(P.Most, L.Row);
      P.Loads.push_back(&L);
    }
    B.SetCurrentDebugLocation(Begin->getTerminator()->getDebugLoc());
  }

  // Returns the first block.
  BasicBlock *make() {
    BasicBlock *Top = Begin->getSinglePredecessor();
    BasicBlock *Few = block("rows.few", Top), *Pitches = block("rows.pitch", Few);
    Top->getTerminator()->replaceSuccessorWith(Begin, Few);
    B.SetInsertPoint(Few->getTerminator());
    Value *Enough = B.getTrue();
    for (Rows &R : Arrays)
      Enough = B.CreateAnd(Enough, B.CreateICmpNE(count(R.First->Loop), word(0)));
    // A loop that runs counts to that, which is no poison there. What it is computed from here might be.
    branch(Few, B.CreateFreeze(Enough), Pitches, Other);
    B.SetInsertPoint(Pitches->getTerminator());
    Value *Fits = B.getTrue();
    for (Rows &R : Arrays)
      Fits = B.CreateAnd(Fits, findPitch(R));
    for (auto &[Of, P] : Parts) {
      const Rows &R = Arrays[Of.second];
      P.Begin = B.CreateAdd(R.Number, times(R.Pitch, P.Least));
      Fits = B.CreateAnd(Fits, B.CreateICmpUGE(P.Begin, R.Number));
    }
    BasicBlock *Last = Pitches;
    for (size_t L = 0; L != Loops.size(); ++L)
      if (any_of(Parts, [&](const auto &P) { return P.first.first == L; })) {
        Last = check(L, Last, Fits);
        Fits = B.getTrue();
      }
    branch(Last, Fits, Begin, Other);
    H->dt().recalculate(H->F);
    return Few;
  }

  void replaceLoads() {
    for (auto &[Of, P] : Parts)
      replaceLoads(Loops[Of.first], Arrays[Of.second], P);
  }

private:
  // A block with an end to be replaced. The dominator tree knows it: what computes expressions asks it.
  BasicBlock *block(const Twine &Name, BasicBlock *Dominator, Loop *In = nullptr) {
    auto *Block = BasicBlock::Create(H->F.getContext(), Name, &H->F, Begin);
    new UnreachableInst(H->F.getContext(), Block);
    H->dt().addNewBlock(Block, Dominator);
    if (Loop *Around = In ? In : H->li().getLoopFor(Begin))
      Around->addBasicBlockToLoop(Block, H->li());
    return Block;
  }

  void branch(BasicBlock *Block, Value *Condition, BasicBlock *IfTrue, BasicBlock *IfFalse) {
    B.SetInsertPoint(Block->getTerminator());
    B.CreateCondBr(Condition, IfTrue, IfFalse);
    Block->getTerminator()->eraseFromParent();
  }

  ConstantInt *word(uint64_t N) { return ConstantInt::get(B.getInt64Ty(), N); }
  Value *times(Value *V, int64_t N) { return B.CreateMul(V, word(N)); }

  // How often a loop goes back, at the end of the block that is being written.
  Value *count(size_t L) {
    const SCEV *Count = SE.getTruncateOrZeroExtend(Counts[L], Word);
    return Expander.expandCodeFor(Count, Word, B.GetInsertPoint());
  }

  // Loads what L loads in its first iteration, from so many bytes behind the place.
  Value *load(const LfRowLoad &L, Value *Place, Value *Bytes) {
    auto *New = cast<LoadInst>(cast<LoadInst>(unwrap(L.Load))->clone());
    New->setOperand(New->getPointerOperandIndex(), B.CreatePtrAdd(Place, Bytes));
    New->dropUnknownNonDebugMetadata({LLVMContext::MD_tbaa});
    // Nobody has used it yet.
    return B.CreatePtrToInt(B.CreateFreeze(B.Insert(New, "row")), Word);
  }

  Value *place(const LfRowLoad &L) {
    return Expander.expandCodeFor(L.Address, L.Address->getType(), B.GetInsertPoint());
  }

  // Says whether it fits.
  Value *findPitch(Rows &R) {
    Value *Place = place(*R.First);
    R.Number = load(*R.First, Place, word(0));
    R.Pitch = B.CreateSub(load(*R.First, Place, word(R.First->Unit)), R.Number, "rows.pitch");
    FunctionType *Type = FunctionType::get(B.getPtrTy(), {B.getPtrTy()}, false);
    Value *Base = cast<CastInst>(R.Number)->getOperand(0);
    CallInst *Hidden = B.CreateCall(InlineAsm::get(Type, "", "=r,0", false), {Base}, "rows.base");
    Hidden->setDoesNotAccessMemory();
    Hidden->setDoesNotThrow();
    Hidden->addFnAttr(Attribute::WillReturn);
    Hidden->addRetAttr(Attribute::NoUndef);
    R.Base = Hidden;
    Value *Most = word(uint64_t(1) << PitchBits);
    return B.CreateICmpULT(B.CreateSub(R.Pitch, word(1)), Most);
  }

  // Asks in each iteration of a loop, if it FitsBefore. Returns the block behind.
  BasicBlock *check(size_t L, BasicBlock *Before, Value *FitsBefore) {
    B.SetInsertPoint(Before->getTerminator());
    Value *Last = count(L);
    SmallVector<std::pair<const LfRowLoad *, Value *>, 8> Places;
    for (auto &[Of, P] : Parts)
      if (Of.first == L)
        for (const LfRowLoad *Load : P.Loads)
          Places.push_back({Load, place(*Load)});

    Loop *Check = H->li().AllocateLoop();
    if (Loop *Around = H->li().getLoopFor(Begin))
      Around->addChildLoop(Check);
    else
      H->li().addTopLevelLoop(Check);
    BasicBlock *Header = block("rows.check", Before, Check), *Latch = block("rows.next", Header, Check);
    // A loop is left to blocks of its own.
    BasicBlock *Exit = block("rows.even", Latch), *Differ = block("rows.differ", Header);
    branch(Before, FitsBefore, Header, Other);
    ReplaceInstWithInst(Differ->getTerminator(), BranchInst::Create(Other));

    B.SetInsertPoint(Header->getTerminator());
    auto NewPhi = [&](Value *First, const Twine &Name) {
      PHINode *P = PHINode::Create(Word, 2, Name, Header->getFirstNonPHIIt());
      P->addIncoming(First, Before);
      return P;
    };
    PHINode *I = NewPhi(word(0), "row.number");
    Value *Fits = B.getTrue();
    std::map<size_t, PHINode *> Expected;
    for (auto [Load, Place] : Places) {
      const Part &P = Parts[{L, Load->Array}];
      PHINode *&Now = Expected[Load->Array];
      if (!Now)
        Now = NewPhi(P.Begin, "row.expected");
      Value *Row = times(Arrays[Load->Array].Pitch, Load->Row - P.Least);
      Value *Is = load(*Load, Place, times(I, Load->Unit));
      Fits = B.CreateAnd(Fits, B.CreateICmpEQ(Is, B.CreateAdd(Now, Row)));
    }
    for (auto [Array, Now] : Expected) {
      const Part &P = Parts[{L, Array}];
      Value *Pitch = Arrays[Array].Pitch;
      Value *Behind = B.CreateAdd(Now, times(Pitch, P.Most - P.Least + 1));
      Fits = B.CreateAnd(Fits, B.CreateICmpUGT(Behind, Now));
      Now->addIncoming(B.CreateAdd(Now, Pitch), Latch);
    }
    branch(Header, Fits, Latch, Differ);
    B.SetInsertPoint(Latch->getTerminator());
    I->addIncoming(B.CreateAdd(I, word(1)), Latch);
    branch(Latch, B.CreateICmpEQ(I, Last), Exit, Header);
    // Nobody is told about it: it is no loop of the source.
    lf_add_loop_attribute(Check, "loopfuse.check");
    return Exit;
  }

  void replaceLoads(Loop *L, const Rows &R, const Part &P) {
    SE.forgetLoop(L);
    BasicBlock *Preheader = L->getLoopPreheader(), *Latch = L->getLoopLatch();
    const GEPNoWrapFlags Flags = GEPNoWrapFlags::noUnsignedWrap();
    B.SetInsertPoint(Preheader->getTerminator());
    Value *First = B.CreatePtrAdd(R.Base, times(R.Pitch, P.Least), "rows.first", Flags);
    B.SetInsertPoint(L->getHeader(), L->getHeader()->begin());
    PHINode *Row = B.CreatePHI(First->getType(), 2, "rows.row");
    Row->addIncoming(First, Preheader);
    B.SetInsertPoint(Latch->getTerminator());
    Row->addIncoming(B.CreatePtrAdd(Row, R.Pitch, "rows.next", Flags), Latch);
    for (const LfRowLoad *Load : P.Loads) {
      auto *Old = cast<LoadInst>(unwrap(Load->Load));
      B.SetInsertPoint(Old);
      Value *New = Row;
      if (int64_t Behind = Load->Row - P.Least)
        New = B.CreatePtrAdd(Row, times(R.Pitch, Behind), "row", Flags);
      SE.forgetValue(Old);
      Old->replaceAllUsesWith(New);
      Old->eraseFromParent();
    }
  }
};

// Does a register of the target that assembly may name as "r" hold an address, and is that a number?
bool canHidePointers(const LfHost *H) {
  const DataLayout &Layout = H->F.getDataLayout();
  switch (H->F.getParent()->getTargetTriple().getArch()) {
  case Triple::x86_64:
  case Triple::aarch64:
  case Triple::aarch64_be:
  case Triple::riscv64:
  case Triple::loongarch64:
  case Triple::ppc64:
  case Triple::ppc64le:
  case Triple::systemz:
    return Layout.getPointerSizeInBits(0) == 64 && Layout.getIndexSizeInBits(0) == 64 &&
           !Layout.isNonIntegralAddressSpace(0) && !H->F.isPresplitCoroutine();
  default:
    return false;
  }
}

} // namespace

extern "C" {

// Does it load a pointer that anybody may load anew, of 64 bits, and can rows be computed from it?
bool lf_is_row_pointer(LfHost *H, LLVMValueRef V) {
  auto *Load = dyn_cast<LoadInst>(unwrap(V));
  return Load && isPlainLoad(H, *Load) && Load->getType()->isPointerTy() &&
         Load->getType()->getPointerAddressSpace() == 0 && canHidePointers(H);
}

// Asks in front of Begin whether rows lie evenly; control goes to Other if not. Lets the loops compute what they would
// load. Returns the first block. The dominator tree is to be computed anew then.
LLVMBasicBlockRef lf_compute_rows(LfHost *H, LLVMBasicBlockRef Begin, LLVMBasicBlockRef Other,
                                  Loop *const *Loops, const SCEV *const *Counts, size_t LoopCount,
                                  const LfRowLoad *Loads, size_t LoadCount) {
  RowCheck Check(H, unwrap(Begin), unwrap(Other), ArrayRef(Loops, LoopCount),
                 ArrayRef(Counts, LoopCount), ArrayRef(Loads, LoadCount));
  BasicBlock *First = Check.make();
  Check.replaceLoads();
  H->se().forgetBlockAndLoopDispositions();
  H->forgetAnswers();
  return wrap(First);
}
}
