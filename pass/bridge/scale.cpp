// Loops of which one runs several iterations for each of another one:
//
//     for i in 0..n: a[i] = f(i)                  for i in 0..m: a[2 * i] = f(2 * i), a[2 * i + 1] = f(2 * i + 1)
//     for i in 0..m: b[i] = g(a[2 * i])     =>    for i in 2 * m..n: a[i] = f(i)
//                                                 for i in 0..m: b[i] = g(a[2 * i])
//
// Counts are LLVM's back-edge counts, one less than there are iterations: a loop may have as many iterations as its counter
// has values.

#include "host.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

extern "C" LLVMValueRef lf_freeze(LfHost *H, LLVMValueRef Position, LLVMValueRef V);
extern "C" void lf_recalculate_postdominators(LfHost *H);

// Numbers of iterations, the first one being 0.
struct LfScaled {
  // The last iteration of the shorter loop.
  LLVMValueRef Last;
  // The last one of the longer loop that belongs to one of those.
  LLVMValueRef LastOfLonger;
  // Has the longer loop as many, and no more if that is asked for, and is the shorter one long enough? That is not poison.
  // If not, the number above means nothing.
  LLVMValueRef Fits;
  // Has it more? Null if it has not.
  LLVMValueRef HasMore;
};

namespace {

// What a header phi goes on with is the phi, to which constants are added one after the other. Lets it be their sum: only
// then ScalarEvolution takes over that nothing overflows.
void mergeSteps(PHINode &Counter, BasicBlock *Latch) {
  auto *Next = dyn_cast<BinaryOperator>(Counter.getIncomingValueForBlock(Latch));
  if (!Next || !Counter.getType()->isIntegerTy())
    return;
  bool NUW = true, NSW = true;
  APInt Sum(Counter.getType()->getIntegerBitWidth(), 0);
  Value *At = Next;
  const APInt *Step;
  Value *Before;
  while (At != &Counter && match(At, m_Add(m_Value(Before), m_APInt(Step)))) {
    auto *Add = cast<OverflowingBinaryOperator>(At);
    bool Wraps = false, Turns = false;
    (void)Sum.uadd_ov(*Step, Wraps);
    Sum = Sum.sadd_ov(*Step, Turns);
    NUW &= Add->hasNoUnsignedWrap() && !Wraps;
    NSW &= Add->hasNoSignedWrap() && !Turns;
    At = Before;
  }
  if (At != &Counter || Next->getOperand(0) == &Counter)
    return;
  IRBuilder<> B(Next);
  Value *Merged = B.CreateAdd(&Counter, ConstantInt::get(Counter.getType(), Sum), "next", NUW, NSW);
  Next->replaceAllUsesWith(Merged);
  Next->eraseFromParent();
}

} // namespace

extern "C" {

// Computes these in front of Position, of counts that can be computed there. If Step is not null, the shorter loop is to step
// over Least bytes, so many in each iteration.
void lf_scaled(LfHost *H, LLVMValueRef Position, const SCEV *Longer, const SCEV *Shorter, uint64_t Times,
               const SCEV *Step, uint64_t Least, bool Exactly, LfScaled *Result) {
  ScalarEvolution &SE = H->se();
  auto *At = cast<Instruction>(unwrap(Position));
  Type *Wide = SE.getWiderType(Longer->getType(), Shorter->getType());
  Longer = SE.getNoopOrZeroExtend(Longer, Wide);
  Shorter = SE.getNoopOrZeroExtend(Shorter, Wide);
  // Equal, if it does not overflow.
  const SCEV *Product = SE.getMulExpr(Shorter, SE.getConstant(Wide, Times));
  bool IsExact = Longer == SE.getAddExpr(Product, SE.getConstant(Wide, Times - 1));
  SCEVExpander Expander(SE, "scaled");
  Value *All = Expander.expandCodeFor(Longer, Wide, At->getIterator());
  Value *Last = Expander.expandCodeFor(Shorter, Wide, At->getIterator());
  IRBuilder<> B(At);
  Value *Factor = ConstantInt::get(Wide, Times), *Others = ConstantInt::get(Wide, Times - 1);
  // Nothing overflows but what is not used then.
  Value *Most = B.CreateUDiv(B.CreateSub(All, Others), Factor, "most");
  Value *Fits = B.CreateLogicalAnd(B.CreateICmpUGE(All, Others), B.CreateICmpULE(Last, Most), "fits");
  Value *LastOfLonger = B.CreateNUWAdd(B.CreateNUWMul(Last, Factor), Others, "last.of.longer");
  if (Step) {
    // Whether it pays: what overflows is far enough.
    Value *Far = B.CreateMul(Last, Expander.expandCodeFor(SE.getTruncateOrSignExtend(Step, Wide), Wide, At->getIterator()));
    Fits = B.CreateLogicalAnd(Fits, B.CreateICmpUGE(Far, ConstantInt::get(Wide, Least)), "fits");
  }
  LLVMValueRef HasMore = nullptr;
  if (Exactly && !IsExact)
    Fits = B.CreateLogicalAnd(Fits, B.CreateICmpEQ(All, LastOfLonger), "fits");
  else if (!IsExact)
    HasMore = wrap(B.CreateICmpUGT(All, LastOfLonger, "has.more"));
  *Result = {wrap(Last), wrap(LastOfLonger), lf_freeze(H, Position, wrap(Fits)), HasMore};
}

// Lets each iteration of a loop do what so many did. It may be left behind each of these then, as far as LLVM does not
// know better. Counters are known not to overflow that were. False if that may not be.
bool lf_unroll(LfHost *H, Loop *L, uint64_t Times) {
  // All of it would go.
  if (H->se().getSmallConstantTripCount(L) == Times)
    return false;
  bool IsUnrolled = unroll(H, L, Times);
  // LLVM keeps the other tree only.
  lf_recalculate_postdominators(H);
  if (IsUnrolled)
    for (PHINode &Counter : L->getHeader()->phis())
      mergeSteps(Counter, L->getLoopLatch());
  return IsUnrolled;
}
}
