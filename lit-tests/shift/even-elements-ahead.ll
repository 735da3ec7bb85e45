; void f(long n) {
;   for (long i = 0; i < n; i++) B[2 * i] = A[i];
;   for (long i = 0; i < n; i++) C[i] = B[2 * i + 2];
; }
;
; The second loop lags: its first iterations run when what they read is there.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}, trip count n; the first 1 iteration(s) of the first loop run before; the last 1 iteration(s) of the second loop run afterwards; where there are more than 1 iterations

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp410 = icmp sgt i64 %n, 0
  br i1 %cmp410, label %for.body6, label %for.end12

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %arrayidx1.idx = shl nsw i64 %i.09, 3
  %arrayidx1 = getelementptr inbounds nuw i8, ptr @B, i64 %arrayidx1.idx
  store i32 %0, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.011 = phi i64 [ %inc11, %for.body6 ], [ 0, %for.cond3.preheader ]
  %.idx = shl nuw nsw i64 %i2.011, 3
  %1 = getelementptr inbounds nuw i8, ptr @B, i64 %.idx
  %arrayidx8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %2 = load i32, ptr %arrayidx8
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.011
  store i32 %2, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i2.011, 1
  %exitcond12.not = icmp eq i64 %inc11, %n
  br i1 %exitcond12.not, label %for.end12, label %for.body6

for.end12:
  ret void
}
