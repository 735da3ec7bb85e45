// Scalar replacement: loads that find in a register what a store of the same or an earlier iteration has stored; and addresses that are
// one, so that LLVM sees it.

#include "host.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <map>

using namespace llvm;

namespace {

// A header phi of what the iteration before has computed.
PHINode *handOn(Loop *L, Value *First, Value *Next) {
  PHINode *P = PHINode::Create(First->getType(), 2, "carried");
  P->insertBefore(L->getHeader()->getFirstNonPHIIt());
  P->addIncoming(First, L->getLoopPreheader());
  P->addIncoming(Next, L->getLoopLatch());
  return P;
}

// A value of the last iteration of a loop with one exit.
Value *valueBehind(Loop *L, Value *V) {
  if (L->isLoopInvariant(V))
    return V;
  PHINode *P = PHINode::Create(V->getType(), 1, "last");
  P->insertBefore(L->getExitBlock()->begin());
  P->addIncoming(V, L->getExitingBlock());
  return P;
}

// An expression as it is in an iteration of L.
class AtIteration : public SCEVRewriteVisitor<AtIteration> {
  const Loop *L;
  uint64_t Number;

public:
  AtIteration(ScalarEvolution &SE, const Loop *L, uint64_t Number)
      : SCEVRewriteVisitor(SE), L(L), Number(Number) {}

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *E) {
    if (E->getLoop() != L)
      return E;
    return E->evaluateAtIteration(SE.getConstant(E->getStart()->getType(), Number), SE);
  }
};

} // namespace

