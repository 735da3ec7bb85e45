; void f(long n, long m) {
;   for (long i = 0; i < n; i++)
;     for (long j = 0; j < m; j++) B[i + j] = M[i][j];
;   for (long i = 0; i < n; i++)
;     for (long j = 0; j < m; j++) Q[i][j] = B[i + j];
; }
;
; B[i + j] mixes outer and inner subscript: later outer iterations overwrite what was read.
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
  %cmp18 = icmp sgt i64 %n, 0
  br i1 %cmp18, label %for.cond1.preheader.lr.ph, label %for.cond11.preheader

for.cond1.preheader.lr.ph:
  %cmp215 = icmp sgt i64 %m, 0
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.019 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc8, %for.inc7 ]
  br i1 %cmp215, label %for.body4.lr.ph, label %for.inc7

for.body4.lr.ph:
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.019
  %0 = getelementptr inbounds nuw i32, ptr @B, i64 %i.019
  br label %for.body4

for.cond11.preheader:
  %cmp1222 = icmp sgt i64 %n, 0
  br i1 %cmp1222, label %for.cond16.preheader.lr.ph, label %for.end29

for.cond16.preheader.lr.ph:
  %cmp1720 = icmp sgt i64 %m, 0
  br label %for.cond16.preheader

for.body4:
  %j.016 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.016
  %1 = load i32, ptr %arrayidx5
  %arrayidx6 = getelementptr inbounds nuw i32, ptr %0, i64 %j.016
  store i32 %1, ptr %arrayidx6
  %inc = add nuw nsw i64 %j.016, 1
  %exitcond.not = icmp eq i64 %inc, %m
  br i1 %exitcond.not, label %for.inc7, label %for.body4

for.inc7:
  %inc8 = add nuw nsw i64 %i.019, 1
  %exitcond24.not = icmp eq i64 %inc8, %n
  br i1 %exitcond24.not, label %for.cond11.preheader, label %for.cond1.preheader

for.cond16.preheader:
  %i10.023 = phi i64 [ 0, %for.cond16.preheader.lr.ph ], [ %inc28, %for.inc27 ]
  br i1 %cmp1720, label %for.body19.lr.ph, label %for.inc27

for.body19.lr.ph:
  %2 = getelementptr inbounds nuw i32, ptr @B, i64 %i10.023
  %arrayidx22 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i10.023
  br label %for.body19

for.body19:
  %j15.021 = phi i64 [ 0, %for.body19.lr.ph ], [ %inc25, %for.body19 ]
  %arrayidx21 = getelementptr inbounds nuw i32, ptr %2, i64 %j15.021
  %3 = load i32, ptr %arrayidx21
  %arrayidx23 = getelementptr inbounds nuw i32, ptr %arrayidx22, i64 %j15.021
  store i32 %3, ptr %arrayidx23
  %inc25 = add nuw nsw i64 %j15.021, 1
  %exitcond25.not = icmp eq i64 %inc25, %m
  br i1 %exitcond25.not, label %for.inc27, label %for.body19

for.inc27:
  %inc28 = add nuw nsw i64 %i10.023, 1
  %exitcond26.not = icmp eq i64 %inc28, %n
  br i1 %exitcond26.not, label %for.end29, label %for.cond16.preheader

for.end29:
  ret void
}
