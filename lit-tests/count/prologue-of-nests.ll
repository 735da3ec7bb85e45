; void f(void) {
;   for (long i = 0; i < 50; i++)
;     for (long j = 0; j < 60; j++) P[i][j] = M[i][j] + 1;
;   for (long i = 0; i < 49; i++)
;     for (long j = 0; j < 60; j++) Q[i][j] = 2 * P[i + 1][j];
; }
;
; The second nest reads one row ahead and is one row shorter.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}{{.*}}the first 1 iteration(s) of the first loop run before
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 2
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 2
; LOOPS-NOT: Loop at depth

@M = external global [64 x [64 x i32]]
@P = external global [64 x [64 x i32]]
@Q = external global [64 x [64 x i32]]

define void @f() {
entry:
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.014 = phi i64 [ 0, %entry ], [ %inc9, %for.inc8 ]
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.014
  %arrayidx6 = getelementptr inbounds nuw [64 x i32], ptr @P, i64 %i.014
  br label %for.body4

for.body4:
  %j.013 = phi i64 [ 0, %for.cond1.preheader ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.013
  %0 = load i32, ptr %arrayidx5
  %add = add nsw i32 %0, 1
  %arrayidx7 = getelementptr inbounds nuw i32, ptr %arrayidx6, i64 %j.013
  store i32 %add, ptr %arrayidx7
  %inc = add nuw nsw i64 %j.013, 1
  %exitcond.not = icmp eq i64 %inc, 60
  br i1 %exitcond.not, label %for.inc8, label %for.body4

for.inc8:
  %inc9 = add nuw nsw i64 %i.014, 1
  %exitcond17.not = icmp eq i64 %inc9, 50
  br i1 %exitcond17.not, label %for.cond17.preheader, label %for.cond1.preheader

for.cond17.preheader:
  %i11.016 = phi i64 [ %inc30, %for.inc29 ], [ 0, %for.inc8 ]
  %1 = getelementptr inbounds nuw [64 x i32], ptr @P, i64 %i11.016
  %arrayidx22 = getelementptr inbounds nuw i8, ptr %1, i64 256
  %arrayidx24 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i11.016
  br label %for.body20

for.body20:
  %j16.015 = phi i64 [ 0, %for.cond17.preheader ], [ %inc27, %for.body20 ]
  %arrayidx23 = getelementptr inbounds nuw i32, ptr %arrayidx22, i64 %j16.015
  %2 = load i32, ptr %arrayidx23
  %mul = shl nsw i32 %2, 1
  %arrayidx25 = getelementptr inbounds nuw i32, ptr %arrayidx24, i64 %j16.015
  store i32 %mul, ptr %arrayidx25
  %inc27 = add nuw nsw i64 %j16.015, 1
  %exitcond18.not = icmp eq i64 %inc27, 60
  br i1 %exitcond18.not, label %for.inc29, label %for.body20

for.inc29:
  %inc30 = add nuw nsw i64 %i11.016, 1
  %exitcond19.not = icmp eq i64 %inc30, 49
  br i1 %exitcond19.not, label %for.end31, label %for.cond17.preheader

for.end31:
  ret void
}
