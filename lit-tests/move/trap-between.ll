; void f(long n, long m) {
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   long k = 100 / (m + 1);
;   for (long i = 0; i < n; i++) C[i] = k * B[i];
; }
;
; The first loop may be skipped: the division still runs exactly once.
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
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.end

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %cmp510 = icmp sgt i64 %n, 0
  br i1 %cmp510, label %for.body7.lr.ph, label %for.end13

for.body7.lr.ph:
  %add2 = add nsw i64 %m, 1
  %div = sdiv i64 100, %add2
  %1 = trunc i64 %div to i32
  br label %for.body7

for.body7:
  %i3.011 = phi i64 [ 0, %for.body7.lr.ph ], [ %inc12, %for.body7 ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %i3.011
  %2 = load i32, ptr %arrayidx8
  %conv9 = mul i32 %2, %1
  %arrayidx10 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.011
  store i32 %conv9, ptr %arrayidx10
  %inc12 = add nuw nsw i64 %i3.011, 1
  %exitcond12.not = icmp eq i64 %inc12, %n
  br i1 %exitcond12.not, label %for.end13, label %for.body7

for.end13:
  ret void
}
