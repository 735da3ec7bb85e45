; void f(long n) {
;   for (long i = 0; i < n; i++) B[i] = A[i];
;   for (long i = 0; i < n; i++) C[i] = B[i];
; }
;
; Loops that test before the first iteration are rotated by the pass itself.
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
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.inc ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  br label %for.end

for.body:
  %arrayidx = getelementptr inbounds [256 x i32], ptr @A, i64 0, i64 %i.0
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds [256 x i32], ptr @B, i64 0, i64 %i.0
  store i32 %0, ptr %arrayidx1
  br label %for.inc

for.inc:
  %inc = add nsw i64 %i.0, 1
  br label %for.cond

for.end:
  br label %for.cond3

for.cond3:
  %i2.0 = phi i64 [ 0, %for.end ], [ %inc10, %for.inc9 ]
  %cmp4 = icmp slt i64 %i2.0, %n
  br i1 %cmp4, label %for.body6, label %for.cond.cleanup5

for.cond.cleanup5:
  br label %for.end11

for.body6:
  %arrayidx7 = getelementptr inbounds [256 x i32], ptr @B, i64 0, i64 %i2.0
  %1 = load i32, ptr %arrayidx7
  %arrayidx8 = getelementptr inbounds [256 x i32], ptr @C, i64 0, i64 %i2.0
  store i32 %1, ptr %arrayidx8
  br label %for.inc9

for.inc9:
  %inc10 = add nsw i64 %i2.0, 1
  br label %for.cond3

for.end11:
  ret void
}
