// What LLVM's loop vectoriser will say of a loop, and its unroller: their own ingredients,
// one by one.

#include "host.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopPeel.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

extern "C" {

// Can LoopAccessAnalysis order this innermost loop's memory accesses, perhaps
// with run-time checks, whose number it gives?
bool lf_vector_memory(LfHost *H, Loop *L, unsigned *Checks) {
  const LoopAccessInfo &LAI = H->loopAccesses().getInfo(*L);
  *Checks = LAI.getNumRuntimePointerChecks();
  return LAI.canVectorizeMemory() && !LAI.hasConvergentOp();
}

// How a header phi recurs. Rust's `llvm::loops::Recurrence` mirrors this.
enum LfRecurrence {
  LfInduction = 0,
  LfReduction = 1,
  LfOrderedReduction = 2, // floating point, in strict order
  LfFirstOrder = 3,       // a value carried over from the iteration before
  LfOtherRecurrence = 4,
};

int lf_vector_phi(LfHost *H, Loop *L, LLVMValueRef V) {
  auto *Phi = cast<PHINode>(unwrap(V));
  ScalarEvolution &SE = H->se();
  InductionDescriptor ID;
  if (InductionDescriptor::isInductionPHI(Phi, L, &SE, ID))
    return LfInduction;
  RecurrenceDescriptor RD;
  if (RecurrenceDescriptor::isReductionPHI(
          Phi, L, RD, nullptr, &H->FAM.getResult<AssumptionAnalysis>(H->F),
          &H->dt(), &SE))
    return RD.hasExactFPMath() ? LfOrderedReduction : LfReduction;
  if (RecurrenceDescriptor::isFixedOrderRecurrence(Phi, L, &H->dt()))
    return LfFirstOrder;
  return LfOtherRecurrence;
}

// Will a loop be unrolled as often as it runs?
bool lf_unrolls_wholly(LfHost *H, Loop *L) {
  ScalarEvolution &SE = H->se();
  unsigned Times = SE.getSmallConstantTripCount(L);
  if (!Times || hasUnrollTransformation(L) == TM_Disable)
    return false;
  auto &TTI = H->FAM.getResult<TargetIRAnalysis>(H->F);
  auto &ORE = H->FAM.getResult<OptimizationRemarkEmitterAnalysis>(H->F);
  // As on -O2, and wholly or not at all.
  auto Unrolling = gatherUnrollingPreferences(
      L, SE, TTI, nullptr, nullptr, ORE, 2, std::nullopt, std::nullopt,
      /*UserAllowPartial=*/false, /*UserRuntime=*/false,
      /*UserUpperBound=*/false, std::nullopt);
  auto Peeling = gatherPeelingPreferences(L, SE, TTI, /*UserAllowPeeling=*/false,
                                          /*UserAllowProfileBasedPeeling=*/false);
  SmallPtrSet<const Value *, 1> Ephemeral;
  UnrollCostEstimator Size(L, TTI, Ephemeral, Unrolling.BEInsns);
  if (!Size.canUnroll())
    return false;
  bool UpperBound = false;
  computeUnrollCount(L, TTI, H->dt(), &H->li(),
                     &H->FAM.getResult<AssumptionAnalysis>(H->F), SE, Ephemeral,
                     &ORE, Times, 0, false, 1, Size, Unrolling, Peeling,
                     UpperBound);
  return Unrolling.Count == Times;
}

// A call that has a vector form on this target or in a vector library.
bool lf_vector_call(LfHost *H, LLVMValueRef V) {
  auto *Call = dyn_cast<CallInst>(unwrap(V));
  if (!Call)
    return false;
  auto &TLI = H->FAM.getResult<TargetLibraryAnalysis>(H->F);
  return getVectorIntrinsicIDForCall(Call, &TLI) != Intrinsic::not_intrinsic ||
         !VFDatabase::getMappings(*Call).empty();
}

// Does the target round a product and a sum of this type once, in one operation?
static bool fuses(TargetTransformInfo &TTI, Type *Ty) {
  IntrinsicCostAttributes Fused(Intrinsic::fmuladd, Ty, {Ty, Ty, Ty});
  return TTI.getIntrinsicInstrCost(Fused, TargetTransformInfo::TCK_RecipThroughput) <= 1;
}

// A product that the back end makes one operation with the sum that it goes into.
static bool isContracted(TargetTransformInfo &TTI, Instruction &I) {
  if (I.getOpcode() != Instruction::FMul || !I.hasAllowContract() || !I.hasOneUse())
    return false;
  auto *Sum = cast<Instruction>(I.user_back());
  return (Sum->getOpcode() == Instruction::FAdd || Sum->getOpcode() == Instruction::FSub) &&
         Sum->hasAllowContract() && fuses(TTI, I.getType());
}

// A number that a loop counts, or that does not change in it: left to the address that it goes into, and to what the loop
// counts anyway.
static bool isCounted(ScalarEvolution &SE, Loop *L, Instruction &I) {
  if (!I.getType()->isIntegerTy() || isa<CmpInst>(I) || I.mayReadFromMemory() || !SE.isSCEVable(I.getType()))
    return false;
  const SCEV *Number = SE.getSCEV(&I);
  auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Number);
  return SE.isLoopInvariant(Number, L) || (Recurrence && Recurrence->getLoop() == L && Recurrence->isAffine());
}

