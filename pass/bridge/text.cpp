// Values and expressions in the words of the source, for remarks.

#include "host.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Is the name one that a library keeps to itself?
bool isReserved(StringRef Name) { return Name.starts_with("__"); }

// A variable, or what of it a record holds: of a slice of Rust's, its pointer goes by the name of the slice.
std::string nameOf(const DbgVariableRecord &R) {
  DILocalVariable *Variable = R.getVariable();
  std::string Name = Variable->getName().str();
  auto Part = R.getExpression()->getFragmentInfo();
  DIType *Type = Variable->getType();
  bool IsSlice = Type && (Type->getName().starts_with("&[") || Type->getName().starts_with("&mut ["));
  return Part && Part->OffsetInBits && IsSlice ? Name + ".len()" : Name;
}

// The name a reader of the source knows V by: of a global, an argument, the
// debug variable that holds it, or its name in the IR. Empty if it has none.
std::string sourceName(Value *V) {
  V = V->stripPointerCasts();
  if (auto *Frozen = dyn_cast<FreezeInst>(V))
    V = Frozen->getOperand(0);
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgUsers(V, Records);
  erase_if(Records, [](DbgVariableRecord *R) {
    return !R->getVariable() || R->getVariable()->getName().empty() ||
           isReserved(R->getVariable()->getName());
  });
  // What holds the variable itself, or a part of it, comes before what is computed to find
  // it; and the names of callers before those of what is inlined.
  auto Rank = [](DbgVariableRecord *R) {
    DIExpression *E = R->getExpression();
    bool IsPart = E->getFragmentInfo() && E->getNumElements() == 3;
    unsigned Depth = 0;
    for (DILocation *At = R->getDebugLoc().getInlinedAt(); At;
         At = At->getInlinedAt())
      ++Depth;
    return std::tuple(E->getNumElements() && !IsPart, Depth, IsPart);
  };
  auto Best = min_element(Records, [&](auto *A, auto *B) { return Rank(A) < Rank(B); });
  if (Best != Records.end())
    return nameOf(**Best);
  // The result of a loop is known by the name that it has in the loop.
  if (auto *P = dyn_cast<PHINode>(V); P && P->getNumIncomingValues() == 1)
    return sourceName(P->getIncomingValue(0));
  return V->hasName() && !isReserved(V->getName()) ? V->getName().str() : std::string();
}

void print(raw_ostream &OS, const SCEV *S);
void printLabel(raw_ostream &OS, Value *V);

void printAll(raw_ostream &OS, ArrayRef<const SCEV *> Operands,
              StringRef Separator) {
  interleave(Operands, OS, [&](const SCEV *Op) { print(OS, Op); }, Separator);
}

// What S takes away from a sum, if it does.
const SCEV *takenAway(const SCEV *S) {
  auto *Product = dyn_cast<SCEVMulExpr>(S);
  bool Is = Product && Product->getNumOperands() == 2 && Product->getOperand(0)->isAllOnesValue();
  return Is ? Product->getOperand(1) : nullptr;
}

// A sum: what is added first, then what is taken away, and at last its constant, which ScalarEvolution keeps first.
void printSum(raw_ostream &OS, ArrayRef<const SCEV *> Operands) {
  auto *C = dyn_cast<SCEVConstant>(Operands.front());
  SmallVector<const SCEV *> Added, Taken;
  for (const SCEV *Op : C ? Operands.drop_front() : Operands)
    if (const SCEV *Away = takenAway(Op))
      Taken.push_back(Away);
    else
      Added.push_back(Op);
  if (Added.empty())
    Added.push_back(Operands[C ? 1 : 0]), Taken.erase(Taken.begin());
  OS << '(';
  printAll(OS, Added, " + ");
  for (const SCEV *Away : Taken) {
    OS << " - ";
    print(OS, Away);
  }
  if (C) {
    const APInt &Value = C->getAPInt();
    OS << (Value.isNegative() ? " - " : " + ") << Value.abs();
  }
  OS << ')';
}

// What a pointer was loaded from, if S is the address of one.
Value *holderOf(const SCEV *S) {
  if (auto *Cast = dyn_cast<SCEVCastExpr>(S))
    S = Cast->getOperand();
  auto *Unknown = dyn_cast<SCEVUnknown>(S);
  auto *Load = Unknown ? dyn_cast<LoadInst>(Unknown->getValue()) : nullptr;
  return Load && Load->getType()->isPointerTy() ? getUnderlyingObject(Load->getPointerOperand()) : nullptr;
}

