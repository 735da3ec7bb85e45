// Strip-mining of a loop over all elements of rows, so that it is a nest over rows, as its siblings are:
//
//     for i in 0..rows * length: body(i)  =>  for y in 0..rows: for x in 0..length: body(y * length + x)
//
// Both run the same iterations in the same order if `rows` and `length` are positive and their product does not
// overflow. What is computed for the nest does not overflow then: no `y * length + x` exceeds the product, which
// is what the loop counted to. Strip-mining is a classic transformation (Wolfe, "High Performance Compilers for
// Parallel Computing"); LLVM has the way back, LoopFlatten.

#include "host.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

extern "C" LLVMValueRef lf_freeze(LfHost *H, LLVMValueRef Position, LLVMValueRef V);
extern "C" void lf_set_loop_attributes(Loop *L, MDNode *const *Attributes, size_t Count);

namespace {

// Products of more factors are not looked at.
constexpr size_t MostFactors = 8;

// A loop that counts from 0 up to a number and does nothing else that the next iteration or what follows it sees.
struct Counted {
  PHINode *Number = nullptr;
  Instruction *Next = nullptr;
  Value *Limit = nullptr;
};

bool findCounted(Loop *L, Counted &Found) {
  BasicBlock *Latch = L->getLoopLatch(), *Exit = L->getUniqueExitBlock(), *Header = L->getHeader();
  if (!L->isLoopSimplifyForm() || !Exit || L->getExitingBlock() != Latch || !Exit->phis().empty() ||
      !hasSingleElement(Header->phis()))
    return false;
  Found.Number = &*Header->phis().begin();
  auto *Branch = cast<BranchInst>(Latch->getTerminator());
  CmpPredicate Predicate;
  Value *Next = Found.Number->getIncomingValueForBlock(Latch);
  bool Leaves = Branch->getSuccessor(0) == Exit;
  if (!match(Branch->getCondition(), m_c_ICmp(Predicate, m_Specific(Next), m_Value(Found.Limit))) ||
      !match(Next, m_c_Add(m_Specific(Found.Number), m_One())) ||
      !match(Found.Number->getIncomingValueForBlock(L->getLoopPreheader()), m_Zero()) ||
      !L->isLoopInvariant(Found.Limit))
    return false;
  CmpInst::Predicate Stays = Predicate;
  if (Leaves)
    Stays = CmpInst::getInversePredicate(Stays);
  Found.Next = cast<Instruction>(Next);
  return Stays == CmpInst::ICMP_NE || Stays == CmpInst::ICMP_SLT || Stays == CmpInst::ICMP_ULT;
}

Value *withoutExtension(Value *V) {
  Value *Narrow;
  return match(V, m_ZExtOrSExt(m_Value(Narrow))) ? Narrow : V;
}

// The product that a loop counts to, in its own width.
Value *productOf(Loop *L) {
  Counted Found;
  return findCounted(L, Found) ? withoutExtension(Found.Limit) : nullptr;
}

// Is that a product, or a number shifted by a constant? `A` and `B` are its factors.
bool isProduct(Value *V, Value *&A, Value *&B) {
  const APInt *Bits;
  if (match(V, m_Mul(m_Value(A), m_Value(B))))
    return true;
  unsigned Width = V->getType()->getScalarSizeInBits();
  if (!match(V, m_Shl(m_Value(A), m_APInt(Bits))) || Bits->uge(Width - 1))
    return false;
  B = ConstantInt::get(V->getType(), APInt::getOneBitSet(Width, Bits->getZExtValue()));
  return true;
}

// Visits factors as long as Visit says so.
bool visitFactors(Value *V, function_ref<bool(Value *)> Visit) {
  Value *A, *B;
  return isProduct(V, A, B) ? visitFactors(A, Visit) && visitFactors(B, Visit) : Visit(V);
}

bool hasFactor(Value *V, const Value *Factor) {
  return !visitFactors(V, [&](const Value *Other) { return Other != Factor; });
}

// Is a product poison if it overflows, whatever its factors are?
bool isExact(Value *V) {
  Value *A, *B;
  return !isProduct(V, A, B) ||
         (cast<OverflowingBinaryOperator>(V)->hasNoSignedWrap() && isExact(A) && isExact(B));
}

Value *multiply(IRBuilder<> &B, bool IsExact, Value *X, Value *Y) {
  return B.CreateMul(X, Y, "length", /*HasNUW=*/false, IsExact);
}

// A product of values that dominate the place where it is computed.
Value *computed(IRBuilder<> &B, DominatorTree &DT, Value *V) {
  Value *X, *Y;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || DT.dominates(I, &*B.GetInsertPoint()) || !isProduct(V, X, Y))
    return V;
  bool IsExact = cast<OverflowingBinaryOperator>(V)->hasNoSignedWrap();
  return multiply(B, IsExact, computed(B, DT, X), computed(B, DT, Y));
}

