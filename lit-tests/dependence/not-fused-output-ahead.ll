; void f(long n) {
;   for (long i = 0; i < n; i++) A[i] = B[i];
;   for (long i = 0; i < n; i++) A[i + 1] = C[i];
; }
;
; A[i + 1] must keep what the second loop wrote, but the first loop would write it after that.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit;max-shift=0>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit;max-shift=0>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [BackwardDependence] loop {{.*}} and loop {{.*}} not fused: if fused, the second loop writes A before the first loop does: needs a shift of 1
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@B = external global [256 x i32]
@A = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp410 = icmp sgt i64 %n, 0
  br i1 %cmp410, label %for.body6, label %for.end11

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  store i32 %0, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.011 = phi i64 [ %add, %for.body6 ], [ 0, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.011
  %1 = load i32, ptr %arrayidx7
  %add = add nuw nsw i64 %i2.011, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @A, i64 %add
  store i32 %1, ptr %arrayidx8
  %exitcond12.not = icmp eq i64 %add, %n
  br i1 %exitcond12.not, label %for.end11, label %for.body6

for.end11:
  ret void
}
