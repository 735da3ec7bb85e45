// What must not leak from one version of loops into the other: what is known where the tests hold, and what only the copy
// may change. Each function did something else once.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=0;place=early' %s
// RUN: %run_both --fused --options='check-work=0;place=late' %s
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

// The copy is given up: the second loop reads backwards. The test is still asked in the original.
NOINLINE void given_up(long n, const long *x, long *y, long dy, long *z, const long *restrict u, long *restrict v,
                              long *restrict w) {
  for (long i = 0; i < n; i++) v[i] = u[i] + 1;
  for (long i = 0; i < n; i++) w[i] = v[i] * 3;
  if (n == 17) __asm__ volatile("" ::: "memory");
  for (long i = 0; i < n; i++) y[i] = x[i] + 1;
  if (dy == 1) {
    for (long i = 0; i < n; i++) z[i] = y[n - 1 - i] * 5;
  } else {
    for (long i = 0; i < n; i++) z[i] = y[n - 1 - i] * 7;
  }
}

// A version within another one, which is left out with it.
// CHECK-DAG: fused loop at line [[#@LINE+9]] with loop at line [[#@LINE+11]], {{.*}}; where the tests hold
NOINLINE void within(long n, const long *restrict x, long dx, long *restrict y, long k, long *restrict z, long q,
                            long m) {
  if (dx != 1 || q != 1) {
    for (long j = 0; j < m; j++) {
      if (k == 2) { for (long i = 0; i < n; i++) y[i + j] = x[i * dx] + 3; }
      else { for (long i = 0; i < n; i++) y[i + j] = x[i * dx] * k; }
    }
  } else {
    for (long j = 0; j < m; j++) for (long i = 0; i < n; i++) y[i + j * 40] = x[i] + 1;
  }
  for (long j = 0; j < m; j++) for (long i = 0; i < n; i++) z[i + j * 40] = y[i + j * 40] * x[i];
}

// The test itself rounds an address. It is asked for any offset.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+9]], {{.*}}; where the tests hold
NOINLINE void rounded_test(long n, const long *restrict x, long dx, long *restrict y, const long *restrict table,
                                  long offset, long *restrict z) {
  if (dx == 1) {
    for (long i = 0; i < n; i++) y[i] = x[i] + 1;
  } else {
    for (long i = 0; i < n; i++) y[i] = x[i * dx] + 3;
  }
  if (table[offset >> 3] == 1) {
    for (long i = 0; i < n; i++) z[i] = y[i] * 5;
  } else {
    for (long i = 0; i < n; i++) z[i] = y[i] * 7;
  }
}

// Both loops end at the same address, of which only one pointer may be used for what lies there.
NOINLINE long ends(const long *restrict x, long dx, long *restrict y, long *restrict compared, long *end) {
  end[0] = 5;
  if (dx == 1) {
    for (long *p = y; p != compared; p++) *p = x[p - y] + 1;
  } else {
    for (long *p = y; p != compared; p++) *p = x[(p - y) * dx] + 1;
  }
  if (dx == 1) {
    for (long *p = y; p != end; p++) end[p - y] = *p * 3;
  } else {
    for (long *p = y; p != end; p++) end[p - y] = *p * x[(p - y) * dx];
  }
  return end[0];
}

// Ends that are constants, used elsewhere, too. It is never called.
long from[1], end1[1], end2[1];
void constant_ends(const long *restrict x, long dx, long *restrict z, long **behind) {
  if (dx == 1) {
    for (long *p = from; p != end1; p++) *p = x[p - from] + 1;
  } else {
    for (long *p = from; p != end1; p++) *p = x[(p - from) * dx] + 1;
  }
  if (dx == 1) {
    for (long *p = from; p != end2; p++) z[p - from] = *p * 3;
  } else {
    for (long *p = from; p != end2; p++) z[p - from] = *p * x[(p - from) * dx];
  }
  *behind = end2 + 1;
}

#if defined __x86_64__
#define CLEAR_AND_TEST "movq $0, (%0)\n\ttestq %1, %1\n\tjns %l[second]"
#else
#define CLEAR_AND_TEST ""
#endif

// Where the loops begin, something is written that the last test reads.
NOINLINE void written_above(long n, const long *restrict x, long dx, long *restrict y, long *restrict z,
                                   const long *flag) {
  if (n < 1) return;
  __asm__ goto(CLEAR_AND_TEST : : "r"(flag), "r"(x[0]) : "memory", "cc" : second);
  for (long i = 0; i < n; i++) z[i] = x[i] + 30;
  goto behind;
second:
  if (dx == 1) {
    for (long i = 0; i < n; i++) y[i] = x[i] + 1;
  } else {
    for (long i = 0; i < n; i++) y[i] = x[i * dx] + 3;
  }
  if (dx == 1) {
    for (long i = 0; i < n; i++) z[i] = x[i] + y[i];
  } else {
    for (long i = 0; i < n; i++) z[i] = x[i * dx] + y[i];
  }
behind:
  if (*flag == 1) {
    for (long i = 0; i < n; i++) z[i] ^= y[i] * 5;
  } else {
    for (long i = 0; i < n; i++) z[i] ^= y[i] * 7;
  }
}

enum { SIZE = 5000, MIDDLE = 1500 };
static long a[SIZE], b[SIZE], c[SIZE], d[SIZE], e[SIZE], table[8];

static void begin(void) {
  for (int i = 0; i < SIZE; i++) a[i] = i * 31 % 97, b[i] = c[i] = d[i] = e[i] = i;
}

static void show(const char *name) {
  unsigned long sum = 0xcbf29ce484222325;
  for (int i = 0; i < SIZE; i++) {
    const long all[] = {b[i], c[i], d[i], e[i]};
    for (int n = 0; n < 4; n++) sum = (sum ^ all[n]) * 0x100000001b3;
  }
  printf("%s %lx\n", name, sum);
}

int main(void) {
  static const long sizes[] = {0, 1, 2, 3, 7, 64, 1000};
  for (int i = 0; i < 8; i++) table[i] = i & 1;
  for (int s = 0; s < 7; s++)
    for (long step = -1; step < 4; step++) {
      long n = sizes[s];
      const long *x = a + (step < 0 ? MIDDLE : 0);
      begin(), given_up(n, a, b, step, c, a, d, e), show("given up");
      for (long k = 0; k < 4; k++) {
        begin(), within(n, x, step, b, k, c, s % 3 ? 1 : 2, s > 5 ? 1 : 3), show("within");
        long flag = k;
        begin(), written_above(n, x, step, b, c, &flag), show("written above");
      }
      for (long offset = 0; offset < 64; offset += 5)
        begin(), rounded_test(n, x, step, b, table, offset, c), show("rounded");
      begin();
      if (step > 0) printf("%ld ", ends(a, step, b, b + n, b + n)), show("ends");
    }
  return 0;
}
