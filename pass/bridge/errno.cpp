// The number of the last error, `errno`, which functions of mathematics set.
//
// It is an object of type int that the language's library makes. A program may read and write it by a
// pointer to int, so a load or store by such a pointer may be of it. One of a member of a struct or class
// is not: no struct of the program lies there. (ISO C, "Errors <errno.h>" and "Structure and union
// members"; clang's tags say which member of which type is accessed.)
//
// LLVM does not tell members from pointers to int. So it leaves `n` in a loop like
//
//     for (i = 0; i < g->n; i++) y[i] = sqrt(x[i]);
//
// and the number of iterations is unknown. Here it is loaded once, before all such loops. That is sound
// because nothing there writes it, and because a load is hoisted out of a loop only if the first
// iteration makes it, or is replaced by one that was made before it.

#include "host.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace {

// How far back writes are looked for.
constexpr unsigned MostBlocks = 256;

// Errors of library functions, by the number that errno gets.
enum class MathError { Unknown, Domain, Range };

// The only error that a function may have (ISO C, "Treatment of error conditions"; POSIX adds
// range errors for arguments near zero, where the result is about the argument).
MathError onlyError(LfHost *H, const Value *V) {
  LibFunc Func;
  auto *Call = cast<CallBase>(V);
  auto &TLI = H->FAM.getResult<TargetLibraryAnalysis>(H->F);
  if (!TLI.getLibFunc(*Call, Func))
    return MathError::Unknown;
  switch (Func) {
  case LibFunc_sqrt:
  case LibFunc_sqrtf:
  case LibFunc_sqrtl:
  case LibFunc_cos:
  case LibFunc_cosf:
  case LibFunc_cosl:
  case LibFunc_acos:
  case LibFunc_acosf:
  case LibFunc_acosl:
    return MathError::Domain;
  case LibFunc_exp:
  case LibFunc_expf:
  case LibFunc_expl:
  case LibFunc_exp2:
  case LibFunc_exp2f:
  case LibFunc_exp2l:
  case LibFunc_exp10:
  case LibFunc_exp10f:
  case LibFunc_exp10l:
  case LibFunc_expm1:
  case LibFunc_expm1f:
  case LibFunc_expm1l:
  case LibFunc_cosh:
  case LibFunc_coshf:
  case LibFunc_coshl:
  case LibFunc_sinh:
  case LibFunc_sinhf:
  case LibFunc_sinhl:
    return MathError::Range;
  default:
    return MathError::Unknown;
  }
}

// Is a member of a struct or class accessed, as its tag says?
bool isMember(const Instruction &I) {
  auto *Tag = I.getMetadata(LLVMContext::MD_tbaa);
  bool HasPath = Tag && Tag->getNumOperands() >= 3 && isa_and_nonnull<MDNode>(Tag->getOperand(0));
  return HasPath && Tag->getOperand(0) != Tag->getOperand(1);
}

// Loads of numbers that may pass by calls that set errno.
class LoadsPastErrno {
  LfHost *H;
  SmallVector<LoadInst *, 16> Loads;
  bool HasErrno = false, Changed = false;

public:
  explicit LoadsPastErrno(LfHost *H) : H(H) {
    for (BasicBlock *B : ReversePostOrderTraversal<Function *>(&H->F))
      for (Instruction &I : *B) {
        auto *Load = dyn_cast<LoadInst>(&I);
        if (Load && isPlainLoad(H, *Load) && isForPlace(*Load) && !mayBeErrno(H, *Load))
          Loads.push_back(Load);
        HasErrno |= H->li().getLoopFor(B) && onlySetsErrno(&I);
      }
  }

  // Makes each once, before the loops that make it; true if there are any.
  bool run() {
    if (!HasErrno)
      return false;
    auto Loops = H->li().getLoopsInPreorder();
    for (Loop *L : reverse(Loops))
      hoistFrom(L);
    for (unsigned At = 0; At < Loads.size();)
      if (merge(*Loads[At], ArrayRef(Loads).take_front(At)))
        Loads.erase(Loads.begin() + At);
      else
        ++At;
    return Changed;
  }

private:
  // Does I write what a load reads, in one iteration of all loops around both?
  bool writes(const Instruction &I, const LoadInst &Load) {
    if (!I.mayWriteToMemory() || onlySetsErrno(&I))
      return false;
    MemoryLocation Place = MemoryLocation::get(&Load);
    // Scopes may hold for one iteration only.
    Place.AATags.Scope = Place.AATags.NoAlias = nullptr;
    return isModSet(H->aa().getModRefInfo(&I, Place));
  }

