// Places in the source, as remarks name them and users do.
//
// What is inlined keeps the place where it was written. Of a loop in an algorithm of the standard library that is a line of a
// header that nobody wrote who reads the remark. Its place is where the library was called, then, and the loop is called
// after the algorithm. What belongs to a library is told by its path alone: without `-g` there are no namespaces.

#include "host.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace {

// The file of a place, with directories.
SmallString<128> fileOf(const DILocation *At) {
  SmallString<128> Path = At->getFilename();
  sys::path::make_absolute(At->getDirectory(), Path);
  return Path;
}

// Was it written in a library: a header of the system, Rust's own crates, or a crate that was fetched?
bool isOfLibrary(const DILocation *At) {
  SmallString<128> Path = fileOf(At);
  StringRef File = Path;
  for (StringRef Folder : {"/usr/include/", "/usr/lib/", "/usr/local/include/", "/rustc/"})
    if (File.starts_with(Folder))
      return true;
  for (StringRef Part : {"/include/c++/", "/lib/clang/", "/lib/rustlib/src/", "/registry/src/"})
    if (File.contains(Part))
      return true;
  return false;
}

// A place as a reader wants it, and what of a library was called there, if anything.
struct Place {
  const DILocation *At;
  const DILocation *Called = nullptr;
};

// The innermost place that is of no library; the outermost one if all are.
Place placeOf(const DILocation *At) {
  Place Found{At};
  while (Found.At && isOfLibrary(Found.At) && Found.At->getInlinedAt())
    Found = {Found.At->getInlinedAt(), Found.At};
  return Found;
}

// The name of an algorithm; empty if it is none that a reader would look for: a part of an iterator, an operator, or
// a function that libraries keep to themselves.
std::string algorithm(const DILocation *Called) {
  DISubprogram *Of = Called ? Called->getScope()->getSubprogram() : nullptr;
  StringRef Name = Of ? Of->getName().split('<').first : "";
  constexpr StringRef Parts[] = {"next", "begin", "end", "size", "into_iter", "iter", "get", "index", "index_mut"};
  if (Name.empty() || Name.starts_with("_") || Name.starts_with("operator") || Name.starts_with("{") ||
      is_contained(Parts, Name))
    return "";
  bool IsStandard = Called->getFilename().contains("/c++/");
  return (Twine(IsStandard ? "std::" : "") + Name).str();
}

} // namespace

DebugLoc readersPlace(DebugLoc At) { return placeOf(At.get()).At; }

extern "C" {

// The line of an instruction; 0 where there is none.
unsigned lf_line(LLVMValueRef V) {
  auto *I = dyn_cast<Instruction>(unwrap(V));
  const DILocation *At = I ? placeOf(I->getDebugLoc().get()).At : nullptr;
  return At ? At->getLine() : 0;
}

unsigned lf_loop_line(Loop *L) {
  const DILocation *At = placeOf(L->getStartLoc().get()).At;
  return At ? At->getLine() : 0;
}

// What a loop is and where it is, as in "of std::transform at line 6": the file is named where it is not the one that the
// function is in. Empty if nobody knows.
LfString lf_loop_place(Loop *L) {
  auto [At, Called] = placeOf(L->getStartLoc().get());
  if (!At || !At->getLine())
    return toRust("");
  std::string Name = algorithm(Called), Text = Name.empty() ? "at " : "of " + Name + " at ";
  DISubprogram *Around = L->getHeader()->getParent()->getSubprogram();
  bool IsElsewhere = Around && Around->getFilename() != At->getFilename();
  Text += IsElsewhere ? (sys::path::filename(At->getFilename()) + ":").str() : "line ";
  return toRust(Text + std::to_string(At->getLine()));
}

// The file that a loop begins in, with directories; empty if nobody knows.
LfString lf_loop_file(Loop *L) {
  const DILocation *At = placeOf(L->getStartLoc().get()).At;
  return toRust(At ? fileOf(At).str().str() : "");
}
}