extern "C" {

// A load of what a store stored Lag iterations before.
struct LfCarried {
  LLVMValueRef Load;
  uint64_t Lag;
};

// Lets loads and stores of an innermost loop that are known to use the same address as one that
// ran before in the same iteration use that one's: LLVM's redundancy elimination compares
// values. That one has run, so that its address is not poison, and it points into the same
// object, at the same place.
void lf_merge_addresses(LfHost *H, Loop *L) {
  if (!L->isInnermost())
    return;
  DenseMap<const SCEV *, Instruction *> First;
  LoopBlocksRPO Order(L);
  Order.perform(&H->li());
  for (BasicBlock *B : Order)
    for (Instruction &I : *B) {
      Value *Address = getLoadStorePointerOperand(&I);
      if (!Address || !isa<Instruction>(Address) || L->isLoopInvariant(Address))
        continue;
      auto [At, IsNew] = First.try_emplace(H->se().getSCEV(Address), &I);
      Value *Known = getLoadStorePointerOperand(At->second);
      if (!IsNew && Known->getType() == Address->getType() && H->dt().dominates(At->second, &I))
        I.setOperand(isa<StoreInst>(I) ? StoreInst::getPointerOperandIndex()
                                       : LoadInst::getPointerOperandIndex(),
                     Known);
    }
}

// Replaces loads by what Store stored in the same iteration of L, or in earlier ones, handed on from phi to
// phi. What it would have stored before the first iteration is loaded in front of the loop, from where the
// first iteration of a load finds it, or the next ones: a recurrence says nothing of iterations that the
// loop does not have. That is known to be there if some load finds it in the first
// iteration; else it is looked for only if the loop has the iteration in which a load would.
// What Earlier, Store's copy in a loop before, stored there in the Done iterations of that
// loop is handed on from there, so that nobody needs it in memory. Nor do the Later loads need
// it, those in the Rest iterations that go on where L stops, without the store: none of them
// finds anything but what was stored before.
void lf_carry(LfHost *H, Loop *L, LLVMValueRef Store, const LfCarried *Loads, size_t LoadCount,
              LLVMValueRef Earlier, uint64_t Done, const LfCarried *Later,
              size_t LaterCount, uint64_t Rest) {
  ScalarEvolution &SE = H->se();
  auto *S = cast<StoreInst>(unwrap(Store));
  ArrayRef<LfCarried> All(Loads, LoadCount);
  std::map<uint64_t, const SCEV *> Lags;
  for (const LfCarried &C : All) {
    Value *From = cast<LoadInst>(unwrap(C.Load))->getPointerOperand();
    Lags[C.Lag] = SE.getSCEV(From);
  }
  uint64_t Most = Lags.rbegin()->first;
  const SCEV *Count = SE.getBackedgeTakenCount(L);
  if (Most > 0 && isa<SCEVCouldNotCompute>(Count))
    return;
  Align Aligned = S->getAlign();
  for (const LfCarried &C : All)
    Aligned = std::min(Aligned, cast<LoadInst>(unwrap(C.Load))->getAlign());
  Instruction *End = L->getLoopPreheader()->getTerminator();
  SCEVExpander Expander(SE, "carried");
  // Where Store would have stored so many iterations before the first one.
  auto Place = [&](uint64_t Lag) {
    auto [Known, Address] = *Lags.lower_bound(Lag);
    return AtIteration(SE, L, Known - Lag).visit(Address);
  };
  bool Expands = Most == 0 ||
                 (Expander.isSafeToExpandAt(Count, End) &&
                  isUIntN(std::min<unsigned>(
                              64, SE.getTypeSizeInBits(Count->getType())),
                          Most));
  for (uint64_t Lag = Done + 1; Lag <= Most; ++Lag)
    Expands &= SE.isLoopInvariant(Place(Lag), L) && Expander.isSafeToExpandAt(Place(Lag), End);
  if (!Expands)
    return;
  auto Expand = [&](const SCEV *E) {
    return Expander.expandCodeFor(E, E->getType(), End->getIterator());
  };
  IRBuilder<> B(End);
  auto Load = [&](uint64_t Lag, Type *T) {
    Value *From = Expand(Place(Lag));
    if (!Lags.count(Lag)) {
      uint64_t Next = Lags.upper_bound(Lag)->first;
      const SCEV *Needed =
          SE.getConstant(Count->getType(), Next - Lag - std::min(Rest, Next - Lag));
      if (!SE.isKnownPredicate(ICmpInst::ICMP_UGE, Count, Needed)) {
        Value *Runs = B.CreateICmpUGE(Expand(Count), Expand(Needed));
        From = B.CreateSelect(Runs, From, Expand(Place(Next)), "place");
      }
    }
    return B.CreateAlignedLoad(T, From, Aligned, "before");
  };
  auto *Copy = cast_or_null<StoreInst>(unwrap(Earlier));
  // What the loop before stored in its last iteration, then in the one before that.
  Value *Last = Copy ? Copy->getValueOperand() : nullptr;
  SmallVector<Value *, 4> Carried = {S->getValueOperand()};
  for (uint64_t Lag = 1; Lag <= Most; ++Lag) {
    Value *Newer = Carried.back(), *Before;
    Type *T = Newer->getType();
    if (Lag <= Done) {
      Loop *Prologue = H->li().getLoopFor(Copy->getParent());
      Before = valueBehind(Prologue, Last);
      if (Lag < std::min(Most, Done))
        Last = handOn(Prologue, PoisonValue::get(T), Last);
    } else {
      Before = Load(Lag, T);
    }
    Carried.push_back(handOn(L, Before, Newer));
  }
  ArrayRef<LfCarried> Behind(Later, LaterCount);
  uint64_t MostBehind = 0;
  for (const LfCarried &C : Behind)
    MostBehind = std::max(MostBehind, C.Lag);
  SmallVector<Value *, 4> Left = {PoisonValue::get(Carried[0]->getType())};
  for (uint64_t Lag = 1; Lag <= MostBehind; ++Lag) {
    Loop *Remainder = H->li().getLoopFor(cast<LoadInst>(unwrap(Later->Load))->getParent());
    Left.push_back(handOn(Remainder, valueBehind(L, Carried[Lag - 1]), Left.back()));
  }
  auto Replace = [&](const LfCarried &C, ArrayRef<Value *> By) {
    auto *Replaced = cast<LoadInst>(unwrap(C.Load));
    SE.forgetValue(Replaced);
    Replaced->replaceAllUsesWith(By[C.Lag]);
    RecursivelyDeleteTriviallyDeadInstructions(Replaced);
  };
  for (const LfCarried &C : Behind)
    Replace(C, Left);
  for (const LfCarried &C : All)
    Replace(C, Carried);
}
}
