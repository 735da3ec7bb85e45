; void f(long n) {
;   for (long i = 0; i < 40; i++) for (long j = 0; j < 50; j++) P[i][j] = M[i][j] + 1;
;   for (long i = 0; i < 40; i++) for (long j = 0; j < 50; j++) A[M[i][j] & 63]++;
; }
;
; The outer loops of nests are not vectorised: fusing them costs nothing, and the inner loops stay
; apart.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}
; CHECK-NEXT: [LosesVectorisation] loop {{.*}} and loop {{.*}} not fused: the fused loop would not be vectorised: {{.+}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 2
; LOOPS-NEXT: Loop at depth 2
; LOOPS-NOT: Loop at depth

target triple = "x86_64-pc-linux-gnu"

@M = external global [64 x [64 x i32]]
@P = external global [64 x [64 x i32]]
@A = external global [256 x i32]

define void @f(i64 %n) {
entry:
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.012 = phi i64 [ 0, %entry ], [ %inc9, %for.inc8 ]
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.012
  %arrayidx6 = getelementptr inbounds nuw [64 x i32], ptr @P, i64 %i.012
  br label %for.body4

for.body4:
  %j.011 = phi i64 [ 0, %for.cond1.preheader ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.011
  %0 = load i32, ptr %arrayidx5
  %add = add nsw i32 %0, 1
  %arrayidx7 = getelementptr inbounds nuw i32, ptr %arrayidx6, i64 %j.011
  store i32 %add, ptr %arrayidx7
  %inc = add nuw nsw i64 %j.011, 1
  %exitcond.not = icmp eq i64 %inc, 50
  br i1 %exitcond.not, label %for.inc8, label %for.body4

for.inc8:
  %inc9 = add nuw nsw i64 %i.012, 1
  %exitcond15.not = icmp eq i64 %inc9, 40
  br i1 %exitcond15.not, label %for.cond17.preheader, label %for.cond1.preheader

for.cond17.preheader:
  %i11.014 = phi i64 [ %inc29, %for.inc28 ], [ 0, %for.inc8 ]
  %arrayidx21 = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i11.014
  br label %for.body20

for.body20:
  %j16.013 = phi i64 [ 0, %for.cond17.preheader ], [ %inc26, %for.body20 ]
  %arrayidx22 = getelementptr inbounds nuw i32, ptr %arrayidx21, i64 %j16.013
  %1 = load i32, ptr %arrayidx22
  %and = and i32 %1, 63
  %idxprom = zext nneg i32 %and to i64
  %arrayidx23 = getelementptr inbounds nuw i32, ptr @A, i64 %idxprom
  %2 = load i32, ptr %arrayidx23
  %inc24 = add nsw i32 %2, 1
  store i32 %inc24, ptr %arrayidx23
  %inc26 = add nuw nsw i64 %j16.013, 1
  %exitcond16.not = icmp eq i64 %inc26, 50
  br i1 %exitcond16.not, label %for.inc28, label %for.body20

for.inc28:
  %inc29 = add nuw nsw i64 %i11.014, 1
  %exitcond17.not = icmp eq i64 %inc29, 40
  br i1 %exitcond17.not, label %for.end30, label %for.cond17.preheader

for.end30:
  ret void
}
