; void f(long n) {
;   for (long i = 0; i < 40; i++) {
;     for (long j = 0; j < 50; j++) P[i][j] = M[i][j] + 1;
;     for (long j = 0; j < 50; j++) P[i][j] = P[i][j] * 3;
;   }
;   for (long i = 0; i < 40; i++) {
;     for (long j = 0; j < 50; j++) Q[i][j] = P[i][j] + 1;
;     for (long j = 0; j < 50; j++) Q[i][j] = Q[i][j] * 5;
;   }
; }
;
; Two inner loops in each of two outer ones: fused from the outside in, one inner loop is left.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 2
; LOOPS-NOT: Loop at depth

@M = external global [64 x [64 x i32]]
@P = external global [64 x [64 x i32]]
@Q = external global [64 x [64 x i32]]

define void @f(i64 %n) {
entry:
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.025 = phi i64 [ 0, %entry ], [ %inc21, %for.inc20 ]
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.025
  %arrayidx6 = getelementptr inbounds nuw [64 x i32], ptr @P, i64 %i.025
  br label %for.body4

for.cond9.preheader:
  %arrayidx13 = getelementptr inbounds nuw [64 x i32], ptr @P, i64 %i.025
  br label %for.body12

for.body4:
  %j.023 = phi i64 [ 0, %for.cond1.preheader ], [ %inc, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %j.023
  %0 = load i32, ptr %arrayidx5
  %add = add nsw i32 %0, 1
  %arrayidx7 = getelementptr inbounds nuw i32, ptr %arrayidx6, i64 %j.023
  store i32 %add, ptr %arrayidx7
  %inc = add nuw nsw i64 %j.023, 1
  %exitcond.not = icmp eq i64 %inc, 50
  br i1 %exitcond.not, label %for.cond9.preheader, label %for.body4

for.body12:
  %j8.024 = phi i64 [ 0, %for.cond9.preheader ], [ %inc18, %for.body12 ]
  %arrayidx14 = getelementptr inbounds nuw i32, ptr %arrayidx13, i64 %j8.024
  %1 = load i32, ptr %arrayidx14
  %mul = mul nsw i32 %1, 3
  store i32 %mul, ptr %arrayidx14
  %inc18 = add nuw nsw i64 %j8.024, 1
  %exitcond29.not = icmp eq i64 %inc18, 50
  br i1 %exitcond29.not, label %for.inc20, label %for.body12

for.inc20:
  %inc21 = add nuw nsw i64 %i.025, 1
  %exitcond30.not = icmp eq i64 %inc21, 40
  br i1 %exitcond30.not, label %for.cond29.preheader, label %for.cond1.preheader

for.cond29.preheader:
  %i23.028 = phi i64 [ %inc55, %for.inc54 ], [ 0, %for.inc20 ]
  %arrayidx33 = getelementptr inbounds nuw [64 x i32], ptr @P, i64 %i23.028
  %arrayidx36 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i23.028
  br label %for.body32

for.cond42.preheader:
  %arrayidx46 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i23.028
  br label %for.body45

for.body32:
  %j28.026 = phi i64 [ 0, %for.cond29.preheader ], [ %inc39, %for.body32 ]
  %arrayidx34 = getelementptr inbounds nuw i32, ptr %arrayidx33, i64 %j28.026
  %2 = load i32, ptr %arrayidx34
  %add35 = add nsw i32 %2, 1
  %arrayidx37 = getelementptr inbounds nuw i32, ptr %arrayidx36, i64 %j28.026
  store i32 %add35, ptr %arrayidx37
  %inc39 = add nuw nsw i64 %j28.026, 1
  %exitcond31.not = icmp eq i64 %inc39, 50
  br i1 %exitcond31.not, label %for.cond42.preheader, label %for.body32

for.body45:
  %j41.027 = phi i64 [ 0, %for.cond42.preheader ], [ %inc52, %for.body45 ]
  %arrayidx47 = getelementptr inbounds nuw i32, ptr %arrayidx46, i64 %j41.027
  %3 = load i32, ptr %arrayidx47
  %mul48 = mul nsw i32 %3, 5
  store i32 %mul48, ptr %arrayidx47
  %inc52 = add nuw nsw i64 %j41.027, 1
  %exitcond32.not = icmp eq i64 %inc52, 50
  br i1 %exitcond32.not, label %for.inc54, label %for.body45

for.inc54:
  %inc55 = add nuw nsw i64 %i23.028, 1
  %exitcond33.not = icmp eq i64 %inc55, 40
  br i1 %exitcond33.not, label %for.end56, label %for.cond29.preheader

for.end56:
  ret void
}
