; void f(long n) {
;   for (long i = 0; i < n; i++) { if (A[i] > 0) B[i] = A[i]; else B[i] = -A[i]; }
;   for (long i = 0; i < n; i++) { if (B[i] > 9) C[i] = B[i]; else D[i] = B[i]; }
; }
;
; Loops with conditions inside.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

; IR-LABEL: define {{.*}} @f
; IR: phi i64
; IR-NOT: phi i64
; IR: ret void

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp14 = icmp sgt i64 %n, 0
  br i1 %cmp14, label %for.body, label %for.cond7.preheader

for.cond7.preheader:
  %cmp816 = icmp sgt i64 %n, 0
  br i1 %cmp816, label %for.body10, label %for.end22

for.body:
  %i.015 = phi i64 [ %inc, %for.inc ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.015
  %0 = load i32, ptr %arrayidx
  %cmp1 = icmp sgt i32 %0, 0
  br i1 %cmp1, label %if.then, label %if.else

if.then:
  %arrayidx3 = getelementptr inbounds nuw i32, ptr @B, i64 %i.015
  store i32 %0, ptr %arrayidx3
  br label %for.inc

if.else:
  %sub = sub nsw i32 0, %0
  %arrayidx5 = getelementptr inbounds nuw i32, ptr @B, i64 %i.015
  store i32 %sub, ptr %arrayidx5
  br label %for.inc

for.inc:
  %inc = add nuw nsw i64 %i.015, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond7.preheader, label %for.body

for.body10:
  %i6.017 = phi i64 [ %inc21, %for.inc20 ], [ 0, %for.cond7.preheader ]
  %arrayidx11 = getelementptr inbounds nuw i32, ptr @B, i64 %i6.017
  %1 = load i32, ptr %arrayidx11
  %cmp12 = icmp sgt i32 %1, 9
  br i1 %cmp12, label %if.then13, label %if.else16

if.then13:
  %arrayidx15 = getelementptr inbounds nuw i32, ptr @C, i64 %i6.017
  store i32 %1, ptr %arrayidx15
  br label %for.inc20

if.else16:
  %arrayidx18 = getelementptr inbounds nuw i32, ptr @D, i64 %i6.017
  store i32 %1, ptr %arrayidx18
  br label %for.inc20

for.inc20:
  %inc21 = add nuw nsw i64 %i6.017, 1
  %exitcond18.not = icmp eq i64 %inc21, %n
  br i1 %exitcond18.not, label %for.end22, label %for.body10

for.end22:
  ret void
}