// Prints `1 + (N - K) / K`, which is how often a loop runs that counts N down by K, as N / K; the distance of two pointers that
// one object holds, as containers do with their first element and their end, as a length. False if S is something else.
bool printQuotient(raw_ostream &OS, const SCEVAddExpr *S) {
  auto *Quotient = S->getNumOperands() == 2 && S->getOperand(0)->isOne() ? dyn_cast<SCEVUDivExpr>(S->getOperand(1))
                                                                        : nullptr;
  auto *Rest = Quotient ? dyn_cast<SCEVAddExpr>(Quotient->getLHS()) : nullptr;
  auto *By = Quotient ? dyn_cast<SCEVConstant>(Quotient->getRHS()) : nullptr;
  auto *Less = Rest ? dyn_cast<SCEVConstant>(Rest->getOperand(0)) : nullptr;
  if (!By || !Less || Less->getAPInt() != -By->getAPInt())
    return false;
  ArrayRef<const SCEV *> Number = Rest->operands().drop_front();
  for (auto [First, End] : {std::pair(0, 1), std::pair(1, 0)}) {
    const SCEV *From = Number.size() == 2 ? takenAway(Number[First]) : nullptr;
    Value *Holder = From ? holderOf(From) : nullptr;
    if (Holder && holderOf(Number[End]) == Holder) {
      OS << "the length of ";
      printLabel(OS, Holder);
      return true;
    }
  }
  auto *Product = Number.size() == 1 ? dyn_cast<SCEVMulExpr>(Number.front()) : nullptr;
  if (Product && Product->getOperand(0) == By) {
    printAll(OS, Product->operands().drop_front(), " * ");
    return true;
  }
  if (Number.size() == 1)
    print(OS, Number.front());
  else
    printSum(OS, Number);
  OS << " / " << By->getAPInt();
  return true;
}

// What a number is in an iteration of a loop around: Start + Step * iteration.
void printRecurrence(raw_ostream &OS, const SCEV *Start, const SCEV *Step) {
  bool Falls = Step->isAllOnesValue();
  OS << '(';
  if (!Start->isZero())
    print(OS, Start);
  if (!Start->isZero() || Falls)
    OS << (Falls ? " - " : " + ");
  if (!Falls && !Step->isOne()) {
    print(OS, Step);
    OS << " * ";
  }
  OS << "iteration)";
}

void print(raw_ostream &OS, const SCEV *S) {
  switch (S->getSCEVType()) {
  case scConstant:
    OS << cast<SCEVConstant>(S)->getAPInt();
    break;
  case scTruncate:
  case scZeroExtend:
  case scSignExtend:
  case scPtrToInt:
    print(OS, cast<SCEVCastExpr>(S)->getOperand());
    break;
  case scAddExpr:
    if (!printQuotient(OS, cast<SCEVAddExpr>(S)))
      printSum(OS, S->operands());
    break;
  case scMulExpr:
    printAll(OS, S->operands(), " * ");
    break;
  case scUMaxExpr:
  case scSMaxExpr:
    OS << "max(";
    printAll(OS, S->operands(), ", ");
    OS << ')';
    break;
  case scUMinExpr:
  case scSMinExpr:
  case scSequentialUMinExpr:
    OS << "min(";
    printAll(OS, S->operands(), ", ");
    OS << ')';
    break;
  case scUDivExpr:
    print(OS, cast<SCEVUDivExpr>(S)->getLHS());
    OS << " / ";
    print(OS, cast<SCEVUDivExpr>(S)->getRHS());
    break;
  case scUnknown:
    printLabel(OS, cast<SCEVUnknown>(S)->getValue());
    break;
  case scAddRecExpr:
    // Numbering the unnamed values of a function takes long; that of a loop says little to a reader.
    if (auto *Recurrence = cast<SCEVAddRecExpr>(S); Recurrence->isAffine()) {
      printRecurrence(OS, Recurrence->getStart(), Recurrence->getOperand(1));
      break;
    }
    [[fallthrough]];
  default:
    S->print(OS);
  }
}

