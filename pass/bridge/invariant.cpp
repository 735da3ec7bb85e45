// What loops load again and again from places that their stores may overwrite, as the size in
// `for (i = 0; i < g->n; i++) g->id[i] = ...`, loaded once, before them.
//
// Loops L0 .. Ln-1 follow each other. A chain of blocks, the stages, leads to them. Stage s ends in a
// check, which the caller makes: Ls and the loops first in its nest run, that is, their guards hold; no
// store of Ls meets one of the places, nor does a store of a loop before Ls meet a place whose address
// is known from stage s on only. Where a check fails, control goes to a copy of the loops as they were.
//
// Where all checks hold, every place keeps what it held when it was loaded, as long as the loops
// run. Suppose that it does up to some moment: then all that the loops have computed so far is what
// they compute here, so the store that comes next is one of those whose bytes the checks have
// enclosed, and it meets no place, either.
//
// No load of a stage traps that would not have been made without the stages:
//
// - Loads of stage 0 are those that the first iteration of each loop of L0's nest reaches before
//   anything is written, on whichever way. They ask for zeros where the guards on the way to them do not hold.
// - Loads of stage s are those that lie between Ls-1 and Ls, or are reached in Ls before it writes,
//   again under the guards on the way. Stage s is entered if the loops before run and end (they are
//   counted), and write none of the places that led there: what addresses and guards are computed from
//   is known, and checked for all loops before, in stages before s.
// - Everything else is loaded in stage 0, if it can be loaded anywhere.

#include "host.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

// A place that keeps what it holds: the load of it in a stage, its address, and the first stage that
// knows the address.
struct LfPlace {
  LLVMValueRef Load;
  const SCEV *Address;
  uint64_t Bytes;
  size_t Stage;
};

namespace {

class InvariantLoads {
  LfHost *H;
  ArrayRef<BasicBlock *> Stages;
  ArrayRef<Loop *> Loops;
  BasicBlock *Entry;

  // What is known of a value of a stage: the stage it is made in, and the last stage that has to have
  // checked the places it was loaded from.
  struct Origin {
    size_t Stage = 0;
    std::optional<size_t> Checked;

    void include(const Origin &Other) {
      Stage = std::max(Stage, Other.Stage);
      Checked = std::max(Checked, Other.Checked);
    }
  };
  struct Known {
    LoadInst *Load;
    Value *Address;
    size_t AddressStage;
    bool IsUsed = false;
  };

  DenseMap<Instruction *, Value *> Copies;
  DenseMap<Value *, Origin> Origins;
  SmallVector<Instruction *, 16> Made;
  SmallVector<Known, 8> All;
  // For each stage whether its guards hold; null if there are none.
  SmallVector<Value *, 4> Guards;
  // What loops write themselves does not stay.
  SmallPtrSet<const SCEV *, 8> Written;
  ArrayRef<BasicBlock *> Blocks;
  SmallPtrSet<BasicBlock *, 32> Inside;

public:
  InvariantLoads(LfHost *H, ArrayRef<BasicBlock *> Stages, ArrayRef<Loop *> Loops,
                 BasicBlock *Entry, ArrayRef<BasicBlock *> Blocks)
      : H(H), Stages(Stages), Loops(Loops), Entry(Entry), Guards(Stages.size(), nullptr),
        Blocks(Blocks), Inside(Blocks.begin(), Blocks.end()) {}

  // Loads places in the stages and lets the blocks use that.
  void run() {
    for (BasicBlock *B : Blocks)
      for (Instruction &I : *B)
        if (auto *Store = dyn_cast<StoreInst>(&I))
          Written.insert(H->se().getSCEV(Store->getPointerOperand()));
    noteLoadsBefore();
    for (size_t Stage = 0; Stage != Stages.size(); ++Stage) {
      BasicBlock *Begin = Stage ? Loops[Stage - 1]->getUniqueExitBlock() : Entry;
      if (Begin)
        follow(Begin, Stage);
    }
    replace();
    for (Instruction *I : reverse(Made))
      if (isInstructionTriviallyDead(I) && !isKnown(I) && !is_contained(Guards, I)) {
        H->se().forgetValue(I);
        I->eraseFromParent();
      }
  }

