; void f(long n, long m) {
;   for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < m; i++) D[i] = A[i] + 7;
;   for (long i = 0; i < 40; i++) C[i] = B[i] + D[i];
; }
;
; The second loop reads what the loop between writes: that moves before both.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [NotAdjacent] loop %for.body and loop %for.body6 not fused
; CHECK-NEXT: [NotAdjacent] loop %for.body6 and loop %for.body17 not fused
; CHECK-NEXT: [Fused] fused loop %for.body with loop %for.body17, trip count 40

; LOOPS: Loop info for function 'f':
; LOOPS-COUNT-2: Loop at depth 1
; LOOPS-NOT: Loop at depth

; IR-LABEL: define {{.*}} @f
; IR: entry:
; IR: br i1 %cmp412, label %for.body6
; IR: for.body:
; IR: store i32 {{.*}}, ptr %arrayidx1
; IR: store i32 {{.*}}, ptr %arrayidx21

@A = external global [256 x i32]
@B = external global [256 x i32]
@D = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n, i64 %m) {
entry:
  br label %for.body

for.cond3.preheader:
  %cmp412 = icmp sgt i64 %m, 0
  br i1 %cmp412, label %for.body6, label %for.cond14.preheader

for.body:
  %i.011 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.011
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.011
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.011, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.cond14.preheader:
  br label %for.body17

for.body6:
  %i2.013 = phi i64 [ %inc11, %for.body6 ], [ 0, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @A, i64 %i2.013
  %1 = load i32, ptr %arrayidx7
  %add8 = add nsw i32 %1, 7
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @D, i64 %i2.013
  store i32 %add8, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i2.013, 1
  %exitcond15.not = icmp eq i64 %inc11, %m
  br i1 %exitcond15.not, label %for.cond14.preheader, label %for.body6

for.body17:
  %i13.014 = phi i64 [ 0, %for.cond14.preheader ], [ %inc23, %for.body17 ]
  %arrayidx18 = getelementptr inbounds nuw i32, ptr @B, i64 %i13.014
  %2 = load i32, ptr %arrayidx18
  %arrayidx19 = getelementptr inbounds nuw i32, ptr @D, i64 %i13.014
  %3 = load i32, ptr %arrayidx19
  %add20 = add nsw i32 %2, %3
  %arrayidx21 = getelementptr inbounds nuw i32, ptr @C, i64 %i13.014
  store i32 %add20, ptr %arrayidx21
  %inc23 = add nuw nsw i64 %i13.014, 1
  %exitcond16.not = icmp eq i64 %inc23, 40
  br i1 %exitcond16.not, label %for.end24, label %for.body17

for.end24:
  ret void
}
