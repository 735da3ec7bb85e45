// Interchange of a loop and the one within it, where that adds something up for each iteration of the outer loop:
//
//     for j: s = c[j]; for k: s = f(s, j, k); c[j] = s       =>  for k: for j: c[j] = f(c[j], j, k)
//     for j: s = v(j); for k: s = f(s, j, k); c[j] = s       =>  for j: c[j] = v(j); for k: for j: c[j] = f(c[j], j, k)
//
// For each `j` the same steps are made in the same order, so that not even floating-point sums differ. The caller knows
// that nothing else which is loaded there lies in `c`, and that `c` goes on from iteration to iteration by as much as it
// takes. Sums that LLVM left in memory are taken, too. Allen and Kennedy, "Optimizing Compilers for Modern
// Architectures", call it loop interchange with scalar expansion.
//
// Both loops keep their blocks, and control stays as it is: counters change places, and all else goes into the
// inner block.

#include "host.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

using Instructions = SmallSetVector<Instruction *, 8>;

// A nest of two loops of which the inner one has one block.
struct Nest {
  BasicBlock *Before, *Header, *Body, *Latch, *Exit;
  // The sum, if it is in a register, and what it is behind the inner loop, if it is stored there.
  PHINode *Sum = nullptr, *Result = nullptr;
  // Where the sum is stored at last, or after each step.
  StoreInst *Store = nullptr;
  // What it begins with, if that is loaded from there, or stored there before.
  LoadInst *FirstLoad = nullptr;
  StoreInst *FirstStore = nullptr;
  // What else is loaded from there: for what it begins with alone, or in the inner loop; and what loads the sum once both
  // have changed places.
  SmallVector<LoadInst *, 2> Loads;
  LoadInst *Now = nullptr;
  // What counts the iterations of each loop: all that the next numbers and the exit test are computed from.
  Instructions OfOuter, OfInner;
};

bool findBlocks(LfHost *H, Loop *L, Nest &N) {
  Loop *Inner = L->getSubLoops().size() == 1 ? L->getSubLoops().front() : nullptr;
  if (!Inner || !Inner->isInnermost() || Inner->getNumBlocks() != 1 || L->getNumBlocks() != 3 ||
      !L->isLoopSimplifyForm() || !Inner->isLoopSimplifyForm())
    return false;
  N.Before = L->getLoopPreheader(), N.Header = L->getHeader(), N.Body = Inner->getHeader();
  N.Latch = L->getLoopLatch(), N.Exit = L->getUniqueExitBlock();
  return N.Header->getSingleSuccessor() == N.Body && N.Latch->getSinglePredecessor() == N.Body && N.Exit &&
         L->getExitingBlock() == N.Latch;
}

// Adds what V is computed from in a loop up to the phis of its header, which begin with what does not change in
// Outer; false if it takes more than arithmetic, or other phis.
bool addCounting(Loop *L, Loop *Outer, BasicBlock *Header, Value *V, Instructions &Found) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L->contains(I))
    return Outer == L || Outer->isLoopInvariant(V);
  if (!Found.insert(I))
    return true;
  if (auto *P = dyn_cast<PHINode>(I))
    return P->getParent() == Header && all_of(P->incoming_values(), [&](Value *Of) {
             auto *From = dyn_cast<Instruction>(Of);
             bool IsNext = From && L->contains(From);
             return IsNext ? addCounting(L, Outer, Header, Of, Found) : Outer == L || Outer->isLoopInvariant(Of);
           });
  return !I->mayReadOrWriteMemory() && !I->mayHaveSideEffects() &&
         all_of(I->operands(), [&](Value *Of) { return addCounting(L, Outer, Header, Of, Found); });
}

// Are the loops counted by phis of their own, all but for a sum?
bool findCounters(Loop *L, Nest &N) {
  Loop *Inner = L->getSubLoops().front();
  auto Condition = [](BasicBlock *B) -> Value * {
    auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    return Branch && Branch->isConditional() ? Branch->getCondition() : nullptr;
  };
  Value *Outer = Condition(N.Latch), *Own = Condition(N.Body);
  if (!Outer || !Own || !addCounting(L, L, N.Header, Outer, N.OfOuter) ||
      !addCounting(Inner, L, N.Body, Own, N.OfInner))
    return false;
  for (PHINode &P : N.Header->phis())
    if (!addCounting(L, L, N.Header, &P, N.OfOuter))
      return false;
  for (PHINode &P : N.Body->phis()) {
    Instructions Counting = N.OfInner;
    if (addCounting(Inner, L, N.Body, &P, Counting))
      N.OfInner = Counting;
    else if (N.Sum)
      return false;
    else
      N.Sum = &P;
  }
  // A counter of the one must not wait for the other one.
  return none_of(N.OfOuter, [&](Instruction *I) { return I->getParent() == N.Body; }) &&
         (!N.Sum || !N.OfInner.contains(N.Sum));
}

