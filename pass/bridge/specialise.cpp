// Loops that come in several versions, of which a test chooses one, as flang writes them for arrays
// that may be contiguous. What a copy of such loops is made of, in which all tests are decided.

#include "host.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Does a condition say that variables equal constants, all of them, where it is true (false)?
bool saysEqual(Value *Condition, bool IfTrue, unsigned Depth = 8) {
  Value *A, *B;
  if (Depth && (IfTrue ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
                       : match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))))
    return saysEqual(A, IfTrue, Depth - 1) && saysEqual(B, IfTrue, Depth - 1);
  CmpPredicate Predicate;
  const APInt *Constant;
  return match(Condition, m_ICmp(Predicate, m_Value(A), m_APInt(Constant))) &&
         Predicate == (IfTrue ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE);
}

// Collects what must be multiples of 2^Bits for S to be one; false if that is not known. Sums and
// products that overflow stay multiples.
bool collectFactors(ScalarEvolution &SE, const SCEV *S, unsigned Bits,
                    SmallVectorImpl<Value *> &Factors) {
  if (SE.getMinTrailingZeros(S) >= Bits)
    return true;
  if (auto *U = dyn_cast<SCEVUnknown>(S)) {
    Factors.push_back(U->getValue());
    return !isa<Constant>(U->getValue());
  }
  auto Collect = [&](const SCEV *Part) { return collectFactors(SE, Part, Bits, Factors); };
  if (isa<SCEVAddExpr, SCEVAddRecExpr>(S))
    return all_of(S->operands(), Collect);
  auto *Product = dyn_cast<SCEVMulExpr>(S);
  auto IsVariable = [](const SCEV *Part) { return isa<SCEVUnknown>(Part); };
  return Product && any_of(make_filter_range(Product->operands(), IsVariable), Collect);
}

// The X of `gep T, P, (X >> k)`, if T has 2^k bytes, and X the width of addresses.
Value *offsetOf(const GetElementPtrInst *G) {
  const DataLayout &Layout = G->getDataLayout();
  Value *X;
  const APInt *Bits;
  if (G->getNumIndices() != 1 || G->getType()->isVectorTy() ||
      !match(G->idx_begin()->get(), m_AShr(m_Value(X), m_APInt(Bits))))
    return nullptr;
  TypeSize Size = Layout.getTypeAllocSize(G->getSourceElementType());
  bool Is = !Size.isScalable() && Bits->ult(Layout.getIndexTypeSizeInBits(G->getType()) - 1) &&
            Size.getFixedValue() == uint64_t(1) << Bits->getZExtValue() &&
            X->getType() == Layout.getIndexType(G->getType());
  return Is ? X : nullptr;
}

// Finds the one variable of A that B has another one for, if that is all the difference. Variables
// are integers: equal pointers do not stand for each other, they may be of different objects.
bool findOther(const SCEV *A, const SCEV *B, std::pair<Value *, Value *> &Found) {
  if (A == B)
    return true;
  // What comes behind the least one so far is not looked at, and may be poison.
  if (A->getSCEVType() != B->getSCEVType() || A->getType() != B->getType() ||
      isa<SCEVSequentialMinMaxExpr>(A))
    return false;
  if (auto *U = dyn_cast<SCEVUnknown>(A)) {
    std::pair<Value *, Value *> Both(U->getValue(), cast<SCEVUnknown>(B)->getValue());
    if (!A->getType()->isIntegerTy() || isa<Constant>(Both.first) || isa<Constant>(Both.second))
      return false;
    if (!Found.first)
      Found = Both;
    return Found == Both;
  }
  return !A->operands().empty() && A->operands().size() == B->operands().size() &&
         all_of(zip(A->operands(), B->operands()), [&](auto Parts) {
           return findOther(std::get<0>(Parts), std::get<1>(Parts), Found);
         });
}

} // namespace

