; void f(void) {
;   for (long i = 0; i < 50; i++)
;     for (long j = 0; j <= i; j++) P[40 * i + j] = M[i][j] + 1;
;   for (long i = 0; i < 50; i++)
;     for (long j = 0; j <= i; j++) Q[i][j] = 2 * P[40 * i + j];
; }
;
; The last rows are longer than they are apart: an element is there only after the row below, so the second nest lags.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop %for.cond1.preheader with loop %for.cond17.preheader, trip count 50; the first 1 iteration(s) of the first loop run before; the last 1 iteration(s) of the second loop run afterwards

@M = external global [64 x [64 x i32]]
@P = external global [64 x [64 x i32]]
@Q = external global [64 x [64 x i32]]

define void @f() {
entry:
  br label %for.cond1.preheader

for.cond1.preheader:
  %indvars.iv = phi i64 [ 1, %entry ], [ %indvars.iv.next, %for.inc8 ]
  %i.016 = phi i64 [ 0, %entry ], [ %inc9, %for.inc8 ]
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.016
  %arrayidx6 = getelementptr inbounds nuw [40 x i32], ptr @P, i64 %i.016
  br label %for.body4

for.body4:
  %j.015 = phi i64 [ 0, %for.cond1.preheader ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.015
  %0 = load i32, ptr %arrayidx5
  %add = add nsw i32 %0, 1
  %arrayidx7 = getelementptr inbounds nuw i32, ptr %arrayidx6, i64 %j.015
  store i32 %add, ptr %arrayidx7
  %inc = add nuw nsw i64 %j.015, 1
  %exitcond = icmp eq i64 %inc, %indvars.iv
  br i1 %exitcond, label %for.inc8, label %for.body4

for.inc8:
  %inc9 = add nuw nsw i64 %i.016, 1
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond19.not = icmp eq i64 %inc9, 50
  br i1 %exitcond19.not, label %for.cond17.preheader, label %for.cond1.preheader

for.cond17.preheader:
  %indvars.iv20 = phi i64 [ %indvars.iv.next21, %for.inc28 ], [ 1, %for.inc8 ]
  %i11.018 = phi i64 [ %inc29, %for.inc28 ], [ 0, %for.inc8 ]
  %arrayidx21 = getelementptr inbounds nuw [40 x i32], ptr @P, i64 %i11.018
  %arrayidx23 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i11.018
  br label %for.body20

for.body20:
  %j16.017 = phi i64 [ 0, %for.cond17.preheader ], [ %inc26, %for.body20 ]
  %arrayidx22 = getelementptr inbounds nuw i32, ptr %arrayidx21, i64 %j16.017
  %1 = load i32, ptr %arrayidx22
  %mul = shl nsw i32 %1, 1
  %arrayidx24 = getelementptr inbounds nuw i32, ptr %arrayidx23, i64 %j16.017
  store i32 %mul, ptr %arrayidx24
  %inc26 = add nuw nsw i64 %j16.017, 1
  %exitcond22 = icmp eq i64 %inc26, %indvars.iv20
  br i1 %exitcond22, label %for.inc28, label %for.body20

for.inc28:
  %inc29 = add nuw nsw i64 %i11.018, 1
  %indvars.iv.next21 = add nuw nsw i64 %indvars.iv20, 1
  %exitcond23.not = icmp eq i64 %inc29, 50
  br i1 %exitcond23.not, label %for.end30, label %for.cond17.preheader

for.end30:
  ret void
}
