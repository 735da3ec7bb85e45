// ScalarEvolution: expressions, recurrences, counts, and what is known of them.

#include "host.h"
#include "llvm/ADT/SetOperations.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static const SCEV *orNull(const SCEV *S) {
  return isa<SCEVCouldNotCompute>(S) ? nullptr : S;
}

// So many blocks above a loop are asked for what their branches say.
static constexpr unsigned MostBranches = 16;

static Type *addressWide(LfHost *H) {
  return H->F.getDataLayout().getIndexType(H->F.getContext(), 0);
}

std::pair<const SCEV *, APInt> minusConstant(ScalarEvolution &SE, const SCEV *S) {
  auto *Add = dyn_cast<SCEVAddExpr>(S);
  auto *C = Add ? dyn_cast<SCEVConstant>(Add->getOperand(0)) : nullptr;
  if (C && C->getAPInt().isNegative() && !C->getAPInt().isMinSignedValue())
    return {SE.getMinusSCEV(S, C), -C->getAPInt()};
  return {S, APInt(SE.getTypeSizeInBits(S->getType()), 0)};
}

// Is the unsigned number S at least the constant Least whenever L is entered? Conditions
// often compare signed numbers, of which those that are large enough are not negative.
static bool isAtLeast(LfHost *H, const SCEV *S, const APInt &Number, Loop *L) {
  ScalarEvolution &SE = H->se();
  const SCEV *Least = SE.getConstant(Number);
  const SCEV *Guarded = H->guarded(S, L);
  if (SE.isKnownPredicate(ICmpInst::ICMP_UGE, Guarded, Least) ||
      SE.isLoopEntryGuardedByCond(L, ICmpInst::ICMP_UGE, S, Least) ||
      (Number.isNonNegative() &&
       SE.isLoopEntryGuardedByCond(L, ICmpInst::ICMP_SGE, S, Least)))
    return true;
  // X - C is large enough if X is, in its own width.
  auto [X, C] = minusConstant(SE, S);
  bool Overflow = false;
  APInt Own = Number.uadd_ov(C, Overflow);
  auto *Z = dyn_cast<SCEVZeroExtendExpr>(X);
  unsigned Bits = Z ? SE.getTypeSizeInBits(Z->getOperand()->getType()) : 0;
  return Z && !Overflow && Own.getActiveBits() <= Bits &&
         isAtLeast(H, Z->getOperand(), Own.trunc(Bits), L);
}

// The unsigned number S in type Wide. Where S is X - C and X is at least C
// whenever L is entered, that is X in Wide minus C, which folds better.
static const SCEV *widenCount(LfHost *H, const SCEV *S, Type *Wide, Loop *L) {
  ScalarEvolution &SE = H->se();
  if (auto *Z = dyn_cast<SCEVZeroExtendExpr>(S))
    return widenCount(H, Z->getOperand(), Wide, L);
  auto [X, C] = minusConstant(SE, S);
  auto [Known, IsNew] = H->CachedGreater.try_emplace({S, L}, false);
  if (IsNew)
    Known->second = !C.isZero() && isAtLeast(H, X, C, L);
  if (Known->second)
    return SE.getMinusSCEV(widenCount(H, X, Wide, L),
                           SE.getNoopOrZeroExtend(SE.getConstant(C), Wide));
  return SE.getNoopOrZeroExtend(S, Wide);
}

// An integer as an exact number in Wide bits, seen through arithmetic that does not
// overflow unless it is poison.
// Chains are followed so far only: operands may be shared.
static const SCEV *exactNumber(ScalarEvolution &SE, Value *V, bool Signed,
                               Type *Wide, unsigned Depth = 6) {
  Value *X, *Y;
  using namespace PatternMatch;
  auto Number = [&](Value *Part) {
    return exactNumber(SE, Part, Signed, Wide, Depth - 1);
  };
  if (Depth != 0) {
    if (Signed ? match(V, m_NSWAddLike(m_Value(X), m_Value(Y)))
               : match(V, m_NUWAddLike(m_Value(X), m_Value(Y))))
      return SE.getAddExpr(Number(X), Number(Y));
    if (Signed ? match(V, m_NSWSub(m_Value(X), m_Value(Y)))
               : match(V, m_NUWSub(m_Value(X), m_Value(Y))))
      return SE.getMinusSCEV(Number(X), Number(Y));
    if (Signed ? match(V, m_NSWMul(m_Value(X), m_Value(Y)))
               : match(V, m_NUWMul(m_Value(X), m_Value(Y))))
      return SE.getMulExpr(Number(X), Number(Y));
    if (Signed ? match(V, m_SExt(m_Value(X))) : match(V, m_ZExt(m_Value(X))))
      return Number(X);
  }
  const SCEV *S = SE.getSCEV(V);
  return Signed ? SE.getNoopOrSignExtend(S, Wide) : SE.getNoopOrZeroExtend(S, Wide);
}

namespace {

// More terms are not multiplied out, nor more factors.
constexpr size_t MostTerms = 24;
constexpr size_t MostFactors = 4;

// An integer as a sum of products, modulo two to its width: the factors of each that are no constants, in an
// order of their own, and a constant. Terms are in the order in which they are met.
class Terms {
public:
  using Factors = SmallVector<const SCEV *, MostFactors>;

  // False if these are too many.
  bool add(Factors All, const APInt &Times) {
    sort(All);
    auto Known = find_if(Each, [&](auto &Term) { return Term.first == All; });
    if (Known != Each.end())
      Known->second += Times;
    else
      Each.emplace_back(All, Times);
    return Each.size() <= MostTerms && All.size() <= MostFactors;
  }