extern "C" {

// For which value a condition says that variables equal constants: 1 (true), 0, or -1 (neither).
int lf_says_equal(LLVMValueRef Condition) {
  for (bool IfTrue : {true, false})
    if (saysEqual(unwrap(Condition), IfTrue))
      return IfTrue;
  return -1;
}

// The bytes of an element if V is an address `gep T, P, (X >> k)`, and X seen to be a multiple of
// them where all that is pushed is; else 0.
uint64_t lf_rounded_offset(LfHost *H, LLVMValueRef V, LfPush Push, void *Vector) {
  auto *G = dyn_cast<GetElementPtrInst>(unwrap(V));
  Value *X = G ? offsetOf(G) : nullptr;
  if (!X)
    return 0;
  uint64_t Unit = H->F.getDataLayout().getTypeAllocSize(G->getSourceElementType());
  SmallVector<Value *, 4> Factors;
  if (!collectFactors(H->se(), H->se().getSCEV(X), Log2_64(Unit), Factors))
    return 0;
  for (Value *Factor : Factors)
    Push(Vector, wrap(Factor));
  return Unit;
}

// Lets such an address say that nothing is rounded: `gep i8, P, X`.
void lf_drop_rounding(LfHost *H, LLVMValueRef V) {
  auto *G = cast<GetElementPtrInst>(unwrap(V));
  IRBuilder<> B(G);
  Value *Bytes = B.CreatePtrAdd(G->getPointerOperand(), offsetOf(G));
  Bytes->takeName(G);
  H->se().forgetValue(G);
  G->replaceAllUsesWith(Bytes);
  G->eraseFromParent();
}

// Is V a multiple of Unit, a power of two, and not negative? Computed in front of Position.
LLVMValueRef lf_is_multiple(LLVMValueRef Position, LLVMValueRef V, uint64_t Unit) {
  IRBuilder<> B(cast<Instruction>(unwrap(Position)));
  Value *Rest = B.CreateAnd(unwrap(V), Unit - 1);
  Value *IsWhole = B.CreateICmpEQ(Rest, ConstantInt::get(Rest->getType(), 0), "whole");
  Value *IsUpwards = B.CreateICmpSGE(unwrap(V), ConstantInt::get(Rest->getType(), 0), "upwards");
  return wrap(B.CreateAnd(IsWhole, IsUpwards));
}

// The variable of A that B has another one for, and that; false if that is not all the difference.
bool lf_other_variable(const SCEV *A, const SCEV *B, LLVMValueRef *OfA, LLVMValueRef *OfB) {
  std::pair<Value *, Value *> Found;
  if (!findOther(A, B, Found) || !Found.first)
    return false;
  *OfA = wrap(Found.first);
  *OfB = wrap(Found.second);
  return true;
}

// What a load reads if the guard holds that it was raised over, or in any case; null of other values.
LLVMValueRef lf_guarded_place(LLVMValueRef V) {
  auto *Load = dyn_cast<LoadInst>(unwrap(V));
  auto *Either = Load ? dyn_cast<SelectInst>(Load->getPointerOperand()) : nullptr;
  if (!Either)
    return Load ? wrap(Load->getPointerOperand()) : nullptr;
  bool IsSecond = isa<AllocaInst>(Either->getTrueValue());
  return wrap(IsSecond ? Either->getFalseValue() : Either->getTrueValue());
}

// Freezes V in front of Position, if it may be poison.
LLVMValueRef lf_freeze(LfHost *H, LLVMValueRef Position, LLVMValueRef V) {
  auto *I = cast<Instruction>(unwrap(Position));
  auto &AC = H->FAM.getResult<AssumptionAnalysis>(H->F);
  if (isGuaranteedNotToBeUndefOrPoison(unwrap(V), &AC, I, &H->dt()))
    return V;
  return wrap(IRBuilder<>(I).CreateFreeze(unwrap(V)));
}

LLVMValueRef lf_is_equal(LLVMValueRef Position, LLVMValueRef A, LLVMValueRef B) {
  IRBuilder<> Builder(cast<Instruction>(unwrap(Position)));
  return wrap(Builder.CreateICmpEQ(unwrap(A), unwrap(B), "equal"));
}
}
