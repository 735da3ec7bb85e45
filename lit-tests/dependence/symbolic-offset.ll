; void f(long n, long m) {
;   for (long i = 0; i < n; i++) B[i + m] = A[i];
;   for (long i = 0; i < n; i++) C[i] = B[i + m];
; }
;
; The same unknown offset on both sides cancels out.
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
@C = external global [256 x i32]

define void @f(i64 %n, i64 %m) {
entry:
  %cmp9 = icmp sgt i64 %n, 0
  br i1 %cmp9, label %for.body.lr.ph, label %for.cond3.preheader

for.body.lr.ph:
  %invariant.gep = getelementptr i32, ptr @B, i64 %m
  br label %for.body

for.cond3.preheader:
  %cmp411 = icmp sgt i64 %n, 0
  br i1 %cmp411, label %for.body6.lr.ph, label %for.end12

for.body6.lr.ph:
  %invariant.gep13 = getelementptr i32, ptr @B, i64 %m
  br label %for.body6

for.body:
  %i.010 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.010
  %0 = load i32, ptr %arrayidx
  %gep = getelementptr i32, ptr %invariant.gep, i64 %i.010
  store i32 %0, ptr %gep
  %inc = add nuw nsw i64 %i.010, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.012 = phi i64 [ 0, %for.body6.lr.ph ], [ %inc11, %for.body6 ]
  %gep14 = getelementptr i32, ptr %invariant.gep13, i64 %i2.012
  %1 = load i32, ptr %gep14
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.012
  store i32 %1, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i2.012, 1
  %exitcond15.not = icmp eq i64 %inc11, %n
  br i1 %exitcond15.not, label %for.end12, label %for.body6

for.end12:
  ret void
}
