; void f(void) {
;   for (long i = 0; i < 1; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < 1; i++) C[i] = 2 * B[i];
; }
;
; Loops of a single iteration.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}


@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f() {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ 1, %for.body ]
  %cmp = icmp eq i64 %i.0, 0
  br i1 %cmp, label %for.body, label %for.cond3

for.body:
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.0
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.0
  store i32 %add, ptr %arrayidx1
  br label %for.cond

for.cond3:
  %i2.0 = phi i64 [ 1, %for.body6 ], [ 0, %for.cond ]
  %cmp4 = icmp eq i64 %i2.0, 0
  br i1 %cmp4, label %for.body6, label %for.end11

for.body6:
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @B, i64 %i2.0
  %1 = load i32, ptr %arrayidx7
  %mul = shl nsw i32 %1, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.0
  store i32 %mul, ptr %arrayidx8
  br label %for.cond3

for.end11:
  ret void
}