  void hoistFrom(Loop *L) {
    BasicBlock *Preheader = L->getLoopPreheader();
    SimpleLoopSafetyInfo Safety;
    Safety.computeLoopSafetyInfo(L);
    for (LoadInst *Load : Loads) {
      auto Writes = [&](const BasicBlock *B) {
        return any_of(*B, [&](const Instruction &I) { return writes(I, *Load); });
      };
      if (!Preheader || !L->contains(Load) || !L->isLoopInvariant(Load->getPointerOperand()) ||
          !Safety.isGuaranteedToExecute(*Load, &H->dt(), L) || any_of(L->blocks(), Writes))
        continue;
      H->se().forgetValue(Load);
      Load->moveBefore(Preheader->getTerminator()->getIterator());
      Load->setMetadata(LLVMContext::MD_alias_scope, nullptr);
      Load->setMetadata(LLVMContext::MD_noalias, nullptr);
      Load->updateLocationAfterHoist();
      Changed = true;
    }
  }

  // Lets an equal load that is made before stand for one; false if there is none.
  bool merge(LoadInst &Load, ArrayRef<LoadInst *> Others) {
    for (LoadInst *Other : Others) {
      Loop *Around = H->li().getLoopFor(Other->getParent());
      bool IsEqual = Other->getPointerOperand() == Load.getPointerOperand() &&
                     Other->getType() == Load.getType() && (!Around || Around->contains(&Load));
      if (!IsEqual || !H->dt().dominates(Other, &Load) || isWrittenBetween(*Other, Load))
        continue;
      combineMetadataForCSE(Other, &Load, /*DoesKMove=*/false);
      H->se().forgetValue(&Load);
      Load.replaceAllUsesWith(Other);
      Load.eraseFromParent();
      return Changed = true;
    }
    return false;
  }

  // On any way from a load to an equal one that it dominates.
  bool isWrittenBetween(const LoadInst &First, const LoadInst &Last) {
    SmallPtrSet<const BasicBlock *, 16> Seen;
    SmallVector<std::pair<const BasicBlock *, const Instruction *>, 16> Left{
        {Last.getParent(), &Last}};
    while (!Left.empty()) {
      auto [B, End] = Left.pop_back_val();
      bool Begins = B == First.getParent() && (!End || First.comesBefore(End));
      for (const Instruction &I : *B) {
        if (&I == End)
          break;
        if (!(Begins && I.comesBefore(&First)) && writes(I, Last))
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
};

} // namespace

bool mayBeErrno(LfHost *H, const Instruction &I) {
  auto &AA = H->FAM.getResult<AAManager>(H->F);
  return !isMember(I) &&
         AA.aliasErrno(MemoryLocation::get(&I), H->F.getParent()) != AliasResult::NoAlias;
}

bool onlySetsErrno(const Value *V) {
  auto *Call = dyn_cast<CallBase>(V);
  return Call && Call->onlyWritesMemory() && !Call->doesNotAccessMemory() &&
         Call->getMemoryEffects().onlyAccessesErrnoMem();
}

// No library function sets it back: if both have one error only, and the same one, errno is that
// number in either order.
bool setErrnoInOrder(LfHost *H, const Value *A, const Value *B) {
  MathError E = onlyError(H, A);
  return E == MathError::Unknown || E != onlyError(H, B);
}

bool loadPastErrno(LfHost *H) { return LoadsPastErrno(H).run(); }

extern "C" {

bool lf_may_read_errno(LfHost *H, LLVMValueRef V) {
  auto *Load = dyn_cast<LoadInst>(unwrap(V));
  return Load && mayBeErrno(H, *Load);
}

bool lf_only_sets_errno(LLVMValueRef V) { return onlySetsErrno(unwrap(V)); }
}
