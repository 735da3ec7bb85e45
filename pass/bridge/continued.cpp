// A loop that goes on with what an earlier one has accumulated, begun anew:
//
//     s = loop(s0); t = loop2(s)  =>  s = loop(s0); t = s + loop2(0)
//
// All that is computed from the start of such a phi is computed from it and other numbers by one operation, which is
// associative and commutative: v = start + w. Then it is w if the phi starts with the operation's identity, and start + w can
// be computed behind the loop. By induction over the loop's iterations and instructions:
// - the phi is start itself at first, and then what the iteration before has left;
// - an operation of such a value and one that does not depend on the start: (start + w) + x = start + (w + x);
// - a phi or select chooses one of several such values, by something that does not depend on the start.
// Nothing else uses such a value, but behind the loop. Sums in between may be others than before: integer operations do not
// promise any more that they do not overflow, nor floating-point ones that they are finite, nor calls what they get and give.
//
// Perhaps no operation is done in an iteration. Then what joins both gives the start itself: it promises nothing of numbers.
// Of a start that is none, the lesser of both would be the identity: so minima and maxima are done in each iteration, where
// they promise that there is no such number.

#include "host.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

// Operations that may be done in any order, as one instruction of them does it: a binary operator or a call.
struct Operation {
  unsigned Opcode = 0;
  Intrinsic::ID Call = Intrinsic::not_intrinsic;

  bool operator==(const Operation &Other) const { return Opcode == Other.Opcode && Call == Other.Call; }
};

// More values are not looked at.
constexpr size_t MostValues = 64;

bool isAssociative(const Operation &Op, const Instruction &I) {
  switch (Op.Call) {
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
    return true;
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
    // Of zeros of both signs, or numbers and none, either may be taken otherwise.
    return I.hasNoNaNs() && I.hasNoSignedZeros();
  case Intrinsic::not_intrinsic:
    if (Op.Opcode == Instruction::FAdd || Op.Opcode == Instruction::FMul)
      return I.hasAllowReassoc();
    return Instruction::isAssociative(Op.Opcode);
  default:
    return false;
  }
}

// The operation of an instruction, and which of its operands is accumulated in, where that cannot be chosen.
std::optional<std::pair<Operation, int>> operationOf(Instruction &I) {
  std::pair<Operation, int> Found = {{}, -1};
  if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    if (Call->getIntrinsicID() == Intrinsic::fmuladd)
      Found = {{Instruction::FAdd, Intrinsic::not_intrinsic}, 2};
    else
      Found.first.Call = Call->getIntrinsicID();
  } else if (I.getOpcode() == Instruction::Sub) {
    Found = {{Instruction::Add, Intrinsic::not_intrinsic}, 0};
  } else if (I.getOpcode() == Instruction::FSub) {
    Found = {{Instruction::FAdd, Intrinsic::not_intrinsic}, 0};
  } else if (isa<BinaryOperator>(I)) {
    Found.first.Opcode = I.getOpcode();
  }
  if (!isAssociative(Found.first, I))
    return std::nullopt;
  return Found;
}

// What is computed from the start of a phi of a loop's header.
struct Accumulated {
  PHINode *Phi;
  std::optional<Operation> Op;
  SmallSetVector<Instruction *, 8> Values;
  SmallSetVector<PHINode *, 2> Behind;

  bool contains(const Value *V) const { return Values.contains(dyn_cast<Instruction>(V)); }
};

// Does an instruction do what is said above? Notes the operation.
bool isAccumulated(Accumulated &A, Instruction &I) {
  auto IsOne = [&](const Value *V) { return A.contains(V); };
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return all_of(Phi->incoming_values(), IsOne);
  if (auto *Choice = dyn_cast<SelectInst>(&I))
    return !IsOne(Choice->getCondition()) && IsOne(Choice->getTrueValue()) && IsOne(Choice->getFalseValue());
  auto Found = operationOf(I);
  if (!Found || (A.Op && !(Found->first == *A.Op)))
    return false;
  A.Op = Found->first;
  int Number = 0, At = -1;
  for (const Use &Operand : isa<CallBase>(I) ? cast<CallBase>(I).args() : I.operands())
    if (IsOne(Operand))
      ++Number, At = Operand.getOperandNo();
  return Number == 1 && (Found->second < 0 || Found->second == At);
}

