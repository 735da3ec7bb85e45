// Edits of control flow: edges, branches, blocks, and the trees that are kept up to date with them.

#include "host.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

extern "C" {

// Makes every edge From -> Old an edge From -> New.
void lf_replace_successor(LLVMBasicBlockRef From, LLVMBasicBlockRef Old,
                          LLVMBasicBlockRef New) {
  unwrap(From)->getTerminator()->replaceSuccessorWith(unwrap(Old), unwrap(New));
}

// Ends From with a plain branch to To. The condition it had is left behind.
void lf_branch_always(LLVMBasicBlockRef From, LLVMBasicBlockRef To) {
  Instruction *Old = unwrap(From)->getTerminator();
  BranchInst *New = BranchInst::Create(unwrap(To), Old->getIterator());
  New->setDebugLoc(Old->getDebugLoc());
  Old->eraseFromParent();
}

// Ends From with a branch on Condition, which may be poison where the branch was
// not.
void lf_branch_if(LfHost *H, LLVMBasicBlockRef From, LLVMValueRef Condition,
                  LLVMBasicBlockRef IfTrue, LLVMBasicBlockRef IfFalse,
                  bool MayBePoison) {
  Instruction *Old = unwrap(From)->getTerminator();
  IRBuilder<> B(Old);
  Value *C = unwrap(Condition);
  if (MayBePoison &&
      !isGuaranteedNotToBeUndefOrPoison(
          C, &H->FAM.getResult<AssumptionAnalysis>(H->F), Old, &H->dt()))
    C = B.CreateFreeze(C, C->getName() + ".fr");
  B.CreateCondBr(C, unwrap(IfTrue), unwrap(IfFalse));
  Old->eraseFromParent();
}

// Makes B, which ends in a two-way branch, always go to To.
void lf_fold_branch(LfHost *H, LLVMBasicBlockRef B, LLVMBasicBlockRef To) {
  BasicBlock *Block = unwrap(B);
  for (BasicBlock *Other : successors(Block))
    if (Other != unwrap(To)) {
      H->se().forgetBlockAndLoopDispositions();
      Other->removePredecessor(Block, /*KeepOneInputPHIs=*/true);
      lf_branch_always(B, To);
      DomTreeUpdater DTU(&H->dt(), H->cachedPDT(),
                         DomTreeUpdater::UpdateStrategy::Eager);
      DTU.applyUpdates({{DominatorTree::Delete, Block, Other}});
      return;
    }
}

// Deletes a block that nothing reaches any more.
void lf_delete_unreachable(LfHost *H, LLVMBasicBlockRef B) {
  DomTreeUpdater DTU(&H->dt(), H->cachedPDT(),
                     DomTreeUpdater::UpdateStrategy::Eager);
  H->li().removeBlock(unwrap(B));
  DeleteDeadBlock(unwrap(B), &DTU, /*KeepOneInputPHIs=*/true);
}

// A block's edge that was inserted or deleted.
struct LfEdge {
  LLVMBasicBlockRef From, To;
  bool Inserted;
};

// Deletes the blocks Dead, in program order, which nothing reaches any more and
// whose successors' phis do not name them; edges have changed already, those out
// of Dead among them. What Dead dominated is now dominated by HeaderDominator
// (Header) or by RestDominator (the rest).
//
// The dominator tree is told just that: its general update walks all that the
// changed blocks dominate, which in a chain of loops is the rest of the function.
void lf_apply_edges(LfHost *H, const LfEdge *Edges, size_t Count,
                    const LLVMBasicBlockRef *Dead, size_t DeadCount,
                    LLVMBasicBlockRef Header, LLVMBasicBlockRef HeaderDominator,
                    LLVMBasicBlockRef RestDominator) {
  DominatorTree &DT = H->dt();
  LoopInfo &LI = H->li();
  SmallVector<BasicBlock *, 8> Blocks;
  for (LLVMBasicBlockRef B : ArrayRef(Dead, DeadCount)) {
    Blocks.push_back(unwrap(B));
    LI.removeBlock(unwrap(B));
    unwrap(B)->getTerminator()->eraseFromParent();
    new UnreachableInst(H->F.getContext(), unwrap(B));
  }
  SmallPtrSet<BasicBlock *, 8> IsDead(Blocks.begin(), Blocks.end());
  for (BasicBlock *B : Blocks)
    for (DomTreeNode *Child : to_vector(DT.getNode(B)->children()))
      if (!IsDead.contains(Child->getBlock())) {
        bool IsHeader = Child->getBlock() == unwrap(Header);
        DT.changeImmediateDominator(
            Child, DT.getNode(unwrap(IsHeader ? HeaderDominator : RestDominator)));
      }
  for (bool Erased = true; Erased;) {
    Erased = false;
    for (BasicBlock *B : reverse(Blocks))
      if (DomTreeNode *Node = DT.getNode(B); Node && Node->isLeaf()) {
        DT.eraseNode(B);
        Erased = true;
      }
  }

  SmallVector<DominatorTree::UpdateType, 16> Updates;
  for (const LfEdge &E : ArrayRef(Edges, Count))
    Updates.push_back({E.Inserted ? DominatorTree::Insert : DominatorTree::Delete,
                       unwrap(E.From), unwrap(E.To)});
  DomTreeUpdater DTU(nullptr, H->cachedPDT(),
                     DomTreeUpdater::UpdateStrategy::Lazy);
  DTU.applyUpdates(Updates);
  DTU.flush();
  DeleteDeadBlocks(Blocks, &DTU);
  DTU.flush();
}

// Gives the edges from Preds to B a block of their own before B.
LLVMBasicBlockRef lf_split_predecessors(LfHost *H, LLVMBasicBlockRef B,
                                        const LLVMBasicBlockRef *Preds,
                                        size_t Count) {
  SmallVector<BasicBlock *, 4> Blocks;
  for (LLVMBasicBlockRef P : ArrayRef(Preds, Count))
    Blocks.push_back(unwrap(P));
  DomTreeUpdater DTU(&H->dt(), H->cachedPDT(),
                     DomTreeUpdater::UpdateStrategy::Eager);
  return wrap(SplitBlockPredecessors(unwrap(B), Blocks, ".join", &DTU, &H->li(),
                                     nullptr, /*PreserveLCSSA=*/true));
}

// Splits B before Position; returns the new block, which holds Position and what
// follows.
LLVMBasicBlockRef lf_split_block(LfHost *H, LLVMBasicBlockRef B,
                                 LLVMValueRef Position) {
  BasicBlock *Front = unwrap(B);
  BasicBlock *Back = SplitBlock(Front, cast<Instruction>(unwrap(Position))->getIterator(),
                                &H->dt(), &H->li());
  PostDominatorTree *PDT = H->cachedPDT();
  auto *Node = PDT ? PDT->getNode(Front) : nullptr;
  // What a root post-dominates hangs on the other block now.
  if (PDT && (!Node || is_contained(PDT->roots(), Front))) {
    PDT->recalculate(H->F);
  } else if (PDT) {
    PDT->addNewBlock(Back, Node->getIDom()->getBlock());
    PDT->changeImmediateDominator(Front, Back);
  }
  return wrap(Back);
}

// B's immediate dominator is now Dominator.
void lf_set_dominator(LfHost *H, LLVMBasicBlockRef B,
                      LLVMBasicBlockRef Dominator) {
  H->dt().changeImmediateDominator(unwrap(B), unwrap(Dominator));
}

// Cloned blocks are not in the post-dominator tree: compute it anew.
void lf_recalculate_postdominators(LfHost *H) {
  if (auto *PDT = H->cachedPDT())
    PDT->recalculate(H->F);
}

// Edges and blocks have changed in ways that are told to no tree.
void lf_recalculate_dominators(LfHost *H) {
  H->dt().recalculate(H->F);
  lf_recalculate_postdominators(H);
}

// Branches that always lead to one block for a while, and what they were.
struct LfKeptWays {
  struct Way {
    BasicBlock *Block;
    // Linked in nowhere, and without operands.
    BranchInst *Old;
    Value *Condition;
    BasicBlock *IfTrue, *IfFalse;
    SmallVector<std::pair<PHINode *, Value *>, 2> Phis;
  };
  SmallVector<Way, 8> Ways;
};

// Lets Blocks, which end in conditional branches to two blocks each, always lead to Kept. Dominator trees are
// not told. lf_restore_ways() undoes it.
LfKeptWays *lf_keep_ways(const LLVMBasicBlockRef *Blocks, const LLVMBasicBlockRef *Kept,
                         size_t Count) {
  auto *All = new LfKeptWays;
  for (size_t N = 0; N != Count; ++N) {
    BasicBlock *B = unwrap(Blocks[N]), *K = unwrap(Kept[N]);
    auto *Old = cast<BranchInst>(B->getTerminator());
    LfKeptWays::Way W{B, Old, Old->getCondition(), Old->getSuccessor(0), Old->getSuccessor(1), {}};
    BasicBlock *Other = W.IfTrue == K ? W.IfFalse : W.IfTrue;
    for (PHINode &P : Other->phis())
      W.Phis.push_back({&P, P.getIncomingValueForBlock(B)});
    Other->removePredecessor(B, /*KeepOneInputPHIs=*/true);
    BranchInst::Create(K, Old->getIterator());
    Old->removeFromParent();
    Old->dropAllReferences();
    All->Ways.push_back(std::move(W));
  }
  return All;
}

void lf_restore_ways(LfKeptWays *All) {
  for (auto &W : reverse(All->Ways)) {
    Instruction *Now = W.Block->getTerminator();
    auto *B = BranchInst::Create(W.IfTrue, W.IfFalse, W.Condition, Now->getIterator());
    B->copyMetadata(*W.Old);
    for (auto [P, V] : W.Phis)
      P->addIncoming(V, W.Block);
    Now->eraseFromParent();
    W.Old->deleteValue();
  }
  delete All;
}

// A condition in front of Position that no pass knows anything of, nor may decide: each way must be
// right. Code generation would take it for true.
LLVMValueRef lf_free_choice(LLVMValueRef Position) {
  IRBuilder<> B(cast<Instruction>(unwrap(Position)));
  return wrap(B.CreateIntrinsic(Intrinsic::experimental_widenable_condition, {}));
}

bool lf_is_free_choice(LLVMValueRef V) {
  auto *I = dyn_cast<IntrinsicInst>(unwrap(V));
  return I && I->getIntrinsicID() == Intrinsic::experimental_widenable_condition;
}

// Lets such a condition be true, and its declaration go with the last one.
void lf_choose(LLVMValueRef Choice) {
  auto *Call = cast<CallInst>(unwrap(Choice));
  Function *Declaration = Call->getCalledFunction();
  Call->replaceAllUsesWith(ConstantInt::getTrue(Call->getContext()));
  Call->eraseFromParent();
  if (Declaration->use_empty())
    Declaration->eraseFromParent();
}

// Lets the two-way branch of To decide as that of From does: where From stays
// in its loop (goes to FromHeader), To goes to ToHeader.
void lf_copy_exit_test(LLVMBasicBlockRef From, LLVMBasicBlockRef FromHeader,
                       LLVMBasicBlockRef To, LLVMBasicBlockRef ToHeader) {
  auto *Source = cast<BranchInst>(unwrap(From)->getTerminator());
  auto *Target = cast<BranchInst>(unwrap(To)->getTerminator());
  bool StaysIfTrue = Source->getSuccessor(0) == unwrap(FromHeader);
  if ((Target->getSuccessor(0) == unwrap(ToHeader)) != StaysIfTrue)
    Target->swapSuccessors();
  Target->setCondition(Source->getCondition());
}
}