  SmallVector<std::pair<Factors, APInt>, 8> Each;
};

// S as a sum of products; false if these are too many. Count: how many products went in.
bool multiplyOut(ScalarEvolution &SE, const SCEV *S, Terms &Sum, size_t &Count) {
  APInt One(SE.getTypeSizeInBits(S->getType()), 1);
  auto Add = [&](const Terms::Factors &Factors, const APInt &Times) {
    ++Count;
    return Sum.add(Factors, Times);
  };
  if (auto *C = dyn_cast<SCEVConstant>(S))
    return Add({}, C->getAPInt());
  if (auto *E = dyn_cast<SCEVAddExpr>(S))
    return all_of(E->operands(), [&](const SCEV *Part) { return multiplyOut(SE, Part, Sum, Count); });
  auto *R = dyn_cast<SCEVAddRecExpr>(S);
  if (R && R->isAffine() && !R->getStart()->isZero()) {
    const SCEV *FromZero = SE.getAddRecExpr(SE.getZero(R->getType()), R->getStepRecurrence(SE),
                                            R->getLoop(), SCEV::FlagAnyWrap);
    return multiplyOut(SE, R->getStart(), Sum, Count) && Add({FromZero}, One);
  }
  auto *E = dyn_cast<SCEVMulExpr>(S);
  if (!E)
    return Add({S}, One);
  Terms Product;
  Product.add({}, One);
  for (const SCEV *Operand : E->operands()) {
    Terms Factor, Next;
    size_t Parts = 0;
    if (!multiplyOut(SE, Operand, Factor, Parts))
      return false;
    for (auto &[Left, Times] : Product.Each)
      for (auto &[Right, OtherTimes] : Factor.Each) {
        Terms::Factors Both(Left);
        append_range(Both, Right);
        if (!Next.add(Both, Times * OtherTimes))
          return false;
      }
    Product = std::move(Next);
  }
  return all_of(Product.Each, [&](auto &Term) { return Add(Term.first, Term.second); });
}

// A difference, in which (h + 2) * w - h * w - 2 * w is zero: ScalarEvolution takes out common factors, in
// whatever order it meets them, and does not see that terms cancel.
const SCEV *withoutWhatCancels(ScalarEvolution &SE, const SCEV *S) {
  auto IsFactored = [](const SCEV *Part) {
    auto *E = dyn_cast<SCEVMulExpr>(Part);
    return E && any_of(E->operands(), [](const SCEV *Factor) { return isa<SCEVAddExpr>(Factor); });
  };
  if (!S->getType()->isIntegerTy() || !SCEVExprContains(S, IsFactored))
    return S;
  Terms Sum;
  size_t Count = 0;
  if (!multiplyOut(SE, S, Sum, Count))
    return S;
  SmallVector<const SCEV *, 8> Left;
  for (auto &[Factors, Times] : Sum.Each) {
    if (Times.isZero())
      continue;
    SmallVector<const SCEV *, 4> All(Factors);
    All.push_back(SE.getConstant(Times));
    Left.push_back(SE.getMulExpr(All));
  }
  if (Left.size() == Count)
    return S;
  return Left.empty() ? SE.getZero(S->getType()) : SE.getAddExpr(Left);
}

// An expression as if nothing narrow in it wrapped around: sums, products and recurrences are extended by extending their
// parts.
class Unlimited : public SCEVRewriteVisitor<Unlimited> {
  const SCEV *extend(const SCEV *S, Type *Wide) {
    SmallVector<const SCEV *, 4> Parts;
    if (auto *E = dyn_cast<SCEVCastExpr>(S); E && E->getOperand()->getType()->isIntegerTy())
      return extend(E->getOperand(), Wide);
    if (auto *R = dyn_cast<SCEVAddRecExpr>(S); R && R->isAffine())
      return SE.getAddRecExpr(extend(R->getStart(), Wide), extend(R->getStepRecurrence(SE), Wide), R->getLoop(),
                              SCEV::FlagAnyWrap);
    if (!isa<SCEVAddExpr, SCEVMulExpr>(S))
      return SE.getTruncateOrSignExtend(S, Wide);
    for (const SCEV *Part : cast<SCEVNAryExpr>(S)->operands())
      Parts.push_back(extend(Part, Wide));
    return isa<SCEVAddExpr>(S) ? SE.getAddExpr(Parts) : SE.getMulExpr(Parts);
  }

public:
  using SCEVRewriteVisitor::SCEVRewriteVisitor;

  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *E) { return extend(E, E->getType()); }
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *E) { return extend(E, E->getType()); }
};

} // namespace