// What a processor carries out for one iteration of an innermost loop that is not vectorised. Rust's
// `model::Operations` mirrors this.
struct LfOperations {
  uint64_t All;
  bool Sums;     // of floating-point numbers, with no product in them
  bool Products; // of floating-point numbers, with a sum in one operation
};

// False if one of the operations is a call that is no short sequence of instructions, or takes so long that another one of
// its kind has to wait, as a division does.
bool lf_operations(LfHost *H, Loop *L, LfOperations *Operations) {
  auto &TTI = H->FAM.getResult<TargetIRAnalysis>(H->F);
  SmallPtrSet<Instruction *, 4> Contracted;
  for (BasicBlock *Block : L->blocks())
    for (Instruction &I : *Block)
      if (isContracted(TTI, I))
        Contracted.insert(I.user_back());
  *Operations = {0, false, !Contracted.empty()};
  for (BasicBlock *Block : L->blocks())
    for (Instruction &I : *Block) {
      InstructionCost Cost =
          TTI.getInstructionCost(&I, TargetTransformInfo::TCK_RecipThroughput);
      if (I.isDebugOrPseudoInst() || Cost == 0 || isContracted(TTI, I) || isCounted(H->se(), L, I))
        continue;
      unsigned Opcode = I.getOpcode();
      auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
      if (Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::fmuladd) {
        bool IsOne = fuses(TTI, I.getType());
        Operations->All += IsOne ? 1 : 2;
        Operations->Products |= IsOne;
        continue;
      }
      if (Opcode == Instruction::FDiv || Opcode == Instruction::FRem ||
          Instruction::isIntDivRem(Opcode))
        return false;
      if (isa<CallBase>(I) && (!Intrinsic || Cost > 2))
        return false;
      bool IsSum = Opcode == Instruction::FAdd || Opcode == Instruction::FSub;
      Operations->Sums |= IsSum && !Contracted.contains(&I);
      ++Operations->All;
    }
  return true;
}

// Width in bits of the target's vector registers; 0 if it has none.
unsigned lf_vector_bits(LfHost *H) {
  auto &TTI = H->FAM.getResult<TargetIRAnalysis>(H->F);
  if (!TTI.getNumberOfRegisters(TTI.getRegisterClassForType(true)))
    return 0;
  return TTI
      .getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
      .getFixedValue();
}

// Registers of the target: for vectors and floating-point numbers, or for integers.
unsigned lf_registers(LfHost *H, bool Vector) {
  auto &TTI = H->FAM.getResult<TargetIRAnalysis>(H->F);
  return TTI.getNumberOfRegisters(TTI.getRegisterClassForType(Vector));
}

// -Os and -Oz.
bool lf_is_for_size(LfHost *H) { return H->F.hasOptSize(); }

bool lf_vector_ordered_reductions(LfHost *H) {
  return H->FAM.getResult<TargetIRAnalysis>(H->F).enableOrderedReductions();
}
}
