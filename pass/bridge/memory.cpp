// Memory: what an instruction touches, objects, aliasing, effects of calls.

#include "host.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

// What alias metadata may decide about two accesses.
struct Trust {
  // Scopes that are declared inside a loop hold for one iteration only.
  bool Scopes;
  // Type-based tags hold for all iterations, but a write may give memory a new
  // type: they say nothing of a write behind another access.
  bool Types;
};

// The location of a load or store without its offset: the object, whatever the
// iteration. Of addresses in objects of unknown size alias analysis says less.
MemoryLocation objectLocation(const Instruction *I, Trust T) {
  MemoryLocation Loc =
      MemoryLocation::get(I).getWithNewSize(LocationSize::beforeOrAfterPointer());
  Loc.Ptr = getUnderlyingObject(Loc.Ptr);
  if (!T.Scopes) {
    Loc.AATags.Scope = nullptr;
    Loc.AATags.NoAlias = nullptr;
  }
  if (!T.Types) {
    Loc.AATags.TBAA = nullptr;
    Loc.AATags.TBAAStruct = nullptr;
  }
  return Loc;
}

// A call's own metadata cannot be left out of a query.
bool hasUntrustedMetadata(const CallBase *C, Trust T) {
  return (!T.Scopes && (C->hasMetadata(LLVMContext::MD_noalias) ||
                        C->hasMetadata(LLVMContext::MD_alias_scope))) ||
         (!T.Types && C->hasMetadata(LLVMContext::MD_tbaa));
}

// Attributes or metadata say what need not hold where I does not run, and what
// would be undefined behaviour if it did not (LangRef: noundef, tbaa, …).
bool promises(const Instruction *I) {
  SmallVector<std::pair<unsigned, MDNode *>, 4> Kinds;
  I->getAllMetadataOtherThanDebugLoc(Kinds);
  // Where these do not hold, the result is poison.
  auto IsHarmless = [](auto &Kind) {
    return is_contained({LLVMContext::MD_range, LLVMContext::MD_nonnull,
                         LLVMContext::MD_align, LLVMContext::MD_annotation},
                        Kind.first);
  };
  return I->hasUBImplyingAttrs() || !all_of(Kinds, IsHarmless);
}

// Does a pointer to what A allocates, or null, always mean what A allocated last? Not if a
// phi takes it on into the next iteration of a loop that A is in.
bool isOfLastAllocation(LfHost *H, const Value *Pointer, const Value *A) {
  auto *Allocation = dyn_cast<Instruction>(A);
  if (!Allocation || H->hasIrreducibleControl())
    return false;
  SmallPtrSet<const Value *, 8> Seen;
  SmallVector<const Value *, 8> Left{Pointer};
  while (!Left.empty()) {
    const Value *V = getUnderlyingObject(Left.pop_back_val());
    if (!Seen.insert(V).second)
      continue;
    if (auto *Choice = dyn_cast<SelectInst>(V))
      Left.append({Choice->getTrueValue(), Choice->getFalseValue()});
    auto *Phi = dyn_cast<PHINode>(V);
    if (!Phi)
      continue;
    Loop *L = H->li().getLoopFor(Phi->getParent());
    if (L && L->getHeader() == Phi->getParent() && L->contains(Allocation))
      return false;
    append_range(Left, Phi->incoming_values());
  }
  return true;
}

// May another thread go on because of I, or I because of it? Memory that the pass itself takes is
// nothing that threads tell each other of. A copy or fill does so only if it is volatile.
bool maySynchronise(const Instruction &I) {
  auto *Call = isa<MemIntrinsic>(I) ? nullptr : dyn_cast<CallBase>(&I);
  bool May = I.isAtomic() || I.isVolatile() ||
             (Call && !Call->hasFnAttr(Attribute::NoSync));
  return May && !isForOwnRows(I);
}

// Does a call of the function find in static variables that only it uses what it wrote there itself?
// Other calls, in threads that do not wait for each other inside, must not write there meanwhile;
// they may write to other parts.
bool runsByItself(LfHost *H) {
  return H->F.doesNotRecurse() && none_of(instructions(H->F), maySynchronise);
}

