; void f(long n, long m) {
;   for (long i = 0; i < n; i++)
;     for (long j = 0; j < m; j++) B[j] = M[i][j];
;   for (long i = 0; i < n; i++)
;     for (long j = 0; j < m; j++) Q[i][j] = B[j];
; }
;
; B[j] is written anew in every outer iteration: the second nest needs the values of the last one.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [BackwardDependence] loop {{.*}} and loop {{.*}} not fused: if fused, 
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 2
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 2
; LOOPS-NOT: Loop at depth

@M = external global [64 x [64 x i32]]
@B = external global [256 x i32]
@Q = external global [64 x [64 x i32]]

define void @f(i64 %n, i64 %m) {
entry:
  %cmp15 = icmp sgt i64 %n, 0
  br i1 %cmp15, label %for.cond1.preheader.lr.ph, label %for.cond11.preheader

for.cond1.preheader.lr.ph:
  %cmp213 = icmp sgt i64 %m, 0
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.016 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc8, %for.inc7 ]
  br i1 %cmp213, label %for.body4.lr.ph, label %for.inc7

for.body4.lr.ph:
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.016
  br label %for.body4

for.cond11.preheader:
  %cmp1219 = icmp sgt i64 %n, 0
  br i1 %cmp1219, label %for.cond16.preheader.lr.ph, label %for.end28

for.cond16.preheader.lr.ph:
  %cmp1717 = icmp sgt i64 %m, 0
  br label %for.cond16.preheader

for.body4:
  %j.014 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.014
  %0 = load i32, ptr %arrayidx5
  %arrayidx6 = getelementptr inbounds nuw i32, ptr @B, i64 %j.014
  store i32 %0, ptr %arrayidx6
  %inc = add nuw nsw i64 %j.014, 1
  %exitcond.not = icmp eq i64 %inc, %m
  br i1 %exitcond.not, label %for.inc7, label %for.body4

for.inc7:
  %inc8 = add nuw nsw i64 %i.016, 1
  %exitcond21.not = icmp eq i64 %inc8, %n
  br i1 %exitcond21.not, label %for.cond11.preheader, label %for.cond1.preheader

for.cond16.preheader:
  %i10.020 = phi i64 [ 0, %for.cond16.preheader.lr.ph ], [ %inc27, %for.inc26 ]
  br i1 %cmp1717, label %for.body19.lr.ph, label %for.inc26

for.body19.lr.ph:
  %arrayidx21 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i10.020
  br label %for.body19

for.body19:
  %j15.018 = phi i64 [ 0, %for.body19.lr.ph ], [ %inc24, %for.body19 ]
  %arrayidx20 = getelementptr inbounds nuw i32, ptr @B, i64 %j15.018
  %1 = load i32, ptr %arrayidx20
  %arrayidx22 = getelementptr inbounds nuw i32, ptr %arrayidx21, i64 %j15.018
  store i32 %1, ptr %arrayidx22
  %inc24 = add nuw nsw i64 %j15.018, 1
  %exitcond22.not = icmp eq i64 %inc24, %m
  br i1 %exitcond22.not, label %for.inc26, label %for.body19

for.inc26:
  %inc27 = add nuw nsw i64 %i10.020, 1
  %exitcond23.not = icmp eq i64 %inc27, %n
  br i1 %exitcond23.not, label %for.end28, label %for.cond16.preheader

for.end28:
  ret void
}
