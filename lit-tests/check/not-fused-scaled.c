// Loops of which one has several iterations for each of another one, and that stay as they are.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s --implicit-check-not='fused loop'
// RUN: %run_both --not-fused %s
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

// The array stays, and is in the cache: to store every other element takes longer than to load them again.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+3]] not fused: {{.*}}before the first loop writes it
NOINLINE void cached(const float *restrict a, float *restrict t, float *restrict b) {
  for (int i = 0; i < 1000; i++) t[i] = a[i] * 3 + 1;
  for (int i = 0; i < 500; i++) b[i] = t[2 * i] + t[2 * i + 1];
}

// What the second loop reads first is written last.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+3]] not fused: {{.*}}before the first loop writes it
NOINLINE void backwards(const float *restrict a, float *restrict t, float *restrict b) {
  for (int i = 0; i < 30000; i++) t[i] = a[i] * 3 + 1;
  for (int i = 0; i < 15000; i++) b[i] = t[29999 - 2 * i] + t[29998 - 2 * i];
}

// It reads on, behind what there is for each of its iterations: what is left of the first loop stands between.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+3]] not fused: trip counts 30001 and 15000 differ
NOINLINE void ahead(const float *restrict a, float *restrict t, float *restrict b) {
  for (int i = 0; i < 30001; i++) t[i] = a[i] * 3 + 1;
  for (int i = 0; i < 15000; i++) b[i] = t[2 * i] + t[2 * i + 1] + t[2 * i + 2];
}

// The programmer asks for something else.
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused: {{.*}}before the first loop writes it
NOINLINE void asked(const float *restrict a, float *restrict t, float *restrict b) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < 30000; i++) t[i] = a[i] * 3 + 1;
  for (int i = 0; i < 15000; i++) b[i] = t[2 * i] + t[2 * i + 1];
}

static float in[30002], between[30002], out[30002];

static void show(void) {
  float sum = 0;
  for (int i = 0; i < 30002; i++) sum = sum * 0.75f + out[i] + between[i];
  printf("%g\n", sum);
}

int main(void) {
  for (int i = 0; i < 30002; i++) in[i] = i * 37 % 101;
  cached(in, between, out), show();
  backwards(in, between, out), show();
  ahead(in, between, out), show();
  asked(in, between, out), show();
}