// What holds the pointers to rows, if V is the first of these as a check hides it (`row_pointers.cpp`); else null.
Value *rowsOf(Value *V) {
  Value *Row;
  auto *Hidden = dyn_cast<CallInst>(V);
  bool Is = Hidden && Hidden->isInlineAsm() && Hidden->arg_size() == 1 &&
            match(Hidden->getArgOperand(0), m_Freeze(m_Value(Row))) && isa<LoadInst>(Row);
  return Is ? getUnderlyingObject(getLoadStorePointerOperand(Row)) : nullptr;
}

// Is there more to say of V than that it is a value?
bool hasLabel(Value *V) { return isa<Argument>(V) || !sourceName(V).empty(); }

// V by its name, or by what it is: numbering the unnamed values of a function
// takes time that grows with the function, for every value that is printed.
void printLabel(raw_ostream &OS, Value *V) {
  std::string Name = sourceName(V);
  Value *Of;
  const APInt *By;
  if (!Name.empty())
    OS << Name;
  else if (match(V, m_SDiv(m_Value(Of), m_APInt(By))) && hasLabel(Of)) {
    printLabel(OS, Of);
    OS << " / " << *By;
  } else if (match(V, m_AShr(m_Value(Of), m_APInt(By))) && hasLabel(Of)) {
    printLabel(OS, Of);
    OS << " >> " << *By;
  } else if (auto *A = dyn_cast<Argument>(V))
    OS << "argument " << A->getArgNo() + 1;
  else if (auto *Base = rowsOf(V)) {
    OS << "the rows of ";
    printLabel(OS, Base);
  } else if (auto *Load = dyn_cast<LoadInst>(V); Load && hasLabel(getUnderlyingObject(Load->getPointerOperand()))) {
    OS << (V->getType()->isPointerTy() ? "an array of " : "a value in ");
    printLabel(OS, getUnderlyingObject(Load->getPointerOperand()));
  } else if (auto *I = dyn_cast<Instruction>(V))
    OS << "a value (" << I->getOpcodeName() << ')';
  else
    V->printAsOperand(OS, /*PrintType=*/false);
}

StringRef comparison(CmpInst::Predicate P) {
  switch (P) {
  case CmpInst::ICMP_EQ:
  case CmpInst::FCMP_OEQ:
    return "==";
  case CmpInst::ICMP_NE:
  case CmpInst::FCMP_UNE:
    return "!=";
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_SGT:
  case CmpInst::FCMP_OGT:
    return ">";
  case CmpInst::ICMP_UGE:
  case CmpInst::ICMP_SGE:
  case CmpInst::FCMP_OGE:
    return ">=";
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_SLT:
  case CmpInst::FCMP_OLT:
    return "<";
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_SLE:
  case CmpInst::FCMP_OLE:
    return "<=";
  default:
    return CmpInst::getPredicateName(P);
  }
}

void printCondition(raw_ostream &OS, Value *V, unsigned Depth) {
  Value *A, *B;
  if (auto *C = dyn_cast<CmpInst>(V)) {
    printLabel(OS, C->getOperand(0));
    OS << ' ' << comparison(C->getPredicate()) << ' ';
    printLabel(OS, C->getOperand(1));
    return;
  }
  bool IsAnd = match(V, m_LogicalAnd(m_Value(A), m_Value(B)));
  if (Depth && (IsAnd || match(V, m_LogicalOr(m_Value(A), m_Value(B))))) {
    OS << '(';
    printCondition(OS, A, Depth - 1);
    OS << (IsAnd ? " && " : " || ");
    printCondition(OS, B, Depth - 1);
    OS << ')';
    return;
  }
  printLabel(OS, V);
}

} // namespace

extern "C" {

LfString lf_condition_text(LLVMValueRef V) {
  std::string Text;
  raw_string_ostream OS(Text);
  printCondition(OS, unwrap(V), 3);
  return toRust(Text);
}

LfString lf_label(LLVMValueRef V) {
  std::string Text;
  raw_string_ostream OS(Text);
  printLabel(OS, unwrap(V));
  return toRust(Text);
}

LfString lf_scev_text(const SCEV *S) {
  std::string Text;
  raw_string_ostream OS(Text);
  print(OS, S);
  return toRust(Text);
}
}
