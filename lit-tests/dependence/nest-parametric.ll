; void f(long n, long m, int p[restrict n][m]) {
;   for (long i = 0; i < n; i++)
;     for (long j = 0; j < m; j++) p[i][j] = M[i][j] + 1;
;   for (long i = 0; i < n; i++)
;     for (long j = 0; j < m; j++) Q[i][j] = 2 * p[i][j];
; }
;
; Rows of m elements are as far apart as they are long: what a row writes, no other row reads.
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
@Q = external global [64 x [64 x i32]]

define void @f(i64 %n, i64 %m, ptr noalias %p) {
entry:
  %cmp20 = icmp sgt i64 %n, 0
  br i1 %cmp20, label %for.cond1.preheader.lr.ph, label %for.cond12.preheader

for.cond1.preheader.lr.ph:
  %cmp218 = icmp sgt i64 %m, 0
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.021 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc9, %for.inc8 ]
  br i1 %cmp218, label %for.body4.lr.ph, label %for.inc8

for.body4.lr.ph:
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.021
  %0 = mul nuw nsw i64 %i.021, %m
  %arrayidx6 = getelementptr inbounds nuw i32, ptr %p, i64 %0
  br label %for.body4

for.cond12.preheader:
  %cmp1324 = icmp sgt i64 %n, 0
  br i1 %cmp1324, label %for.cond17.preheader.lr.ph, label %for.end30

for.cond17.preheader.lr.ph:
  %cmp1822 = icmp sgt i64 %m, 0
  br label %for.cond17.preheader

for.body4:
  %j.019 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.019
  %1 = load i32, ptr %arrayidx5
  %add = add nsw i32 %1, 1
  %arrayidx7 = getelementptr inbounds nuw i32, ptr %arrayidx6, i64 %j.019
  store i32 %add, ptr %arrayidx7
  %inc = add nuw nsw i64 %j.019, 1
  %exitcond.not = icmp eq i64 %inc, %m
  br i1 %exitcond.not, label %for.inc8, label %for.body4

for.inc8:
  %inc9 = add nuw nsw i64 %i.021, 1
  %exitcond26.not = icmp eq i64 %inc9, %n
  br i1 %exitcond26.not, label %for.cond12.preheader, label %for.cond1.preheader

for.cond17.preheader:
  %i11.025 = phi i64 [ 0, %for.cond17.preheader.lr.ph ], [ %inc29, %for.inc28 ]
  br i1 %cmp1822, label %for.body20.lr.ph, label %for.inc28

for.body20.lr.ph:
  %2 = mul nuw nsw i64 %i11.025, %m
  %arrayidx21 = getelementptr inbounds nuw i32, ptr %p, i64 %2
  %arrayidx23 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i11.025
  br label %for.body20

for.body20:
  %j16.023 = phi i64 [ 0, %for.body20.lr.ph ], [ %inc26, %for.body20 ]
  %arrayidx22 = getelementptr inbounds nuw i32, ptr %arrayidx21, i64 %j16.023
  %3 = load i32, ptr %arrayidx22
  %mul = shl nsw i32 %3, 1
  %arrayidx24 = getelementptr inbounds nuw i32, ptr %arrayidx23, i64 %j16.023
  store i32 %mul, ptr %arrayidx24
  %inc26 = add nuw nsw i64 %j16.023, 1
  %exitcond27.not = icmp eq i64 %inc26, %m
  br i1 %exitcond27.not, label %for.inc28, label %for.body20

for.inc28:
  %inc29 = add nuw nsw i64 %i11.025, 1
  %exitcond28.not = icmp eq i64 %inc29, %n
  br i1 %exitcond28.not, label %for.end30, label %for.cond17.preheader

for.end30:
  ret void
}
