// Memory: what an instruction touches, objects, aliasing, effects of calls.

#include "host.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

// The location of a load or store without its offset: the object, whatever the
// iteration. Type-based tags hold for all iterations, scopes are dropped where
// the caller says that they are declared inside a loop.
MemoryLocation objectLocation(const Instruction *I, bool KeepScopes) {
  MemoryLocation Loc =
      MemoryLocation::get(I).getWithNewSize(LocationSize::beforeOrAfterPointer());
  if (!KeepScopes) {
    Loc.AATags.Scope = nullptr;
    Loc.AATags.NoAlias = nullptr;
  }
  return Loc;
}

bool hasOneLocation(const Instruction *I) {
  return isa<LoadInst, StoreInst>(I);
}

} // namespace

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
};

uint32_t lf_effects(LfHost *H, LLVMValueRef V) {
  auto *I = cast<Instruction>(unwrap(V));
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
  if (I->isAtomic())
    Bits |= LfAtomic;
  if (I->isVolatile())
    Bits |= LfVolatile;
  if (I->mayThrow(/*IncludePhaseOneUnwind=*/true))
    Bits |= LfMayThrow;
  if (!I->willReturn())
    Bits |= LfMayNotReturn;
  if (auto *CB = dyn_cast<CallBase>(I)) {
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

LLVMValueRef lf_underlying_object(LLVMValueRef Pointer) {
  return wrap(getUnderlyingObject(unwrap(Pointer)));
}

// May the two instructions, executed in any iterations of whatever loops they
// are in, touch the same memory, one of them writing?
bool lf_may_conflict(LfHost *H, LLVMValueRef VA, LLVMValueRef VB,
                     bool KeepScopes) {
  auto *A = cast<Instruction>(unwrap(VA)), *B = cast<Instruction>(unwrap(VB));
  if (!A->mayReadOrWriteMemory() || !B->mayReadOrWriteMemory())
    return false;
  if (!A->mayWriteToMemory() && !B->mayWriteToMemory())
    return false;
  BatchAAResults &AA = H->aa();
  if (hasOneLocation(A) && hasOneLocation(B))
    return !AA.isNoAlias(objectLocation(A, KeepScopes),
                         objectLocation(B, KeepScopes));
  if (hasOneLocation(A))
    std::swap(A, B);
  auto *CA = dyn_cast<CallBase>(A);
  if (!CA)
    return true;
  // Scopes of a call's own metadata cannot be dropped for one query.
  if (!KeepScopes && (CA->hasMetadata(LLVMContext::MD_noalias) ||
                      CA->hasMetadata(LLVMContext::MD_alias_scope)))
    return true;
  ModRefInfo MR;
  if (hasOneLocation(B)) {
    MR = AA.getModRefInfo(CA, objectLocation(B, KeepScopes));
    return B->mayWriteToMemory() ? isModOrRefSet(MR) : isModSet(MR);
  }
  auto *CB = dyn_cast<CallBase>(B);
  if (!CB)
    return true;
  return isModOrRefSet(AA.getModRefInfo(CA, CB)) ||
         isModOrRefSet(AA.getModRefInfo(CB, CA));
}

// Distinct objects, by alias analysis alone, whatever the offsets.
bool lf_objects_disjoint(LfHost *H, LLVMValueRef A, LLVMValueRef B) {
  return H->aa().isNoAlias(MemoryLocation::getBeforeOrAfter(unwrap(A)),
                           MemoryLocation::getBeforeOrAfter(unwrap(B)));
}

bool lf_is_address_taken(LLVMBasicBlockRef B) {
  return unwrap(B)->hasAddressTaken();
}
}
