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

// The name a reader of the source knows V by: of a global, an argument, the
// debug variable that holds it, or its name in the IR. Empty if it has none.
std::string sourceName(Value *V) {
  V = V->stripPointerCasts();
  if (auto *Frozen = dyn_cast<FreezeInst>(V))
    V = Frozen->getOperand(0);
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgUsers(V, Records);
  erase_if(Records, [](DbgVariableRecord *R) {
    return !R->getVariable() || R->getVariable()->getName().empty();
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
    return (*Best)->getVariable()->getName().str();
  // The result of a loop is known by the name that it has in the loop.
  if (auto *P = dyn_cast<PHINode>(V); P && P->getNumIncomingValues() == 1)
    return sourceName(P->getIncomingValue(0));
  return V->hasName() ? V->getName().str() : std::string();
}

void print(raw_ostream &OS, const SCEV *S);
void printLabel(raw_ostream &OS, Value *V);

void printAll(raw_ostream &OS, ArrayRef<const SCEV *> Operands,
              StringRef Separator) {
  interleave(Operands, OS, [&](const SCEV *Op) { print(OS, Op); }, Separator);
}

// A sum with its constant, which ScalarEvolution keeps first, at the end.
void printSum(raw_ostream &OS, ArrayRef<const SCEV *> Operands) {
  auto *C = dyn_cast<SCEVConstant>(Operands.front());
  OS << '(';
  printAll(OS, C ? Operands.drop_front() : Operands, " + ");
  if (C) {
    const APInt &Value = C->getAPInt();
    OS << (Value.isNegative() ? " - " : " + ") << Value.abs();
  }
  OS << ')';
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

// V by its name, or by what it is: numbering the unnamed values of a function
// takes time that grows with the function, for every value that is printed.
void printLabel(raw_ostream &OS, Value *V) {
  std::string Name = sourceName(V);
  if (!Name.empty())
    OS << Name;
  else if (auto *A = dyn_cast<Argument>(V))
    OS << "argument " << A->getArgNo() + 1;
  else if (auto *Base = rowsOf(V)) {
    OS << "the rows of ";
    printLabel(OS, Base);
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

// Line and column of an instruction's debug location; 0 where there is none.
unsigned lf_line(LLVMValueRef V, unsigned *Column) {
  auto *I = dyn_cast<Instruction>(unwrap(V));
  if (!I || !I->getDebugLoc())
    return 0;
  *Column = I->getDebugLoc().getCol();
  return I->getDebugLoc().getLine();
}

unsigned lf_loop_line(Loop *L, unsigned *Column) {
  DebugLoc Loc = L->getStartLoc();
  if (!Loc)
    return 0;
  *Column = Loc.getCol();
  return Loc.getLine();
}
}