// Is all else loads and arithmetic, and one store?
bool findAccesses(LfHost *H, Loop *L, Nest &N) {
  for (BasicBlock *B : {N.Header, N.Body, N.Latch})
    for (Instruction &I : *B) {
      if (any_of(I.users(), [&](User *U) { return !L->contains(cast<Instruction>(U)); }))
        return false;
      if (auto *S = dyn_cast<StoreInst>(&I)) {
        if (!S->isSimple())
          return false;
        StoreInst *&Place = B == N.Header ? N.FirstStore : N.Store;
        if (Place)
          return false;
        Place = S;
      } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
        if (!Load->isSimple() || B == N.Latch)
          return false;
      } else if (I.mayReadOrWriteMemory() || I.mayHaveSideEffects() || isa<AllocaInst>(I)) {
        return false;
      }
    }
  return N.Store;
}

// Do stores and loads of one place, which is another one in each iteration of the outer loop, make up a sum?
bool findSum(LfHost *H, Loop *L, Nest &N) {
  ScalarEvolution &SE = H->se();
  Type *Ty = N.Store->getValueOperand()->getType();
  const SCEV *Place = SE.getSCEV(N.Store->getPointerOperand());
  auto IsThere = [&](Value *Pointer, Type *Of) { return Of == Ty && SE.getSCEV(Pointer) == Place; };
  if (!SE.isLoopInvariant(Place, L->getSubLoops().front()) ||
      (N.FirstStore && !IsThere(N.FirstStore->getPointerOperand(), N.FirstStore->getValueOperand()->getType())))
    return false;
  bool IsStoredAtLast = N.Store->getParent() == N.Latch;
  if (!N.Sum) {
    for (Instruction &I : *N.Body)
      if (auto *Load = dyn_cast<LoadInst>(&I); Load && IsThere(Load->getPointerOperand(), Load->getType()))
        N.Loads.push_back(Load);
    return !N.Loads.empty() && !IsStoredAtLast && N.Latch->phis().empty();
  }
  // It is loaded in front of all steps, where its address must be known.
  auto *Address = dyn_cast<Instruction>(N.Store->getPointerOperand());
  if (Address && Address->getParent() == N.Body)
    return false;
  Value *First = N.Sum->getIncomingValueForBlock(N.Header), *Next = N.Sum->getIncomingValueForBlock(N.Body);
  auto *Load = dyn_cast<LoadInst>(First);
  if (Load && !N.FirstStore && Load->getParent() == N.Header && Load->hasOneUse() &&
      IsThere(Load->getPointerOperand(), Load->getType()))
    N.FirstLoad = Load;
  if (!IsStoredAtLast) {
    // LLVM keeps the sum in a register, and stores it after each step for others to see.
    bool IsStoredFirst = N.FirstStore && N.FirstStore->getValueOperand() == First;
    return (N.FirstLoad || IsStoredFirst) && N.Latch->phis().empty() && N.Store->getValueOperand() == Next;
  }
  if (!hasSingleElement(N.Latch->phis()))
    return false;
  N.Result = &*N.Latch->phis().begin();
  return N.Result->hasOneUse() && N.Store->getValueOperand() == N.Result && N.Result->getIncomingValue(0) == Next;
}

// Is what a sum begins with to be stored before?
bool beginsAnew(const Nest &N) { return N.Sum ? !N.FirstLoad : N.FirstStore != nullptr; }

// What a sum begins with is computed once, and may be computed from what was in its place before.
void findFirstLoads(LfHost *H, Nest &N) {
  ScalarEvolution &SE = H->se();
  SmallPtrSet<User *, 8> Only;
  if (N.Sum)
    Only.insert(N.Sum);
  if (N.FirstStore)
    Only.insert(N.FirstStore);
  for (Instruction &I : reverse(*N.Header)) {
    if (isa<PHINode>(I) || I.use_empty() || !all_of(I.users(), [&](User *U) { return Only.contains(U); }))
      continue;
    Only.insert(&I);
    auto *Load = dyn_cast<LoadInst>(&I);
    bool IsBefore = !N.FirstStore || I.comesBefore(N.FirstStore);
    if (Load && IsBefore && Load->getType() == N.Store->getValueOperand()->getType() &&
        SE.getSCEV(Load->getPointerOperand()) == SE.getSCEV(N.Store->getPointerOperand()))
      N.Loads.push_back(Load);
  }
}