// A product without one of its factors; null for one. If the product is exact and the factor not zero, the rest is no
// greater, and exact. If some part of the product may have overflowed, the rest may be greater.
Value *without(IRBuilder<> &B, DominatorTree &DT, Value *Product, const Value *Factor, bool IsExact) {
  Value *X, *Y;
  if (auto *Whole = dyn_cast<ConstantInt>(Product))
    return ConstantInt::get(Whole->getType(), Whole->getValue().udiv(cast<ConstantInt>(Factor)->getValue()));
  if (Product == Factor || !isProduct(Product, X, Y))
    return nullptr;
  if (!hasFactor(X, Factor))
    std::swap(X, Y);
  Value *Rest = without(B, DT, X, Factor, IsExact), *Other = computed(B, DT, Y);
  return Rest ? multiply(B, IsExact, Rest, Other) : Other;
}

// Lets all that uses a number use another one, which is Wide, but those that only count by it. Adds what may have no
// use then.
void replaceUses(IRBuilder<> &B, Instruction *Old, Value *Wide, ArrayRef<const Value *> Kept,
                 SmallVectorImpl<WeakTrackingVH> &Unused) {
  Value *New = B.CreateTrunc(Wide, Old->getType(), "", /*IsNUW=*/true, /*IsNSW=*/true);
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgUsers(Old, Records);
  for (DbgVariableRecord *Record : Records)
    Record->replaceVariableLocationOp(Old, New);
  SmallVector<User *, 8> Users(Old->users());
  for (User *U : Users) {
    if (is_contained(Kept, U))
      continue;
    if (isa<SExtInst, ZExtInst>(U) && U->getType() == Wide->getType()) {
      U->replaceAllUsesWith(Wide);
      Unused.push_back(U);
    } else {
      U->replaceUsesOfWith(Old, New);
    }
  }
  Unused.append({New, Wide});
}

} // namespace

