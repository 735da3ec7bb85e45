// What users say of functions, and how they name functions.

#include "host.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

// The text of an annotation of F, if Entry is one (`{function, text, file, line, arguments}`).
static StringRef annotation(const Function &F, const User *Entry) {
  auto *Fields = dyn_cast<ConstantStruct>(Entry);
  if (!Fields || Fields->getNumOperands() < 2 || Fields->getOperand(0) != &F)
    return "";
  auto *Place = dyn_cast<GlobalVariable>(Fields->getOperand(1));
  auto *Text = Place && Place->hasInitializer() ? dyn_cast<ConstantDataSequential>(Place->getInitializer())
                                                : nullptr;
  return Text && Text->isCString() ? Text->getAsCString() : "";
}

extern "C" {

// What follows Prefix in annotations of the function (`__attribute__((annotate("...")))`), joined by `;`.
LfString lf_annotations(LfHost *H, const char *Prefix) {
  std::string Texts;
  GlobalVariable *All = H->F.getParent()->getNamedGlobal("llvm.global.annotations");
  const Constant *Entries = All && All->hasInitializer() ? All->getInitializer() : nullptr;
  if (Entries)
    for (const User *Entry : H->F.users()) {
      StringRef Text = annotation(H->F, Entry);
      if (Text.consume_front(Prefix) && is_contained(Entry->users(), Entries))
        Texts += (Text + ";").str();
    }
  return toRust(Texts);
}

// Names of the function, a line each: as linkers know it, and of C++ those with and without scopes.
LfString lf_function_names(LfHost *H) {
  std::string Symbol = H->F.getName().str(), Names = Symbol;
  ItaniumPartialDemangler Demangler;
  if (!Demangler.partialDemangle(Symbol.c_str()) && Demangler.isFunction())
    for (char *Name : {Demangler.getFunctionName(nullptr, nullptr),
                       Demangler.getFunctionBaseName(nullptr, nullptr)}) {
      Names += Name ? std::string("\n") + Name : "";
      std::free(Name);
    }
  return toRust(Names);
}

// Does a text match a pattern with `*`, `?` and `[...]`? -1 if that is no pattern.
int lf_matches(const char *Pattern, const char *Text) {
  Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
  if (!Glob) {
    consumeError(Glob.takeError());
    return -1;
  }
  return Glob->match(Text);
}

// Tells whoever compiles the function that something is wrong: nothing is to come of it.
void lf_error(LfHost *H, const char *Message) { H->F.getContext().emitError(Message); }
}
