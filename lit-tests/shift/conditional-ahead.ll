; void f(long n) {
;   for (long i = 0; i < n; i++) if (A[i] > 0) B[i] = A[i];
;   for (long i = 0; i < n; i++) if (C[i] > 0) D[i] = B[i + 1];
; }
;
; The second loop lags: its first iterations run when what they read is there.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}, trip count n; the first 1 iteration(s) of the first loop run before; the last 1 iteration(s) of the second loop run afterwards; where there are more than 1 iterations

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp11 = icmp sgt i64 %n, 0
  br i1 %cmp11, label %for.body, label %for.cond5.preheader

for.cond5.preheader:
  %cmp613 = icmp sgt i64 %n, 0
  br i1 %cmp613, label %for.body8, label %for.end17

for.body:
  %i.012 = phi i64 [ %inc, %for.inc ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.012
  %0 = load i32, ptr %arrayidx
  %cmp1 = icmp sgt i32 %0, 0
  br i1 %cmp1, label %if.then, label %for.inc

if.then:
  %arrayidx3 = getelementptr inbounds nuw i32, ptr @B, i64 %i.012
  store i32 %0, ptr %arrayidx3
  br label %for.inc

for.inc:
  %inc = add nuw nsw i64 %i.012, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond5.preheader, label %for.body

for.body8:
  %i4.014 = phi i64 [ %inc16, %for.inc15 ], [ 0, %for.cond5.preheader ]
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i4.014
  %1 = load i32, ptr %arrayidx9
  %cmp10 = icmp sgt i32 %1, 0
  br i1 %cmp10, label %if.then11, label %for.inc15

if.then11:
  %2 = getelementptr inbounds nuw i32, ptr @B, i64 %i4.014
  %arrayidx12 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %3 = load i32, ptr %arrayidx12
  %arrayidx13 = getelementptr inbounds nuw i32, ptr @D, i64 %i4.014
  store i32 %3, ptr %arrayidx13
  br label %for.inc15

for.inc15:
  %inc16 = add nuw nsw i64 %i4.014, 1
  %exitcond15.not = icmp eq i64 %inc16, %n
  br i1 %exitcond15.not, label %for.end17, label %for.body8

for.end17:
  ret void
}