extern "C" {

// The factors of the number of iterations of a loop that may be strip-mined; none of other loops.
void lf_flat_factors(Loop *L, LfPush Push, void *Vector) {
  Value *Product = productOf(L), *A, *B;
  SmallVector<Value *, MostFactors> Factors;
  auto Collect = [&](Value *Factor) {
    Factors.push_back(Factor);
    return Factors.size() < MostFactors;
  };
  if (Product && isProduct(Product, A, B) && visitFactors(Product, Collect))
    for (Value *Factor : Factors)
      Push(Vector, wrap(Factor));
}

// The number of iterations of a loop that may be strip-mined if that is a constant of up to 64 bits, else 0.
uint64_t lf_flat_constant(Loop *L) {
  auto *Count = dyn_cast_or_null<ConstantInt>(productOf(L));
  return Count && Count->getBitWidth() <= 64 && !Count->isNegative() ? Count->getZExtValue() : 0;
}

// One of the factors of that, as a value.
LLVMValueRef lf_constant_rows(Loop *L, uint64_t Rows) {
  return wrap(ConstantInt::get(productOf(L)->getType(), Rows));
}

// What is left of that number for each of as many rows as one of its factors says, and whether both are positive and
// make up the number; that is not poison. In front of Position, which the factors dominate. A length that is no constant has
// to be Least, too.
LLVMValueRef lf_row_length(LfHost *H, LLVMValueRef Position, Loop *L, LLVMValueRef Rows, uint64_t Least,
                           LLVMValueRef *IsWhole) {
  IRBuilder<> B(cast<Instruction>(unwrap(Position)));
  Value *Product = productOf(L);
  bool IsExact = isExact(Product);
  Value *Length = without(B, H->dt(), Product, unwrap(Rows), IsExact);
  assert(Length && "one of several factors");
  Value *Zero = ConstantInt::get(Product->getType(), 0);
  Value *TooShort = isa<Constant>(Length) ? Zero : ConstantInt::get(Product->getType(), Least - 1);
  // Where there are no rows, nothing is asked of their length, which may be poison then.
  Value *Whole = B.CreateLogicalAnd(B.CreateICmpSGT(unwrap(Rows), Zero), B.CreateICmpSGT(Length, TooShort));
  if (!IsExact) {
    Value *Both = B.CreateBinaryIntrinsic(Intrinsic::smul_with_overflow, unwrap(Rows), Length);
    Whole = B.CreateLogicalAnd(Whole, B.CreateNot(B.CreateExtractValue(Both, 1)));
  }
  *IsWhole = lf_freeze(H, Position, wrap(Whole));
  return wrap(Length);
}

// Lets a branch around such a loop ask whether there are rows, as it is written around siblings, if it asks no more
// than whether there are iterations.
void lf_guard_by_rows(LfHost *H, Loop *L, LLVMBasicBlockRef Block, LLVMValueRef Rows, bool RunsIf) {
  auto *Branch = cast<BranchInst>(unwrap(Block)->getTerminator());
  Value *Product = productOf(L), *Zero = ConstantInt::get(Product->getType(), 0);
  auto *IsPositive = new ICmpInst(CmpInst::ICMP_SGT, Product, Zero);
  auto Implied = isImpliedCondition(IsPositive, Branch->getCondition(), H->F.getDataLayout());
  IsPositive->deleteValue();
  if (Implied != RunsIf)
    return;
  IRBuilder<> B(Branch);
  Branch->setCondition(B.CreateICmp(RunsIf ? CmpInst::ICMP_SGT : CmpInst::ICMP_SLE, unwrap(Rows), Zero));
}

// Makes a nest of a loop, where rows are positive and make up the number of iterations. Returns the loop over rows.
// The dominator tree is out of date then.
Loop *lf_strip_mine(LfHost *H, Loop *L, LLVMValueRef Rows, LLVMValueRef Length) {
  Counted Found;
  findCounted(L, Found);
  BasicBlock *Preheader = L->getLoopPreheader(), *Header = L->getHeader(), *Latch = L->getLoopLatch(),
             *Exit = L->getUniqueExitBlock();
  H->se().forgetTopmostLoop(L);

  LLVMContext &C = Header->getContext();
  auto *RowHeader = BasicBlock::Create(C, "row", &H->F, Header);
  auto *Enter = BasicBlock::Create(C, "row.enter", &H->F, Header);
  auto *Leave = BasicBlock::Create(C, "row.leave", &H->F, Exit);
  auto *RowLatch = BasicBlock::Create(C, "row.end", &H->F, Exit);
  Preheader->getTerminator()->replaceSuccessorWith(Header, RowHeader);
  Header->replacePhiUsesWith(Preheader, Enter);

  // No number is negative, so that all stay what they are when they are extended; they are as wide as addresses
  // where LLVM makes them so in siblings.
  Type *Narrow = Found.Number->getType(), *Wide = H->F.getDataLayout().getIndexType(C, 0);
  if (Wide->getScalarSizeInBits() < Narrow->getScalarSizeInBits())
    Wide = Narrow;
  IRBuilder<> B(Preheader->getTerminator());
  Value *Count = B.CreateZExt(unwrap(Rows), Narrow, "rows", /*IsNonNeg=*/true);
  Value *Width = B.CreateZExt(unwrap(Length), Narrow, "length", /*IsNonNeg=*/true);
  Value *Pitch = B.CreateSExt(unwrap(Length), Wide, "pitch");
  auto IsEnd = [&](Value *Next, Value *Limit) { return B.CreateICmpEQ(Next, Limit, "is.end"); };

  B.SetInsertPoint(RowHeader);
  B.SetCurrentDebugLocation(Latch->getTerminator()->getDebugLoc());
  PHINode *Y = B.CreatePHI(Narrow, 2, "y");
  Value *Begin =
      B.CreateMul(B.CreateSExt(Y, Wide), Pitch, "row.begin", /*HasNUW=*/true, /*HasNSW=*/true);
  // As it is written in siblings, too.
  Value *Zero = ConstantInt::get(unwrap(Length)->getType(), 0);
  B.CreateCondBr(B.CreateICmpSGT(unwrap(Length), Zero), Enter, RowLatch);
  B.SetInsertPoint(Enter);
  B.CreateBr(Header);
  B.SetInsertPoint(Leave);
  B.CreateBr(RowLatch);
  B.SetInsertPoint(RowLatch);
  Value *One = ConstantInt::get(Narrow, 1);
  Value *NextY = B.CreateAdd(Y, One, "y.next", /*HasNUW=*/true, /*HasNSW=*/true);
  B.CreateCondBr(IsEnd(NextY, Count), Exit, RowHeader);
  Y->addIncoming(ConstantInt::get(Narrow, 0), Preheader);
  Y->addIncoming(NextY, RowLatch);

  auto *Branch = cast<BranchInst>(Latch->getTerminator());
  B.SetInsertPoint(Branch);
  auto *RowBranch = B.CreateCondBr(IsEnd(Found.Next, Width), Leave, Header);
  MDNode *ID = Branch->getMetadata(LLVMContext::MD_loop);
  RowBranch->setMetadata(LLVMContext::MD_loop, ID);
  SmallVector<WeakTrackingVH, 8> Unused{Branch->getCondition()};
  Value *Counts = RowBranch->getCondition();
  Branch->eraseFromParent();

  B.SetInsertPoint(Header, Header->getFirstNonPHIIt());
  Value *Extended = B.CreateSExt(Found.Number, Wide);
  auto Plus = [&](Value *From, Value *Number, const Twine &Name) {
    return B.CreateAdd(From, Number, Name, /*HasNUW=*/true, /*HasNSW=*/true);
  };
  Value *Flat = Plus(Begin, Extended, "flat");
  B.SetInsertPoint(Found.Next->getNextNode());
  Value *FlatNext = Plus(Flat, ConstantInt::get(Wide, 1), "flat.next");
  replaceUses(B, Found.Next, FlatNext, {Found.Number, Counts}, Unused);
  B.SetInsertPoint(cast<Instruction>(Flat)->getNextNode());
  replaceUses(B, Found.Number, Flat, {Found.Next, Extended, Flat}, Unused);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Unused);

  Loop *Outer = loopAround(H, L, RowHeader, {Enter, Leave, RowLatch});
  // Where it stands.
  if (ID)
    Outer->setLoopID(ID);
  lf_set_loop_attributes(Outer, nullptr, 0);
  return Outer;
}
}