extern "C" {

// S as if nothing narrow in it wrapped around, which need not be true.
const SCEV *lf_scev_unlimited(LfHost *H, const SCEV *S) {
  return withoutWhatCancels(H->se(), Unlimited(H->se()).visit(S));
}

const SCEV *lf_scev(LfHost *H, LLVMValueRef V) {
  Value *Val = unwrap(V);
  if (!H->se().isSCEVable(Val->getType()))
    return nullptr;
  return orNull(H->se().getSCEV(Val));
}

// The address of an access that is made, so that it is not poison: indices whose arithmetic
// does not overflow are exact numbers. ScalarEvolution must also say what they are where the
// access is not made. Null if it is no sum of such indices.
const SCEV *lf_scev_of_access(LfHost *H, LLVMValueRef Pointer) {
  ScalarEvolution &SE = H->se();
  const DataLayout &DL = H->F.getDataLayout();
  Value *Base = unwrap(Pointer);
  Type *Index = DL.getIndexType(Base->getType());
  unsigned Bits = Index->getIntegerBitWidth();
  const SCEV *Offset = SE.getZero(Index);
  for (unsigned Depth = 0; Depth != 8; ++Depth) {
    auto *GEP = dyn_cast<GEPOperator>(Base);
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(Bits, 0);
    if (!GEP || !GEP->collectOffset(DL, Bits, Variable, Constant))
      break;
    for (auto &[Number, Scale] : Variable) {
      if (Number->getType()->getIntegerBitWidth() > Bits)
        return nullptr;
      Offset = SE.getAddExpr(Offset, SE.getMulExpr(SE.getConstant(Scale),
                                                   exactNumber(SE, Number, true, Index)));
    }
    Offset = SE.getAddExpr(Offset, SE.getConstant(Constant));
    Base = GEP->getPointerOperand();
  }
  return orNull(SE.getAddExpr(SE.getSCEV(Base), Offset));
}

// S as code of loop L sees it, or, if that is null, code of no loop: what ran before has
// come to its end.
const SCEV *lf_scev_in_scope(LfHost *H, const SCEV *S, Loop *L) {
  return orNull(H->se().getSCEVAtScope(S, L));
}

// Exact number of times the back edge is taken, or null.
const SCEV *lf_backedge_count(LfHost *H, Loop *L) {
  return orNull(H->se().getBackedgeTakenCount(L));
}

// The instructions that S is computed from, as far as it says nothing of what they compute.
void lf_scev_instructions(const SCEV *S, LfPush Push, void *Vector) {
  struct Collector {
    LfPush Push;
    void *Vector;
    bool follow(const SCEV *S) {
      if (auto *U = dyn_cast<SCEVUnknown>(S))
        if (isa<Instruction>(U->getValue()))
          Push(Vector, U->getValue());
      return true;
    }
    bool isDone() { return false; }
  } C{Push, Vector};
  visitAll(S, C);
}

// S, with other values in the place of some.
const SCEV *lf_scev_with(LfHost *H, const SCEV *S, const LLVMValueRef *Old, const LLVMValueRef *New,
                         size_t Count) {
  ScalarEvolution &SE = H->se();
  ValueToSCEVMapTy Map;
  for (size_t N = 0; N != Count; ++N)
    Map[unwrap(Old[N])] = SE.getUnknown(unwrap(New[N]));
  return SCEVParameterRewriter::rewrite(S, SE, Map);
}

// How often the back edge is taken before L is left from a block of it, if it is not left from another one before; or null.
const SCEV *lf_exit_count(LfHost *H, Loop *L, LLVMBasicBlockRef Exiting) {
  return orNull(H->se().getExitCount(L, unwrap(Exiting)));
}

// The exact back-edge count, as wide as an address, as an expression that means
// something only where L is entered; or null.
const SCEV *lf_wide_backedge_count(LfHost *H, Loop *L) {
  ScalarEvolution &SE = H->se();
  const SCEV *Count = SE.getBackedgeTakenCount(L);
  if (isa<SCEVCouldNotCompute>(Count))
    return nullptr;
  return widenCount(H, Count, SE.getWiderType(addressWide(H), Count->getType()), L);
}

// A constant upper bound of the back-edge count, or null.
const SCEV *lf_max_backedge_count(LfHost *H, Loop *L) {
  return orNull(H->se().getConstantMaxBackedgeTakenCount(L));
}

// A - B; null for pointers of different bases.
// Are A and B numbers of one width, or addresses in one object, so that their difference means something?
bool lf_scev_are_comparable(LfHost *H, const SCEV *A, const SCEV *B) {
  ScalarEvolution &SE = H->se();
  bool IsPointer = A->getType()->isPointerTy();
  return IsPointer == B->getType()->isPointerTy() &&
         (!IsPointer || SE.getPointerBase(A) == SE.getPointerBase(B)) &&
         SE.getEffectiveSCEVType(A->getType()) == SE.getEffectiveSCEVType(B->getType());
}

const SCEV *lf_scev_minus(LfHost *H, const SCEV *A, const SCEV *B) {
  if (!lf_scev_are_comparable(H, A, B))
    return nullptr;
  ScalarEvolution &SE = H->se();
  auto [Known, IsNew] = H->CachedDifferences.try_emplace({A, B}, nullptr);
  if (!IsNew)
    return Known->second;
  // Most are constants, which cost less to find.
  if (std::optional<APInt> Constant = SE.computeConstantDifference(A, B))
    return Known->second = SE.getConstant(*Constant);
  return Known->second = orNull(withoutWhatCancels(SE, SE.getMinusSCEV(A, B)));
}

const SCEV *lf_scev_add(LfHost *H, const SCEV *A, const SCEV *B) {
  return orNull(H->se().getAddExpr(A, B));
}

const SCEV *lf_scev_mul(LfHost *H, const SCEV *A, const SCEV *B) {
  return orNull(H->se().getMulExpr(A, B));
}

// A constant of the integer type that Like (an integer or pointer) has.
const SCEV *lf_scev_constant(LfHost *H, const SCEV *Like, int64_t Value) {
  ScalarEvolution &SE = H->se();
  Type *T = SE.getEffectiveSCEVType(Like->getType());
  return SE.getConstant(T, static_cast<uint64_t>(Value), /*isSigned=*/true);
}

// S as an unsigned number in the integer type of Like; null if it is wider.
const SCEV *lf_scev_widen(LfHost *H, const SCEV *S, const SCEV *Like) {
  ScalarEvolution &SE = H->se();
  Type *T = SE.getEffectiveSCEVType(Like->getType());
  if (SE.getTypeSizeInBits(S->getType()) > SE.getTypeSizeInBits(T))
    return nullptr;
  return SE.getNoopOrZeroExtend(S, T);
}

// S as a signed number in the integer type of Like, or S itself if that is no narrower; null if it is
// wider.
const SCEV *lf_scev_sign_extend(LfHost *H, const SCEV *S, const SCEV *Like) {
  ScalarEvolution &SE = H->se();
  Type *T = SE.getEffectiveSCEVType(Like->getType());
  if (SE.getTypeSizeInBits(S->getType()) >= SE.getTypeSizeInBits(T))
    return SE.getTypeSizeInBits(S->getType()) == SE.getTypeSizeInBits(T) ? S : nullptr;
  return SE.getSignExtendExpr(S, T);
}

unsigned lf_scev_bits(LfHost *H, const SCEV *S) {
  return H->se().getTypeSizeInBits(S->getType());
}

// True and the signed value if S is a constant of at most 64 bits.
bool lf_scev_is_constant(const SCEV *S, int64_t *Value) {
  auto *C = dyn_cast<SCEVConstant>(S);
  if (!C || C->getAPInt().getSignificantBits() > 64)
    return false;
  *Value = C->getAPInt().getSExtValue();
  return true;
}

// True and the unsigned value if S is a constant that fits 64 bits.
bool lf_scev_is_unsigned_constant(const SCEV *S, uint64_t *Value) {
  auto *C = dyn_cast<SCEVConstant>(S);
  if (!C || C->getAPInt().getActiveBits() > 64)
    return false;
  *Value = C->getAPInt().getZExtValue();
  return true;
}

// If S is an affine recurrence: its loop, start, step, whether it is known
// never to wrap past its start, and whether not to overflow as a number.
Loop *lf_scev_recurrence(LfHost *H, const SCEV *S, const SCEV **Start,
                         const SCEV **Step, bool *NoSelfWrap,
                         bool *NoOverflow, bool *NoSignedOverflow) {
  auto *R = dyn_cast<SCEVAddRecExpr>(S);
  if (!R || !R->isAffine())
    return nullptr;
  *Start = R->getStart();
  *Step = R->getStepRecurrence(H->se());
  *NoSelfWrap = R->hasNoSelfWrap();
  *NoSignedOverflow = R->hasNoSignedWrap();
  *NoOverflow = R->hasNoUnsignedWrap() || *NoSignedOverflow;
  return const_cast<Loop *>(R->getLoop());
}

// The number of the iteration of L, from zero on, in the integer type that Like has.
const SCEV *lf_scev_iteration(LfHost *H, Loop *L, const SCEV *Like) {
  ScalarEvolution &SE = H->se();
  Type *T = SE.getEffectiveSCEVType(Like->getType());
  return SE.getAddRecExpr(SE.getZero(T), SE.getOne(T), L, SCEV::FlagAnyWrap);
}

// What an expression is made by. Numbered as in llvm/scev.rs.
enum LfForm {
  LfOther,
  LfSum,
  LfProduct,
  LfSignedGreatest,
  LfSignedLeast,
  LfUnsignedGreatest,
  LfUnsignedLeast,
  LfChoice,
  LfExtension,
  LfTruncation,
};

// What may be chosen as S, an integer that perhaps is extended: no more than a few.
static SmallVector<Value *, 2> choicesOf(LfHost *H, const SCEV *S) {
  if (auto *Cast = dyn_cast<SCEVIntegralCastExpr>(S); Cast && !isa<SCEVTruncateExpr>(S))
    return choicesOf(H, Cast->getOperand());
  auto *U = dyn_cast<SCEVUnknown>(S);
  Value *V = U && U->getType()->isIntegerTy() ? U->getValue() : nullptr;
  if (auto *Select = dyn_cast_or_null<SelectInst>(V))
    return {Select->getTrueValue(), Select->getFalseValue()};
  auto *P = dyn_cast_or_null<PHINode>(V);
  if (!P || H->li().isLoopHeader(P->getParent()) || P->getNumIncomingValues() > 4)
    return {};
  return {P->incoming_values().begin(), P->incoming_values().end()};
}

// One that may be chosen as S, extended like that; it is no poison if it is chosen.
static const SCEV *chosen(ScalarEvolution &SE, const SCEV *S, Value *V) {
  auto *Cast = dyn_cast<SCEVIntegralCastExpr>(S);
  if (!Cast)
    return SE.getSCEV(V);
  if (isa<SCEVSignExtendExpr>(S) && isa<SCEVUnknown>(Cast->getOperand()))
    return exactNumber(SE, V, true, S->getType());
  const SCEV *Inner = chosen(SE, Cast->getOperand(), V);
  return isa<SCEVSignExtendExpr>(S) ? SE.getSignExtendExpr(Inner, S->getType())
                                    : SE.getZeroExtendExpr(Inner, S->getType());
}

int lf_scev_form(LfHost *H, const SCEV *S) {
  if (!choicesOf(H, S).empty())
    return LfChoice;
  switch (S->getSCEVType()) {
  case scAddExpr:
    return LfSum;
  case scMulExpr:
    return LfProduct;
  case scSMaxExpr:
    return LfSignedGreatest;
  case scSMinExpr:
    return LfSignedLeast;
  case scUMaxExpr:
    return LfUnsignedGreatest;
  case scUMinExpr:
    return LfUnsignedLeast;
  case scSignExtend:
  case scZeroExtend:
    return LfExtension;
  case scTruncate:
    return LfTruncation;
  default:
    return LfOther;
  }
}

// An operand of S, null behind the last one. Of a choice, what may be chosen.
const SCEV *lf_scev_operand(LfHost *H, const SCEV *S, size_t Number) {
  if (auto Choices = choicesOf(H, S); !Choices.empty())
    return Number < Choices.size() ? chosen(H->se(), S, Choices[Number]) : nullptr;
  ArrayRef<const SCEV *> All = S->operands();
  return Number < All.size() ? All[Number] : nullptr;
}

// The least or the greatest of two expressions of one type, as Form says.
const SCEV *lf_scev_extreme(LfHost *H, int Form, const SCEV *A, const SCEV *B) {
  ScalarEvolution &SE = H->se();
  switch (Form) {
  case LfSignedGreatest:
    return SE.getSMaxExpr(A, B);
  case LfSignedLeast:
    return SE.getSMinExpr(A, B);
  case LfUnsignedGreatest:
    return SE.getUMaxExpr(A, B);
  default:
    return SE.getUMinExpr(A, B);
  }
}

// Least and greatest value of an integer of up to 64 bits, as a signed number.
bool lf_scev_range(LfHost *H, const SCEV *S, int64_t *Least, int64_t *Greatest) {
  if (!S->getType()->isIntegerTy() || S->getType()->getIntegerBitWidth() > 64)
    return false;
  ConstantRange Range = H->se().getSignedRange(S);
  if (Range.isEmptySet())
    return false;
  *Least = Range.getSignedMin().getSExtValue();
  *Greatest = Range.getSignedMax().getSExtValue();
  return true;
}

bool lf_scev_is_invariant(LfHost *H, const SCEV *S, Loop *L) {
  return H->se().isLoopInvariant(S, L);
}

// A comparison as an order of integers; null if it is none.
static ICmpInst *asOrder(Value *Condition) {
  auto *Cmp = dyn_cast<ICmpInst>(Condition);
  bool Is = Cmp && Cmp->isRelational() && Cmp->getOperand(0)->getType()->isIntegerTy();
  return Is ? Cmp : nullptr;
}

// An order that is branched on, so not poison, as `Margin > 0` in exact numbers of twice its width.
static const SCEV *margin(ScalarEvolution &SE, ICmpInst *Cmp, bool IsTrue, unsigned Bits) {
  bool Signed = Cmp->isSigned();
  CmpInst::Predicate P =
      IsTrue ? Cmp->getPredicate() : Cmp->getInversePredicate();
  Type *Wide = Type::getIntNTy(Cmp->getContext(), Bits);
  const SCEV *L = exactNumber(SE, Cmp->getOperand(0), Signed, Wide);
  const SCEV *R = exactNumber(SE, Cmp->getOperand(1), Signed, Wide);
  if (ICmpInst::isLT(P) || ICmpInst::isLE(P))
    std::swap(L, R);
  const SCEV *M = SE.getMinusSCEV(L, R);
  return ICmpInst::isStrictPredicate(P) ? M
                                        : SE.getAddExpr(M, SE.getOne(Wide));
}

// Does Says hold for one of the branches above a block, whose condition is decided there?
static bool isSaidAbove(LfHost *H, BasicBlock *Block,
                        function_ref<bool(BranchInst *Branch, bool IsTrue)> Says) {
  auto *Node = H->dt().getNode(Block);
  for (unsigned Above = 0; Node && Above != MostBranches; ++Above) {
    auto *Branch = dyn_cast<BranchInst>(Node->getBlock()->getTerminator());
    for (unsigned To = 0; Branch && Branch->isConditional() && To != 2; ++To) {
      BasicBlockEdge Edge(Branch->getParent(), Branch->getSuccessor(To));
      if (Edge.isSingleEdge() && H->dt().dominates(Edge, Block) &&
          Says(Branch, To == 0))
        return true;
    }
    Node = Node->getIDom();
  }
  return false;
}

// Both conditions are branched on. By how much is `A == ATrue` further from turning than
// `B == BTrue`? If by nothing or more, B implies A.
static std::optional<int64_t> conditionMargin(LfHost *H, Value *A, bool ATrue, Value *B,
                                              bool BTrue) {
  ICmpInst *CA = asOrder(A), *CB = asOrder(B);
  if (!CA || !CB || CA->isSigned() != CB->isSigned())
    return std::nullopt;
  // Sums of a few numbers of this width stay exact in so many bits.
  unsigned Bits =
      2 * std::max({8u, CA->getOperand(0)->getType()->getScalarSizeInBits(),
                    CB->getOperand(0)->getType()->getScalarSizeInBits()});
  if (Bits > 128)
    return std::nullopt;
  ScalarEvolution &SE = H->se();
  const SCEV *MA = margin(SE, CA, ATrue, Bits), *MB = margin(SE, CB, BTrue, Bits);
  auto *C = dyn_cast<SCEVConstant>(SE.getMinusSCEV(MA, MB));
  if (!C || C->getAPInt().getSignificantBits() > 64)
    return std::nullopt;
  return C->getAPInt().getSExtValue();
}

// What the branches that dominate Block say of condition C: 1, 0, or -1 (nothing).
static int conditionAt(LfHost *H, Value *C, BasicBlock *Block) {
  if (auto *K = dyn_cast<ConstantInt>(C))
    return !K->isZero();
  if (auto R = isImpliedByDomCondition(C, Block->getTerminator(),
                                       H->F.getDataLayout()))
    return *R;
  auto *Cmp = dyn_cast<ICmpInst>(C);
  ScalarEvolution &SE = H->se();
  if (!Cmp || !SE.isSCEVable(Cmp->getOperand(0)->getType()))
    return -1;
  const SCEV *L = SE.getSCEV(Cmp->getOperand(0));
  const SCEV *R = SE.getSCEV(Cmp->getOperand(1));
  if (SE.isBasicBlockEntryGuardedByCond(Block, Cmp->getCmpPredicate(), L, R))
    return 1;
  if (SE.isBasicBlockEntryGuardedByCond(
          Block, Cmp->getInverseCmpPredicate(), L, R))
    return 0;
  if (!asOrder(C))
    return -1;
  auto Implies = [&](bool IsTrue) {
    return isSaidAbove(H, Block, [&](BranchInst *Said, bool IsSaidTrue) {
      return conditionMargin(H, C, IsTrue, Said->getCondition(), IsSaidTrue) >= 0;
    });
  };
  return Implies(true) ? 1 : Implies(false) ? 0 : -1;
}

// The conditions that are IsTrue when Block runs in an iteration of L and of loops in it, as branches say in that iteration.
void lf_conditions_in(LfHost *H, LLVMBasicBlockRef Block, Loop *L, bool IsTrue, LfPush Push, void *Vector) {
  BasicBlock *BB = unwrap(Block);
  isSaidAbove(H, BB, [&](BranchInst *Branch, bool IsSaidTrue) {
    Loop *Around = H->li().getLoopFor(Branch->getParent());
    bool IsInIteration = Around && L->contains(Around) && Around->contains(BB);
    if (IsInIteration && IsSaidTrue == IsTrue)
      Push(Vector, wrap(Branch->getCondition()));
    return !L->contains(Branch);
  });
}

static bool isNonnegative(LfHost *H, const SCEV *S, Loop *L);

// The same, which is asked again and again of one number.
static bool isKnownNonnegative(LfHost *H, const SCEV *S, Loop *L) {
  auto Known = H->CachedNonnegative.find({S, L});
  if (Known != H->CachedNonnegative.end())
    return Known->second;
  // A number and its quotients are asked for each other.
  H->CachedNonnegative[{S, L}] = false;
  bool Is = isNonnegative(H, S, L);
  H->CachedNonnegative[{S, L}] = Is;
  return Is;
}

namespace {

// Numbers that are not negative whenever L is entered are extended as if unsigned. The greater of two numbers is the one
// that is known to be. What is a length of rows to one instruction and a count to another becomes one expression.
class UnsignedExtension : public SCEVRewriteVisitor<UnsignedExtension> {
  using Base = SCEVRewriteVisitor<UnsignedExtension>;
  LfHost *H;
  Loop *L;

public:
  UnsignedExtension(LfHost *H, Loop *L) : SCEVRewriteVisitor(H->se()), H(H), L(L) {}

  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *E) {
    return isKnownNonnegative(H, E->getOperand(), L)
               ? SE.getZeroExtendExpr(E->getOperand(), E->getType())
               : E;
  }

  // What is known of a recurrence need not hold for another one, elsewhere.
  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *E) { return E; }

  const SCEV *visitSMaxExpr(const SCEVSMaxExpr *E) { return greatest(E, Base::visitSMaxExpr(E)); }
  const SCEV *visitUMaxExpr(const SCEVUMaxExpr *E) { return greatest(E, Base::visitUMaxExpr(E)); }

private:
  // The one of two numbers that Visited, which E became, is known to be.
  const SCEV *greatest(const SCEV *E, const SCEV *Visited) {
    auto *Greatest = dyn_cast<SCEVMinMaxExpr>(Visited);
    if (!Greatest || Greatest->getSCEVType() != E->getSCEVType() || Greatest->getNumOperands() != 2)
      return Visited;
    const SCEV *A = Greatest->getOperand(0), *B = Greatest->getOperand(1);
    return isGreater(A, B) ? A : isGreater(B, A) ? B : Visited;
  }

  // Is neither A nor B negative, and A no less? Then A - B does not wrap around; more may be known of what they are extended
  // to.
  bool isGreater(const SCEV *A, const SCEV *B) {
    if (!isKnownNonnegative(H, A, L) || !isKnownNonnegative(H, B, L))
      return false;
    Type *Wide = SE.getWiderType(addressWide(H), A->getType());
    auto Exceeds = [&](const SCEV *A, const SCEV *B) { return isKnownNonnegative(H, SE.getMinusSCEV(A, B), L); };
    return Exceeds(A, B) || Exceeds(SE.getNoopOrZeroExtend(A, Wide), SE.getNoopOrZeroExtend(B, Wide));
  }
};

