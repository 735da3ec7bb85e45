; void f(long n) {
;   for (long i = 0; i < 100; i++) B[(unsigned char)i] = A[i];
;   for (long i = 0; i < 100; i++) C[i] = B[(unsigned char)i];
; }
;
; With at most 100 iterations (unsigned char)i is i.
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
  br label %for.body

for.body:
  %i.07 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.07
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.07
  store i32 %0, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, 100
  br i1 %exitcond.not, label %for.body7, label %for.body

for.body7:
  %i2.08 = phi i64 [ %inc13, %for.body7 ], [ 0, %for.body ]
  %arrayidx10 = getelementptr inbounds nuw i32, ptr @B, i64 %i2.08
  %1 = load i32, ptr %arrayidx10
  %arrayidx11 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.08
  store i32 %1, ptr %arrayidx11
  %inc13 = add nuw nsw i64 %i2.08, 1
  %exitcond9.not = icmp eq i64 %inc13, 100
  br i1 %exitcond9.not, label %for.end14, label %for.body7

for.end14:
  ret void
}
