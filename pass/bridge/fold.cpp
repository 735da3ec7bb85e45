// Arrays that are folded onto some of their rows.

#include "host.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

// Memory of the call's own for the rows of a static array, as it was allocated.
struct LfOwnRows {
  // Where it begins; where it could not be had, or may not be used, where the array does.
  LLVMValueRef Begin;
  // Whether it is used.
  LLVMValueRef IsUsed;
};

namespace {

constexpr const char *OursMark = "loopfuse.own.rows";

// Whether all numbers are less than their limits, at Pos.
Value *areWithin(ArrayRef<LfLimit> Limits, Type *T, SCEVExpander &Expander, Instruction *Pos) {
  IRBuilder<> B(Pos);
  Value *Fits = B.getTrue();
  for (const LfLimit &Each : Limits) {
    Value *N = Expander.expandCodeFor(Each.Number, T, Pos->getIterator());
    Value *Less = B.CreateICmpULT(N, ConstantInt::get(T, Each.Limit));
    Fits = B.CreateAnd(Less, Fits, "fits");
  }
  return Fits;
}

// Calls in functions with debug information need a line.
void setLine(IRBuilder<> &B, Function &F) {
  if (DISubprogram *SP = F.getSubprogram(); SP && !B.getCurrentDebugLocation())
    B.SetCurrentDebugLocation(DILocation::get(F.getContext(), 0, 0, SP));
}

// Where the number of the last error is, which a program does not expect to change where it
// allocates nothing (glibc's and musl's name for it).
Value *errorNumber(IRBuilder<> &B, Function &F) {
  FunctionCallee Callee = F.getParent()->getOrInsertFunction(
      "__errno_location", FunctionType::get(B.getPtrTy(), false));
  CallInst *Call = B.CreateCall(Callee, {}, "errno");
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::WillReturn);
  Call->addFnAttr(Attribute::NoSync);
  return Call;
}

// A copy or fill finds a row elsewhere, aligned so far: what is said of the argument held where it was. That may be
// memory of this call's own on the stack, which no tail call may touch.
void forgetArgument(CallInst &Call, Value *Pointer, Align Known) {
  Call.setTailCallKind(CallInst::TCK_None);
  for (Use &Argument : Call.args())
    if (Argument == Pointer) {
      unsigned N = Call.getArgOperandNo(&Argument);
      Align Aligned = std::min(Call.getParamAlign(N).valueOrOne(), Known);
      for (auto Kind : {Attribute::Dereferenceable, Attribute::DereferenceableOrNull, Attribute::Alignment})
        Call.removeParamAttr(N, Kind);
      Call.addParamAttr(N, Attribute::getWithAlignment(Call.getContext(), Aligned));
    }
}

void markAsOurs(Value *V) {
  if (auto *I = dyn_cast<Instruction>(V))
    I->setMetadata(OursMark, MDNode::get(I->getContext(), {}));
}

} // namespace

bool isForOwnRows(const Instruction &I) { return isMarked(I, OursMark); }