// Constants are taken off numbers once these are extended, where they are at least as large
// whenever L is entered.
class ConstantsOutside : public SCEVRewriteVisitor<ConstantsOutside> {
  LfHost *H;
  Loop *L;

public:
  ConstantsOutside(LfHost *H, Loop *L) : SCEVRewriteVisitor(H->se()), H(H), L(L) {}

  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *E) {
    const SCEV *N = E->getOperand();
    return SE.isAvailableAtLoopEntry(N, L) ? widenCount(H, N, E->getType(), L) : E;
  }

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *E) { return E; }
};

} // namespace

// Are A and B one number? LLVM keeps the parts of sums and products in the order in which it came to see them, if nothing
// else tells loaded numbers apart.
static bool isSame(const SCEV *A, const SCEV *B) {
  if (A == B)
    return true;
  if (A->getSCEVType() != B->getSCEVType() || A->getType() != B->getType())
    return false;
  if (auto *Cast = dyn_cast<SCEVCastExpr>(A))
    return isSame(Cast->getOperand(), cast<SCEVCastExpr>(B)->getOperand());
  if (!isa<SCEVCommutativeExpr>(A) || A->operands().size() != B->operands().size())
    return false;
  SmallVector<const SCEV *, 8> Left(B->operands());
  return all_of(A->operands(), [&](const SCEV *Part) {
    auto *Other = find_if(Left, [&](const SCEV *S) { return isSame(Part, S); });
    if (Other == Left.end())
      return false;
    Left.erase(Other);
    return true;
  });
}

