; void f(long n) {
;   for (long i = 1; i < n; i++) B[i] = A[i - 1];
;   for (long i = 1; i < n; i++) A[i] = 7;
; }
;
; A[i - 1] would be overwritten one iteration before it is read.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit;max-shift=0>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit;max-shift=0>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [BackwardDependence] loop {{.*}} and loop {{.*}} not fused: if fused, the second loop overwrites A before the first loop reads it: needs a shift of 1
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp7 = icmp sgt i64 %n, 1
  br i1 %cmp7, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp49 = icmp sgt i64 %n, 1
  br i1 %cmp49, label %for.body6, label %for.end10

for.body:
  %i.08 = phi i64 [ %inc, %for.body ], [ 1, %entry ]
  %0 = getelementptr i32, ptr @A, i64 %i.08
  %arrayidx = getelementptr i8, ptr %0, i64 -4
  %1 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.08
  store i32 %1, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.08, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.010 = phi i64 [ %inc9, %for.body6 ], [ 1, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @A, i64 %i2.010
  store i32 7, ptr %arrayidx7
  %inc9 = add nuw nsw i64 %i2.010, 1
  %exitcond11.not = icmp eq i64 %inc9, %n
  br i1 %exitcond11.not, label %for.end10, label %for.body6

for.end10:
  ret void
}
