// Numbers that are narrower than an address, and counted in.

#include "host.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace {

// Widths less than that of an address, as bits: bit W - 1 stands for W.
struct Widths {
  ScalarEvolution &SE;
  const Loop *L;
  uint64_t Bits = 0;

  // The width of a recurrence of the loop.
  void note(const SCEV *S, unsigned Width) {
    auto *R = dyn_cast<SCEVAddRecExpr>(S);
    if (R && R->getLoop() == L && Width < L->getHeader()->getDataLayout().getIndexSizeInBits(0))
      Bits |= uint64_t(1) << (Width - 1);
  }

  // What it is extended by may be shifted out again.
  void noteExtended(const Instruction &I) {
    if (!isa<ZExtInst, SExtInst>(I) || !I.getType()->isIntegerTy())
      return;
    unsigned From = I.getOperand(0)->getType()->getIntegerBitWidth(), To = I.getType()->getIntegerBitWidth();
    auto ShiftsOut = [&](const User *U) {
      const APInt *By;
      return match(U, PatternMatch::m_Shl(PatternMatch::m_Specific(&I), PatternMatch::m_APInt(By))) &&
             By->uge(To - From);
    };
    if (!all_of(I.users(), ShiftsOut))
      note(SE.getSCEV(I.getOperand(0)), From);
  }

  // A number that is cut off and extended again in each iteration is a recurrence for the vectoriser, if it does not wrap.
  void noteCounters() {
    const BasicBlock *Latch = L->getLoopLatch();
    for (const PHINode &Phi : L->getHeader()->phis()) {
      if (!Latch || !Phi.getType()->isIntegerTy())
        continue;
      using namespace PatternMatch;
      const Value *Next = Phi.getIncomingValueForBlock(Latch), *Narrow;
      auto Step = m_c_BinOp(m_Specific(&Phi), m_Value());
      const APInt *Mask;
      unsigned Width = 0;
      if (match(Next, m_ZExtOrSExt(m_Value(Narrow))) && match(Narrow, m_Trunc(Step)))
        Width = Narrow->getType()->getIntegerBitWidth();
      else if (match(Next, m_And(Step, m_LowBitMask(Mask))))
        Width = Mask->countr_one();
      if (Width && Width < 64)
        Bits |= uint64_t(1) << (Width - 1);
    }
  }

  void noteMasked(const Instruction &I) {
    const APInt *Mask;
    if (match(&I, PatternMatch::m_And(PatternMatch::m_Value(), PatternMatch::m_LowBitMask(Mask))) &&
        I.getType()->isIntegerTy())
      note(SE.getSCEV(I.getOperand(0)), Mask->countr_one());
  }
};

} // namespace

extern "C" {

// Widths of recurrences of L that address V is computed from by extending them, be it that they are known not to wrap
// around. An index of an address is extended without an instruction.
uint64_t lf_narrow_subscripts(LfHost *H, Loop *L, LLVMValueRef V) {
  ScalarEvolution &SE = H->se();
  if (!SE.isSCEVable(unwrap(V)->getType()))
    return 0;
  Widths Found{SE, L};
  SCEVExprContains(SE.getSCEV(unwrap(V)), [&](const SCEV *S) {
    if (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(S)) {
      const SCEV *Narrow = cast<SCEVCastExpr>(S)->getOperand();
      Found.note(Narrow, SE.getTypeSizeInBits(Narrow->getType()));
    }
    return false;
  });
  SmallVector<Value *, 8> Rest{unwrap(V)};
  SmallPtrSet<Value *, 16> Seen;
  while (!Rest.empty()) {
    auto *I = dyn_cast<Instruction>(Rest.pop_back_val());
    if (!I || !L->contains(I) || isa<PHINode, LoadInst, CallBase>(I) || !Seen.insert(I).second)
      continue;
    Found.noteMasked(*I);
    if (isa<GetElementPtrInst>(I))
      for (Value *Index : drop_begin(I->operands()))
        if (Index->getType()->isIntegerTy())
          Found.note(SE.getSCEV(Index), Index->getType()->getIntegerBitWidth());
    append_range(Rest, I->operands());
  }
  return Found.Bits;
}

// The same of recurrences of L that anything in L extends.
uint64_t lf_narrow_counters(LfHost *H, Loop *L) {
  Widths Found{H->se(), L};
  Found.noteCounters();
  for (const BasicBlock *B : L->blocks())
    for (const Instruction &I : *B)
      Found.noteExtended(I);
  return Found.Bits;
}

} // extern "C"
