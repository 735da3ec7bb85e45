; void f(long n, long m, int *p, int *q) {
;   for (long i = 0; i < n; i++) p[i] = A[i];
;   for (long i = 0; i < n; i++) B[i] = q[i];
; }
;
; q may point one element behind p, and no check is allowed.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit;max-checks=0>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit;max-checks=0>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --not-fused --options='no-profit;max-checks=0' %s %S/../Inputs/main.c -DOVERLAP

; CHECK: loop-fuse: function f
; CHECK-NEXT: [MayAlias] loop {{.*}} and loop {{.*}} not fused: p and q may point to the same memory; if they never overlap, pass both to a procedure: as restrict pointers in C and C++, as plain dummy arguments in Fortran
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]

define void @f(i64 %n, i64 %m, ptr %p, ptr %q) {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp410 = icmp sgt i64 %n, 0
  br i1 %cmp410, label %for.body6, label %for.end11

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr %p, i64 %i.09
  store i32 %0, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.011 = phi i64 [ %inc10, %for.body6 ], [ 0, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr %q, i64 %i2.011
  %1 = load i32, ptr %arrayidx7
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %i2.011
  store i32 %1, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.011, 1
  %exitcond12.not = icmp eq i64 %inc10, %n
  br i1 %exitcond12.not, label %for.end11, label %for.body6

for.end11:
  ret void
}