extern "C" {

// May code be added that allocates memory on the heap, and gives it back, unseen?
bool lf_has_heap(LfHost *H) {
  auto &TLI = H->FAM.getResult<TargetLibraryAnalysis>(H->F);
  Module *M = H->F.getParent();
  const Triple &Target = M->getTargetTriple();
  bool HasErrno = Target.isOSLinux() && (Target.isGNUEnvironment() || Target.isMusl());
  // The program's own may use this function.
  auto IsOwn = [&](const char *Name) {
    Function *Callee = M->getFunction(Name);
    return Callee && !Callee->isDeclaration();
  };
  return HasErrno && !IsOwn("malloc") && !IsOwn("free") && isLibFuncEmittable(M, &TLI, LibFunc_malloc) &&
         isLibFuncEmittable(M, &TLI, LibFunc_free);
}

// Memory for Rows rows of Pitch bytes, which lives from Position to End, and is used in place of
// a static array unless one of Limits is not kept: Bytes of the stack or, if that is 0, a block
// of the heap.
void lf_own_rows(LfHost *H, LLVMValueRef Array, LLVMValueRef Position, LLVMValueRef End,
                 const SCEV *Pitch, uint64_t Rows, uint64_t Bytes, const LfLimit *Limits,
                 size_t LimitCount, LfOwnRows *Own) {
  auto *G = cast<GlobalVariable>(unwrap(Array));
  auto *Pos = cast<Instruction>(unwrap(Position));
  Type *T = Pitch->getType();
  SCEVExpander Expander(H->se(), "row");
  Value *Used = areWithin(ArrayRef(Limits, LimitCount), T, Expander, Pos);
  IRBuilder<> B(Pos), AtEnd(cast<Instruction>(unwrap(End)));
  // Where control goes around the loops, numbers may be poison.
  if (!isa<Constant>(Used))
    Used = B.CreateFreeze(Used, "fits.fr");
  setLine(B, H->F);
  setLine(AtEnd, H->F);
  Value *Memory;
  if (Bytes) {
    BasicBlock &Entry = H->F.getEntryBlock();
    auto *Alloca = IRBuilder<>(&Entry, Entry.begin())
                       .CreateAlloca(ArrayType::get(B.getInt8Ty(), Bytes), nullptr,
                                     G->getName() + ".rows");
    // More than vectors need would only cost room.
    Alloca->setAlignment(std::clamp(G->getAlign().valueOrOne(), Align(16), Align(64)));
    B.CreateLifetimeStart(Alloca);
    AtEnd.CreateLifetimeEnd(Alloca);
    Memory = Alloca;
  } else {
    auto &TLI = H->FAM.getResult<TargetLibraryAnalysis>(H->F);
    Value *Row = Expander.expandCodeFor(Pitch, T, Pos->getIterator());
    if (!isa<Constant>(Row))
      Row = B.CreateFreeze(Row, "row.fr");
    Value *Size = B.CreateMul(Row, ConstantInt::get(T, Rows), "rows.bytes");
    Size = B.CreateSelect(Used, Size, ConstantInt::get(T, 0));
    // What was said of the function does not hold any more.
    H->F.removeFnAttr(Attribute::NoSync);
    H->F.removeFnAttr(Attribute::Memory);
    Value *Errno = errorNumber(B, H->F);
    // Volatile, as LLVM takes malloc to write no memory that it knows.
    auto Kept = [&](IRBuilder<> &Here, auto Call) {
      Value *Old = Here.CreateLoad(Here.getInt32Ty(), Errno, /*isVolatile=*/true, "errno.old");
      Value *Result = Call();
      for (Value *V : {Old, Result, (Value *)Here.CreateStore(Old, Errno, /*isVolatile=*/true)})
        markAsOurs(V);
      return Result;
    };
    Memory = Kept(B, [&] { return emitMalloc(Size, B, H->F.getDataLayout(), &TLI); });
    Memory->setName(G->getName() + ".rows");
    Kept(AtEnd, [&]() -> Value * { return AtEnd.CreateFree(Memory); });
    Used = B.CreateAnd(Used, B.CreateIsNotNull(Memory), "rows.used");
  }
  bool Always = isa<ConstantInt>(Used) && cast<ConstantInt>(Used)->isOne();
  Own->Begin = wrap(Always ? Memory : B.CreateSelect(Used, Memory, G, "rows.begin"));
  Own->IsUsed = wrap(Used);
}

// Lets I, which accesses a row of Pitch bytes at Pointer, access what that row is folded onto: row by row modulo Rows, a
// power of two. Row is its number at Position. What it is moved by is computed in front of Position. Nothing moves where one of Limits
// is not kept; of a static Array, where Own is not used.
void lf_fold_access(LfHost *H, LLVMValueRef I, LLVMValueRef Pointer, LLVMValueRef Position,
                    const SCEV *Row, const SCEV *Pitch, uint64_t Rows,
                    const LfLimit *Limits, size_t LimitCount, LLVMValueRef Array,
                    const LfOwnRows *Own) {
  ScalarEvolution &SE = H->se();
  auto *Access = cast<Instruction>(unwrap(I));
  auto *Pos = cast<Instruction>(unwrap(Position));
  Value *From = unwrap(Pointer);
  Type *T = Row->getType();
  SCEVExpander Expander(SE, "row");
  Value *Number = Expander.expandCodeFor(Row, T, Pos->getIterator());
  Value *Bytes = Expander.expandCodeFor(Pitch, T, Pos->getIterator());
  Value *Moves = Own ? unwrap(Own->IsUsed)
                     : areWithin(ArrayRef(Limits, LimitCount), T, Expander, Pos);
  IRBuilder<> B(Pos);
  Value *Mask = ConstantInt::getSigned(T, -int64_t(Rows));
  Mask = B.CreateSelect(Moves, Mask, ConstantInt::get(T, 0));
  Value *Back = B.CreateMul(B.CreateAnd(Number, Mask), Bytes, "folded");
  Back = B.CreateNeg(Back);
  B.SetInsertPoint(Access);
  // Rows may begin anywhere.
  unsigned Zeros = std::min<unsigned>(SE.getMinTrailingZeros(Pitch), 32);
  Align Known(uint64_t(1) << Zeros);
  Value *To;
  if (Own) {
    Value *Offset = B.CreateSub(B.CreatePtrToInt(From, T), B.CreatePtrToInt(unwrap(Array), T));
    To = B.CreatePtrAdd(unwrap(Own->Begin), B.CreateAdd(Offset, Back), From->getName() + ".folded");
    auto *Alloca = dyn_cast<AllocaInst>(unwrap(Own->Begin));
    Known = std::min(Known, Alloca ? Alloca->getAlign()
                                   : H->F.getDataLayout().getPointerABIAlignment(0));
  } else {
    To = B.CreatePtrAdd(From, Back, From->getName() + ".folded");
  }
  // Rows far apart share their bytes now: what says that they do not is wrong.
  Access->dropUnknownNonDebugMetadata();
  if (auto *Call = dyn_cast<CallInst>(Access))
    forgetArgument(*Call, From, Known);
  else
    setLoadStoreAlignment(Access, std::min(getLoadStoreAlignment(Access), Known));
  Access->replaceUsesOfWith(From, To);
}
}
