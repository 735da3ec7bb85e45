// What one run of the pass on one function can see of LLVM.
//
// The bridge is mechanical: it exposes what LLVM has no C interface for, one
// small function each, and decides nothing. Every weighing of fusion is Rust's.
//
// Handles that cross to Rust are LLVM-C's own (LLVMValueRef, LLVMBasicBlockRef)
// where there is one, so that llvm-sys works on the same values, and plain
// pointers to Loop, SCEV and MDNode elsewhere.

#ifndef LOOPFUSE_HOST_H
#define LOOPFUSE_HOST_H

#include "llvm-c/Core.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace llvm {
class LoopAccessInfoManager;
}

struct LfHost {
  llvm::Function &F;
  llvm::FunctionAnalysisManager &FAM;

  // Analyses are fetched once and dropped by forgetAnalyses() when a nested
  // pass may have replaced them.
  llvm::LoopInfo *CachedLI = nullptr;
  llvm::ScalarEvolution *CachedSE = nullptr;
  llvm::DominatorTree *CachedDT = nullptr;
  // Alias answers stay valid only while nothing is edited.
  std::optional<llvm::BatchAAResults> CachedAA;
  // So do what the entry of loops implies, and which numbers it makes not negative: a
  // pair of loops asks for the same ones again and again.
  std::map<const llvm::Loop *, std::optional<llvm::ScalarEvolution::LoopGuards>> CachedGuards;
  llvm::DenseMap<std::pair<const llvm::SCEV *, const llvm::Loop *>, bool>
      CachedNonnegative;
  // And the arguments, loads and results of calls that conditions above a loop speak of; nothing
  // if there are too many conditions to look at.
  std::map<const llvm::Loop *, std::optional<llvm::DenseSet<const llvm::Value *>>> CachedSaid;
  // And of which numbers less a constant it is known that they do not wrap around.
  llvm::DenseMap<std::pair<const llvm::SCEV *, const llvm::Loop *>, bool> CachedGreater;
  // And what branches above a block say of a condition: guards are looked for from each loop again.
  llvm::DenseMap<std::pair<const llvm::Value *, const llvm::BasicBlock *>, int> CachedConditions;
  // And differences of addresses.
  llvm::DenseMap<std::pair<const llvm::SCEV *, const llvm::SCEV *>, const llvm::SCEV *>
      CachedDifferences;
  // Fusion makes no cycle that is no loop.
  std::optional<bool> CachedIrreducible;
  // Of a host on the draft of a function: the function.
  llvm::Function *Original = nullptr;

  LfHost(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

  llvm::LoopInfo &li();
  llvm::ScalarEvolution &se();
  llvm::DominatorTree &dt();
  llvm::PostDominatorTree *cachedPDT();
  llvm::BatchAAResults &aa();
  // S, rewritten with what is known when L is entered.
  const llvm::SCEV *guarded(const llvm::SCEV *S, const llvm::Loop *L);
  llvm::LoopAccessInfoManager &loopAccesses();
  bool hasIrreducibleControl();
  void forgetAnalyses();
  void forgetAnswers();
};

// Has an instruction or a global metadata of that kind? LLVM's own functions for names make the
// kind, and bitcode lists all kinds that there are.
bool isMarked(const llvm::Value &Memory, llvm::StringRef Mark);

// Does I take or give back memory for rows of a static array, as the pass has it?
bool isForOwnRows(const llvm::Instruction &I);

// A load of a pointer or a number that anybody may make anew.
bool isPlainLoad(const LfHost *H, const llvm::LoadInst &Load);

// Is it a place or a number that says where to access, or how often?
bool isForPlace(const llvm::Value &V, unsigned Depth = 6);

// May what a load reads be given back between where something promised that it is there and
// Position?
bool mayBeFreedBefore(LfHost *H, const llvm::LoadInst *Load, const llvm::Instruction *Position);

// A place on the stack that holds zeros, wide enough for every plain load.
llvm::AllocaInst *placeOfZeros(LfHost *H);

// Loops that are worked on; all if there is none.
using Chosen = std::shared_ptr<const llvm::DenseSet<const llvm::Loop *>>;

// Makes loads that the guard of a chosen loop leads to before the guard. False if there are none.
bool raiseGuardedLoads(LfHost *H, const Chosen &Loops);

// Makes one load of such loads of one place, under different conditions. False if there are none.
bool mergeGuardedLoads(LfHost *H);

// Does a call write the number of the last error, and touch no other memory?
bool onlySetsErrno(const llvm::Value *V);

// May a load or store be of the number of the last error?
bool mayBeErrno(LfHost *H, const llvm::Instruction &I);

// Two calls only set errno. Does it matter which one does so last?
bool setErrnoInOrder(LfHost *H, const llvm::Value *A, const llvm::Value *B);

// Loads once, before loops, what LLVM leaves in loops that set errno. False if there is nothing.
bool loadPastErrno(LfHost *H);

// Lets phis of values that are equal on both ways be one of them. False if there are none.
bool replaceEqualPhis(LfHost *H);

// Will LLVM unroll a loop as often as it runs?
extern "C" bool lf_unrolls_wholly(LfHost *H, llvm::Loop *L);

// Lets LLVM's unroller make one iteration of so many. True if the loop is still there then, with such iterations.
bool unroll(LfHost *H, llvm::Loop *L, unsigned Times);

// Unrolls loops over a few planes, between loops that they cannot be fused with. False if there are none.
bool unrollOverPlanes(LfHost *H);

// Where a reader of the source is to look for what is at a place: not in a library, if it was called from elsewhere.
llvm::DebugLoc readersPlace(llvm::DebugLoc At);

// An unsigned number that has to be less than a limit.
struct LfLimit {
  const llvm::SCEV *Number;
  uint64_t Limit;
};

// A string handed to Rust, which frees it with lf_string_free.
struct LfString {
  char *Data;
  size_t Size;
};

// A new loop around L, of which Header is the first block, which may have been there before, and Others are new.
llvm::Loop *loopAround(LfHost *H, llvm::Loop *L, llvm::BasicBlock *Header,
                       llvm::ArrayRef<llvm::BasicBlock *> Others);

// X and C where S is X - C for a positive constant C; else S and zero.
std::pair<const llvm::SCEV *, llvm::APInt> minusConstant(llvm::ScalarEvolution &SE, const llvm::SCEV *S);

inline LfString toRust(const std::string &S) {
  char *Data = static_cast<char *>(std::malloc(S.size() + 1));
  std::memcpy(Data, S.data(), S.size());
  return {Data, S.size()};
}

// Pushes one handle onto a Rust vector.
using LfPush = void (*)(void *Vector, void *Handle);

#endif
