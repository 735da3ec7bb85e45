; void f(long n) {
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   for (long i = n - 1; i >= 0; i--) C[i] = 2 * B[i];
; }
;
; The second loop starts with the element that the first one writes last.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [BackwardDependence] loop {{.*}} and loop {{.*}} not fused: if fused, {{.*}}no bounded shift is known
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.end

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %cmp410 = icmp sgt i64 %n, 0
  br i1 %cmp410, label %for.body6, label %for.end10

for.body6:
  %i2.0.in11 = phi i64 [ %i2.0, %for.body6 ], [ %n, %for.end ]
  %i2.0 = add nsw i64 %i2.0.in11, -1
  %arrayidx7 = getelementptr inbounds i32, ptr @B, i64 %i2.0
  %1 = load i32, ptr %arrayidx7
  %mul = shl nsw i32 %1, 1
  %arrayidx8 = getelementptr inbounds i32, ptr @C, i64 %i2.0
  store i32 %mul, ptr %arrayidx8
  %cmp4 = icmp sgt i64 %i2.0.in11, 1
  br i1 %cmp4, label %for.body6, label %for.end10

for.end10:
  ret void
}
