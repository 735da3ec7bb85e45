"""The C program that runs a batch: each program in a child of its own, so that exits, crashes and
endless loops stay apart. A child's result is what it printed and how it ended."""

import re

SOURCE = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <sys/resource.h>
struct fz_prog { const char *name; void (*run)(void); void (*dump)(void); };
extern const struct fz_prog fz_progs[];
extern const int fz_count;
#ifndef SYSTEM_MALLOC
/* Pages that cannot be touched stand on both sides of what is allocated, which begins where they
   end, or ends where they begin; what is freed cannot be touched either. */
static char *pages(size_t n) {
  size_t size = (n + 4095 & -4096ul) + 8192;
  char *p = mmap(0, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED || mprotect(p + 4096, size - 8192, PROT_READ | PROT_WRITE)) _exit(9);
  return p;
}
void *malloc(size_t n) {
  static unsigned turn;
  char *p = pages(n) + 4096;
  return turn++ % 3 ? p + (-n & 4080) : p;
}
void *calloc(size_t n, size_t m) { return malloc(n * m); }
void free(void *p) {
  if (p) mprotect((void *)((size_t)p & -4096ul), 4096, PROT_NONE);
}
#endif
static char text[1 << 16];
static size_t used;
static unsigned long trace = 7;
static void flush(void) { if (write(1, text, used) < 0) _exit(9); used = 0; }
void fz_out(const char *name, unsigned long h) {
  used += snprintf(text + used, sizeof text - used, "%s=%lx ", name, h);
}
void fz_trace(unsigned v) { trace = trace * 31 + v; }
unsigned long fz_noise(unsigned long i, unsigned long seed) {
  unsigned long x = (i + 1) * 0x9E3779B97F4A7C15ul ^ seed * 0xC2B2AE3D27D4EB4Ful;
  x ^= x >> 29; x *= 0xBF58476D1CE4E5B9ul; x ^= x >> 32;
  return x & 3 ? x >> 2 & 0xff : x;
}
unsigned long fz_bits(double v) {
  unsigned long b;
  if (v != v) return 0x7ff8;
  memcpy(&b, &v, 8);
  return b;
}
static void last(void) { fz_out("trace", trace); flush(); }
int main(int argc, char **argv) {
  for (int i = 0; i < fz_count; ++i) {
    if (argc > 1 && strcmp(argv[1], fz_progs[i].name)) continue;
    pid_t child = fork();
    if (child == 0) {
      struct itimerval limit = {{0, 0}, {1, 0}};
      struct rlimit none = {0, 0};
      setrlimit(RLIMIT_CORE, &none);
      setitimer(ITIMER_VIRTUAL, &limit, 0);
      atexit(last);
      atexit(fz_progs[i].dump);
      fz_progs[i].run();
      exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    char line[64];
    int n = snprintf(line, sizeof line, "\n@%s %s%d\n", fz_progs[i].name,
                     WIFSIGNALED(status) ? "signal " : "",
                     WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    if (write(1, line, n) < 0) return 9;
  }
  return 0;
}
"""

_LINE = re.compile(r"([^\n]*)\n@(\w+) ([^\n]*)\n")


def results(output):
    """prefix -> what that program printed and how it ended."""
    return {m[2]: f"{m[1].strip()} -> {m[3]}" for m in _LINE.finditer(output)}


def difference(expected, got):
    """What differs between two results, in a few words."""
    if got is None:
        return "no result"
    (a, end_a), (b, end_b) = _parts(expected), _parts(got)
    if end_a != end_b:
        return f"ends with {end_b}, not {end_a}"
    names = [x for x in a if a[x] != b.get(x)]
    return f"{', '.join(names[:6]) or 'output'} differs"


def _parts(text):
    values, _, end = text.rpartition("-> ")
    return dict(v.split("=", 1) for v in values.split() if "=" in v), end
