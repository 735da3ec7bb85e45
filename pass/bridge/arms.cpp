// Values that are the same whichever way control came.
//
//     end = n == 1 ? begin + 8 : begin + 8 + (n - 1) * 8      =>      end = begin + 8 + (n - 1) * 8
//
// So libstdc++ computes where a vector ends whose elements it has set to zero: the first one by itself,
// the others, if there are any, at once. An empty vector has no memory, and begins and ends at null:
//
//     n == 0 ? null - null : (begin + n * 8) - begin          =>      n * 8
//
// LLVM keeps the phis, and nobody knows how long vectors are. Let V be what comes on one way, and W on
// another one. If a branch on that way says that some difference is zero of which V - W is a
// multiple, then both are equal there. That is so modulo 2^64, whatever wraps around. V is computed
// anew where the ways part or meet.

#include "host.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

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
      !SE.isSCEVable(Cmp->getOperand(0)->getType()))
    return nullptr;
  auto Number = [&](Value *V) {
    const SCEV *S = SE.getSCEV(V);
    return S->getType()->isPointerTy() ? SE.getLosslessPtrToIntExpr(S) : S;
  };
  const SCEV *A = Number(Cmp->getOperand(0)), *B = Number(Cmp->getOperand(1));
  if (isa<SCEVCouldNotCompute>(A) || isa<SCEVCouldNotCompute>(B))
    return nullptr;
  return SE.getMinusSCEV(A, B);
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

// How far above a way branches are looked at.
constexpr unsigned MostBranches = 8;

class EqualPhis {
  LfHost *H;

public:
  explicit EqualPhis(LfHost *H) : H(H) {}

  bool run() {
    bool Changed = false;
    for (BasicBlock &B : H->F) {
      for (PHINode &P : make_early_inc_range(B.phis()))
        Changed |= replace(P);
      for (Instruction &I : make_early_inc_range(B))
        Changed |= replaceDifference(I);
    }
    return Changed;
  }

private:
  // Lets the difference of two pointers, or a test whether there is one, be a number, if both are
  // phis of one block.
  bool replaceDifference(Instruction &I) {
    auto *Cmp = dyn_cast<ICmpInst>(&I);
    if (!(Cmp && Cmp->isEquality()) && I.getOpcode() != Instruction::Sub)
      return false;
    auto PhiOf = [&](Value *V) {
      auto *Cast = dyn_cast<PtrToIntInst>(V);
      auto *P = dyn_cast<PHINode>(Cast ? Cast->getPointerOperand() : V);
      return P && (Cmp || Cast) && P->getType()->isPointerTy() ? P : nullptr;
    };
    PHINode *A = PhiOf(I.getOperand(0)), *B = PhiOf(I.getOperand(1));
    if (!A || !B || A == B || A->getParent() != B->getParent() ||
        H->li().isLoopHeader(A->getParent()))
      return false;
    ScalarEvolution &SE = H->se();
    const SCEV *All = differenceOf(*A, *B);
    if (!All || (!Cmp && All->getType() != I.getType()))
      return false;
    Value *New = expand(All, All->getType(), &*A->getParent()->getFirstInsertionPt());
    if (New && Cmp)
      New = IRBuilder<>(&I).CreateICmp(Cmp->getPredicate(), New,
                                       Constant::getNullValue(New->getType()));
    if (!New)
      return false;
    SE.forgetValue(&I);
    I.replaceAllUsesWith(New);
    I.eraseFromParent();
    return true;
  }

  // By how much A lies behind B, whichever way control came; null if nobody knows.
  const SCEV *differenceOf(PHINode &A, PHINode &B) {
    ScalarEvolution &SE = H->se();
    SmallVector<const SCEV *, 4> Each;
    const SCEV *All = nullptr;
    for (unsigned Way = 0; Way != A.getNumIncomingValues(); ++Way) {
      const SCEV *X = SE.getSCEV(A.getIncomingValue(Way));
      const SCEV *Y = SE.getSCEV(B.getIncomingValueForBlock(A.getIncomingBlock(Way)));
      bool IsNull = X == Y;
      if (!IsNull && SE.getPointerBase(X) != SE.getPointerBase(Y))
        return nullptr;
      const SCEV *One = IsNull ? SE.getZero(SE.getEffectiveSCEVType(X->getType()))
                               : SE.getMinusSCEV(X, Y);
      Each.push_back(One);
      All = All && !All->isZero() ? All : One;
    }
    for (auto [Way, One] : enumerate(Each))
      if (One != All && !isZeroOn(A.getIncomingBlock(Way), A.getParent(), SE.getMinusSCEV(All, One)))
        return nullptr;
    return All;
  }

  // Do branches say that S is zero where control goes from From to To?
  bool isZeroOn(BasicBlock *From, BasicBlock *To, const SCEV *S) {
    ScalarEvolution &SE = H->se();
    auto Says = [&](BasicBlock *Block, BasicBlock *Next) {
      const SCEV *Zero = zeroBetween(SE, Block, Next);
      return Zero && isMultiple(SE, S, Zero);
    };
    if (Says(From, To))
      return true;
    BasicBlock *Below = From;
    for (unsigned Above = 0; Above != MostBranches; ++Above) {
      BasicBlock *Block = Below->getSinglePredecessor();
      if (!Block)
        return false;
      if (Says(Block, Below))
        return true;
      Below = Block;
    }
    return false;
  }

  bool replace(PHINode &P) {
    if (P.getNumIncomingValues() != 2 || !H->se().isSCEVable(P.getType()) ||
        H->li().isLoopHeader(P.getParent()))
      return false;
    for (unsigned Arm : {0, 1}) {
      BasicBlock *Inside = P.getIncomingBlock(Arm), *Before = P.getIncomingBlock(1 - Arm);
      Value *V = P.getIncomingValue(Arm), *W = P.getIncomingValue(1 - Arm);
      if (Inside->getSinglePredecessor() != Before || !areEqual(V, W, Before, P.getParent()))
        continue;
      V = expand(H->se().getSCEV(V), V->getType(), Before->getTerminator());
      if (!V)
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
    if (!Zero)
      return false;
    const SCEV *A = SE.getSCEV(V), *B = SE.getSCEV(W);
    if (A->getType()->isPointerTy() && SE.getPointerBase(A) != SE.getPointerBase(B))
      return false;
    const SCEV *Difference = SE.getMinusSCEV(A, B);
    return !isa<SCEVCouldNotCompute>(Difference) && isMultiple(SE, Difference, Zero);
  }

  // S, computed in front of Position; null if that cannot be.
  Value *expand(const SCEV *S, Type *T, Instruction *Position) {
    SCEVExpander Expander(H->se(), "either");
    return Expander.isSafeToExpandAt(S, Position)
               ? Expander.expandCodeFor(S, T, Position->getIterator())
               : nullptr;
  }
};

} // namespace

bool replaceEqualPhis(LfHost *H) { return EqualPhis(H).run(); }
