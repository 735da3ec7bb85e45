; void f(long n) {
;   for (long i = 0; i < 40; i++) { int s = A[i]; for (long j = 0; j < 50; j++) s += M[i][j]; B[i] = s; }
;   for (long i = 0; i < 40; i++) { int t = C[i]; for (long j = 0; j < 50; j++) t ^= M[i][j]; D[i] = t + B[i]; }
; }
;
; Code before and behind the inner loops of nests.
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

@A = external global [256 x i32]
@M = external global [64 x [64 x i32]]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f(i64 %n) {
entry:
  br label %for.body

for.body:
  %i.018 = phi i64 [ 0, %entry ], [ %inc9, %for.end ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.018
  %0 = load i32, ptr %arrayidx
  %arrayidx5 = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i.018
  br label %for.body4

for.body4:
  %j.017 = phi i64 [ 0, %for.body ], [ %inc, %for.body4 ]
  %s.016 = phi i32 [ %0, %for.body ], [ %add, %for.body4 ]
  %arrayidx6 = getelementptr inbounds nuw i32, ptr %arrayidx5, i64 %j.017
  %1 = load i32, ptr %arrayidx6
  %add = add nsw i32 %s.016, %1
  %inc = add nuw nsw i64 %j.017, 1
  %exitcond.not = icmp eq i64 %inc, 50
  br i1 %exitcond.not, label %for.end, label %for.body4

for.end:
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @B, i64 %i.018
  store i32 %add, ptr %arrayidx7
  %inc9 = add nuw nsw i64 %i.018, 1
  %exitcond22.not = icmp eq i64 %inc9, 40
  br i1 %exitcond22.not, label %for.body15, label %for.body

for.body15:
  %i11.021 = phi i64 [ %inc31, %for.end26 ], [ 0, %for.end ]
  %arrayidx16 = getelementptr inbounds nuw i32, ptr @C, i64 %i11.021
  %2 = load i32, ptr %arrayidx16
  %arrayidx22 = getelementptr inbounds nuw [64 x i32], ptr @M, i64 %i11.021
  br label %for.body21

for.body21:
  %j17.020 = phi i64 [ 0, %for.body15 ], [ %inc25, %for.body21 ]
  %t.019 = phi i32 [ %2, %for.body15 ], [ %xor, %for.body21 ]
  %arrayidx23 = getelementptr inbounds nuw i32, ptr %arrayidx22, i64 %j17.020
  %3 = load i32, ptr %arrayidx23
  %xor = xor i32 %t.019, %3
  %inc25 = add nuw nsw i64 %j17.020, 1
  %exitcond23.not = icmp eq i64 %inc25, 50
  br i1 %exitcond23.not, label %for.end26, label %for.body21

for.end26:
  %arrayidx27 = getelementptr inbounds nuw i32, ptr @B, i64 %i11.021
  %4 = load i32, ptr %arrayidx27
  %add28 = add nsw i32 %xor, %4
  %arrayidx29 = getelementptr inbounds nuw i32, ptr @D, i64 %i11.021
  store i32 %add28, ptr %arrayidx29
  %inc31 = add nuw nsw i64 %i11.021, 1
  %exitcond24.not = icmp eq i64 %inc31, 40
  br i1 %exitcond24.not, label %for.end32, label %for.body15

for.end32:
  ret void
}
