; void f(long n, long m) {
;   for (long i = 0; i < n; i++) {
;     for (long j = 0; j < m; j++) P[i][j] = M[i][j] + 1;
;     for (long j = 0; j < m; j++) Q[i][j] = 2 * P[i][j + 1];
;   }
; }
;
; The second loop lags: its first iterations run when what they read is there.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}, trip count m; the first 1 iteration(s) of the first loop run before; the last 1 iteration(s) of the second loop run afterwards; where there are more than 1 iterations

@M = external global [64 x [64 x i32]]
@P = external global [64 x [64 x i32]]
@Q = external global [64 x [64 x i32]]

define void @f(i64 %n, i64 %m) {
entry:
  %cmp17 = icmp sgt i64 %n, 0
  br i1 %cmp17, label %for.cond1.preheader.lr.ph, label %for.end23

for.cond1.preheader.lr.ph:
  %cmp213 = icmp sgt i64 %m, 0
  %cmp1015 = icmp sgt i64 %m, 0
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.018 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc22, %for.inc21 ]
  br i1 %cmp213, label %for.body4.lr.ph, label %for.cond9.preheader

for.body4.lr.ph:
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.018
  %arrayidx6 = getelementptr inbounds nuw [64 x i32], ptr @P, i64 %i.018
  br label %for.body4

for.cond9.preheader:
  br i1 %cmp1015, label %for.body12.lr.ph, label %for.inc21

for.body12.lr.ph:
  %arrayidx13 = getelementptr inbounds nuw [64 x i32], ptr @P, i64 %i.018
  %arrayidx16 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i.018
  br label %for.body12

for.body4:
  %j.014 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.014
  %0 = load i32, ptr %arrayidx5
  %add = add nsw i32 %0, 1
  %arrayidx7 = getelementptr inbounds nuw i32, ptr %arrayidx6, i64 %j.014
  store i32 %add, ptr %arrayidx7
  %inc = add nuw nsw i64 %j.014, 1
  %exitcond.not = icmp eq i64 %inc, %m
  br i1 %exitcond.not, label %for.cond9.preheader, label %for.body4

for.body12:
  %j8.016 = phi i64 [ 0, %for.body12.lr.ph ], [ %add14, %for.body12 ]
  %add14 = add nuw nsw i64 %j8.016, 1
  %arrayidx15 = getelementptr inbounds nuw i32, ptr %arrayidx13, i64 %add14
  %1 = load i32, ptr %arrayidx15
  %mul = shl nsw i32 %1, 1
  %arrayidx17 = getelementptr inbounds nuw i32, ptr %arrayidx16, i64 %j8.016
  store i32 %mul, ptr %arrayidx17
  %exitcond19.not = icmp eq i64 %add14, %m
  br i1 %exitcond19.not, label %for.inc21, label %for.body12

for.inc21:
  %inc22 = add nuw nsw i64 %i.018, 1
  %exitcond20.not = icmp eq i64 %inc22, %n
  br i1 %exitcond20.not, label %for.end23, label %for.cond1.preheader

for.end23:
  ret void
}
