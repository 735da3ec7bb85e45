; void f(long n) {
;   for (long i = 0; i < n; i++) B[i / 2] = A[i];
;   for (long i = 0; i < n; i++) C[i] = B[i / 2];
; }
;
; B[i / 2] is written twice: the subscript is not injective.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [BackwardDependence] loop {{.*}} and loop {{.*}} not fused: if fused, 
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
  %cmp10 = icmp sgt i64 %n, 0
  br i1 %cmp10, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp412 = icmp sgt i64 %n, 0
  br i1 %cmp412, label %for.body6, label %for.end12

for.body:
  %i.011 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.011
  %0 = load i32, ptr %arrayidx
  %div9 = lshr i64 %i.011, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %div9
  store i32 %0, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.011, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.013 = phi i64 [ %inc11, %for.body6 ], [ 0, %for.cond3.preheader ]
  %div78 = lshr i64 %i2.013, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %div78
  %1 = load i32, ptr %arrayidx8
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.013
  store i32 %1, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i2.013, 1
  %exitcond14.not = icmp eq i64 %inc11, %n
  br i1 %exitcond14.not, label %for.end12, label %for.body6

for.end12:
  ret void
}