  ArrayRef<Value *> guards() { return Guards; }

  SmallVector<LfPlace, 8> places() {
    SmallVector<LfPlace, 8> Places;
    for (const Known &K : All)
      if (K.IsUsed)
        Places.push_back({wrap(K.Load), H->se().getSCEV(K.Address), bytesOf(*K.Load),
                          K.AddressStage});
    return Places;
  }

private:
  uint64_t bytesOf(const LoadInst &Load) {
    return H->F.getDataLayout().getTypeStoreSize(Load.getType()).getFixedValue();
  }

  bool isKnown(Instruction *I) {
    return any_of(All, [&](const Known &K) { return K.Load == I && K.IsUsed; });
  }

  bool isWritten(Value *Address) { return Written.contains(H->se().getSCEV(Address)); }

  bool isThere(Instruction *I) {
    return is_contained(Stages, I->getParent()) ||
           H->dt().dominates(I, Stages[0]->getTerminator());
  }

  Origin originOf(Value *V) { return Origins.lookup(V); }

  static bool isQuiet(const Instruction &I) {
    return !I.mayWriteToMemory() && isGuaranteedToTransferExecutionToSuccessor(&I);
  }

  // What was loaded last, where the stages begin, on the one way that leads there.
  void noteLoadsBefore() {
    constexpr size_t MostBlocks = 8;
    SmallVector<BasicBlock *, MostBlocks> Way;
    for (BasicBlock *B = Stages[0]; B && Way.size() != MostBlocks; B = above(B)) {
      Way.push_back(B);
      for (Instruction &I : reverse(*B)) {
        if (!I.isTerminator() && !isQuiet(I))
          return;
        auto *Load = dyn_cast<LoadInst>(&I);
        Value *Address = Load && isPlainLoad(H, *Load) ? chosen(Load->getPointerOperand(), Way) : nullptr;
        if (Address && !isWritten(Address))
          All.push_back({Load, Address, 0});
      }
    }
  }

  // Of two addresses, as of a load that was raised above its guard, the one that was taken on this way.
  Value *chosen(Value *Address, ArrayRef<BasicBlock *> Way) {
    auto *Choice = dyn_cast<SelectInst>(Address);
    for (BasicBlock *B : Choice ? Way : ArrayRef<BasicBlock *>())
      if (auto Is = isImpliedByDomCondition(Choice->getCondition(), B->getTerminator(), H->F.getDataLayout()))
        return *Is ? Choice->getTrueValue() : Choice->getFalseValue();
    return Address;
  }

  // The only block that leads to B, if both are in the same loops.
  BasicBlock *above(BasicBlock *B) {
    BasicBlock *Above = B->getSinglePredecessor();
    return Above && H->li().getLoopFor(Above) == H->li().getLoopFor(B) ? Above : nullptr;
  }

