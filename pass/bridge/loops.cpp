// LoopInfo: the loop tree and the structure of one loop.

#include "host.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

// Writes the first blocks of a range, as many as there is room for; the number of all.
template <typename Range>
static unsigned list(Range &&Blocks, LLVMBasicBlockRef *To, unsigned Room) {
  unsigned N = 0;
  for (BasicBlock *B : Blocks) {
    if (N < Room)
      To[N] = wrap(B);
    ++N;
  }
  return N;
}

Loop *loopAround(LfHost *H, Loop *L, BasicBlock *Header, ArrayRef<BasicBlock *> Others) {
  LoopInfo &LI = H->li();
  Loop *Outer = LI.AllocateLoop(), *Parent = L->getParentLoop();
  bool IsKnown = Parent && Parent->contains(Header);
  if (Parent)
    Parent->replaceChildLoopWith(L, Outer);
  else
    LI.changeTopLevelLoop(L, Outer);
  Outer->addChildLoop(L);
  if (IsKnown) {
    Outer->addBlockEntry(Header);
    LI.changeLoopFor(Header, Outer);
  } else {
    Outer->addBasicBlockToLoop(Header, LI);
  }
  for (BasicBlock *Block : L->blocks())
    Outer->addBlockEntry(Block);
  for (BasicBlock *Block : Others)
    Outer->addBasicBlockToLoop(Block, LI);
  return Outer;
}

extern "C" {

// Sub-loops of Parent (top-level loops for null) in program order: LoopInfo
// keeps the top-level ones reversed.
void lf_loops(LfHost *H, Loop *Parent, LfPush Push, void *Vector) {
  if (Parent) {
    for (Loop *L : *Parent)
      Push(Vector, L);
    return;
  }
  for (Loop *L : reverse(H->li()))
    Push(Vector, L);
}

void lf_loop_blocks(Loop *L, LfPush Push, void *Vector) {
  for (BasicBlock *B : L->blocks())
    Push(Vector, wrap(B));
}

void lf_loop_exiting(Loop *L, LfPush Push, void *Vector) {
  SmallVector<BasicBlock *, 4> Exiting;
  L->getExitingBlocks(Exiting);
  for (BasicBlock *B : Exiting)
    Push(Vector, wrap(B));
}

LLVMBasicBlockRef lf_loop_only_exiting(Loop *L) { return wrap(L->getExitingBlock()); }

// The blocks that L leads to, each as often as there are edges.
void lf_loop_exits(Loop *L, LfPush Push, void *Vector) {
  SmallVector<BasicBlock *, 4> Exits;
  L->getExitBlocks(Exits);
  for (BasicBlock *B : Exits)
    Push(Vector, wrap(B));
}

LLVMBasicBlockRef lf_loop_header(Loop *L) { return wrap(L->getHeader()); }
LLVMBasicBlockRef lf_loop_latch(Loop *L) { return wrap(L->getLoopLatch()); }
LLVMBasicBlockRef lf_loop_preheader(Loop *L) {
  return wrap(L->getLoopPreheader());
}
LLVMBasicBlockRef lf_loop_exit(Loop *L) { return wrap(L->getUniqueExitBlock()); }
Loop *lf_loop_parent(Loop *L) { return L->getParentLoop(); }
bool lf_loop_contains(Loop *L, LLVMBasicBlockRef B) {
  return L->contains(unwrap(B));
}
bool lf_loop_is_simplified(Loop *L) { return L->isLoopSimplifyForm(); }
bool lf_loop_is_lcssa(LfHost *H, Loop *L) { return L->isLCSSAForm(H->dt()); }
unsigned lf_successors(LLVMBasicBlockRef B, LLVMBasicBlockRef *To, unsigned Room) {
  Instruction *End = unwrap(B)->getTerminator();
  auto *Branch = dyn_cast<BranchInst>(End);
  if (!Branch || Room < 2)
    return list(successors(End), To, Room);
  // The most frequent end, of which LLVM tells this without a call.
  for (unsigned N = 0; N != Branch->getNumSuccessors(); ++N)
    To[N] = wrap(Branch->getSuccessor(N));
  return Branch->getNumSuccessors();
}

unsigned lf_predecessors(LLVMBasicBlockRef B, LLVMBasicBlockRef *To, unsigned Room) {
  return list(predecessors(unwrap(B)), To, Room);
}

Loop *lf_innermost_loop(LfHost *H, LLVMBasicBlockRef B) {
  return H->li().getLoopFor(unwrap(B));
}

bool lf_is_reachable(LfHost *H, LLVMBasicBlockRef B) {
  return H->dt().isReachableFromEntry(unwrap(B));
}

bool lf_loop_is_safe_to_clone(Loop *L) { return L->isSafeToClone(); }

bool lf_dominates(LfHost *H, LLVMBasicBlockRef A, LLVMBasicBlockRef B) {
  return H->dt().dominates(unwrap(A), unwrap(B));
}

// The last block that all ways to A and B lead through.
LLVMBasicBlockRef lf_nearest_dominator(LfHost *H, LLVMBasicBlockRef A, LLVMBasicBlockRef B) {
  return wrap(H->dt().findNearestCommonDominator(unwrap(A), unwrap(B)));
}

// The first block that all ways from A and B to the function's end lead through; null if
// there is none.
LLVMBasicBlockRef lf_nearest_post_dominator(LfHost *H, LLVMBasicBlockRef A,
                                            LLVMBasicBlockRef B) {
  auto &PDT = H->FAM.getResult<PostDominatorTreeAnalysis>(H->F);
  return wrap(PDT.findNearestCommonDominator(unwrap(A), unwrap(B)));
}

// Are there cycles that are no loops?
bool lf_has_irreducible_control(LfHost *H) { return H->hasIrreducibleControl(); }

// The block that every way to B leads through last; null of the entry.
LLVMBasicBlockRef lf_immediate_dominator(LfHost *H, LLVMBasicBlockRef B) {
  DomTreeNode *Node = H->dt().getNode(unwrap(B));
  DomTreeNode *Above = Node ? Node->getIDom() : nullptr;
  return Above ? wrap(Above->getBlock()) : nullptr;
}

// True if some cycle inside L is not a loop of LoopInfo.
bool lf_loop_has_irreducible_cycle(LfHost *H, Loop *L) {
  LoopBlocksRPO RPO(L);
  RPO.perform(&H->li());
  return containsIrreducibleCFG<const BasicBlock *>(RPO, H->li());
}

// A loop that must make progress and has no observable effect ends.
bool lf_loop_must_progress(Loop *L) { return hasMustProgress(L); }

// Adds First's successor loop Second to First: blocks, sub-loops; Second is
// gone afterwards. Both have the same parent.
void lf_loop_absorb(LfHost *H, Loop *First, Loop *Second) {
  LoopInfo &LI = H->li();
  SmallVector<BasicBlock *, 16> Blocks(Second->blocks());
  for (BasicBlock *B : Blocks) {
    First->addBlockEntry(B);
    Second->removeBlockFromLoop(B);
    if (LI.getLoopFor(B) == Second)
      LI.changeLoopFor(B, First);
  }
  while (!Second->isInnermost())
    First->addChildLoop(Second->removeChildLoop(Second->begin()));
  LI.erase(Second);
}
}
