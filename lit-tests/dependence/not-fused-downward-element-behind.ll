; void f(long n) {
;   for (long i = n; i > 0; i--) B[i] = A[i] + 1;
;   for (long i = n; i > 0; i--) C[i] = 2 * B[i - 1];
; }
;
; Counting down, B[i - 1] is written one iteration later; a test of signs that forgets the stride
; accepts it.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit;max-shift=0>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit;max-shift=0>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [BackwardDependence] loop {{.*}} and loop {{.*}} not fused: if fused, {{.*}}needs a shift of 1
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp410 = icmp sgt i64 %n, 0
  br i1 %cmp410, label %for.body6, label %for.end11

for.body:
  %i.09 = phi i64 [ %dec, %for.body ], [ %n, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  store i32 %add, ptr %arrayidx1
  %dec = add nsw i64 %i.09, -1
  %cmp = icmp sgt i64 %i.09, 1
  br i1 %cmp, label %for.body, label %for.cond3.preheader

for.body6:
  %i2.011 = phi i64 [ %dec10, %for.body6 ], [ %n, %for.cond3.preheader ]
  %1 = getelementptr i32, ptr @B, i64 %i2.011
  %arrayidx7 = getelementptr i8, ptr %1, i64 -4
  %2 = load i32, ptr %arrayidx7
  %mul = shl nsw i32 %2, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.011
  store i32 %mul, ptr %arrayidx8
  %dec10 = add nsw i64 %i2.011, -1
  %cmp4 = icmp sgt i64 %i2.011, 1
  br i1 %cmp4, label %for.body6, label %for.end11

for.end11:
  ret void
}