// How far back frees are looked for.
constexpr unsigned MostBlocks = 256;

// A static variable that only this function uses.
bool isOwnStatic(LfHost *H, const Value *V) {
  auto *G = dyn_cast<GlobalVariable>(V);
  // Who names a section may find all that is in it.
  if (!G || !G->hasLocalLinkage() || G->isConstant() || G->isThreadLocal() ||
      G->isExternallyInitialized() || G->hasSection() || G->hasImplicitSection())
    return false;
  // Its rows may go to the stack.
  if (G->getAddressSpace() != H->F.getDataLayout().getAllocaAddrSpace())
    return false;
  SmallVector<const User *, 16> Left(G->users());
  while (!Left.empty()) {
    const User *U = Left.pop_back_val();
    auto *I = dyn_cast<Instruction>(U);
    // What the original of a draft uses, the draft uses in its place.
    if (I ? I->getFunction() != &H->F && I->getFunction() != H->Original : !isa<GEPOperator>(U))
      return false;
    if (!I)
      append_range(Left, U->users());
  }
  return true;
}

bool hasOneLocation(const Instruction *I) {
  return isa<LoadInst, StoreInst>(I);
}

} // namespace

// LLVM's promises hold where they are made (`dereferenceable` of an argument: at the function's
// begin), and it believes them everywhere.
bool mayBeFreedBefore(LfHost *H, const LoadInst *Load, const Instruction *Position) {
  const Value *Object = getUnderlyingObject(Load->getPointerOperand(), /*MaxLookup=*/0);
  if (isa<AllocaInst>(Object) || isa<GlobalValue>(Object))
    return false;
  auto *Begin = dyn_cast<Instruction>(Object);
  MemoryLocation Loc = MemoryLocation::getBeforeOrAfter(Object);
  auto Frees = [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call != Object && !Call->hasFnAttr(Attribute::NoFree) &&
           isModSet(H->aa().getModRefInfo(Call, Loc));
  };
  SmallPtrSet<const BasicBlock *, 32> Seen;
  SmallVector<std::pair<const BasicBlock *, const Instruction *>, 16> Left{
      {Position->getParent(), Position}};
  while (!Left.empty()) {
    auto [B, End] = Left.pop_back_val();
    bool Begins = Begin && Begin->getParent() == B;
    for (const Instruction &I : *B) {
      if (&I == End)
        break;
      if (!(Begins && I.comesBefore(Begin)) && Frees(I))
        return true;
    }
    if (Begins)
      continue;
    for (const BasicBlock *P : predecessors(B))
      if (Seen.insert(P).second)
        Left.push_back({P, nullptr});
    if (Seen.size() > MostBlocks)
      return true;
  }
  return false;
}

