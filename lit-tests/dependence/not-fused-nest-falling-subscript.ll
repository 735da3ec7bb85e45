; void f(long n, long m) {
;   for (long i = 0; i < 50; i++)
;     for (long j = 0; j < 60; j++) B[60 - j] = M[i][j];
;   for (long i = 0; i < 50; i++)
;     for (long j = 0; j < 60; j++) Q[i][j] = B[60 - j];
; }
;
; B[60 - j] lacks the outer subscript and falls with the inner one.
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
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.012 = phi i64 [ 0, %entry ], [ %inc8, %for.inc7 ]
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.012
  br label %for.body4

for.body4:
  %j.011 = phi i64 [ 0, %for.cond1.preheader ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.011
  %0 = load i32, ptr %arrayidx5
  %sub = sub nuw nsw i64 60, %j.011
  %arrayidx6 = getelementptr inbounds nuw i32, ptr @B, i64 %sub
  store i32 %0, ptr %arrayidx6
  %inc = add nuw nsw i64 %j.011, 1
  %exitcond.not = icmp eq i64 %inc, 60
  br i1 %exitcond.not, label %for.inc7, label %for.body4

for.inc7:
  %inc8 = add nuw nsw i64 %i.012, 1
  %exitcond15.not = icmp eq i64 %inc8, 50
  br i1 %exitcond15.not, label %for.cond16.preheader, label %for.cond1.preheader

for.cond16.preheader:
  %i10.014 = phi i64 [ %inc28, %for.inc27 ], [ 0, %for.inc7 ]
  %arrayidx22 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i10.014
  br label %for.body19

for.body19:
  %j15.013 = phi i64 [ 0, %for.cond16.preheader ], [ %inc25, %for.body19 ]
  %sub20 = sub nuw nsw i64 60, %j15.013
  %arrayidx21 = getelementptr inbounds nuw i32, ptr @B, i64 %sub20
  %1 = load i32, ptr %arrayidx21
  %arrayidx23 = getelementptr inbounds nuw i32, ptr %arrayidx22, i64 %j15.013
  store i32 %1, ptr %arrayidx23
  %inc25 = add nuw nsw i64 %j15.013, 1
  %exitcond16.not = icmp eq i64 %inc25, 60
  br i1 %exitcond16.not, label %for.inc27, label %for.body19

for.inc27:
  %inc28 = add nuw nsw i64 %i10.014, 1
  %exitcond17.not = icmp eq i64 %inc28, 50
  br i1 %exitcond17.not, label %for.end29, label %for.cond16.preheader

for.end29:
  ret void
}
