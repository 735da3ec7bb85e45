// Header phis that count: new ones, equal ones, and what they are some iterations later.

#include "host.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

extern "C" {

// Lets a loop run until its iteration number Last, an integer of any width: a counter of
// its own decides in the latch, whose branch leads to Header or elsewhere.
void lf_count_to(LLVMBasicBlockRef Preheader, LLVMBasicBlockRef Header,
                 LLVMBasicBlockRef Latch, LLVMValueRef Last) {
  BasicBlock *H = unwrap(Header), *L = unwrap(Latch);
  auto *Br = cast<BranchInst>(L->getTerminator());
  Value *End = unwrap(Last);
  PHINode *Counter = PHINode::Create(End->getType(), 2, "count", H->begin());
  IRBuilder<> B(Br);
  Value *Next = B.CreateNUWAdd(Counter, ConstantInt::get(End->getType(), 1),
                               "count.next");
  Counter->addIncoming(ConstantInt::get(End->getType(), 0), unwrap(Preheader));
  Counter->addIncoming(Next, L);
  CmpInst::Predicate Stay = Br->getSuccessor(0) == H ? CmpInst::ICMP_NE
                                                     : CmpInst::ICMP_EQ;
  Br->setCondition(B.CreateICmp(Stay, Counter, End));
}

// Replaces header phis of L that recur alike by one of them.
void lf_merge_inductions(LfHost *H, Loop *L) {
  SmallVector<WeakTrackingVH, 16> Dead;
  SCEVExpander Expander(H->se(), "loopfuse");
  auto &TTI = H->FAM.getResult<TargetIRAnalysis>(H->F);
  Expander.replaceCongruentIVs(L, &H->dt(), Dead, &TTI);
  for (WeakTrackingVH &V : Dead)
    if (V)
      if (auto *I = dyn_cast<Instruction>(V))
        RecursivelyDeleteTriviallyDeadInstructions(I);
}

// What a header phi of L is after so many iterations and, unless that is null, More besides, in
// front of Position; null if that is no expression of its start.
LLVMValueRef lf_value_after(LfHost *H, Loop *L, LLVMValueRef Phi, uint64_t Iterations,
                            LLVMValueRef More, LLVMValueRef Position) {
  ScalarEvolution &SE = H->se();
  auto *P = cast<PHINode>(unwrap(Phi));
  auto *Pos = cast<Instruction>(unwrap(Position));
  if (!SE.isSCEVable(P->getType()))
    return nullptr;
  auto *R = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(P));
  if (!R || R->getLoop() != L || !R->isAffine())
    return nullptr;
  const SCEV *Step = R->getStepRecurrence(SE);
  const SCEV *Times = SE.getConstant(Step->getType(), Iterations);
  if (More)
    Times = SE.getAddExpr(Times, SE.getTruncateOrZeroExtend(SE.getSCEV(unwrap(More)),
                                                            Step->getType()));
  const SCEV *After = SE.getAddExpr(R->getStart(), SE.getMulExpr(Times, Step));
  SCEVExpander Expander(SE, "after");
  if (!Expander.isSafeToExpandAt(After, Pos))
    return nullptr;
  return wrap(Expander.expandCodeFor(After, P->getType(), Pos->getIterator()));
}

// Phi + Offset in front of Position, for a phi whose increment comes from
// Latch. The sum is used where the phi was not: an increment that may be poison
// there loses the flags that make it so.
LLVMValueRef lf_phi_plus_constant(LfHost *H, LLVMValueRef Phi,
                                  LLVMBasicBlockRef Latch, int64_t Offset,
                                  LLVMValueRef Position, const char *Name) {
  auto *P = cast<PHINode>(unwrap(Phi));
  ScalarEvolution &SE = H->se();
  auto *Increment =
      dyn_cast<Instruction>(P->getIncomingValueForBlock(unwrap(Latch)));
  auto *C = ConstantInt::getSigned(P->getType(), Offset);
  bool NUW = false, NSW = false;
  if (Increment && mustExecuteUBIfPoisonOnPathTo(
                       Increment, unwrap(Latch)->getTerminator(), &H->dt())) {
    const SCEV *L = SE.getSCEV(P), *R = SE.getSCEV(C);
    NUW = SE.willNotOverflow(Instruction::Add, false, L, R);
    NSW = SE.willNotOverflow(Instruction::Add, true, L, R);
  } else if (Increment && Increment->hasPoisonGeneratingFlags()) {
    SE.forgetValue(P);
    Increment->dropPoisonGeneratingFlags();
  }
  IRBuilder<> B(cast<Instruction>(unwrap(Position)));
  B.SetCurrentDebugLocation(DebugLoc());
  return wrap(B.CreateAdd(P, C, Name, NUW, NSW));
}
}
