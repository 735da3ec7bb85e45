// Copies of loops and of what lies around them, and run-time checks that choose
// between a region of the function and its copy.

#include "host.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <set>

using namespace llvm;

// A copy of loops with their preheaders, and of blocks around them in the same
// parent loop, not yet reached from anywhere. What leads out of the copy leads
// where the original does. The dominator tree knows the copied loops only.
struct LfClone {
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 16> Blocks;
};

// The bytes that loops touch through one pointer: from the least of Lows up to the
// greatest of Highs.
struct LfBounds {
  const SCEV *const *Lows;
  size_t LowCount;
  const SCEV *const *Highs;
  size_t HighCount;
};

// A condition and the value for which a loop runs.
struct LfGuard {
  LLVMValueRef Condition;
  bool RunsIf;
};

// The lesser of two numbers.
struct LfLesser {
  LLVMValueRef Number, IsFirstGreater, IsSecondGreater;
};

// Two of an array of bounds.
struct LfApart {
  size_t First, Second;
};

// Two unsigned numbers, the first of which must not be greater.
struct LfOrder {
  const SCEV *Low, *High;
};

namespace {

// The least or the greatest of numbers, before Position. Each is a number, if an
// arbitrary one, even where what it is computed from is poison.
Value *extreme(LfHost *H, SCEVExpander &Expander, ArrayRef<const SCEV *> Of,
               bool Least, Instruction *Position) {
  IRBuilder<> B(Position);
  auto &AC = H->FAM.getResult<AssumptionAnalysis>(H->F);
  Value *Result = nullptr;
  for (const SCEV *S : Of) {
    Value *V = Expander.expandCodeFor(S, S->getType(), Position->getIterator());
    // Flags hold only where the loops run. Frozen, V would tell the analyses nothing.
    for (Instruction *I : Expander.getAllInsertedInstructions())
      I->dropPoisonGeneratingFlags();
    if (!isGuaranteedNotToBeUndefOrPoison(V, &AC, Position, &H->dt()))
      V = B.CreateFreeze(V, "bound.fr");
    Result = !Result ? V
                     : B.CreateSelect(Least ? B.CreateICmpULT(V, Result)
                                            : B.CreateICmpUGT(V, Result),
                                      V, Result, Least ? "low" : "high");
  }
  return Result;
}

// Can S be computed in front of Position? Not what a loop before it counted: where that ends in several places, none of them
// need lead there alone.
bool isExpandable(SCEVExpander &Expander, const SCEV *S, Instruction *Position) {
  auto IsOfOther = [&](const SCEV *Part) {
    auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Part);
    return Recurrence && !Recurrence->getLoop()->contains(Position);
  };
  return !SCEVExprContains(S, IsOfOther) && Expander.isSafeToExpandAt(S, Position);
}

// The sides of a comparison that can be computed in front of Position.
std::optional<std::pair<const SCEV *, const SCEV *>>
comparedAt(ScalarEvolution &SE, SCEVExpander &Expander, ICmpInst *Cmp,
           Instruction *Position) {
  if (!Cmp || !SE.isSCEVable(Cmp->getOperand(0)->getType()))
    return std::nullopt;
  const SCEV *A = SE.getSCEV(Cmp->getOperand(0));
  const SCEV *B = SE.getSCEV(Cmp->getOperand(1));
  if (!isExpandable(Expander, A, Position) || !isExpandable(Expander, B, Position))
    return std::nullopt;
  return std::make_pair(A, B);
}

bool isThere(LfHost *H, Value *V, Instruction *Position) {
  auto *I = dyn_cast<Instruction>(V);
  return !I || H->dt().dominates(I, Position);
}

// Conditions are followed so deep only: their parts may be shared.
constexpr unsigned DeepestCondition = 4;

// Can a condition be computed in front of Position?
bool isComputable(LfHost *H, SCEVExpander &Expander, Value *Condition,
                  Instruction *Position, unsigned Depth = DeepestCondition) {
  using namespace PatternMatch;
  if (isThere(H, Condition, Position))
    return true;
  Value *A, *B;
  if (Depth > 0 && (match(Condition, m_LogicalAnd(m_Value(A), m_Value(B))) ||
                    match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))))
    return isComputable(H, Expander, A, Position, Depth - 1) &&
           isComputable(H, Expander, B, Position, Depth - 1);
  auto *Cmp = dyn_cast<ICmpInst>(Condition);
  return comparedAt(H->se(), Expander, Cmp, Position).has_value();
}

