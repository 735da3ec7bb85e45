// Values and expressions in the words of the source, for remarks.

#include "host.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {

// The name a reader of the source knows V by: of a global, an argument, the
// debug variable that holds it, or its name in the IR. Empty if it has none.
std::string sourceName(Value *V) {
  V = V->stripPointerCasts();
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgUsers(V, Records);
  // A record without expression holds the variable itself, and comes first.
  for (bool Plain : {true, false})
    for (DbgVariableRecord *R : Records)
      if ((R->getExpression()->getNumElements() == 0) == Plain &&
          R->getVariable() && !R->getVariable()->getName().empty())
        return R->getVariable()->getName().str();
  return V->hasName() ? V->getName().str() : std::string();
}

void print(raw_ostream &OS, const SCEV *S);

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
  case scUnknown: {
    Value *V = cast<SCEVUnknown>(S)->getValue();
    std::string Name = sourceName(V);
    if (Name.empty())
      V->printAsOperand(OS, /*PrintType=*/false);
    else
      OS << Name;
    break;
  }
  default:
    S->print(OS);
  }
}

} // namespace

extern "C" {

LfString lf_source_name(LLVMValueRef V) { return toRust(sourceName(unwrap(V))); }

LfString lf_value_text(LLVMValueRef V) {
  std::string Text;
  raw_string_ostream OS(Text);
  Value *Val = unwrap(V);
  if (isa<Instruction>(Val) && Val->getType()->isVoidTy())
    Val->print(OS);
  else
    Val->printAsOperand(OS, /*PrintType=*/false);
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