// Does a condition that is frozen, or one of a frozen number, perhaps one of several, say that S is not negative? If what S
// is computed from is poison, so is what the loops below compute from it, and what they access by that is undefined anyway.
static bool saysFrozenNonnegative(ScalarEvolution &SE, Value *Condition, const SCEV *S,
                                  unsigned Depth = 12) {
  using namespace PatternMatch;
  Value *A, *B;
  if (Depth && match(Condition, m_And(m_Value(A), m_Value(B))))
    return saysFrozenNonnegative(SE, A, S, Depth - 1) ||
           saysFrozenNonnegative(SE, B, S, Depth - 1);
  CmpPredicate P;
  bool IsFrozen = match(Condition, m_Freeze(m_Value(Condition)));
  if (!match(Condition, m_ICmp(P, m_Value(A), m_Value(B))))
    return false;
  if (isa<Constant>(A)) {
    std::swap(A, B);
    P = CmpInst::getSwappedPredicate(P);
  }
  const APInt *C;
  IsFrozen |= match(A, m_Freeze(m_Value(A)));
  if (!IsFrozen || A->getType() != S->getType() || !match(B, m_APInt(C)) || C->slt(-1) || C->isMaxSignedValue() ||
      (P != ICmpInst::ICMP_SGE && P != ICmpInst::ICMP_SGT))
    return false;
  // The number that is compared is at least that much; S is less by some constant.
  APInt Least = P == ICmpInst::ICMP_SGT ? *C + 1 : *C;
  auto [Number, Less] = minusConstant(SE, S);
  return Least.isNonNegative() && Less.ule(Least) && isSame(SE.getSCEV(A), Number);
}