// A condition that is there in front of Position or can be computed there.
Value *conditionAt(LfHost *H, SCEVExpander &Expander, Value *Condition,
                   Instruction *Position, unsigned Depth = DeepestCondition) {
  using namespace PatternMatch;
  auto &AC = H->FAM.getResult<AssumptionAnalysis>(H->F);
  bool Is = isThere(H, Condition, Position);
  if (Is && isGuaranteedNotToBeUndefOrPoison(Condition, &AC, Position, &H->dt()))
    return Condition;
  IRBuilder<> Builder(Position);
  auto *Cmp = dyn_cast<ICmpInst>(Condition);
  if (auto Sides = comparedAt(H->se(), Expander, Cmp, Position)) {
    Value *Left = extreme(H, Expander, Sides->first, true, Position);
    Value *Right = extreme(H, Expander, Sides->second, true, Position);
    return Builder.CreateICmp(Cmp->getPredicate(), Left, Right, "guard");
  }
  if (Is)
    return Builder.CreateFreeze(Condition, "guard.fr");
  Value *A, *B;
  bool IsAnd = match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)));
  if (!IsAnd)
    match(Condition, m_LogicalOr(m_Value(A), m_Value(B)));
  A = conditionAt(H, Expander, A, Position, Depth - 1);
  B = conditionAt(H, Expander, B, Position, Depth - 1);
  return IsAnd ? Builder.CreateAnd(A, B, "guard") : Builder.CreateOr(A, B, "guard");
}

// Freezes what comparisons compare, for all who use it, if it may be no number, as a bound that
// is loaded: one condition before the loops may be asked in place of several then. Frozen just
// there, it would say nothing of what the loops compare.
void settle(LfHost *H, ArrayRef<LfGuard> Guards, Instruction *Position) {
  auto &AC = H->FAM.getResult<AssumptionAnalysis>(H->F);
  bool Changed = false;
  for (const LfGuard &G : Guards) {
    auto *Cmp = dyn_cast<ICmpInst>(unwrap(G.Condition));
    for (unsigned Side = 0; Cmp && Side != 2; ++Side) {
      auto *I = dyn_cast<Instruction>(Cmp->getOperand(Side));
      if (!I || !I->getType()->isIntegerTy() || I->hasPoisonGeneratingFlags() ||
          !isThere(H, I, Position) ||
          isGuaranteedNotToBeUndefOrPoison(I, &AC, Position, &H->dt()))
        continue;
      auto Behind = I->getInsertionPointAfterDef();
      if (!Behind)
        continue;
      H->se().forgetValue(I);
      Value *Number = IRBuilder<>((*Behind)->getParent(), *Behind)
                          .CreateFreeze(I, I->getName() + ".fr");
      I->replaceUsesWithIf(Number, [&](Use &U) { return U.getUser() != Number; });
      Changed = true;
    }
  }
  if (Changed)
    H->se().forgetAllLoops();
}

// Do all conditions have the values for which loops run?
Value *allHold(LfHost *H, SCEVExpander &Expander, ArrayRef<LfGuard> Guards,
               Instruction *Position) {
  IRBuilder<> B(Position);
  Value *Holds = B.getTrue();
  std::set<std::pair<Value *, bool>> Known;
  for (const LfGuard &G : Guards)
    if (Known.insert({unwrap(G.Condition), G.RunsIf}).second) {
      Value *Runs = conditionAt(H, Expander, unwrap(G.Condition), Position);
      Runs = G.RunsIf ? Runs : B.CreateNot(Runs);
      Holds = B.CreateAnd(Holds, Runs, "all.run");
    }
  return Holds;
}

} // namespace