  // V as it is computed in the stages; null if it depends on more.
  Value *copy(Value *V, unsigned Depth = 16) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || isThere(I))
      return V;
    if (Value *Copy = Copies.lookup(I))
      return Copy;
    if (auto *P = dyn_cast<PHINode>(I)) {
      Value *Same = P->hasConstantValue();
      return Same && Depth ? copy(Same, Depth - 1) : nullptr;
    }
    if (auto *Load = dyn_cast<LoadInst>(I); Load && Depth && isPlainLoad(H, *Load)) {
      Value *Address = copy(Load->getPointerOperand(), Depth - 1);
      Known *K = Address ? known(*Load, Address) : nullptr;
      return K ? K->Load : nullptr;
    }
    if (!Depth || I->mayReadOrWriteMemory() || isa<FreezeInst>(I) ||
        !isSafeToSpeculativelyExecute(I))
      return nullptr;
    SmallVector<Value *, 4> Operands;
    for (Value *Operand : I->operands()) {
      Operands.push_back(copy(Operand, Depth - 1));
      if (!Operands.back())
        return nullptr;
    }
    Instruction *New = I->clone();
    for (auto [At, Operand] : enumerate(Operands))
      New->setOperand(At, Operand);
    return Copies[I] = make(New);
  }

  // Puts an instruction into the first stage where it can be, unless there is one like it.
  Value *make(Instruction *New) {
    Origin Of;
    for (Value *Operand : New->operands())
      Of.include(originOf(Operand));
    for (Value *Operand : New->operands()) {
      if (isa<Constant>(Operand))
        continue;
      for (User *U : Operand->users()) {
        auto *Other = dyn_cast<Instruction>(U);
        if (Other && Other != New && Other->getParent() && Other->isIdenticalTo(New) &&
            isThere(Other)) {
          New->deleteValue();
          return Other;
        }
      }
      break;
    }
    New->dropUBImplyingAttrsAndMetadata();
    New->insertBefore(Stages[Of.Stage]->getTerminator()->getIterator());
    New->updateLocationAfterHoist();
    Origins[New] = Of;
    Made.push_back(New);
    return New;
  }

  // Follows the one way from B to what comes first in a loop's nest, as long as nothing is written.
  void follow(BasicBlock *B, size_t Stage) {
    SmallVector<Loop *, 4> Targets{Loops[Stage]};
    SmallPtrSet<BasicBlock *, 16> Seen;
    while (Seen.insert(B).second) {
      for (Instruction &I : *B) {
        if (I.isTerminator())
          break;
        if (!isQuiet(I))
          return;
        if (auto *Load = dyn_cast<LoadInst>(&I); Load && isPlainLoad(H, *Load))
          note(*Load, Stage);
      }
      auto Entered = find_if(Targets, [&](Loop *L) { return L->getHeader() == B; });
      if (Entered != Targets.end()) {
        Loop *L = *Entered;
        Targets.assign(L->begin(), L->end());
      }
      BasicBlock *Next = B->getSingleSuccessor();
      auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
      if (!Next && Branch)
        Next = choose(*Branch, Targets, Stage);
      // What was found may lead to more.
      for (size_t Before = All.size() + 1; !Next && All.size() != Before;) {
        Before = All.size();
        Next = behindArms(B, Stage);
      }
      if (!Next)
        return;
      B = Next;
    }
  }

  // Loads by their addresses in the stages.
  using Loads = SmallMapVector<Value *, LoadInst *, 4>;

  // What is loaded on one way, and on others.
  static void meet(std::optional<Loads> &Some, const Loads &Others) {
    if (!Some)
      Some = Others;
    else
      Some->remove_if([&](auto &Load) { return !Others.contains(Load.first); });
  }

  // Notes what is loaded on whichever way from B, as far as these stay in its loop, go in no circle and write nothing. The
  // block where all of them meet again, if they do.
  BasicBlock *behindArms(BasicBlock *B, size_t Stage) {
    constexpr unsigned Most = 16;
    // Blocks that ways lead to: by how many edges, and what is loaded on all of these. A block of a circle, or one that
    // is reached otherwise, has more edges.
    struct Reached {
      unsigned Edges = 0;
      std::optional<Loads> Loaded;
    };
    SmallMapVector<BasicBlock *, Reached, 4> Open;
    std::optional<Loads> Ended;
    auto Leave = [&](BasicBlock *Way, const Loads &Loaded) {
      for (BasicBlock *Next : successors(Way)) {
        ++Open[Next].Edges;
        meet(Open[Next].Loaded, Loaded);
      }
    };
    auto IsReady = [&](auto &Next) {
      return Next.second.Edges == pred_size(Next.first) &&
             H->li().getLoopFor(Next.first) == H->li().getLoopFor(B) &&
             isa<BranchInst, SwitchInst>(Next.first->getTerminator());
    };
    BasicBlock *Join = nullptr;
    Leave(B, {});
    for (unsigned N = 0; N != Most && !Join; ++N) {
      auto Next = find_if(Open, IsReady);
      if (Next == Open.end())
        break;
      if (Open.size() == 1 && !Ended) {
        Join = Next->first;
        break;
      }
      auto [Way, Loaded] = *Next;
      Open.erase(Next);
      auto Stop = find_if(*Way, [](Instruction &I) { return I.isTerminator() || !isQuiet(I); });
      for (Instruction &I : make_range(Way->begin(), Stop)) {
        auto *Load = dyn_cast<LoadInst>(&I);
        Value *Address = Load && isPlainLoad(H, *Load) ? copy(Load->getPointerOperand()) : nullptr;
        if (Address)
          Loaded.Loaded->try_emplace(Address, Load);
      }
      if (Stop->isTerminator())
        Leave(Way, *Loaded.Loaded);
      else
        meet(Ended, *Loaded.Loaded);
    }
    for (auto &[Next, Reached] : Open)
      meet(Ended, *Reached.Loaded);
    for (auto &[Address, Load] : Ended.value_or(Loads()))
      note(*Load, Stage);
    return Join;
  }

  // The way to one of the loops; the stage asks whether its guard holds.
  BasicBlock *choose(BranchInst &Branch, ArrayRef<Loop *> Targets, size_t Stage) {
    for (unsigned Way : {0, 1}) {
      BasicBlockEdge Edge(Branch.getParent(), Branch.getSuccessor(Way));
      auto LeadsTo = [&](Loop *L) { return H->dt().dominates(Edge, L->getHeader()); };
      if (Branch.getSuccessor(0) == Branch.getSuccessor(1) || none_of(Targets, LeadsTo))
        continue;
      Value *Holds = copy(Branch.getCondition());
      if (!Holds) {
        mergePhis();
        Holds = copy(Branch.getCondition());
      }
      if (!Holds || !isDecided(originOf(Holds), Stage))
        return nullptr;
      if (Way)
        Holds = make(BinaryOperator::CreateNot(Holds));
      Value *&All = Guards[Stage];
      // What one guard is computed from may mean nothing where those before do not hold.
      All = !All ? Holds
                 : make(SelectInst::Create(All, Holds, ConstantInt::getFalse(Holds->getType())));
      return Branch.getSuccessor(Way);
    }
    return nullptr;
  }

  // Is what a value was loaded from known to be as it was, when the loops before a stage have run?
  static bool isDecided(const Origin &Of, size_t Stage) {
    return Of.Stage <= Stage && (!Stage || !Of.Checked || *Of.Checked < Stage);
  }

  void note(LoadInst &Load, size_t Stage) {
    Value *Address = copy(Load.getPointerOperand());
    if (!Address && isForPlace(Load)) {
      mergePhis();
      Address = copy(Load.getPointerOperand());
    }
    if (!Address || Copies.contains(&Load) || isThere(&Load) || isWritten(Address))
      return;
    if (const Known *K = known(Load, Address)) {
      Copies[&Load] = K->Load;
      return;
    }
    Origin Of = originOf(Address);
    if (!isDecided(Of, Stage))
      return;
    Value *Place = Address, *Holds = Guards[Stage];
    if (Holds)
      Place = make(SelectInst::Create(Holds, Address, placeOfZeros(H)));
    LoadInst *New = load(Load, Place, Stage, Of.Stage);
    Copies[&Load] = New;
    All.push_back({New, Address, Of.Stage});
  }

  Known *known(const LoadInst &Load, Value *Address) {
    Known *K = find_if(All, [&](const Known &K) {
      return K.Address == Address && K.Load->getType() == Load.getType();
    });
    return K == All.end() ? nullptr : K;
  }

  LoadInst *load(LoadInst &Like, Value *Place, size_t Stage, size_t AddressStage) {
    auto *New = cast<LoadInst>(Like.clone());
    New->setOperand(New->getPointerOperandIndex(), Place);
    New->dropUnknownNonDebugMetadata({LLVMContext::MD_tbaa});
    New->insertBefore(Stages[Stage]->getTerminator()->getIterator());
    New->updateLocationAfterHoist();
    Origin Of = originOf(Place);
    Of.Stage = Stage;
    Of.Checked = std::max(Of.Checked, std::optional(AddressStage));
    Origins[New] = Of;
    Made.push_back(New);
    return New;
  }

  // Loads what can be loaded anywhere; null if it cannot be.
  Known *loadAtOnce(LoadInst &Load, Value *Address) {
    if (originOf(Address).Stage || !isForPlace(Load) || isWritten(Address))
      return nullptr;
    LoadInst *New = load(Load, Address, 0, 0);
    if (isSafeToSpeculativelyExecute(New, Stages[0]->getTerminator(),
                                     &H->FAM.getResult<AssumptionAnalysis>(H->F), &H->dt()) &&
        !mayBeFreedBefore(H, New, Stages[0]->getTerminator())) {
      All.push_back({New, Address, 0});
      return &All.back();
    }
    // Nobody uses it, and it is the last that was made.
    Origins.erase(New);
    Made.pop_back();
    New->eraseFromParent();
    return nullptr;
  }

  // What a load says of its type holds for those in whose place it is.
  static void use(Known &K, const LoadInst &For) {
    MDNode *Type = K.Load->getMetadata(LLVMContext::MD_tbaa);
    MDNode *Other = For.getMetadata(LLVMContext::MD_tbaa);
    K.Load->setMetadata(LLVMContext::MD_tbaa, MDNode::getMostGenericTBAA(Type, Other));
    K.IsUsed = true;
  }

  // Lets phis of what is loaded from one place, now or in an iteration before, be what was loaded first: so LLVM keeps a
  // number that it loads anew only behind a store.
  void mergePhis() {
    for (BasicBlock *B : Blocks)
      for (PHINode &P : make_early_inc_range(B->phis()))
        if (Value *Same = loadedAlways(P)) {
          H->se().forgetValue(&P);
          P.replaceAllUsesWith(Same);
          P.eraseFromParent();
        }
  }

  // The load in a stage that P always has the value of, if the place keeps it; null if there is none.
  Value *loadedAlways(PHINode &P) {
    constexpr unsigned Most = 16;
    SmallSetVector<PHINode *, Most> Web;
    SmallVector<LoadInst *, Most> Others;
    Known *Place = nullptr;
    Web.insert(&P);
    for (unsigned N = 0; N != Web.size(); ++N)
      for (Value *V : Web[N]->incoming_values()) {
        auto *Load = dyn_cast<LoadInst>(V);
        auto *Phi = dyn_cast<PHINode>(V);
        if (Phi && Inside.contains(Phi->getParent()) && Web.size() != Most) {
          Web.insert(Phi);
          continue;
        }
        if (!Load || !isPlainLoad(H, *Load))
          return nullptr;
        Known *K = find_if(All, [&](const Known &K) { return K.Load == Load; });
        if (K == All.end()) {
          Value *Address = Inside.contains(Load->getParent()) ? copy(Load->getPointerOperand()) : nullptr;
          K = Address ? known(*Load, Address) : nullptr;
        }
        if (!K || (Place && K != Place))
          return nullptr;
        Place = K;
        Others.push_back(Load);
      }
    if (!Place || Place->Load->getType() != P.getType())
      return nullptr;
    for (LoadInst *Load : Others)
      use(*Place, *Load);
    return Place->Load;
  }

  void replace() {
    mergePhis();
    for (BasicBlock *B : ReversePostOrderTraversal<Function *>(&H->F)) {
      if (!Inside.contains(B) || is_contained(Stages, B))
        continue;
      // Numbers of iterations are computed there, under guards: the stages ask for them before.
      bool IsBetween = none_of(Loops, [&](Loop *L) { return L->contains(B); });
      for (Instruction &I : make_early_inc_range(*B)) {
        // Sizes in elements are quotients. Scalar evolution does not look into them, and would not see that they are invariant.
        unsigned Opcode = I.getOpcode();
        bool IsNumber = (IsBetween && isa<BinaryOperator, CastInst>(I)) || Opcode == Instruction::AShr ||
                        Opcode == Instruction::SDiv;
        Value *Copy = IsNumber ? copy(&I) : Copies.lookup(&I);
        auto *Load = dyn_cast<LoadInst>(&I);
        if (Load && isPlainLoad(H, *Load)) {
          Value *Address = copy(Load->getPointerOperand());
          Known *K = Address ? known(*Load, Address) : nullptr;
          if (!K && Address)
            K = loadAtOnce(*Load, Address);
          Copy = K ? K->Load : nullptr;
          if (K)
            use(*K, *Load);
        } else if (Load || !(IsNumber || isa<ICmpInst>(I))) {
          Copy = nullptr;
        }
        if (!Copy || Copy == &I)
          continue;
        Copies.erase(&I);
        H->se().forgetValue(&I);
        I.replaceAllUsesWith(Copy);
        I.eraseFromParent();
      }
    }
  }
};

