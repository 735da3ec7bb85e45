// Checks the IR, and that the analyses still hold.

#include "host.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

extern "C" {

// False if something is broken, which Message says in one line: IR, dominators, post-dominators,
// loops, scalar evolution.
bool lf_verify(LfHost *H, LfString *Message) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (verifyFunction(H->F, &OS)) {
    *Message = toRust(Text);
    return false;
  }
  if (!H->dt().verify(DominatorTree::VerificationLevel::Full)) {
    *Message = toRust("dominator tree is stale");
    return false;
  }
  if (auto *PDT = H->cachedPDT())
    if (!PDT->verify(PostDominatorTree::VerificationLevel::Full)) {
      *Message = toRust("post-dominator tree is stale");
      return false;
    }
  // These two stop the process with their own message.
  H->li().verify(H->dt());
  for (Loop *L : H->li())
    if (!L->isRecursivelyLCSSAForm(H->dt(), H->li())) {
      *Message = toRust("loop is not in LCSSA form");
      return false;
    }
  H->se().verify();
  return true;
}
}
