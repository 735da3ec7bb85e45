; void f(long n, long m, int p[restrict n][m]) {
;   for (long i = 0; i < n; i++)
;     for (long j = 0; j < m; j++) p[i][j] = M[i][j] + 1;
;   for (long i = 0; i < n; i++)
;     for (long j = 0; j < m; j++) if (i + 1 < n) Q[i][j] = p[i + 1][j];
; }
;
; The row ahead of an array with m columns.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}; the first 1 iteration(s) of the first loop run before

@M = external global [64 x [64 x i32]]
@Q = external global [64 x [64 x i32]]

define void @f(i64 %n, i64 %m, ptr noalias %p) {
entry:
  %cmp23 = icmp sgt i64 %n, 0
  br i1 %cmp23, label %for.cond1.preheader.lr.ph, label %for.cond12.preheader

for.cond1.preheader.lr.ph:
  %cmp220 = icmp sgt i64 %m, 0
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.024 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc9, %for.inc8 ]
  br i1 %cmp220, label %for.body4.lr.ph, label %for.inc8

for.body4.lr.ph:
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.024
  %0 = mul nuw nsw i64 %i.024, %m
  %arrayidx6 = getelementptr inbounds nuw i32, ptr %p, i64 %0
  br label %for.body4

for.cond12.preheader:
  %cmp1327 = icmp sgt i64 %n, 0
  br i1 %cmp1327, label %for.cond17.preheader.lr.ph, label %for.end33

for.cond17.preheader.lr.ph:
  %cmp1825 = icmp sgt i64 %m, 0
  br label %for.cond17.preheader

for.body4:
  %j.021 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.021
  %1 = load i32, ptr %arrayidx5
  %add = add nsw i32 %1, 1
  %arrayidx7 = getelementptr inbounds nuw i32, ptr %arrayidx6, i64 %j.021
  store i32 %add, ptr %arrayidx7
  %inc = add nuw nsw i64 %j.021, 1
  %exitcond.not = icmp eq i64 %inc, %m
  br i1 %exitcond.not, label %for.inc8, label %for.body4

for.inc8:
  %inc9 = add nuw nsw i64 %i.024, 1
  %exitcond29.not = icmp eq i64 %inc9, %n
  br i1 %exitcond29.not, label %for.cond12.preheader, label %for.cond1.preheader

for.cond17.preheader:
  %i11.028 = phi i64 [ 0, %for.cond17.preheader.lr.ph ], [ %inc32, %for.inc31 ]
  br i1 %cmp1825, label %for.body20.lr.ph, label %for.inc31

for.body20.lr.ph:
  %add21 = add nuw nsw i64 %i11.028, 1
  %cmp22 = icmp slt i64 %add21, %n
  %2 = mul nuw nsw i64 %add21, %m
  %arrayidx24 = getelementptr inbounds nuw i32, ptr %p, i64 %2
  %arrayidx26 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i11.028
  br label %for.body20

for.body20:
  %j16.026 = phi i64 [ 0, %for.body20.lr.ph ], [ %inc29, %for.inc28 ]
  br i1 %cmp22, label %if.then, label %for.inc28

if.then:
  %arrayidx25 = getelementptr inbounds nuw i32, ptr %arrayidx24, i64 %j16.026
  %3 = load i32, ptr %arrayidx25
  %arrayidx27 = getelementptr inbounds nuw i32, ptr %arrayidx26, i64 %j16.026
  store i32 %3, ptr %arrayidx27
  br label %for.inc28

for.inc28:
  %inc29 = add nuw nsw i64 %j16.026, 1
  %exitcond30.not = icmp eq i64 %inc29, %m
  br i1 %exitcond30.not, label %for.inc31, label %for.body20

for.inc31:
  %inc32 = add nuw nsw i64 %i11.028, 1
  %exitcond31.not = icmp eq i64 %inc32, %n
  br i1 %exitcond31.not, label %for.end33, label %for.cond17.preheader

for.end33:
  ret void
}