extern "C" {

// Bits of lf_effects; Rust's `llvm::ir::Effects` mirrors them.
enum LfEffect : uint32_t {
  LfReads = 1 << 0,
  LfWrites = 1 << 1,
  LfMayThrow = 1 << 2,
  LfMayNotReturn = 1 << 3,
  LfConvergent = 1 << 4,
  LfVolatile = 1 << 5,
  LfAtomic = 1 << 6,
  // Only markers for the optimiser: no code, no order to keep.
  LfHarmless = 1 << 7,
  LfScopeDeclaration = 1 << 8,
  LfTokenOrPad = 1 << 9,
  // Takes or gives back stack memory, in an order of its own.
  LfStack = 1 << 10,
  LfNoDuplicate = 1 << 11,
};

// May I run in front of Position whether or not it ran where it stands? What its
// attributes and metadata promise does not count.
bool lf_is_speculatable(LfHost *H, LLVMValueRef V, LLVMValueRef Position) {
  auto *I = cast<Instruction>(unwrap(V)), *Pos = cast<Instruction>(unwrap(Position));
  auto *Load = dyn_cast<LoadInst>(I);
  return isSafeToSpeculativelyExecute(I, Pos, &H->FAM.getResult<AssumptionAnalysis>(H->F),
                                      &H->dt()) &&
         !(Load && mayBeFreedBefore(H, Load, Pos));
}

// May I run where it did not? It does not trap, has no effects and promises nothing.
bool lf_is_safe_anywhere(LLVMValueRef V) {
  auto *I = cast<Instruction>(unwrap(V));
  return isSafeToSpeculativelyExecute(I) && !promises(I);
}

void lf_drop_promises(LLVMValueRef V) {
  cast<Instruction>(unwrap(V))->dropUBImplyingAttrsAndMetadata();
}

// Effects of what is no load, store, branch or mere computation.
LLVM_ATTRIBUTE_NOINLINE static uint32_t effectsOfOther(LfHost *H, Instruction *I) {
  uint32_t Bits = 0;
  if (I->isEHPad() || I->getType()->isTokenTy())
    Bits |= LfTokenOrPad;
  if (auto *II = dyn_cast<IntrinsicInst>(I)) {
    switch (II->getIntrinsicID()) {
    case Intrinsic::experimental_noalias_scope_decl:
      return LfHarmless | LfScopeDeclaration;
    case Intrinsic::assume:
    case Intrinsic::sideeffect:
    case Intrinsic::pseudoprobe:
    case Intrinsic::prefetch:
    case Intrinsic::donothing:
      return LfHarmless;
    default:
      break;
    }
  }
  auto *II = dyn_cast<IntrinsicInst>(I);
  if (isa<AllocaInst>(I) ||
      (II && (II->getIntrinsicID() == Intrinsic::stacksave ||
              II->getIntrinsicID() == Intrinsic::stackrestore)))
    Bits |= LfStack;
  if (I->isAtomic())
    Bits |= LfAtomic;
  if (I->isVolatile())
    Bits |= LfVolatile;
  if (I->mayThrow(/*IncludePhaseOneUnwind=*/true))
    Bits |= LfMayThrow;
  if (!I->willReturn())
    Bits |= LfMayNotReturn;
  if (auto *CB = dyn_cast<CallBase>(I)) {
    if (CB->cannotDuplicate())
      Bits |= LfNoDuplicate;
    if (CB->isConvergent())
      Bits |= LfConvergent;
    MemoryEffects ME = H->aa().getMemoryEffects(CB);
    if (isRefSet(ME.getModRef()))
      Bits |= LfReads;
    if (isModSet(ME.getModRef()))
      Bits |= LfWrites;
    return Bits;
  }
  if (I->mayReadFromMemory())
    Bits |= LfReads;
  if (I->mayWriteToMemory())
    Bits |= LfWrites;
  return Bits;
}

uint32_t lf_effects(LfHost *H, LLVMValueRef V) {
  auto *I = cast<Instruction>(unwrap(V));
  // Most instructions only compute, lead on, or access memory in the simplest way.
  switch (I->getOpcode()) {
  case Instruction::Load:
    if (cast<LoadInst>(I)->isSimple())
      return LfReads;
    break;
  case Instruction::Store:
    if (cast<StoreInst>(I)->isSimple())
      return LfWrites;
    break;
  case Instruction::Br:
  case Instruction::GetElementPtr:
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::PHI:
  case Instruction::Select:
    return 0;
  default:
    if (I->isBinaryOp() || I->isCast())
      return 0;
  }
  return effectsOfOther(H, I);
}

// Loads and stores: pointer and size in bytes. 0: no single fixed-size
// location.
LLVMValueRef lf_access(LfHost *H, LLVMValueRef V, uint64_t *Bytes) {
  auto *I = cast<Instruction>(unwrap(V));
  const Value *Ptr = getLoadStorePointerOperand(I);
  if (!Ptr)
    return nullptr;
  TypeSize Size = H->F.getDataLayout().getTypeStoreSize(getLoadStoreType(I));
  if (Size.isScalable())
    return nullptr;
  *Bytes = Size.getFixedValue();
  return wrap(Ptr);
}

// Rust's `llvm::ir::Between` mirrors these.
enum LfBetween {
  LfNoBetween,
  LfLeast,
  LfGreatest,
  LfOneOf,
  LfLessOrZero,
  LfRemainder,
};

// How an integer V lies between two others, and whether as unsigned numbers.
int lf_between(LLVMValueRef Number, LLVMValueRef *First, LLVMValueRef *Second, bool *IsUnsigned) {
  Value *V = unwrap(Number);
  auto Is = [&](int Kind, Value *A, Value *B, bool Unsigned) {
    *First = wrap(A);
    *Second = wrap(B);
    *IsUnsigned = Unsigned;
    return Kind;
  };
  if (auto *Choice = dyn_cast<SelectInst>(V))
    return Is(LfOneOf, Choice->getTrueValue(), Choice->getFalseValue(), false);
  auto *Op = dyn_cast<BinaryOperator>(V);
  if (Op && (Op->getOpcode() == Instruction::SRem || Op->getOpcode() == Instruction::URem))
    return Is(LfRemainder, Op->getOperand(0), Op->getOperand(1), true);
  if (auto *Extreme = dyn_cast<MinMaxIntrinsic>(V)) {
    bool IsGreatest = ICmpInst::isGT(Extreme->getPredicate());
    return Is(IsGreatest ? LfGreatest : LfLeast, Extreme->getLHS(), Extreme->getRHS(),
              !Extreme->isSigned());
  }
  auto *Saturating = dyn_cast<SaturatingInst>(V);
  if (Saturating && Saturating->getIntrinsicID() == Intrinsic::usub_sat)
    return Is(LfLessOrZero, Saturating->getLHS(), Saturating->getRHS(), true);
  return LfNoBetween;
}

// The offset of a getelementptr, in bytes, from its base: Constant, and variables of which each counts Scale
// times. How many these are; -1 if V is none, or has more than Most. MayWrap if it is that number modulo 2^n only.
int lf_element_offset(LfHost *H, LLVMValueRef V, LLVMValueRef *Variables, int64_t *Scales, size_t Most,
                      int64_t *Constant, bool *MayWrap) {
  auto *GEP = dyn_cast<GEPOperator>(unwrap(V));
  if (!GEP || GEP->getType()->isVectorTy())
    return -1;
  *MayWrap = !GEP->isInBounds();
  const DataLayout &Layout = H->F.getDataLayout();
  unsigned Bits = Layout.getIndexTypeSizeInBits(GEP->getType());
  SmallMapVector<Value *, APInt, 4> Indices;
  APInt Offset(Bits, 0);
  if (!GEP->collectOffset(Layout, Bits, Indices, Offset) || Indices.size() > Most)
    return -1;
  int Count = 0;
  for (auto &[Index, Scale] : Indices) {
    // A wider one is truncated.
    if (Index->getType()->getScalarSizeInBits() > Bits)
      return -1;
    Variables[Count] = wrap(Index);
    Scales[Count++] = Scale.getSExtValue();
  }
  *Constant = Offset.getSExtValue();
  return Count;
}

// The argument of a call with that number, an integer, if it would be undefined to pass poison; else null.
LLVMValueRef lf_defined_argument(LLVMValueRef V, unsigned Number) {
  auto *Call = dyn_cast<CallBase>(unwrap(V));
  bool Is = Call && Number < Call->arg_size() && Call->isPassingUndefUB(Number) &&
            Call->getArgOperand(Number)->getType()->isIntegerTy();
  return Is ? wrap(Call->getArgOperand(Number)) : nullptr;
}

// How many elements an alloca makes room for, if that is a variable, and the bytes of each; else null.
LLVMValueRef lf_alloca_count(LfHost *H, LLVMValueRef V, uint64_t *Bytes) {
  auto *Alloca = dyn_cast<AllocaInst>(unwrap(V));
  if (!Alloca || isa<ConstantInt>(Alloca->getArraySize()))
    return nullptr;
  TypeSize Size = H->F.getDataLayout().getTypeAllocSize(Alloca->getAllocatedType());
  *Bytes = Size.getKnownMinValue();
  return wrap(Alloca->getArraySize());
}

// memset, memcpy, memmove: destination, source (null for memset) and length.
bool lf_block_transfer(LLVMValueRef V, LLVMValueRef *Destination,
                       LLVMValueRef *Source, LLVMValueRef *Length) {
  auto *M = dyn_cast<MemIntrinsic>(unwrap(V));
  if (!M)
    return false;
  *Destination = wrap(M->getRawDest());
  auto *T = dyn_cast<MemTransferInst>(M);
  *Source = T ? wrap(T->getRawSource()) : nullptr;
  *Length = wrap(M->getLength());
  return true;
}

// However long the way to it is: another object is another value.
// A pointer that goes on in a loop points into the object that it started in.
// What is allocated only if something is, as in std::vector, may also be null, where nothing
// is accessed.
LLVMValueRef lf_underlying_object(LfHost *H, LLVMValueRef Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(unwrap(Pointer), Objects, &H->li(), /*MaxLookup=*/0);
  if (Objects.size() == 2) {
    erase_if(Objects, [&](const Value *Object) {
      return isa<ConstantPointerNull>(Object) &&
             !NullPointerIsDefined(&H->F, Object->getType()->getPointerAddressSpace());
    });
    if (Objects.size() == 1 && !isOfLastAllocation(H, unwrap(Pointer), Objects[0]))
      Objects.clear();
  }
  if (Objects.size() == 1)
    return wrap(const_cast<Value *>(Objects[0]));
  return wrap(getUnderlyingObject(unwrap(Pointer), /*MaxLookup=*/0));
}

// Do scopes tell two locations apart? Other analyses go no further than that both are of one
// object, of which scopes may name parts.
static bool areInOtherScopes(LfHost *H, const MemoryLocation &A, const MemoryLocation &B) {
  SimpleAAQueryInfo Query(H->FAM.getResult<AAManager>(H->F));
  auto &Scoped = H->FAM.getResult<ScopedNoAliasAA>(H->F);
  return Scoped.alias(A, B, Query, nullptr) == AliasResult::NoAlias;
}

// May the two instructions, executed in any iterations of whatever loops they
// are in, touch the same memory, one of them writing? In the program as it
// stands Earlier runs before Later.
bool lf_may_conflict(LfHost *H, LLVMValueRef Earlier, LLVMValueRef Later,
                     bool KeepScopes) {
  auto *A = cast<Instruction>(unwrap(Earlier));
  auto *B = cast<Instruction>(unwrap(Later));
  if (!A->mayReadOrWriteMemory() || !B->mayReadOrWriteMemory())
    return false;
  if (!A->mayWriteToMemory() && !B->mayWriteToMemory())
    return false;
  Trust T{KeepScopes, !B->mayWriteToMemory()};
  BatchAAResults &AA = H->aa();
  if (hasOneLocation(A) && hasOneLocation(B)) {
    MemoryLocation LA = objectLocation(A, T), LB = objectLocation(B, T);
    return !AA.isNoAlias(LA, LB) && !areInOtherScopes(H, LA, LB);
  }
  if (hasOneLocation(A))
    std::swap(A, B);
  if (onlySetsErrno(A) && hasOneLocation(B))
    return mayBeErrno(H, *B);
  if (onlySetsErrno(A) && onlySetsErrno(B))
    return setErrnoInOrder(H, A, B);
  auto *CA = dyn_cast<CallBase>(A);
  if (!CA || hasUntrustedMetadata(CA, T))
    return true;
  if (hasOneLocation(B)) {
    ModRefInfo MR = AA.getModRefInfo(CA, objectLocation(B, T));
    return B->mayWriteToMemory() ? isModOrRefSet(MR) : isModSet(MR);
  }
  auto *CB = dyn_cast<CallBase>(B);
  if (!CB || hasUntrustedMetadata(CB, T))
    return true;
  return isModOrRefSet(AA.getModRefInfo(CA, CB)) ||
         isModOrRefSet(AA.getModRefInfo(CB, CA));
}

// Distinct objects, by alias analysis alone, whatever the offsets.
bool lf_objects_disjoint(LfHost *H, LLVMValueRef A, LLVMValueRef B) {
  return H->aa().isNoAlias(MemoryLocation::getBeforeOrAfter(unwrap(A)),
                           MemoryLocation::getBeforeOrAfter(unwrap(B)));
}

// Is V no instruction, or one of this function?
bool lf_may_be_here(LfHost *H, LLVMValueRef V) {
  auto *I = dyn_cast<Instruction>(unwrap(V));
  return !I || I->getFunction() == &H->F;
}

// Memory of the function's own, which goes if nothing reads it: from alloca, from a
// call that allocates, or a static variable of its own.
bool lf_is_local_memory(LfHost *H, LLVMValueRef V) {
  if (auto *Call = dyn_cast<CallBase>(unwrap(V)))
    return isRemovableAlloc(Call, &H->FAM.getResult<TargetLibraryAnalysis>(H->F));
  return isa<AllocaInst>(unwrap(V)) || (isOwnStatic(H, unwrap(V)) && runsByItself(H));
}

// All of it that the function's instructions are or name, static variables last.
void lf_local_memory(LfHost *H, LfPush Push, void *Vector) {
  for (Instruction &I : instructions(H->F))
    if (isa<AllocaInst, CallBase>(I) && lf_is_local_memory(H, wrap(&I)))
      Push(Vector, wrap(&I));
  if (!runsByItself(H))
    return;
  SmallPtrSet<const Value *, 16> Seen;
  for (Instruction &I : instructions(H->F))
    for (Value *Operand : I.operands()) {
      Value *V = isa<Constant>(Operand) ? Operand->stripInBoundsOffsets() : nullptr;
      if (V && isa<GlobalVariable>(V) && Seen.insert(V).second && isOwnStatic(H, V))
        Push(Vector, wrap(V));
    }
}

// Is it a static array of which nobody else has the address? Whether other threads run the function at the same time,
// too, may not be known yet.
bool lf_is_own_static(LfHost *H, LLVMValueRef V) { return isOwnStatic(H, unwrap(V)); }

// May calls return twice, so that code runs again that control flow does not lead back to?
bool lf_returns_twice(LfHost *H) {
  Function *Setjmp = Intrinsic::getDeclarationIfExists(H->F.getParent(),
                                                       Intrinsic::eh_sjlj_setjmp);
  auto IsHere = [&](const User *U) {
    return cast<Instruction>(U)->getFunction() == &H->F;
  };
  return H->F.callsFunctionThatReturnsTwice() ||
         (Setjmp && any_of(Setjmp->users(), IsHere));
}

// Bytes of local memory; null where nobody knows.
const SCEV *lf_allocated_bytes(LfHost *H, LLVMValueRef V) {
  ScalarEvolution &SE = H->se();
  Type *T = H->F.getDataLayout().getIntPtrType(unwrap(V)->getType());
  auto Number = [&](Value *N) {
    return SE.getTruncateOrZeroExtend(SE.getSCEV(N), T);
  };
  if (auto *A = dyn_cast<AllocaInst>(unwrap(V))) {
    TypeSize Element = H->F.getDataLayout().getTypeAllocSize(A->getAllocatedType());
    return SE.getMulExpr(SE.getSizeOfExpr(T, Element), Number(A->getArraySize()));
  }
  if (auto *G = dyn_cast<GlobalVariable>(unwrap(V)))
    return SE.getConstant(T, H->F.getDataLayout().getTypeAllocSize(G->getValueType()));
  auto *Call = dyn_cast<CallBase>(unwrap(V));
  Attribute Size = Call ? Call->getFnAttr(Attribute::AllocSize) : Attribute();
  if (!Size.isValid())
    return nullptr;
  auto [Element, Count] = Size.getAllocSizeArgs();
  const SCEV *Bytes = Number(Call->getArgOperand(Element));
  return Count ? SE.getMulExpr(Bytes, Number(Call->getArgOperand(*Count))) : Bytes;
}

static constexpr const char *OverwrittenMark = "loopfuse.overwritten";
static constexpr const char *FoldedMark = "loopfuse.folded";

static void mark(Value *Memory, const char *Mark, bool Is = true) {
  if (!Is && !isMarked(*Memory, Mark))
    return;
  MDNode *Node = Is ? MDNode::get(Memory->getContext(), {}) : nullptr;
  if (auto *I = dyn_cast<Instruction>(Memory))
    I->setMetadata(Mark, Node);
  else
    cast<GlobalObject>(Memory)->setMetadata(Mark, Node);
}

// Does local memory hold nothing to begin with, or nothing that is read?
bool lf_is_uninitialised(LfHost *H, LLVMValueRef V) {
  auto &TLI = H->FAM.getResult<TargetLibraryAnalysis>(H->F);
  Type *Byte = Type::getInt8Ty(H->F.getContext());
  Value *Memory = unwrap(V);
  return isa<AllocaInst>(Memory) || isMarked(*Memory, OverwrittenMark) ||
         isa_and_nonnull<UndefValue>(getInitialValueOfAllocation(Memory, &TLI, Byte));
}

void lf_mark_overwritten(LLVMValueRef V, bool Is) { mark(unwrap(V), OverwrittenMark, Is); }

bool lf_is_folded(LLVMValueRef V) { return isMarked(*unwrap(V), FoldedMark); }

// An array is folded: what it holds is not where debuggers look for it any more.
void lf_mark_folded(LLVMValueRef V) {
  Value *Memory = unwrap(V);
  mark(Memory, FoldedMark);
  mark(Memory, OverwrittenMark, false);
  if (auto *G = dyn_cast<GlobalVariable>(Memory)) {
    G->eraseMetadata(LLVMContext::MD_dbg);
    return;
  }
  for (DbgVariableRecord *R : findDVRDeclares(Memory))
    R->setKillLocation();
  if (auto *Alloca = dyn_cast<AllocaInst>(Memory))
    for (DbgVariableRecord *R : at::getDVRAssignmentMarkers(Alloca)) {
      R->setKillLocation();
      R->setKillAddress();
    }
}

// Does V mark where Memory begins or ends to live, or give it back, and do nothing else with
// Pointer, which is all of it or null? A call that frees another of its arguments may do with
// this one what it likes, as may one of another family of allocators.
bool lf_ends_memory(LfHost *H, LLVMValueRef V, LLVMValueRef Pointer, LLVMValueRef Memory) {
  auto &TLI = H->FAM.getResult<TargetLibraryAnalysis>(H->F);
  auto *Call = dyn_cast<CallBase>(unwrap(V));
  if (!Call || isa<LifetimeIntrinsic>(Call))
    return Call;
  auto IsPointer = [&](const Use &U) { return U.get() == unwrap(Pointer); };
  // Nor is it given another part of it.
  auto IsOther = [&](const Use &U) {
    return !IsPointer(U) && U->getType()->isPointerTy() &&
           getUnderlyingObject(U.get(), /*MaxLookup=*/0) == unwrap(Memory);
  };
  return getFreedOperand(Call, &TLI) == unwrap(Pointer) &&
         count_if(Call->operands(), IsPointer) == 1 && none_of(Call->operands(), IsOther) &&
         getAllocationFamily(Call, &TLI) == getAllocationFamily(unwrap(Memory), &TLI);
}

// Does V give memory back by a function of the language's library, which does nothing with its
// other arguments?
bool lf_is_library_free(LfHost *H, LLVMValueRef V) {
  auto &TLI = H->FAM.getResult<TargetLibraryAnalysis>(H->F);
  auto *Call = dyn_cast<CallBase>(unwrap(V));
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  LibFunc Known;
  return Callee && !Call->hasOperandBundles() && TLI.getLibFunc(*Call, Known) &&
         isLibFreeFunction(Callee, Known);
}

bool lf_is_address_taken(LLVMBasicBlockRef B) {
  return unwrap(B)->hasAddressTaken();
}
}
