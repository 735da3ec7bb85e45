// The same code comes out with and without debug information.
//
// RUN: %clang_fuse -O2 -c %s -I%S/../Inputs -o %t.plain.o -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -g -c %s -I%S/../Inputs -o %t.debug.o
// RUN: llvm-objcopy -O binary --only-section=.text %t.plain.o %t.plain
// RUN: llvm-objcopy -O binary --only-section=.text %t.debug.o %t.debug
// RUN: cmp %t.plain %t.debug
//
// CHECK-COUNT-5: remark: fused loop

#include "../count/run-counts.c"
