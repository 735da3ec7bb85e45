; void f(long n, long m) {
;   long k = 0;
;   for (long i = 0; i < 40; i++) { k = n * m + 7; B[i] = A[i] + k; }
;   for (long i = 0; i < 40; i++) C[i] = k * A[i];
; }
;
; A product that does not change in the first loop.
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
  br label %for.body

for.cond.cleanup:
  %k.0.lcssa = phi i64 [ %add, %for.inc ]
  br label %for.end

for.body:
  %i.08 = phi i64 [ 0, %entry ], [ %inc, %for.inc ]
  %mul = mul nsw i64 %n, %m
  %add = add nsw i64 %mul, 7
  %arrayidx = getelementptr inbounds [256 x i32], ptr @A, i64 0, i64 %i.08
  %0 = load i32, ptr %arrayidx
  %conv = sext i32 %0 to i64
  %add1 = add nsw i64 %conv, %add
  %conv2 = trunc i64 %add1 to i32
  %arrayidx3 = getelementptr inbounds [256 x i32], ptr @B, i64 0, i64 %i.08
  store i32 %conv2, ptr %arrayidx3
  br label %for.inc

for.inc:
  %inc = add nsw i64 %i.08, 1
  %cmp = icmp slt i64 %inc, 40
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.end:
  br label %for.body9

for.cond.cleanup8:
  br label %for.end17

for.body9:
  %i4.09 = phi i64 [ 0, %for.end ], [ %inc16, %for.inc15 ]
  %arrayidx10 = getelementptr inbounds [256 x i32], ptr @A, i64 0, i64 %i4.09
  %1 = load i32, ptr %arrayidx10
  %conv11 = sext i32 %1 to i64
  %mul12 = mul nsw i64 %k.0.lcssa, %conv11
  %conv13 = trunc i64 %mul12 to i32
  %arrayidx14 = getelementptr inbounds [256 x i32], ptr @C, i64 0, i64 %i4.09
  store i32 %conv13, ptr %arrayidx14
  br label %for.inc15

for.inc15:
  %inc16 = add nsw i64 %i4.09, 1
  %cmp6 = icmp slt i64 %inc16, 40
  br i1 %cmp6, label %for.body9, label %for.cond.cleanup8

for.end17:
  ret void
}