// What is known of these loops, and of those in them. Of others all stays as true as it was.
void forgetLoops(LfHost *H, ArrayRef<Loop *> Loops) {
  for (Loop *L : Loops)
    H->se().forgetLoop(L);
  H->forgetAnswers();
}

} // namespace

extern "C" {

// Does a loop load a place or a number of iterations from an address that does not change?
bool lf_reloads(LfHost *H, Loop *L) {
  // What lies on the stack of a coroutine is not read at will.
  if (H->F.isPresplitCoroutine())
    return false;
  for (BasicBlock *B : L->blocks())
    for (Instruction &I : *B) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (Load && isPlainLoad(H, *Load) && L->isLoopInvariant(Load->getPointerOperand()) &&
          isForPlace(*Load))
        return true;
    }
  return false;
}

// Does B load a place or a number of iterations that L, a loop before it, may write over, if only by stores through
// other pointers?
bool lf_loads_written(LfHost *H, LLVMBasicBlockRef B, Loop *L) {
  if (H->F.isPresplitCoroutine())
    return false;
  return any_of(*unwrap(B), [&](Instruction &I) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !isPlainLoad(H, *Load) || !isForPlace(*Load))
      return false;
    MemoryLocation Place = MemoryLocation::get(Load);
    const Value *Object = getUnderlyingObject(Place.Ptr);
    bool IsWritten = false, IsByName = false;
    for (BasicBlock *Inside : L->blocks())
      for (Instruction &W : *Inside)
        if (W.mayWriteToMemory() && isModSet(H->aa().getModRefInfo(&W, Place))) {
          const Value *To = getLoadStorePointerOperand(&W);
          IsWritten = true;
          IsByName |= !To || getUnderlyingObject(To) == Object;
        }
    return IsWritten && !IsByName;
  });
}

