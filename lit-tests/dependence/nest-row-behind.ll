; void f(long n, long m) {
;   for (long i = 0; i < 50; i++)
;     for (long j = 0; j < 60; j++) P[i][j] = M[i][j] + 1;
;   for (long i = 0; i < 50; i++)
;     for (long j = 0; j < 60; j++) if (i) Q[i][j] = P[i - 1][j];
; }
;
; The row behind was finished one iteration of the outer loop before. The inner loops fuse, too:
; what they share lies in another row.
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
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.015 = phi i64 [ 0, %entry ], [ %inc9, %for.inc8 ]
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.015
  %arrayidx6 = getelementptr inbounds nuw [64 x i32], ptr @P, i64 %i.015
  br label %for.body4

for.body4:
  %j.014 = phi i64 [ 0, %for.cond1.preheader ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.014
  %0 = load i32, ptr %arrayidx5
  %add = add nsw i32 %0, 1
  %arrayidx7 = getelementptr inbounds nuw i32, ptr %arrayidx6, i64 %j.014
  store i32 %add, ptr %arrayidx7
  %inc = add nuw nsw i64 %j.014, 1
  %exitcond.not = icmp eq i64 %inc, 60
  br i1 %exitcond.not, label %for.inc8, label %for.body4

for.inc8:
  %inc9 = add nuw nsw i64 %i.015, 1
  %exitcond18.not = icmp eq i64 %inc9, 50
  br i1 %exitcond18.not, label %for.cond17.preheader, label %for.cond1.preheader

for.cond17.preheader:
  %i11.017 = phi i64 [ %inc29, %for.inc28 ], [ 0, %for.inc8 ]
  %tobool.not = icmp eq i64 %i11.017, 0
  %1 = getelementptr [64 x i32], ptr @P, i64 %i11.017
  %arrayidx21 = getelementptr i8, ptr %1, i64 -256
  %arrayidx23 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i11.017
  br label %for.body20

for.body20:
  %j16.016 = phi i64 [ 0, %for.cond17.preheader ], [ %inc26, %for.inc25 ]
  br i1 %tobool.not, label %for.inc25, label %if.then

if.then:
  %arrayidx22 = getelementptr inbounds nuw i32, ptr %arrayidx21, i64 %j16.016
  %2 = load i32, ptr %arrayidx22
  %arrayidx24 = getelementptr inbounds nuw i32, ptr %arrayidx23, i64 %j16.016
  store i32 %2, ptr %arrayidx24
  br label %for.inc25

for.inc25:
  %inc26 = add nuw nsw i64 %j16.016, 1
  %exitcond19.not = icmp eq i64 %inc26, 60
  br i1 %exitcond19.not, label %for.inc28, label %for.body20

for.inc28:
  %inc29 = add nuw nsw i64 %i11.017, 1
  %exitcond20.not = icmp eq i64 %inc29, 50
  br i1 %exitcond20.not, label %for.end30, label %for.cond17.preheader

for.end30:
  ret void
}