std::optional<Accumulated> accumulatedIn(PHINode &Phi, Loop *L) {
  if (!Phi.getType()->isIntegerTy() && !Phi.getType()->isFloatingPointTy())
    return std::nullopt;
  Accumulated A;
  A.Phi = &Phi;
  A.Values.insert(&Phi);
  for (size_t At = 0; At < A.Values.size(); ++At)
    for (User *U : A.Values[At]->users()) {
      auto *I = cast<Instruction>(U);
      if (L->contains(I))
        A.Values.insert(I);
      else if (auto *Behind = dyn_cast<PHINode>(I); Behind && !Behind->getParent()->isEHPad())
        A.Behind.insert(Behind);
      else
        return std::nullopt;
      if (A.Values.size() > MostValues)
        return std::nullopt;
    }
  for (Instruction *I : drop_begin(A.Values))
    if (!isAccumulated(A, *I))
      return std::nullopt;
  auto IsBehind = [&](PHINode *P) {
    return all_of(P->incoming_values(), [&](const Value *V) { return A.contains(V); });
  };
  bool GoesOn = A.contains(Phi.getIncomingValueForBlock(L->getLoopLatch()));
  if (!A.Op || !GoesOn || !all_of(A.Behind, IsBehind))
    return std::nullopt;
  bool MayBeSkipped = any_of(drop_begin(A.Values), [](Instruction *I) { return isa<PHINode, SelectInst>(I); });
  if (MayBeSkipped && Phi.getType()->isFloatingPointTy() && A.Op->Call != Intrinsic::not_intrinsic)
    return std::nullopt;
  return A;
}

// Is a value one that a loop leaves, as it is or where it ran?
bool comesFrom(Value *V, Loop *L) {
  SmallSetVector<Value *, 8> All;
  All.insert(V);
  for (size_t At = 0; At < All.size() && At < MostValues; ++At) {
    auto *I = dyn_cast<Instruction>(All[At]);
    if (I && L->contains(I))
      return true;
    if (auto *Phi = dyn_cast_or_null<PHINode>(I))
      All.insert(Phi->value_op_begin(), Phi->value_op_end());
  }
  return false;
}

std::optional<Accumulated> continuedIn(Loop *First, Loop *Second) {
  BasicBlock *Preheader = Second->getLoopPreheader();
  if (!Preheader || !Second->getLoopLatch())
    return std::nullopt;
  for (PHINode &Phi : Second->getHeader()->phis())
    if (comesFrom(Phi.getIncomingValueForBlock(Preheader), First))
      if (auto Found = accumulatedIn(Phi, Second))
        return Found;
  return std::nullopt;
}

Constant *identityOf(const Operation &Op, Type *Ty) {
  switch (Op.Call) {
  case Intrinsic::not_intrinsic:
    return ConstantExpr::getBinOpIdentity(Op.Opcode, Ty);
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
    return ConstantFP::getInfinity(Ty, /*Negative=*/Op.Call == Intrinsic::maxnum);
  default:
    return ConstantExpr::getIntrinsicIdentity(Op.Call, Ty);
  }
}

// Begins what is accumulated anew, and adds what it began with behind the loop.
void restart(LfHost *H, const Accumulated &A, Loop *L) {
  ScalarEvolution &SE = H->se();
  SE.forgetLoop(L);
  for (Instruction *I : A.Values) {
    SE.forgetValue(I);
    // A debugger would show what is accumulated without its start.
    SmallVector<DbgVariableRecord *> Shown;
    findDbgUsers(I, Shown);
    for (DbgVariableRecord *One : Shown)
      One->setKillLocation();
    if (isa<FPMathOperator>(I))
      I->setHasNoInfs(false);
    else
      I->dropPoisonGeneratingAnnotations();
    if (auto *Call = dyn_cast<CallBase>(I)) {
      AttributeMask Promises;
      for (Attribute::AttrKind Promise : {Attribute::Range, Attribute::NoFPClass, Attribute::NoUndef})
        Promises.addAttribute(Promise);
      Call->removeRetAttrs(Promises);
      for (unsigned At = 0; At != Call->arg_size(); ++At)
        Call->removeParamAttrs(At, Promises);
    }
  }
  BasicBlock *Preheader = L->getLoopPreheader();
  Value *Start = A.Phi->getIncomingValueForBlock(Preheader);
  A.Phi->setIncomingValueForBlock(Preheader, identityOf(*A.Op, A.Phi->getType()));
  for (PHINode *Behind : A.Behind) {
    SE.forgetValue(Behind);
    IRBuilder<> Builder(Behind->getParent(), Behind->getParent()->getFirstInsertionPt());
    Builder.SetCurrentDebugLocation(DebugLoc());
    Value *Joined = A.Op->Call == Intrinsic::not_intrinsic
                        ? Builder.CreateBinOp(Instruction::BinaryOps(A.Op->Opcode), Start, Behind, "joined")
                        : Builder.CreateBinaryIntrinsic(A.Op->Call, Start, Behind, {}, "joined");
    Behind->replaceAllUsesWith(Joined);
    cast<Instruction>(Joined)->replaceUsesOfWith(Joined, Behind);
  }
}

} // namespace

extern "C" {

// Does a loop go on with what an earlier one has accumulated, so that it may begin anew?
bool lf_is_continued(Loop *First, Loop *Second) { return continuedIn(First, Second).has_value(); }

// Begins all of that anew.
void lf_begin_anew(LfHost *H, Loop *First, Loop *Second) {
  while (auto Found = continuedIn(First, Second))
    restart(H, *Found, Second);
}

} // extern "C"
