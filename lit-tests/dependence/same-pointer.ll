; void f(long n, long m, int *p, int *restrict q) {
;   for (long i = 0; i < n; i++) q[i] = 2 * q[i];
;   for (long i = 0; i < n; i++) A[i] = q[i];
; }
;
; Whatever p and q point to, element i of q is read when element i of q was written.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]

define void @f(i64 %n, i64 %m, ptr %p, ptr noalias %q) {
entry:
  %cmp10 = icmp sgt i64 %n, 0
  br i1 %cmp10, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp412 = icmp sgt i64 %n, 0
  br i1 %cmp412, label %for.body6, label %for.end11

for.body:
  %i.011 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr %q, i64 %i.011
  %0 = load i32, ptr %arrayidx
  %mul = shl nsw i32 %0, 1
  store i32 %mul, ptr %arrayidx
  %inc = add nuw nsw i64 %i.011, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.013 = phi i64 [ %inc10, %for.body6 ], [ 0, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr %q, i64 %i2.013
  %1 = load i32, ptr %arrayidx7
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @A, i64 %i2.013
  store i32 %1, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.013, 1
  %exitcond14.not = icmp eq i64 %inc10, %n
  br i1 %exitcond14.not, label %for.end11, label %for.body6

for.end11:
  ret void
}
