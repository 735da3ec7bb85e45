; void f(long n, long m, long *restrict p) {
;   for (long i = 0; i < n; i++) p[i] = A[i];
;   for (long i = 0; i < n; i++) B[i] = *(int *)&p[i];
; }
;
; The second loop reads the low half of what the first one wrote in the same iteration.
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
@B = external global [256 x i32]

define void @f(i64 %n, i64 %m, ptr noalias %p) {
entry:
  %cmp9 = icmp sgt i64 %n, 0
  br i1 %cmp9, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp411 = icmp sgt i64 %n, 0
  br i1 %cmp411, label %for.body7, label %for.end12

for.body:
  %i.010 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.010
  %0 = load i32, ptr %arrayidx
  %conv = sext i32 %0 to i64
  %arrayidx1 = getelementptr inbounds nuw i64, ptr %p, i64 %i.010
  store i64 %conv, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.010, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body7:
  %i2.012 = phi i64 [ %inc11, %for.body7 ], [ 0, %for.cond3.preheader ]
  %arrayidx8 = getelementptr inbounds nuw i64, ptr %p, i64 %i2.012
  %1 = load i32, ptr %arrayidx8
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @B, i64 %i2.012
  store i32 %1, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i2.012, 1
  %exitcond13.not = icmp eq i64 %inc11, %n
  br i1 %exitcond13.not, label %for.end12, label %for.body7

for.end12:
  ret void
}
