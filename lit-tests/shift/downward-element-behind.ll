; void f(long n) {
;   for (long i = n; i > 0; i--) B[i] = A[i] + 1;
;   for (long i = n; i > 0; i--) C[i] = 2 * B[i - 1];
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