// Loads what loops would load again in the stages that lead to them, of which the last leads to Entry,
// as Blocks, the loops and what lies between. Guards are for each stage whether those of its loop hold;
// null if there are none. Places has Room for so many places; says how many there are.
size_t lf_load_once(LfHost *H, const LLVMBasicBlockRef *Stages, Loop *const *Loops, size_t Count,
                    LLVMBasicBlockRef Entry, const LLVMBasicBlockRef *Blocks, size_t BlockCount,
                    LLVMValueRef *Guards, LfPlace *Places, size_t Room) {
  SmallVector<BasicBlock *, 4> Chain;
  for (LLVMBasicBlockRef B : ArrayRef(Stages, Count))
    Chain.push_back(unwrap(B));
  SmallVector<BasicBlock *, 32> All;
  for (LLVMBasicBlockRef B : ArrayRef(Blocks, BlockCount))
    All.push_back(unwrap(B));
  InvariantLoads Invariant(H, Chain, ArrayRef(Loops, Count), unwrap(Entry), All);
  Invariant.run();
  for (auto [At, Guard] : enumerate(Invariant.guards()))
    Guards[At] = Guard ? wrap(Guard) : nullptr;
  auto Found = Invariant.places();
  for (size_t N = 0; N != std::min(Found.size(), Room); ++N)
    Places[N] = Found[N];
  forgetLoops(H, ArrayRef(Loops, Count));
  return Found.size();
}

