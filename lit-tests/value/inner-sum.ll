; void f(long n) {
;   for (long i = 0; i < 40; i++) { int s = 0; for (long j = 0; j < 50; j++) s += M[i][j]; A[i] = s; }
;   for (long i = 0; i < 40; i++) { int s = 0; for (long j = 0; j < 50; j++) s += P[i][j]; B[i] = s; }
; }
;
; Sums over rows, kept in memory: outer loops fuse, inner ones, too.
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
@A = external global [256 x i32]
@P = external global [64 x [64 x i32]]
@B = external global [256 x i32]

define void @f(i64 %n) {
entry:
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.015 = phi i64 [ 0, %entry ], [ %inc8, %for.end ]
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.015
  br label %for.body4

for.body4:
  %j.014 = phi i64 [ 0, %for.cond1.preheader ], [ %inc, %for.body4 ]
  %s.013 = phi i32 [ 0, %for.cond1.preheader ], [ %add, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.014
  %0 = load i32, ptr %arrayidx5
  %add = add nsw i32 %s.013, %0
  %inc = add nuw nsw i64 %j.014, 1
  %exitcond.not = icmp eq i64 %inc, 50
  br i1 %exitcond.not, label %for.end, label %for.body4

for.end:
  %arrayidx6 = getelementptr inbounds nuw i32, ptr @A, i64 %i.015
  store i32 %add, ptr %arrayidx6
  %inc8 = add nuw nsw i64 %i.015, 1
  %exitcond19.not = icmp eq i64 %inc8, 40
  br i1 %exitcond19.not, label %for.cond17.preheader, label %for.cond1.preheader

for.cond17.preheader:
  %i10.018 = phi i64 [ %inc29, %for.end26 ], [ 0, %for.end ]
  %arrayidx21 = getelementptr inbounds nuw [64 x i32], ptr @P, i64 %i10.018
  br label %for.body20

for.body20:
  %j16.017 = phi i64 [ 0, %for.cond17.preheader ], [ %inc25, %for.body20 ]
  %s15.016 = phi i32 [ 0, %for.cond17.preheader ], [ %add23, %for.body20 ]
  %arrayidx22 = getelementptr inbounds nuw i32, ptr %arrayidx21, i64 %j16.017
  %1 = load i32, ptr %arrayidx22
  %add23 = add nsw i32 %s15.016, %1
  %inc25 = add nuw nsw i64 %j16.017, 1
  %exitcond20.not = icmp eq i64 %inc25, 50
  br i1 %exitcond20.not, label %for.end26, label %for.body20

for.end26:
  %arrayidx27 = getelementptr inbounds nuw i32, ptr @B, i64 %i10.018
  store i32 %add23, ptr %arrayidx27
  %inc29 = add nuw nsw i64 %i10.018, 1
  %exitcond21.not = icmp eq i64 %inc29, 40
  br i1 %exitcond21.not, label %for.end30, label %for.cond17.preheader

for.end30:
  ret void
}