// What is computed elsewhere, and may be any number if no condition speaks of it. (Of others, as
// phis and bits of numbers, how they are computed may say something.)
static bool comesFromElsewhere(const Value *V) {
  return isa<Argument, LoadInst, CallBase, ExtractValueInst>(V);
}

// A value, and the constant, greater than one, that another one is divided by to get it. What is not negative is divided
// toward zero either way.
static std::pair<Value *, APInt> dividedBy(Value *Quotient) {
  using namespace PatternMatch;
  Value *V;
  const APInt *C;
  if (match(Quotient, m_SDiv(m_Value(V), m_APInt(C))) && C->sgt(1))
    return {V, *C};
  if (match(Quotient, m_AShr(m_Value(V), m_APInt(C))) && !C->isZero() && C->ult(C->getBitWidth() - 1))
    return {V, APInt::getOneBitSet(C->getBitWidth(), C->getZExtValue())};
  return {nullptr, APInt()};
}

// Puts what a condition is computed from, and comes from elsewhere, into Said.
static void addSaid(ScalarEvolution &SE, Value *Condition, DenseSet<const Value *> &Said) {
  struct Adder {
    DenseSet<const Value *> &Said;
    bool follow(const SCEV *S) {
      if (auto *U = dyn_cast<SCEVUnknown>(S)) {
        Said.insert(U->getValue());
        if (Value *V = dividedBy(U->getValue()).first)
          Said.insert(V);
      }
      return true;
    }
    bool isDone() { return false; }
  } Add{Said};
  SmallVector<Value *, 8> Left{Condition};
  SmallPtrSet<Value *, 8> Seen;
  while (!Left.empty()) {
    Value *V = Left.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    if (auto *Frozen = dyn_cast<FreezeInst>(V))
      Left.push_back(Frozen->getOperand(0));
    else if (SE.isSCEVable(V->getType()) && !V->getType()->isIntegerTy(1))
      visitAll(SE.getSCEV(V), Add);
    else if (auto *I = dyn_cast<Instruction>(V); I && !isa<PHINode, LoadInst, CallBase>(I))
      append_range(Left, I->operands());
  }
}

// Blocks above a loop whose conditions are looked at, for what they speak of.
static constexpr unsigned MostBlocks = 64;

// The arguments, loads and results of calls that conditions above L, or assumptions, speak of.
static const std::optional<DenseSet<const Value *>> &saidAbove(LfHost *H, Loop *L) {
  auto [Known, IsNew] = H->CachedSaid.try_emplace(L);
  if (!IsNew)
    return Known->second;
  DenseSet<const Value *> Said;
  ScalarEvolution &SE = H->se();
  for (auto &Assumption : H->FAM.getResult<AssumptionAnalysis>(H->F).assumptions())
    if (Assumption)
      addSaid(SE, cast<AssumeInst>(Assumption)->getArgOperand(0), Said);
  unsigned Above = 0;
  for (auto *Node = H->dt().getNode(L->getHeader()); Node; Node = Node->getIDom()) {
    if (++Above > MostBlocks)
      return Known->second;
    auto *Branch = dyn_cast<BranchInst>(Node->getBlock()->getTerminator());
    if (Branch && Branch->isConditional())
      addSaid(SE, Branch->getCondition(), Said);
  }
  return Known->second = std::move(Said);
}