// Does nobody promise any more that loops end? Counts rest on it: where a loop does not load its end
// anew any more, it may run for ever where it did not. True if the function itself promised; then it
// does again by lf_trust_progress.
bool lf_doubt_progress(LfHost *H, Loop *const *Loops, size_t Count, bool *WillReturn) {
  for (Loop *Outer : ArrayRef(Loops, Count))
    for (Loop *L : depth_first(Outer))
      if (MDNode *ID = L->getLoopID())
        L->setLoopID(makePostTransformationMetadata(H->F.getContext(), ID,
                                                    {"llvm.loop.mustprogress"}, {}));
  bool Promised = H->F.hasFnAttribute(Attribute::MustProgress);
  *WillReturn = H->F.hasFnAttribute(Attribute::WillReturn);
  H->F.removeFnAttr(Attribute::MustProgress);
  H->F.removeFnAttr(Attribute::WillReturn);
  forgetLoops(H, ArrayRef(Loops, Count));
  return Promised;
}

void lf_trust_progress(LfHost *H, Loop *const *Loops, size_t Count, bool MustProgress,
                       bool WillReturn) {
  if (MustProgress)
    H->F.addFnAttr(Attribute::MustProgress);
  if (WillReturn)
    H->F.addFnAttr(Attribute::WillReturn);
  forgetLoops(H, ArrayRef(Loops, Count));
}

