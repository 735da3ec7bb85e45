; void f(long n) {
;   for (long i = 0; i < n; i++) C[B[i] & 127] = A[i];
;   for (long i = 0; i < n; i++) D[i] = C[i];
; }
;
; C[B[i]] may be any element, also one that the second loop has already read.
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
@C = external global [256 x i32]
@B = external global [256 x i32]
@D = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.cond4.preheader

for.cond4.preheader:
  %cmp510 = icmp sgt i64 %n, 0
  br i1 %cmp510, label %for.body7, label %for.end12

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  %1 = load i32, ptr %arrayidx1
  %and = and i32 %1, 127
  %idxprom = zext nneg i32 %and to i64
  %arrayidx2 = getelementptr inbounds nuw i32, ptr @C, i64 %idxprom
  store i32 %0, ptr %arrayidx2
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond4.preheader, label %for.body

for.body7:
  %i3.011 = phi i64 [ %inc11, %for.body7 ], [ 0, %for.cond4.preheader ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.011
  %2 = load i32, ptr %arrayidx8
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @D, i64 %i3.011
  store i32 %2, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i3.011, 1
  %exitcond12.not = icmp eq i64 %inc11, %n
  br i1 %exitcond12.not, label %for.end12, label %for.body7

for.end12:
  ret void
}
