; void f(long n) {
;   if (n < 2) return;
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < n - 1; i++) C[i] = 2 * B[i];
; }
;
; n - 1 iterations against n, both at least one.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}{{.*}}the last 1 iteration(s) of the first loop run afterwards

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp = icmp slt i64 %n, 2
  br i1 %cmp, label %for.end12, label %for.body

for.cond4.preheader:
  br i1 true, label %for.body7, label %for.end12

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx2 = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  store i32 %add, ptr %arrayidx2
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond4.preheader, label %for.body

for.body7:
  %i3.011 = phi i64 [ %inc11, %for.body7 ], [ 0, %for.cond4.preheader ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %i3.011
  %1 = load i32, ptr %arrayidx8
  %mul = shl nsw i32 %1, 1
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.011
  store i32 %mul, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i3.011, 1
  %2 = add nsw i64 %n, -2
  %exitcond12.not = icmp eq i64 %i3.011, %2
  br i1 %exitcond12.not, label %for.end12, label %for.body7

for.end12:
  ret void
}
