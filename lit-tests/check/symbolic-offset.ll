; void f(long n, long m) {
;   for (long i = 0; i < n; i++) B[i] = A[i];
;   for (long i = 0; i < n; i++) C[i] = B[i + m];
; }
;
; B[i + m] may be ahead, or another part of B altogether: that is what the check asks.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop %for.body with loop %for.body6, trip count n; behind a run-time check of 1 pair(s) of pointers

; The fused loop and the original ones.
; LOOPS: Loop info for function 'f':
; LOOPS-COUNT-3: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n, i64 %m) {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp410 = icmp sgt i64 %n, 0
  br i1 %cmp410, label %for.body6.lr.ph, label %for.end11

for.body6.lr.ph:
  %invariant.gep = getelementptr i32, ptr @B, i64 %m
  br label %for.body6

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  store i32 %0, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.011 = phi i64 [ 0, %for.body6.lr.ph ], [ %inc10, %for.body6 ]
  %gep = getelementptr i32, ptr %invariant.gep, i64 %i2.011
  %1 = load i32, ptr %gep
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.011
  store i32 %1, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.011, 1
  %exitcond12.not = icmp eq i64 %inc10, %n
  br i1 %exitcond12.not, label %for.end11, label %for.body6

for.end11:
  ret void
}