bool findNest(LfHost *H, Loop *L, Nest &N) {
  bool IsNest = findBlocks(H, L, N) && findCounters(L, N) && findAccesses(H, L, N) && findSum(H, L, N);
  if (IsNest && beginsAnew(N))
    findFirstLoads(H, N);
  return IsNest;
}

void deleteDead(BasicBlock *B) {
  SmallVector<WeakTrackingVH, 16> All;
  for (Instruction &I : reverse(*B))
    All.push_back(&I);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(All);
}

// Makes a loop in front of the nest that stores what each sum begins with: a copy without the inner loop. Finds what it
// loads from the places of sums.
Loop *storeFirst(LfHost *H, Loop *L, Nest &N, SmallPtrSetImpl<Instruction *> &Own) {
  LoopInfo &LI = H->li();
  DominatorTree &DT = H->dt();
  BasicBlock *Top = N.Before;
  N.Before = SplitBlock(Top, Top->getTerminator()->getIterator(), &DT, &LI);
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 4> Blocks;
  Loop *Copy = cloneLoopWithPreheader(N.Before, Top, L, Map, ".first", &LI, &DT, Blocks);
  remapInstructionsInBlocks(Blocks, Map);
  auto InCopy = [&](BasicBlock *B) { return cast<BasicBlock>(Map[B]); };
  BasicBlock *Header = InCopy(N.Header), *Body = InCopy(N.Body), *Latch = InCopy(N.Latch);
  Top->getTerminator()->replaceSuccessorWith(N.Before, InCopy(N.Before));
  Latch->getTerminator()->replaceSuccessorWith(N.Exit, N.Before);
  DT.changeImmediateDominator(N.Before, Latch);
  if (N.Result) {
    auto *Result = cast<PHINode>(Map[N.Result]);
    Result->replaceAllUsesWith(cast<PHINode>(Map[N.Sum])->getIncomingValueForBlock(Header));
    Result->eraseFromParent();
    if (N.FirstStore)
      cast<Instruction>(Map[N.FirstStore])->eraseFromParent();
  }
  while (!Body->empty()) {
    Body->back().replaceAllUsesWith(PoisonValue::get(Body->back().getType()));
    Body->back().eraseFromParent();
  }
  for (LoadInst *Load : N.Loads)
    if (Load->getParent() == N.Header)
      Own.insert(cast<Instruction>(Map[Load]));
  BranchInst::Create(Latch, Body);
  LI.erase(LI.getLoopFor(Body));
  for (BasicBlock *B : {Body, Latch})
    MergeBlockIntoPredecessor(B, /*DTU=*/nullptr, &LI, /*MSSAU=*/nullptr, /*MemDep=*/nullptr,
                              /*PredecessorWithTwoSuccessors=*/false, &DT);
  deleteDead(Header);
  return Copy;
}

// Lets a phi come from other blocks, in which what it is next may be another value.
void comeFrom(PHINode *P, std::pair<BasicBlock *, BasicBlock *> First, std::pair<BasicBlock *, BasicBlock *> Next,
              function_ref<Value *(Value *)> Renamed) {
  unsigned Begin = P->getBasicBlockIndex(First.first), GoOn = P->getBasicBlockIndex(Next.first);
  P->setIncomingBlock(Begin, First.second);
  P->setIncomingBlock(GoOn, Next.second);
  P->setIncomingValue(GoOn, Renamed(P->getIncomingValue(GoOn)));
}

