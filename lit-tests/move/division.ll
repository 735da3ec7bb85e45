; void f(long n) {
;   if (n < 1) return;
;   for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;   int k = 1000 / n;
;   for (long i = 0; i < 40; i++) C[i] = k * B[i];
; }
;
; A division traps or not at either place; it ran whenever the loops did.
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
  %cmp = icmp slt i64 %n, 1
  br i1 %cmp, label %return, label %for.body

for.body:
  %i.08 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.08
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx2 = getelementptr inbounds nuw i32, ptr @B, i64 %i.08
  store i32 %add, ptr %arrayidx2
  %inc = add nuw nsw i64 %i.08, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %div = udiv i64 1000, %n
  %conv = trunc nuw nsw i64 %div to i32
  br label %for.body8

for.body8:
  %i3.09 = phi i64 [ 0, %for.end ], [ %inc12, %for.body8 ]
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @B, i64 %i3.09
  %1 = load i32, ptr %arrayidx9
  %mul = mul nsw i32 %1, %conv
  %arrayidx10 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.09
  store i32 %mul, ptr %arrayidx10
  %inc12 = add nuw nsw i64 %i3.09, 1
  %exitcond10.not = icmp eq i64 %inc12, 40
  br i1 %exitcond10.not, label %return, label %for.body8

return:
  ret void
}
