; void f(void) {
;   for (long i = 1; i < 40; i++)
;     for (long j = 0; j < 40; j++) P[i][j] = M[i][j] + 1;
;   for (long i = 1; i < 39; i++)
;     for (long j = 0; j < 40; j++) Q[i][j] = P[i - 1][j] + P[i + 1][j];
;   for (long i = 1; i < 38; i++)
;     for (long j = 0; j < 40; j++) M[i][j] = Q[i - 1][j] + Q[i + 1][j];
; }
;
; Rows that lag by one row each. The counts fall by one each, so nothing is left over.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop %for.cond1.preheader with loop %for.cond17.preheader, trip count 39; the first 1 iteration(s) of the first loop run before{{$}}
; CHECK-NEXT: [Fused] fused loop %for.cond1.preheader with loop %for.cond41.preheader, trip count 38; the first 1 iteration(s) of the first loop run before{{$}}
; CHECK-NEXT: [Fused] fused loop %for.body4 with loop %for.body20, trip count 40
; CHECK-NEXT: [Fused] fused loop %for.body4 with loop %for.body44, trip count 40

@M = external global [64 x [64 x i32]]
@P = external global [64 x [64 x i32]]
@Q = external global [64 x [64 x i32]]

define void @f() {
entry:
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.024 = phi i64 [ 1, %entry ], [ %inc9, %for.inc8 ]
  br label %for.body4

for.body4:
  %j.023 = phi i64 [ 0, %for.cond1.preheader ], [ %inc, %for.body4 ]
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.024
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.023
  %0 = load i32, ptr %arrayidx5
  %add = add nsw i32 %0, 1
  %arrayidx6 = getelementptr inbounds nuw [64 x i32], ptr @P, i64 %i.024
  %arrayidx7 = getelementptr inbounds nuw i32, ptr %arrayidx6, i64 %j.023
  store i32 %add, ptr %arrayidx7
  %inc = add nuw nsw i64 %j.023, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.inc8, label %for.body4

for.inc8:
  %inc9 = add nuw nsw i64 %i.024, 1
  %exitcond29.not = icmp eq i64 %inc9, 40
  br i1 %exitcond29.not, label %for.cond17.preheader, label %for.cond1.preheader

for.cond17.preheader:
  %i11.026 = phi i64 [ %inc33, %for.inc32 ], [ 1, %for.inc8 ]
  br label %for.body20

for.body20:
  %j16.025 = phi i64 [ 0, %for.cond17.preheader ], [ %inc30, %for.body20 ]
  %1 = getelementptr [64 x i32], ptr @P, i64 %i11.026
  %arrayidx21 = getelementptr i8, ptr %1, i64 -256
  %arrayidx22 = getelementptr inbounds nuw i32, ptr %arrayidx21, i64 %j16.025
  %2 = load i32, ptr %arrayidx22
  %arrayidx24 = getelementptr inbounds nuw i8, ptr %1, i64 256
  %arrayidx25 = getelementptr inbounds nuw i32, ptr %arrayidx24, i64 %j16.025
  %3 = load i32, ptr %arrayidx25
  %add26 = add nsw i32 %2, %3
  %arrayidx27 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i11.026
  %arrayidx28 = getelementptr inbounds nuw i32, ptr %arrayidx27, i64 %j16.025
  store i32 %add26, ptr %arrayidx28
  %inc30 = add nuw nsw i64 %j16.025, 1
  %exitcond30.not = icmp eq i64 %inc30, 40
  br i1 %exitcond30.not, label %for.inc32, label %for.body20

for.inc32:
  %inc33 = add nuw nsw i64 %i11.026, 1
  %exitcond31.not = icmp eq i64 %inc33, 39
  br i1 %exitcond31.not, label %for.cond41.preheader, label %for.cond17.preheader

for.cond41.preheader:
  %i35.028 = phi i64 [ %inc58, %for.inc57 ], [ 1, %for.inc32 ]
  br label %for.body44

for.body44:
  %j40.027 = phi i64 [ 0, %for.cond41.preheader ], [ %inc55, %for.body44 ]
  %4 = getelementptr [64 x i32], ptr @Q, i64 %i35.028
  %arrayidx46 = getelementptr i8, ptr %4, i64 -256
  %arrayidx47 = getelementptr inbounds nuw i32, ptr %arrayidx46, i64 %j40.027
  %5 = load i32, ptr %arrayidx47
  %arrayidx49 = getelementptr inbounds nuw i8, ptr %4, i64 256
  %arrayidx50 = getelementptr inbounds nuw i32, ptr %arrayidx49, i64 %j40.027
  %6 = load i32, ptr %arrayidx50
  %add51 = add nsw i32 %5, %6
  %arrayidx52 = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i35.028
  %arrayidx53 = getelementptr inbounds nuw i32, ptr %arrayidx52, i64 %j40.027
  store i32 %add51, ptr %arrayidx53
  %inc55 = add nuw nsw i64 %j40.027, 1
  %exitcond32.not = icmp eq i64 %inc55, 40
  br i1 %exitcond32.not, label %for.inc57, label %for.body44

for.inc57:
  %inc58 = add nuw nsw i64 %i35.028, 1
  %exitcond33.not = icmp eq i64 %inc58, 38
  br i1 %exitcond33.not, label %for.end59, label %for.cond41.preheader

for.end59:
  ret void
}