void exchange(LfHost *H, Loop *L, Nest &N) {
  auto *BodyBranch = cast<BranchInst>(N.Body->getTerminator());
  auto *LatchBranch = cast<BranchInst>(N.Latch->getTerminator());
  // All of the outer loop goes before the inner block, but for the store of the sum.
  Instruction *Begin = &*N.Body->getFirstNonPHIIt();
  for (BasicBlock *B : {N.Header, N.Latch})
    for (Instruction &I : make_early_inc_range(*B))
      if (!isa<PHINode>(I) && !I.isTerminator() && &I != N.Store)
        I.moveBefore(Begin->getIterator());
  // The counters of the inner loop go on behind it.
  ValueToValueMapTy Map;
  for (Instruction &I : *N.Body)
    if (N.OfInner.contains(&I) && !isa<PHINode>(I)) {
      Instruction *Copy = I.clone();
      Copy->insertBefore(LatchBranch->getIterator());
      Map[&I] = Copy;
      RemapInstruction(Copy, Map, RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
    }
  auto Renamed = [&](Value *V) {
    Value *New = Map.lookup(V);
    return New ? New : V;
  };

  if (N.FirstStore)
    N.FirstStore->eraseFromParent();
  if (N.Sum) {
    IRBuilder<> B(Begin);
    N.Now = B.CreateAlignedLoad(N.Sum->getType(), N.Store->getPointerOperand(), N.Store->getAlign());
    N.Now->setAAMetadata(N.Store->getAAMetadata());
    N.Now->takeName(N.Sum);
    if (N.Result) {
      N.Store->setOperand(0, N.Result->getIncomingValue(0));
      N.Store->moveBefore(BodyBranch->getIterator());
      N.Result->eraseFromParent();
    }
    N.Sum->replaceAllUsesWith(N.Now);
    N.Sum->eraseFromParent();
    if (N.FirstLoad)
      N.FirstLoad->eraseFromParent();
  }

  SmallVector<PHINode *, 4> Outer(make_pointer_range(N.Header->phis())), Inner(make_pointer_range(N.Body->phis()));
  for (PHINode *P : Outer) {
    P->moveBefore(*N.Body, N.Body->begin());
    comeFrom(P, {N.Before, N.Header}, {N.Latch, N.Body}, [](Value *V) { return V; });
  }
  for (PHINode *P : Inner) {
    P->moveBefore(*N.Header, N.Header->begin());
    comeFrom(P, {N.Header, N.Before}, {N.Body, N.Latch}, Renamed);
  }

  // Each branch asks what the other one did.
  bool OuterStays = LatchBranch->getSuccessor(0) == N.Header, InnerStays = BodyBranch->getSuccessor(0) == N.Body;
  Value *OfOuter = LatchBranch->getCondition(), *OfInner = Renamed(BodyBranch->getCondition());
  auto Ask = [](BranchInst *Branch, Value *Condition, bool Stays, BasicBlock *To, BasicBlock *Leave) {
    Branch->setCondition(Condition);
    Branch->setSuccessor(0, Stays ? To : Leave);
    Branch->setSuccessor(1, Stays ? Leave : To);
  };
  Ask(BodyBranch, OfOuter, OuterStays, N.Body, N.Latch);
  Ask(LatchBranch, OfInner, InnerStays, N.Header, N.Exit);
  MDNode *OfBody = BodyBranch->getMetadata(LLVMContext::MD_prof);
  BodyBranch->setMetadata(LLVMContext::MD_prof, LatchBranch->getMetadata(LLVMContext::MD_prof));
  LatchBranch->setMetadata(LLVMContext::MD_prof, OfBody);
  deleteDead(N.Body);
}

} // namespace

extern "C" {

// Can a loop and the one within it change places? What stores the sums then, and, as far as there are any, what else
// accesses the same places.
LLVMValueRef lf_find_interchange(LfHost *H, Loop *L, LfPush Push, void *Vector) {
  Nest N;
  if (!findNest(H, L, N))
    return nullptr;
  for (Instruction *I : {(Instruction *)N.FirstLoad, (Instruction *)N.FirstStore})
    if (I)
      Push(Vector, wrap(I));
  for (LoadInst *Load : N.Loads)
    Push(Vector, wrap(Load));
  return wrap(N.Store);
}

// Lets both change places. Pushes what accesses the places of the sums then, and what accesses anything else.
// Post-dominators are out of date.
void lf_interchange(LfHost *H, Loop *L, LfPush PushOwn, void *Own, LfPush PushOther, void *Others) {
  Nest N;
  bool IsFound = findNest(H, L, N);
  assert(IsFound && "asked before");
  (void)IsFound;
  H->se().forgetTopmostLoop(L);
  if (beginsAnew(N)) {
    SmallPtrSet<Instruction *, 4> OfPlaces;
    Loop *First = storeFirst(H, L, N, OfPlaces);
    for (Instruction &I : *First->getHeader())
      if (I.mayReadOrWriteMemory())
        isa<StoreInst>(I) || OfPlaces.contains(&I) ? PushOwn(Own, wrap(&I)) : PushOther(Others, wrap(&I));
  }
  exchange(H, L, N);
  for (Instruction &I : *N.Body)
    if (I.mayReadOrWriteMemory()) {
      bool IsOwn = &I == N.Store || &I == N.Now || is_contained(N.Loads, &I);
      IsOwn ? PushOwn(Own, wrap(&I)) : PushOther(Others, wrap(&I));
    }
}
}