// Is S a sum or product with a number that may be anything when L is entered? Then nothing is known of
// its sign, and LLVM, which goes through all conditions, finds that out at length.
static bool isOpen(LfHost *H, const SCEV *S, Loop *L) {
  SmallVector<const SCEV *, 8> Left{S};
  SmallPtrSet<const SCEV *, 8> Seen;
  while (!Left.empty()) {
    const SCEV *Part = Left.pop_back_val();
    if (!Seen.insert(Part).second)
      continue;
    if (isa<SCEVAddExpr, SCEVMulExpr, SCEVSignExtendExpr>(Part)) {
      append_range(Left, Part->operands());
      continue;
    }
    auto *U = dyn_cast<SCEVUnknown>(Part);
    if (!U || !comesFromElsewhere(U->getValue()) || !H->se().getSignedRange(U).isFullSet())
      continue;
    auto &Said = saidAbove(H, L);
    if (Said && !Said->contains(U->getValue()))
      return true;
  }
  return false;
}

// A number in its own width, before it was extended.
static const SCEV *narrowed(const SCEV *S) {
  return isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(S) ? cast<SCEVCastExpr>(S)->getOperand() : S;
}

// Is the value V, as a signed number, at least the constant Least, which is not negative, whenever L is entered?
static bool reaches(LfHost *H, Value *V, const APInt &Least, Loop *L) {
  ScalarEvolution &SE = H->se();
  const SCEV *S = SE.getSCEV(V);
  // Only of what is not negative it is known that nothing wraps around.
  if (!isKnownNonnegative(H, S, L))
    return false;
  auto Exceeds = [&](const APInt &Less) {
    return Less.isZero() || isKnownNonnegative(H, SE.getMinusSCEV(S, SE.getConstant(Less)), L);
  };
  // LLVM says `w != 1` for `w > 1` if `w` is positive.
  return Exceeds(Least) ||
         (SE.isLoopEntryGuardedByCond(L, ICmpInst::ICMP_NE, S, SE.getConstant(Least - 1)) && Exceeds(Least - 1));
}

// More users of a number are not looked at.
static constexpr unsigned MostUsers = 16;

// Is S, a number less some constant, not negative whenever L is entered, since the number is a quotient of what is large
// enough, or a quotient or multiple of it is? `w / 2` is at least 1 if `w` is at least 2, and the other way round.
static bool isKnownByQuotient(LfHost *H, const SCEV *S, Loop *L) {
  ScalarEvolution &SE = H->se();
  auto Number = minusConstant(SE, S);
  auto *U = dyn_cast<SCEVUnknown>(narrowed(Number.first));
  auto &Said = saidAbove(H, L);
  if (!U || !U->getType()->isIntegerTy() || !Said)
    return false;
  unsigned Bits = U->getType()->getIntegerBitWidth();
  if (Number.second.getActiveBits() >= Bits)
    return false;
  APInt Less = Number.second.trunc(Bits);
  if (auto [Whole, C] = dividedBy(U->getValue()); Whole) {
    bool Overflows = false;
    APInt Least = Less.smul_ov(C, Overflows);
    return !Overflows && Said->contains(Whole) && reaches(H, Whole, Least, L);
  }
  using namespace PatternMatch;
  APInt One(Bits, 1);
  auto IsPositive = [&](User *Of) {
    const APInt *C;
    // A positive multiple is one of a positive number.
    if (match(Of, m_NSWShl(m_Specific(U->getValue()), m_APInt(C))) ||
        (match(Of, m_NSWMul(m_Specific(U->getValue()), m_APInt(C))) && C->isStrictlyPositive()))
      return Less.ule(One) && reaches(H, Of, One, L);
    auto Divided = dividedBy(Of);
    return Divided.first == U->getValue() && Less.ule(Divided.second) && Said->contains(Of) && reaches(H, Of, One, L);
  };
  unsigned Left = Said->contains(U->getValue()) ? MostUsers : 0;
  return any_of(U->getValue()->users(), [&](User *Of) { return Left && Left-- && IsPositive(Of); });
}

static bool isNonnegative(LfHost *H, const SCEV *S, Loop *L) {
  ScalarEvolution &SE = H->se();
  if (SE.isKnownNonNegative(S))
    return true;
  if (SE.isKnownNegative(S) || !SE.isAvailableAtLoopEntry(S, L) || isOpen(H, S, L))
    return false;
  if (SE.isKnownNonNegative(H->guarded(S, L)))
    return true;
  if (SE.isLoopEntryGuardedByCond(L, ICmpInst::ICMP_SGE, S,
                                  SE.getZero(S->getType())))
    return true;
  auto Says = [&](BranchInst *Branch, bool IsTrue) {
    return IsTrue && saysFrozenNonnegative(SE, Branch->getCondition(), S);
  };
  if (isSaidAbove(H, L->getHeader(), Says) || isKnownByQuotient(H, S, L))
    return true;
  const SCEV *Unsigned = UnsignedExtension(H, L).visit(S);
  return Unsigned != S && isKnownNonnegative(H, Unsigned, L);
}

// S, which means something where L is entered: lengths of rows and counts as one expression.
const SCEV *lf_scev_as_entered(LfHost *H, const SCEV *S, Loop *L) {
  return UnsignedExtension(H, L).visit(S);
}

// S, which means something where L is entered, as a sum of extended numbers and constants.
const SCEV *lf_scev_with_constants_outside(LfHost *H, const SCEV *S, Loop *L) {
  return ConstantsOutside(H, L).visit(S);
}

// S >= 0 (signed) whenever L is entered.
bool lf_scev_known_nonnegative(LfHost *H, const SCEV *S, Loop *L) {
  return isKnownNonnegative(H, S, L);
}

