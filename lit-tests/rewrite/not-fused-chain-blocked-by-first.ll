; void f(long n) {
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < n; i++) C[i] = 2 * A[i];
;   for (long i = 0; i < n; i++) D[i] = C[i] + B[i + 1];
; }
;
; The third loop could join the second, not the first: fused with both it would read too early.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit;max-shift=0>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit;max-shift=0>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit;max-shift=0' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}
; CHECK-NEXT: [BackwardDependence] {{.*}}needs a shift of 1

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp13 = icmp sgt i64 %n, 0
  br i1 %cmp13, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp415 = icmp sgt i64 %n, 0
  br i1 %cmp415, label %for.body6, label %for.cond13.preheader

for.body:
  %i.014 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.014
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.014
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.014, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.cond13.preheader:
  %cmp1417 = icmp sgt i64 %n, 0
  br i1 %cmp1417, label %for.body16, label %for.end24

for.body6:
  %i2.016 = phi i64 [ %inc10, %for.body6 ], [ 0, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @A, i64 %i2.016
  %1 = load i32, ptr %arrayidx7
  %mul = shl nsw i32 %1, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.016
  store i32 %mul, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.016, 1
  %exitcond19.not = icmp eq i64 %inc10, %n
  br i1 %exitcond19.not, label %for.cond13.preheader, label %for.body6

for.body16:
  %i12.018 = phi i64 [ %add18, %for.body16 ], [ 0, %for.cond13.preheader ]
  %arrayidx17 = getelementptr inbounds nuw i32, ptr @C, i64 %i12.018
  %2 = load i32, ptr %arrayidx17
  %add18 = add nuw nsw i64 %i12.018, 1
  %arrayidx19 = getelementptr inbounds nuw i32, ptr @B, i64 %add18
  %3 = load i32, ptr %arrayidx19
  %add20 = add nsw i32 %2, %3
  %arrayidx21 = getelementptr inbounds nuw i32, ptr @D, i64 %i12.018
  store i32 %add20, ptr %arrayidx21
  %exitcond20.not = icmp eq i64 %add18, %n
  br i1 %exitcond20.not, label %for.end24, label %for.body16

for.end24:
  ret void
}