// Deletes all blocks from some on that nothing reaches any more, with the loops they make.
void lf_delete_from(LfHost *H, const LLVMBasicBlockRef *Begins, size_t Count) {
  LoopInfo &LI = H->li();
  SmallVector<BasicBlock *, 32> Dead;
  df_iterator_default_set<BasicBlock *> Seen;
  for (LLVMBasicBlockRef Begin : ArrayRef(Begins, Count))
    for (BasicBlock *B : depth_first_ext(unwrap(Begin), Seen))
      if (!H->dt().isReachableFromEntry(B))
        Dead.push_back(B);
  SmallSetVector<Loop *, 4> Gone;
  for (BasicBlock *B : Dead)
    for (Loop *L = LI.getLoopFor(B); L; L = L->getParentLoop())
      if (is_contained(Dead, L->getHeader()) &&
          !(L->getParentLoop() && is_contained(Dead, L->getParentLoop()->getHeader())))
        Gone.insert(L);
  for (Loop *L : Gone)
    H->se().forgetLoop(L);
  for (BasicBlock *B : Dead)
    LI.removeBlock(B);
  for (Loop *L : Gone) {
    if (Loop *Parent = L->getParentLoop())
      Parent->removeChildLoop(llvm::find(Parent->getSubLoops(), L));
    else
      LI.removeLoop(llvm::find(LI, L));
    LI.destroy(L);
  }
  DomTreeUpdater DTU(&H->dt(), H->cachedPDT(), DomTreeUpdater::UpdateStrategy::Eager);
  DeleteDeadBlocks(Dead, &DTU, /*KeepOneInputPHIs=*/true);
  H->se().forgetBlockAndLoopDispositions();
  H->forgetAnswers();
}
}