// The constant that Whole is divided by to get Part, if Whole is not negative, which is taken for granted or else known
// whenever L is entered; else 0. Then Part, so often, is no more than Whole. Either may be extended, since neither is
// negative.
int64_t lf_scev_divisor(LfHost *H, const SCEV *Whole, const SCEV *Part, bool IsNatural, Loop *L) {
  ScalarEvolution &SE = H->se();
  const SCEV *Of = nullptr;
  APInt By;
  Part = narrowed(Part);
  if (auto *Quotient = dyn_cast<SCEVUDivExpr>(Part)) {
    auto *C = dyn_cast<SCEVConstant>(Quotient->getRHS());
    Of = C ? narrowed(Quotient->getLHS()) : nullptr;
    By = C ? C->getAPInt() : By;
  } else if (auto *U = dyn_cast<SCEVUnknown>(Part)) {
    auto [V, C] = dividedBy(U->getValue());
    Of = V ? SE.getSCEV(V) : nullptr;
    By = C;
  }
  bool IsPart = Of && Of == narrowed(Whole) && By.getActiveBits() < 32;
  // Any number is not negative once it is extended as an unsigned one.
  bool IsSaid = IsNatural && !isa<SCEVZeroExtendExpr>(Whole);
  return IsPart && (IsSaid || isKnownNonnegative(H, Of, L)) ? By.getZExtValue() : 0;
}

// Does S depend on a number of which nothing is known when L is entered?
bool lf_scev_is_open(LfHost *H, const SCEV *S, Loop *L) { return isOpen(H, S, L); }

// The unsigned number S is at least Value whenever L is entered.
bool lf_scev_known_at_least(LfHost *H, const SCEV *S, uint64_t Value, Loop *L) {
  ScalarEvolution &SE = H->se();
  unsigned Bits = SE.getTypeSizeInBits(S->getType());
  if (!isUIntN(std::min(Bits, 64u), Value))
    return false;
  const SCEV *Least = SE.getConstant(S->getType(), Value);
  if (SE.isKnownPredicate(ICmpInst::ICMP_UGE, S, Least))
    return true;
  if (!SE.isAvailableAtLoopEntry(S, L))
    return false;
  if (isAtLeast(H, S, APInt(Bits, Value), L))
    return true;
  // Run-time checks compare numbers as wide as addresses.
  Type *Wide = SE.getWiderType(addressWide(H), S->getType());
  return Wide != S->getType() &&
         SE.isLoopEntryGuardedByCond(L, ICmpInst::ICMP_UGE,
                                     widenCount(H, S, Wide, L),
                                     SE.getConstant(Wide, Value));
}

// Are A and B, of one type, equal whenever L is entered?
static bool areEqual(ScalarEvolution &SE, const SCEV *A, const SCEV *B, Loop *L) {
  // Conditions compare bounds, which counts are often one less than.
  auto Constant = [](const SCEV *S) {
    auto *Add = dyn_cast<SCEVAddExpr>(S);
    return Add ? dyn_cast<SCEVConstant>(Add->getOperand(0)) : nullptr;
  };
  const SCEVConstant *C = Constant(A);
  if (C && C == Constant(B)) {
    A = SE.getMinusSCEV(A, C);
    B = SE.getMinusSCEV(B, C);
  }
  return SE.isLoopEntryGuardedByCond(L, ICmpInst::ICMP_EQ, A, B);
}

// The difference A - B of two unsigned numbers of possibly different widths,
// rewritten with what is known when L is entered; null if it cannot be formed.
const SCEV *lf_scev_guarded_difference(LfHost *H, const SCEV *A, const SCEV *B,
                                       Loop *L) {
  ScalarEvolution &SE = H->se();
  if (!SE.isAvailableAtLoopEntry(A, L) || !SE.isAvailableAtLoopEntry(B, L))
    return nullptr;
  Type *Wide = SE.getWiderType(A->getType(), B->getType());
  const SCEV *Plain = SE.getMinusSCEV(widenCount(H, A, Wide, L),
                                      widenCount(H, B, Wide, L));
  if (isa<SCEVConstant>(Plain))
    return Plain;
  if (A->getType() == B->getType() && areEqual(SE, A, B, L))
    return SE.getZero(Wide);
  return orNull(H->guarded(Plain, L));
}

// Does condition A being ATrue decide B? 1: B is true, 0: false, -1: unknown.
int lf_condition_implies(LfHost *H, LLVMValueRef A, LLVMValueRef B,
                         bool ATrue) {
  auto R = isImpliedCondition(unwrap(A), unwrap(B), H->F.getDataLayout(), ATrue);
  return R ? *R : -1;
}

// The same of Cond, which is branched on, in block B; asked again and again of one.
int lf_condition_at(LfHost *H, LLVMValueRef Cond, LLVMBasicBlockRef B) {
  auto [Known, IsNew] = H->CachedConditions.try_emplace({unwrap(Cond), unwrap(B)}, -1);
  if (IsNew)
    Known->second = conditionAt(H, unwrap(Cond), unwrap(B));
  return Known->second;
}

bool lf_condition_margin(LfHost *H, LLVMValueRef A, bool ATrue, LLVMValueRef B,
                         bool BTrue, int64_t *Difference) {
  auto Margin = conditionMargin(H, unwrap(A), ATrue, unwrap(B), BTrue);
  *Difference = Margin.value_or(0);
  return Margin.has_value();
}

// Is A computed from values that B is computed from, and no others?
bool lf_scev_has_variables_of(const SCEV *A, const SCEV *B) {
  SmallPtrSet<const SCEV *, 8> Variables[2];
  for (unsigned N : {0, 1})
    SCEVExprContains(N ? B : A, [&](const SCEV *Part) {
      if (isa<SCEVUnknown>(Part))
        Variables[N].insert(Part);
      return false;
    });
  return set_is_subset(Variables[0], Variables[1]);
}

// Same comparison of operands that ScalarEvolution finds equal:
// 1: same value, 0: opposite, -1: unknown.
int lf_condition_same(LfHost *H, LLVMValueRef A, LLVMValueRef B) {
  auto *CA = dyn_cast<ICmpInst>(unwrap(A)), *CB = dyn_cast<ICmpInst>(unwrap(B));
  if (!CA || !CB)
    return -1;
  ScalarEvolution &SE = H->se();
  if (!SE.isSCEVable(CA->getOperand(0)->getType()) ||
      !SE.isSCEVable(CB->getOperand(0)->getType()))
    return -1;
  auto S = [&](Instruction *I, unsigned N) { return SE.getSCEV(I->getOperand(N)); };
  CmpInst::Predicate PB = CB->getPredicate();
  if (S(CA, 0) == S(CB, 1) && S(CA, 1) == S(CB, 0))
    PB = CB->getSwappedPredicate();
  else if (S(CA, 0) != S(CB, 0) || S(CA, 1) != S(CB, 1))
    return -1;
  if (CA->getPredicate() == PB)
    return 1;
  return CA->getInversePredicate() == PB ? 0 : -1;
}
}
