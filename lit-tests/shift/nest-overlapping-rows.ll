; void f(long n, long m, int *restrict p) {
;   for (long i = 0; i < 9; i++)
;     for (long j = 0; j < 60; j++) p[40 * i + j] = M[i][j];
;   for (long i = 0; i < 9; i++)
;     for (long j = 0; j < 60; j++) Q[i][j] = p[40 * i + j];
; }
;
; The second loop lags: its first iterations run when what they read is there.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}, trip count 9; the first 1 iteration(s) of the first loop run before; the last 1 iteration(s) of the second loop run afterwards

@M = external global [64 x [64 x i32]]
@Q = external global [64 x [64 x i32]]

define void @f(i64 %n, i64 %m, ptr noalias %p) {
entry:
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.016 = phi i64 [ 0, %entry ], [ %inc8, %for.inc7 ]
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.016
  %.idx14 = mul nuw nsw i64 %i.016, 160
  %0 = getelementptr inbounds nuw i8, ptr %p, i64 %.idx14
  br label %for.body4

for.body4:
  %j.015 = phi i64 [ 0, %for.cond1.preheader ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.015
  %1 = load i32, ptr %arrayidx5
  %arrayidx6 = getelementptr inbounds nuw i32, ptr %0, i64 %j.015
  store i32 %1, ptr %arrayidx6
  %inc = add nuw nsw i64 %j.015, 1
  %exitcond.not = icmp eq i64 %inc, 60
  br i1 %exitcond.not, label %for.inc7, label %for.body4

for.inc7:
  %inc8 = add nuw nsw i64 %i.016, 1
  %exitcond19.not = icmp eq i64 %inc8, 9
  br i1 %exitcond19.not, label %for.cond16.preheader, label %for.cond1.preheader

for.cond16.preheader:
  %i10.018 = phi i64 [ %inc29, %for.inc28 ], [ 0, %for.inc7 ]
  %.idx = mul nuw nsw i64 %i10.018, 160
  %2 = getelementptr inbounds nuw i8, ptr %p, i64 %.idx
  %arrayidx23 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i10.018
  br label %for.body19

for.body19:
  %j15.017 = phi i64 [ 0, %for.cond16.preheader ], [ %inc26, %for.body19 ]
  %arrayidx22 = getelementptr inbounds nuw i32, ptr %2, i64 %j15.017
  %3 = load i32, ptr %arrayidx22
  %arrayidx24 = getelementptr inbounds nuw i32, ptr %arrayidx23, i64 %j15.017
  store i32 %3, ptr %arrayidx24
  %inc26 = add nuw nsw i64 %j15.017, 1
  %exitcond20.not = icmp eq i64 %inc26, 60
  br i1 %exitcond20.not, label %for.inc28, label %for.body19

for.inc28:
  %inc29 = add nuw nsw i64 %i10.018, 1
  %exitcond21.not = icmp eq i64 %inc29, 9
  br i1 %exitcond21.not, label %for.end30, label %for.cond16.preheader

for.end30:
  ret void
}
