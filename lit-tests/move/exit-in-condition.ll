; void exit(int) __attribute__((noreturn));
; void f(long n, long m) {
;   for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;   if (m == 9) exit(1);
;   for (long i = 0; i < 40; i++) C[i] = 2 * B[i];
; }
;
; One way from the condition leads out of the program, not back to the second loop. What it asks is known before the first loop: the loops are fused
; where it will not be left.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}}, trip count 40; where no check of bounds, or of what is asserted, fails in the loops

; IR: define void @f(
; IR: %[[OVER:.*]] = icmp eq i64 %{{.*}}, 9
; IR-NEXT: br i1 %[[OVER]], label %[[ORIGINAL:.*]], label %

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n, i64 %m) {
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
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %cmp2 = icmp eq i64 %m, 9
  br i1 %cmp2, label %if.then, label %for.body7

if.then:
  call void @exit(i32 1)
  unreachable

for.body7:
  %i3.08 = phi i64 [ %inc11, %for.body7 ], [ 0, %for.end ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %i3.08
  %1 = load i32, ptr %arrayidx8
  %mul = shl nsw i32 %1, 1
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.08
  store i32 %mul, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i3.08, 1
  %exitcond9.not = icmp eq i64 %inc11, 40
  br i1 %exitcond9.not, label %for.end12, label %for.body7

for.end12:
  ret void
}

declare void @exit(i32)