extern "C" {

LfClone *lf_clone_loops(LfHost *H, Loop *const *Loops, size_t LoopCount,
                        const LLVMBasicBlockRef *Others, size_t Count,
                        LLVMBasicBlockRef Before, LLVMBasicBlockRef Dominator) {
  auto *Clone = new LfClone;
  auto &Blocks = Clone->Blocks;
  for (Loop *L : ArrayRef(Loops, LoopCount))
    cloneLoopWithPreheader(unwrap(Before), unwrap(Dominator), L, Clone->Map,
                           ".rest", &H->li(), &H->dt(), Blocks);
  for (LLVMBasicBlockRef B : ArrayRef(Others, Count)) {
    BasicBlock *Copy = CloneBasicBlock(unwrap(B), Clone->Map, ".rest", &H->F);
    Clone->Map[unwrap(B)] = Copy;
    Blocks.push_back(Copy);
    if (Loop *Parent = Loops[0]->getParentLoop())
      Parent->addBasicBlockToLoop(Copy, H->li());
  }
  remapInstructionsInBlocks(Blocks, Clone->Map);
  return Clone;
}

// Gives a copy alias scopes of its own: those declared in a loop hold for one of its iterations.
void lf_own_scopes(LfHost *H, LfClone *C) {
  SmallVector<MDNode *, 8> Declared;
  identifyNoAliasScopesToClone(C->Blocks, Declared);
  cloneAndAdaptNoAliasScopes(Declared, C->Blocks, H->F.getContext(), ".rest");
}

// The copy of a value or block of the loops; other values are their own copies.
LLVMValueRef lf_clone_value(LfClone *C, LLVMValueRef V) {
  auto Copy = C->Map.find(unwrap(V));
  return Copy == C->Map.end() ? V : wrap(static_cast<Value *>(Copy->second));
}

LLVMBasicBlockRef lf_clone_block(LfClone *C, LLVMBasicBlockRef B) {
  auto Copy = C->Map.find(unwrap(B));
  return Copy == C->Map.end() ? B : wrap(cast_or_null<BasicBlock>(static_cast<Value *>(Copy->second)));
}

void lf_clone_free(LfClone *C) { delete C; }

// All ways out of the blocks Region, of which C has copies, lead to Exit, and
// nothing else does, but for ways from Region to where nothing goes on. Lets Exit and what is behind
// it use the values of the region or of its copy, whichever ran.
void lf_join_clone(LfHost *H, LfClone *C, const LLVMBasicBlockRef *Region,
                   size_t Count, LLVMBasicBlockRef Exit) {
  BasicBlock *X = unwrap(Exit);
  auto Copy = [&](Value *V) {
    Value *Mapped = C->Map.lookup(V);
    return Mapped ? Mapped : V;
  };
  auto CopyBlock = [&](BasicBlock *B) { return cast<BasicBlock>(Copy(B)); };
  SmallPtrSet<BasicBlock *, 16> Inside;
  for (LLVMBasicBlockRef B : ArrayRef(Region, Count)) {
    Inside.insert(unwrap(B));
    Inside.insert(CopyBlock(unwrap(B)));
  }
  // Where nothing goes on.
  SmallPtrSet<BasicBlock *, 8> DeadEnds;
  SmallVector<BasicBlock *, 8> Rest;
  auto Follow = [&](BasicBlock *B) {
    for (BasicBlock *S : successors(B))
      if (S != X && !Inside.contains(S) && DeadEnds.insert(S).second)
        Rest.push_back(S);
  };
  for (LLVMBasicBlockRef B : ArrayRef(Region, Count))
    Follow(unwrap(B));
  while (!Rest.empty())
    Follow(Rest.pop_back_val());
  SmallVector<BasicBlock *, 4> Ways;
  for (BasicBlock *P : predecessors(X))
    Ways.push_back(P);
  for (PHINode &P : X->phis()) {
    H->se().forgetValue(&P);
    for (unsigned N = 0, E = P.getNumIncomingValues(); N != E; ++N)
      P.addIncoming(Copy(P.getIncomingValue(N)), CopyBlock(P.getIncomingBlock(N)));
  }
  for (LLVMBasicBlockRef B : ArrayRef(Region, Count))
    for (Instruction &I : *unwrap(B)) {
      auto PlaceOf = [](Use &U) {
        auto *User = cast<Instruction>(U.getUser());
        auto *P = dyn_cast<PHINode>(User);
        return P ? P->getIncomingBlock(U) : User->getParent();
      };
      auto IsOutside = [&](Use &U) { return !Inside.contains(PlaceOf(U)); };
      auto IsInDeadEnd = [&](Use &U) { return DeadEnds.contains(PlaceOf(U)); };
      if (none_of(I.uses(), IsOutside))
        continue;
      H->se().forgetValue(&I);
      // What is behind Exit may lead where nothing goes on, too.
      SSAUpdater Updater;
      Updater.Initialize(I.getType(), I.getName());
      Updater.AddAvailableValue(I.getParent(), &I);
      Updater.AddAvailableValue(CopyBlock(I.getParent()), Copy(&I));
      SmallVector<Use *, 4> InDeadEnds;
      for (Use &U : I.uses())
        if (IsInDeadEnd(U))
          InDeadEnds.push_back(&U);
      for (Use *U : InDeadEnds)
        Updater.RewriteUse(*U);
      auto IsBehind = [&](Use &U) { return IsOutside(U) && !IsInDeadEnd(U); };
      if (none_of(I.uses(), IsBehind))
        continue;
      PHINode *Either = PHINode::Create(I.getType(), 2 * Ways.size(),
                                        I.getName() + ".either");
      Either->insertBefore(X->begin());
      I.replaceUsesWithIf(Either, IsBehind);
      // Predecessors of X are those of the region and of its copy by now.
      for (BasicBlock *P : Ways)
        Either->addIncoming(C->Map.count(P) ? &I : Copy(&I), P);
      SmallVector<DbgVariableRecord *, 4> Records;
      findDbgUsers(&I, Records);
      for (DbgVariableRecord *R : Records)
        if (!Inside.contains(R->getParent()))
          R->replaceVariableLocationOp(&I, Either);
    }
}

// Can S be computed in front of Position?
bool lf_is_expandable(LfHost *H, const SCEV *S, LLVMValueRef Position) {
  SCEVExpander Expander(H->se(), "bound");
  return isExpandable(Expander, S, cast<Instruction>(unwrap(Position)));
}

// Can a condition be computed in front of Position?
bool lf_is_computable(LfHost *H, LLVMValueRef Condition, LLVMValueRef Position) {
  SCEVExpander Expander(H->se(), "guard");
  return isComputable(H, Expander, unwrap(Condition),
                      cast<Instruction>(unwrap(Position)));
}

// Do all loops with Guards run, do all Limits and Orders hold, are the signed numbers Margins
// not negative, and are the bounds of all Pairs apart? Computed in front of Position: first the
// guards together, then a condition for each of the others. Conditions has room for all; says how many
// there are. What one needs follows the one before.
size_t lf_check(LfHost *H, LLVMValueRef Position, const LfGuard *Guards,
              size_t GuardCount, const LfBounds *All, size_t Count,
              const LfApart *Pairs, size_t PairCount,
              const LfOrder *Orders, size_t OrderCount,
              const LfLimit *Limits, size_t LimitCount,
              const SCEV *const *Margins, size_t MarginCount,
              LLVMValueRef *Conditions) {
  auto *I = cast<Instruction>(unwrap(Position));
  settle(H, ArrayRef(Guards, GuardCount), I);
  SCEVExpander Expander(H->se(), "bound");
  IRBuilder<> B(I);
  LLVMValueRef *End = Conditions;
  auto Ask = [&](Value *Condition) { *End++ = wrap(Condition); };
  if (GuardCount > 0)
    Ask(allHold(H, Expander, ArrayRef(Guards, GuardCount), I));
  for (const LfLimit &L : ArrayRef(Limits, LimitCount)) {
    Value *N = extreme(H, Expander, L.Number, true, I);
    Ask(B.CreateICmpULT(N, ConstantInt::get(N->getType(), L.Limit), "small"));
  }
  for (const LfOrder &O : ArrayRef(Orders, OrderCount))
    Ask(B.CreateICmpULE(extreme(H, Expander, O.Low, true, I),
                        extreme(H, Expander, O.High, true, I), "ordered"));
  SmallVector<std::pair<Value *, Value *>, 8> Ends(Count);
  auto EndsOf = [&](size_t N) {
    const LfBounds &Of = All[N];
    if (!Ends[N].first)
      Ends[N] = {extreme(H, Expander, ArrayRef(Of.Lows, Of.LowCount), true, I),
                 extreme(H, Expander, ArrayRef(Of.Highs, Of.HighCount), false, I)};
    return Ends[N];
  };
  for (const LfApart &P : ArrayRef(Pairs, PairCount)) {
    auto [LowA, HighA] = EndsOf(P.First);
    auto [LowB, HighB] = EndsOf(P.Second);
    Ask(B.CreateOr(B.CreateICmpULE(HighA, LowB), B.CreateICmpULE(HighB, LowA), "apart"));
  }
  // Proofs look for these in a few branches above the loops: they come last.
  for (const SCEV *Margin : ArrayRef(Margins, MarginCount)) {
    // Not frozen before it is compared: what is compared is what the loops compute.
    Value *N = Expander.expandCodeFor(Margin, Margin->getType(), I->getIterator());
    for (Instruction *New : Expander.getAllInsertedInstructions())
      New->dropPoisonGeneratingFlags();
    Value *Apart = B.CreateICmpSGE(N, ConstantInt::get(N->getType(), 0), "rows.apart");
    auto &AC = H->FAM.getResult<AssumptionAnalysis>(H->F);
    if (!isGuaranteedNotToBeUndefOrPoison(Apart, &AC, I, &H->dt()))
      Apart = B.CreateFreeze(Apart, "rows.apart.fr");
    Ask(Apart);
  }
  return End - Conditions;
}

// Do all of the conditions hold?
LLVMValueRef lf_and(LLVMValueRef Position, const LLVMValueRef *Conditions, size_t Count) {
  IRBuilder<> B(cast<Instruction>(unwrap(Position)));
  Value *Holds = nullptr;
  for (LLVMValueRef C : ArrayRef(Conditions, Count))
    Holds = Holds ? B.CreateAnd(Holds, unwrap(C), "all.hold") : unwrap(C);
  return wrap(Holds ? Holds : B.getTrue());
}

// Is an unsigned number at least Least? Computed in front of Position, and not poison. A narrow number that is extended, less
// some constant, is asked itself: LLVM reads it off that, once. One that is less than the constant is not large enough.
LLVMValueRef lf_is_at_least(LfHost *H, LLVMValueRef Position, const SCEV *Number,
                            uint64_t Least) {
  auto *I = cast<Instruction>(unwrap(Position));
  if (auto [Wide, Less] = minusConstant(H->se(), Number);
      isa<SCEVZeroExtendExpr>(Wide) && Less.getActiveBits() < 63 && isUIntN(63, Least)) {
    Number = cast<SCEVZeroExtendExpr>(Wide)->getOperand();
    Least += Less.getZExtValue();
  }
  SCEVExpander Expander(H->se(), "count");
  Value *N = extreme(H, Expander, Number, true, I);
  IRBuilder<> B(I);
  // No number of a type that is too narrow for Least is that great.
  bool Fits = isUIntN(std::min(64u, N->getType()->getIntegerBitWidth()), Least);
  return wrap(Fits ? B.CreateICmpUGE(N, ConstantInt::get(N->getType(), Least), "enough")
                   : B.getFalse());
}

// Is an unsigned number less than another one, which may be wider or narrower? Computed in front of
// Position, and not poison.
LLVMValueRef lf_is_less(LfHost *H, LLVMValueRef Position, const SCEV *A, const SCEV *B) {
  auto *I = cast<Instruction>(unwrap(Position));
  SCEVExpander Expander(H->se(), "count");
  Value *Less = extreme(H, Expander, A, true, I), *More = extreme(H, Expander, B, true, I);
  IRBuilder<> Builder(I);
  Type *Wide = H->se().getWiderType(Less->getType(), More->getType());
  return wrap(Builder.CreateICmpULT(Builder.CreateZExt(Less, Wide),
                                    Builder.CreateZExt(More, Wide), "less"));
}

// Is Start, with each of Steps added as often as Counts says, less than Limit, and is it so that nothing
// wraps around on the way there? All are unsigned; no count is wider than the others. Computed in front of
// Position, and not poison.
LLVMValueRef lf_stays_below(LfHost *H, LLVMValueRef Position, const SCEV *Start,
                            const SCEV *const *Steps, const SCEV *const *Counts, size_t Levels,
                            const SCEV *Limit) {
  auto *I = cast<Instruction>(unwrap(Position));
  SCEVExpander Expander(H->se(), "last");
  IRBuilder<> B(I);
  Value *Last = extreme(H, Expander, Start, true, I), *Wraps = B.getFalse();
  auto Compute = [&](Intrinsic::ID Operation, Value *X, Value *Y) {
    Value *Both = B.CreateBinaryIntrinsic(Operation, X, Y);
    Wraps = B.CreateOr(Wraps, B.CreateExtractValue(Both, 1), "wraps");
    return B.CreateExtractValue(Both, 0, "last");
  };
  for (size_t N = 0; N != Levels; ++N) {
    Value *Step = extreme(H, Expander, Steps[N], true, I);
    Value *Count = B.CreateZExt(extreme(H, Expander, Counts[N], true, I), Step->getType());
    Value *Way = Compute(Intrinsic::umul_with_overflow, Step, Count);
    Last = Compute(Intrinsic::uadd_with_overflow, Last, Way);
  }
  Value *Below = B.CreateICmpULT(Last, extreme(H, Expander, Limit, true, I), "below");
  return wrap(B.CreateAnd(Below, B.CreateNot(Wraps), "stays"));
}

// Do all conditions have the values for which loops run? Computed in front of Position,
// and not poison.
LLVMValueRef lf_all_hold(LfHost *H, LLVMValueRef Position, const LfGuard *Guards,
                         size_t Count) {
  auto *I = cast<Instruction>(unwrap(Position));
  SCEVExpander Expander(H->se(), "guard");
  return wrap(allHold(H, Expander, ArrayRef(Guards, Count), I));
}

// Two unsigned numbers, each as it is computed in front of Position, and not poison: the
// lesser one, and whether each is greater than that.
void lf_lesser(LfHost *H, LLVMValueRef Position, const SCEV *A, const SCEV *B,
               LfLesser *Result) {
  auto *I = cast<Instruction>(unwrap(Position));
  ScalarEvolution &SE = H->se();
  SCEVExpander Expander(SE, "count");
  Type *Wide = SE.getWiderType(A->getType(), B->getType());
  const SCEV *Both[] = {SE.getNoopOrZeroExtend(A, Wide),
                        SE.getNoopOrZeroExtend(B, Wide)};
  Value *First = extreme(H, Expander, Both[0], true, I);
  Value *Second = extreme(H, Expander, Both[1], true, I);
  IRBuilder<> Builder(I);
  Value *Least = Builder.CreateBinaryIntrinsic(Intrinsic::umin, First, Second,
                                               nullptr, "lesser");
  Result->Number = wrap(Least);
  Result->IsFirstGreater = wrap(Builder.CreateICmpUGT(First, Least, "longer"));
  Result->IsSecondGreater = wrap(Builder.CreateICmpUGT(Second, Least, "longer"));
}

// New alias scopes, in a domain of their own. If Position is not null, they are declared in
// front of it: they hold until it is reached again, and whoever copies the declaration makes
// new ones.
void lf_new_scopes(LfHost *H, LLVMValueRef Position, MDNode **Scopes,
                   size_t Count) {
  LLVMContext &C = H->F.getContext();
  MDBuilder Builder(C);
  MDNode *Domain = Builder.createAnonymousAliasScopeDomain("loopfuse");
  for (MDNode *&Scope : MutableArrayRef(Scopes, Count)) {
    Scope = Builder.createAnonymousAliasScope(Domain, "loopfuse");
    if (Position)
      IRBuilder<>(cast<Instruction>(unwrap(Position)))
          .CreateNoAliasScopeDeclaration(MDNode::get(C, {Scope}));
  }
}

// Says that an instruction accesses memory of scope Own only, unless it is null, and none of
// Apart.
void lf_add_scopes(LLVMValueRef V, MDNode *Own, MDNode *const *Apart,
                   size_t Count) {
  auto *I = cast<Instruction>(unwrap(V));
  LLVMContext &C = I->getContext();
  auto Add = [&](unsigned Kind, ArrayRef<Metadata *> Scopes) {
    if (!Scopes.empty())
      I->setMetadata(Kind, MDNode::concatenate(I->getMetadata(Kind),
                                               MDNode::get(C, Scopes)));
  };
  if (Own)
    Add(LLVMContext::MD_alias_scope, {Own});
  SmallVector<Metadata *, 8> Others(Apart, Apart + Count);
  Add(LLVMContext::MD_noalias, Others);
}
}
