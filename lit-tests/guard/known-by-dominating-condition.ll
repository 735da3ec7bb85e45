; void f(long n) {
;   if (n <= 2) return;
;   for (long i = 0; i < n; i++) B[i] = A[i];
;   long i = 0;
;   do C[i] = B[i]; while (++i < n);
; }
;
; The first loop is guarded by n > 0, which n > 2 implies; the second one has no guard left to
; differ.
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

define void @f(i64 %n) {
entry:
  %cmp = icmp slt i64 %n, 3
  br i1 %cmp, label %return, label %for.body

for.body:
  %i.08 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.08
  %0 = load i32, ptr %arrayidx
  %arrayidx2 = getelementptr inbounds nuw i32, ptr @B, i64 %i.08
  store i32 %0, ptr %arrayidx2
  %inc = add nuw nsw i64 %i.08, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %do.body, label %for.body

do.body:
  %i3.0 = phi i64 [ %inc6, %do.body ], [ 0, %for.body ]
  %arrayidx4 = getelementptr inbounds nuw i32, ptr @B, i64 %i3.0
  %1 = load i32, ptr %arrayidx4
  %arrayidx5 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.0
  store i32 %1, ptr %arrayidx5
  %inc6 = add nuw nsw i64 %i3.0, 1
  %exitcond9.not = icmp eq i64 %inc6, %n
  br i1 %exitcond9.not, label %return, label %do.body

return:
  ret void
}
