; void f(long n, long m) {
;   for (long i = 0; i < n; i++)
;     for (long j = 0; j < m; j++) P[i][j] = M[i][j] + 1;
;   for (long i = 0; i < n; i++)
;     for (long j = 0; j < m; j++) Q[i][j] = 2 * M[i][j];
; }
;
; Inner loops under guards of their own.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 2
; LOOPS-NOT: Loop at depth

@M = external global [64 x [64 x i32]]
@P = external global [64 x [64 x i32]]
@Q = external global [64 x [64 x i32]]

define void @f(i64 %n, i64 %m) {
entry:
  %cmp17 = icmp sgt i64 %n, 0
  br i1 %cmp17, label %for.cond1.preheader.lr.ph, label %for.cond12.preheader

for.cond1.preheader.lr.ph:
  %cmp215 = icmp sgt i64 %m, 0
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.018 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc9, %for.inc8 ]
  br i1 %cmp215, label %for.body4.lr.ph, label %for.inc8

for.body4.lr.ph:
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.018
  %arrayidx6 = getelementptr inbounds nuw [64 x i32], ptr @P, i64 %i.018
  br label %for.body4

for.cond12.preheader:
  %cmp1321 = icmp sgt i64 %n, 0
  br i1 %cmp1321, label %for.cond17.preheader.lr.ph, label %for.end30

for.cond17.preheader.lr.ph:
  %cmp1819 = icmp sgt i64 %m, 0
  br label %for.cond17.preheader

for.body4:
  %j.016 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.016
  %0 = load i32, ptr %arrayidx5
  %add = add nsw i32 %0, 1
  %arrayidx7 = getelementptr inbounds nuw i32, ptr %arrayidx6, i64 %j.016
  store i32 %add, ptr %arrayidx7
  %inc = add nuw nsw i64 %j.016, 1
  %exitcond.not = icmp eq i64 %inc, %m
  br i1 %exitcond.not, label %for.inc8, label %for.body4

for.inc8:
  %inc9 = add nuw nsw i64 %i.018, 1
  %exitcond23.not = icmp eq i64 %inc9, %n
  br i1 %exitcond23.not, label %for.cond12.preheader, label %for.cond1.preheader

for.cond17.preheader:
  %i11.022 = phi i64 [ 0, %for.cond17.preheader.lr.ph ], [ %inc29, %for.inc28 ]
  br i1 %cmp1819, label %for.body20.lr.ph, label %for.inc28

for.body20.lr.ph:
  %arrayidx21 = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i11.022
  %arrayidx23 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i11.022
  br label %for.body20

for.body20:
  %j16.020 = phi i64 [ 0, %for.body20.lr.ph ], [ %inc26, %for.body20 ]
  %arrayidx22 = getelementptr inbounds nuw i32, ptr %arrayidx21, i64 %j16.020
  %1 = load i32, ptr %arrayidx22
  %mul = shl nsw i32 %1, 1
  %arrayidx24 = getelementptr inbounds nuw i32, ptr %arrayidx23, i64 %j16.020
  store i32 %mul, ptr %arrayidx24
  %inc26 = add nuw nsw i64 %j16.020, 1
  %exitcond24.not = icmp eq i64 %inc26, %m
  br i1 %exitcond24.not, label %for.inc28, label %for.body20

for.inc28:
  %inc29 = add nuw nsw i64 %i11.022, 1
  %exitcond25.not = icmp eq i64 %inc29, %n
  br i1 %exitcond25.not, label %for.end30, label %for.cond17.preheader

for.end30:
  ret void
}
