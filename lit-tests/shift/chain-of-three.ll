; void f(void) {
;   for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < 40; i++) C[i] = B[i + 1] + B[i];
;   for (long i = 0; i < 40; i++) D[i] = C[i + 1] + C[i];
; }
;
; Each loop lags behind the one before it: the third one by two. What the first fusion leaves over runs behind
; the fused loop, in front of what is left of the third.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop %for.body with loop %for.body6, trip count 40; the first 1 iteration(s) of the first loop run before; the last 1 iteration(s) of the second loop run afterwards
; CHECK-NEXT: [Fused] fused loop %for.body with loop %for.body19, trip count 39; the first 1 iteration(s) of the first loop run before; the last 2 iteration(s) of the second loop run afterwards

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

; IR-LABEL: define {{.*}} @f
; IR: for.body:
; IR: store i32 {{.*}}, ptr %arrayidx1
; IR: store i32 {{.*}}, ptr %arrayidx11
; IR: store i32 {{.*}}, ptr %arrayidx24
; IR: br i1 {{.*}}, label %for.body6.rest
; IR: for.body6.rest:
; IR: br i1 {{.*}}, label %[[NEXT:[^ ]+]], label %for.body6.rest
; IR: [[NEXT]]:
; IR: br label %for.body19.rest

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f() {
entry:
  br label %for.body

for.body:
  %i.012 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.012
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.012
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.012, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.body6, label %for.body

for.body6:
  %i2.013 = phi i64 [ %add7, %for.body6 ], [ 0, %for.body ]
  %add7 = add nuw nsw i64 %i2.013, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %add7
  %1 = load i32, ptr %arrayidx8
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @B, i64 %i2.013
  %2 = load i32, ptr %arrayidx9
  %add10 = add nsw i32 %1, %2
  %arrayidx11 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.013
  store i32 %add10, ptr %arrayidx11
  %exitcond15.not = icmp eq i64 %add7, 40
  br i1 %exitcond15.not, label %for.body19, label %for.body6

for.body19:
  %i15.014 = phi i64 [ %add20, %for.body19 ], [ 0, %for.body6 ]
  %add20 = add nuw nsw i64 %i15.014, 1
  %arrayidx21 = getelementptr inbounds nuw i32, ptr @C, i64 %add20
  %3 = load i32, ptr %arrayidx21
  %arrayidx22 = getelementptr inbounds nuw i32, ptr @C, i64 %i15.014
  %4 = load i32, ptr %arrayidx22
  %add23 = add nsw i32 %3, %4
  %arrayidx24 = getelementptr inbounds nuw i32, ptr @D, i64 %i15.014
  store i32 %add23, ptr %arrayidx24
  %exitcond16.not = icmp eq i64 %add20, 40
  br i1 %exitcond16.not, label %for.end27, label %for.body19

for.end27:
  ret void
}
