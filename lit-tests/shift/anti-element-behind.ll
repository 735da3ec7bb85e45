; void f(long n) {
;   for (long i = 1; i < n; i++) B[i] = A[i - 1];
;   for (long i = 1; i < n; i++) A[i] = 7;
; }
;
; The second loop lags: its first iterations run when what they read is there.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}, trip count (n - 1); the first 1 iteration(s) of the first loop run before; the last 1 iteration(s) of the second loop run afterwards; where there are more than 1 iterations

@A = external global [256 x i32]
@B = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp7 = icmp sgt i64 %n, 1
  br i1 %cmp7, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp49 = icmp sgt i64 %n, 1
  br i1 %cmp49, label %for.body6, label %for.end10

for.body:
  %i.08 = phi i64 [ %inc, %for.body ], [ 1, %entry ]
  %0 = getelementptr i32, ptr @A, i64 %i.08
  %arrayidx = getelementptr i8, ptr %0, i64 -4
  %1 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.08
  store i32 %1, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.08, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.010 = phi i64 [ %inc9, %for.body6 ], [ 1, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @A, i64 %i2.010
  store i32 7, ptr %arrayidx7
  %inc9 = add nuw nsw i64 %i2.010, 1
  %exitcond11.not = icmp eq i64 %inc9, %n
  br i1 %exitcond11.not, label %for.end10, label %for.body6

for.end10:
  ret void
}
