// The optimisation record has arguments that tools can read: loops, counts, arrays, distances, advice.
//
// RUN: %clang_fuse -mllvm -loop-fuse-options="max-shift=0;no-uneven" -O2 -g -c %s -o /dev/null -fsave-optimization-record -foptimization-record-file=%t.yaml
// RUN: FileCheck %s < %t.yaml

int a[1000], b[1000], c[1000];

// CHECK: --- !Passed
// CHECK-NEXT: Pass: loop-fuse
// CHECK-NEXT: Name: Fused
// CHECK-NEXT: DebugLoc: { File: {{.*}}record.c{{.?}}, Line: [[#FIRST:]], Column: 3 }
// CHECK-NEXT: Function: fused
// CHECK: FirstLoop: {{.*}}loop at line [[#FIRST]]
// CHECK: SecondLoop: {{.*}}loop at line [[#FIRST+1]]
// CHECK: TripCount: count
void fused(long count) {
  for (long i = 0; i < count; i++) b[i] = a[i] + 1;
  for (long i = 0; i < count; i++) c[i] = b[i] * 2;
}

// CHECK: Name: Gain
// CHECK: Shared: b
// CHECK: SavedBytes: '4'
// CHECK: Streams: '3'

// CHECK: Name: BackwardDependence
// CHECK: Function: ahead
// CHECK: FirstLoop:
// CHECK: SecondLoop:
// CHECK: Reason: {{.*}}needs a shift of 2
// CHECK: Advice:
// CHECK: Array: b
// CHECK: NeededShift: '2'
void ahead(long count) {
  for (long i = 0; i < count; i++) b[i] = a[i] + 1;
  for (long i = 0; i < count; i++) c[i] = b[i + 2] * 2;
}

// CHECK: Pass: loop-fuse
// CHECK-NEXT: Name: TripCountsDiffer
// CHECK: Function: counts
// CHECK: FirstTripCount: n
// CHECK: SecondTripCount: m
void counts(long n, long m) {
  if (n < 1 || m < 1) return;
  for (long i = 0; i < n; i++) b[i] = a[i] + 1;
  for (long i = 0; i < m; i++) c[i] = b[i] * 2;
}

// CHECK: Pass: loop-fuse
// CHECK-NEXT: Name: MayAlias
// CHECK: Function: pointers
// CHECK-DAG: FirstPointer: to
// CHECK-DAG: SecondPointer: from
void pointers(long count, int *from, int *to) {
  for (long i = 0; i < count; i++) to[i] = a[i];
  for (long i = 0; i < count; i++) b[i] = from[i];
}

// CHECK: Pass: loop-fuse
// CHECK-NEXT: Name: SeveralExits
// CHECK: Function: search
// CHECK: Loop: {{.*}}loop at line
void search(long count) {
  long k;
  for (k = 0; k < count; k++) { if (a[k] == 7) break; b[k] = 1; }
  for (long i = 0; i < count; i++) c[i] = k * 2;
}
