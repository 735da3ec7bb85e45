// Values that are the same whichever way control came.
//
//     end = n == 1 ? begin + 8 : begin + 8 + (n - 1) * 8      =>      end = begin + 8 + (n - 1) * 8
//
// So libstdc++ computes where a vector ends whose elements it has set to zero: the first one by itself,
// the others, if there are any, at once. LLVM keeps the phi, and nobody knows how long the vector is.
//
// A phi merges V, computed in an arm, with W, which comes on the way around it. If on that way some
// difference is zero, by the branch there, of which V - W is a multiple, then both are equal there.
// That is so modulo 2^64, whatever wraps around. What V is computed from, without effect, goes before
// the branch.

#include "host.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {

// What is zero where control goes from From to To, by the branch at its end; null if nothing is.
const SCEV *zeroBetween(ScalarEvolution &SE, const BasicBlock *From, const BasicBlock *To) {
  auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
  if (!Branch || !Branch->isConditional() ||
      Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return nullptr;
  auto *Cmp = dyn_cast<ICmpInst>(Branch->getCondition());
  bool IsTrue = Branch->getSuccessor(0) == To;
  if (!Cmp || !Cmp->isEquality() || (Cmp->getPredicate() == ICmpInst::ICMP_EQ) != IsTrue ||
      !Cmp->getOperand(0)->getType()->isIntegerTy())
    return nullptr;
  return SE.getMinusSCEV(SE.getSCEV(Cmp->getOperand(0)), SE.getSCEV(Cmp->getOperand(1)));
}

// Is S, a number, some times Zero? Elements have such sizes.
bool isMultiple(ScalarEvolution &SE, const SCEV *S, const SCEV *Zero) {
  if (S->getType() != Zero->getType())
    return false;
  for (unsigned Shift = 0; Shift != 8; ++Shift) {
    const SCEV *Times = SE.getMulExpr(SE.getConstant(S->getType(), uint64_t(1) << Shift), Zero);
    if (SE.getMinusSCEV(S, Times)->isZero() || SE.getAddExpr(S, Times)->isZero())
      return true;
  }
  return false;
}

class EqualPhis {
  LfHost *H;

public:
  explicit EqualPhis(LfHost *H) : H(H) {}

  bool run() {
    bool Changed = false;
    for (BasicBlock &B : H->F)
      for (PHINode &P : make_early_inc_range(B.phis()))
        Changed |= replace(P);
    return Changed;
  }

private:
  bool replace(PHINode &P) {
    if (P.getNumIncomingValues() != 2 || !H->se().isSCEVable(P.getType()) ||
        H->li().isLoopHeader(P.getParent()))
      return false;
    for (unsigned Arm : {0, 1}) {
      BasicBlock *Inside = P.getIncomingBlock(Arm), *Before = P.getIncomingBlock(1 - Arm);
      Value *V = P.getIncomingValue(Arm), *W = P.getIncomingValue(1 - Arm);
      if (Inside->getSinglePredecessor() != Before || !areEqual(V, W, Before, P.getParent()) ||
          !raise(V, Before->getTerminator()))
        continue;
      H->se().forgetValue(&P);
      P.replaceAllUsesWith(V);
      P.eraseFromParent();
      return true;
    }
    return false;
  }

  bool areEqual(Value *V, Value *W, BasicBlock *Before, BasicBlock *To) {
    ScalarEvolution &SE = H->se();
    const SCEV *Zero = zeroBetween(SE, Before, To);
    const SCEV *A = SE.getSCEV(V), *B = SE.getSCEV(W);
    if (!Zero || (A->getType()->isPointerTy() && SE.getPointerBase(A) != SE.getPointerBase(B)))
      return false;
    const SCEV *Difference = SE.getMinusSCEV(A, B);
    return !isa<SCEVCouldNotCompute>(Difference) && isMultiple(SE, Difference, Zero);
  }

  // Lets V be computed before Branch; false if it cannot be.
  bool raise(Value *V, Instruction *Branch, unsigned Depth = 6) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || H->dt().dominates(I, Branch))
      return true;
    bool IsPlain = isa<GetElementPtrInst, BinaryOperator, CastInst>(I) &&
                   isSafeToSpeculativelyExecute(I);
    if (!Depth || !IsPlain ||
        !all_of(I->operands(), [&](Value *O) { return raise(O, Branch, Depth - 1); }))
      return false;
    H->se().forgetValue(I);
    I->moveBefore(Branch->getIterator());
    // It says what holds in the arm only.
    I->dropPoisonGeneratingFlags();
    I->dropUBImplyingAttrsAndMetadata();
    I->updateLocationAfterHoist();
    return true;
  }
};

} // namespace

bool replaceEqualPhis(LfHost *H) { return EqualPhis(H).run(); }
