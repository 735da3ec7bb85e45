; void f() {
;   for (long i = 0; i < 100; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < 99; i++) C[i] = 2 * B[i + 1];
; }
;
; The second loop reads one element ahead, and the first loop has one iteration more: that one runs
; before the fused loop.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}{{.*}}the first 1 iteration(s) of the first loop run before

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f() {
entry:
  br label %for.body

for.body:
  %i.07 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.07
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.07
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, 100
  br i1 %exitcond.not, label %for.body6, label %for.body

for.body6:
  %i2.08 = phi i64 [ %add7, %for.body6 ], [ 0, %for.body ]
  %add7 = add nuw nsw i64 %i2.08, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %add7
  %1 = load i32, ptr %arrayidx8
  %mul = shl nsw i32 %1, 1
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.08
  store i32 %mul, ptr %arrayidx9
  %exitcond9.not = icmp eq i64 %add7, 99
  br i1 %exitcond9.not, label %for.end12, label %for.body6

for.end12:
  ret void
}
