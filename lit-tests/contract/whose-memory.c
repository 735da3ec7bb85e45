// What looks like memory that nobody reads, or like an array that only these loops know, and is not.
//
// RUN: %run_both %s
// RUN: %run_both %s -O3
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --allow-empty
// CHECK-NOT: remark: array

#include <stdio.h>
#include <stdlib.h>

// The memory of the iteration before outlives the allocation of the next.
__attribute__((noinline)) double before(int n, int m) {
  double *last = 0, sum = 0;
  for (int k = 0; k < m; k++) {
    double *now = malloc(n * sizeof *now);
    if (last) {
      for (int j = 0; j < n; j++) sum += last[j];
      free(last);
    }
    for (int j = 0; j < n; j++) now[j] = k * 3 + j;
    last = now;
  }
  free(last);
  return sum;
}

// The array holds pointers to itself.
struct node {
  struct node *next;
  double value;
};
__attribute__((noinline)) double itself(int n, int k, int l) {
  struct node *all = malloc(n * sizeof *all);
  double sum = 0;
  for (int i = 0; i < n; i++) all[i].next = &all[i * k % n];
  struct node *one = all[l].next;
  for (int i = 0; i < n; i++) all[i].value = i * 2.5;
  for (int i = 0; i < 4; i++) sum += one[i].value * (i + 1);
  free(all);
  return sum;
}
struct row {
  struct row *self;
  long values[255];
};
__attribute__((noinline)) long rows(int n, int k, int m) {
  struct row *all = malloc(sizeof(struct row) * n), *one = 0;
  long sum = 0;
  for (int i = 0; i < n; i++) all[i].self = &all[i * m % n];
  for (int i = 0; i < n; i++)
    if (i == k) one = all[i].self;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 255; j++) all[i].values[j] = i * j + k;
    for (int j = 0; j < 255; j++) sum += all[i].values[254 - j] ^ j;
  }
  for (int j = 0; j < 255; j++) sum += one->values[j] * j;
  free(all);
  return sum;
}

// A cycle that is no loop: what is overwritten there is not what is read the next time round.
__attribute__((noinline)) int next(int t) { return t + 1; }
__attribute__((noinline)) double irreducible(int n, int m, int e) {
  double a[128], sum = 0;
  int t = 0, v;
  if (e) goto second;
first:
  sum += 1;
  __asm__ volatile("" : "+r"(t));
second:
  __asm__ volatile("" : "+r"(t));
  v = next(t);
  if (v <= 0) return sum;
  if (t > 0) {
    int i = 0;
    do sum += a[i] * (i + 1);
    while (++i < v);
  }
  for (int i = 0; i < n; i++) a[i] = 100 * t + i;
  int i = 0;
  do a[i] = i;
  while (++i < v);
  t++;
  if (t < m) goto first;
  return sum;
}

// Control comes back in a way that is not seen.
static void *back[5];
__attribute__((noinline)) double twice(int n) {
  double a[64], sum = 0;
  volatile int times = 0;
  for (int i = 0; i < n; i++) a[i] = i;
  if (__builtin_setjmp(back)) {
    for (int i = 0; i < n; i++) sum += a[i];
    return sum;
  }
  for (int i = 0; i < n; i++) a[i] = 5 * i;
  if (times++ == 0) __builtin_longjmp(back, 1);
  return sum;
}

#pragma clang optimize off
int main(void) {
  printf("%g\n", before(10, 5));
  printf("%g\n", itself(40, 1, 3));
  printf("%ld\n", rows(400, 3, 1));
  printf("%g\n", irreducible(100, 9, 1));
  twice(10);
}
