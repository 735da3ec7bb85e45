; void f(long n) {
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < n; i++) C[i] = 2 * B[i];
;   for (long i = 0; i < n; i++) D[i] = C[i + 1];
;   for (long i = 0; i < n; i++) A[i] = D[i];
; }
;
; The third loop cannot join the first two; the fourth joins the third.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit;max-shift=0>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit;max-shift=0>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit;max-shift=0' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}
; CHECK-NEXT: [BackwardDependence] {{.*}}needs a shift of 1
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

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
  %cmp16 = icmp sgt i64 %n, 0
  br i1 %cmp16, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp418 = icmp sgt i64 %n, 0
  br i1 %cmp418, label %for.body6, label %for.cond13.preheader

for.body:
  %i.017 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.017
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.017
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.017, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.cond13.preheader:
  %cmp1420 = icmp sgt i64 %n, 0
  br i1 %cmp1420, label %for.body16, label %for.cond24.preheader

for.body6:
  %i2.019 = phi i64 [ %inc10, %for.body6 ], [ 0, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @B, i64 %i2.019
  %1 = load i32, ptr %arrayidx7
  %mul = shl nsw i32 %1, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.019
  store i32 %mul, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.019, 1
  %exitcond24.not = icmp eq i64 %inc10, %n
  br i1 %exitcond24.not, label %for.cond13.preheader, label %for.body6

for.cond24.preheader:
  %cmp2522 = icmp sgt i64 %n, 0
  br i1 %cmp2522, label %for.body27, label %for.end32

for.body16:
  %i12.021 = phi i64 [ %add17, %for.body16 ], [ 0, %for.cond13.preheader ]
  %add17 = add nuw nsw i64 %i12.021, 1
  %arrayidx18 = getelementptr inbounds nuw i32, ptr @C, i64 %add17
  %2 = load i32, ptr %arrayidx18
  %arrayidx19 = getelementptr inbounds nuw i32, ptr @D, i64 %i12.021
  store i32 %2, ptr %arrayidx19
  %exitcond25.not = icmp eq i64 %add17, %n
  br i1 %exitcond25.not, label %for.cond24.preheader, label %for.body16

for.body27:
  %i23.023 = phi i64 [ %inc31, %for.body27 ], [ 0, %for.cond24.preheader ]
  %arrayidx28 = getelementptr inbounds nuw i32, ptr @D, i64 %i23.023
  %3 = load i32, ptr %arrayidx28
  %arrayidx29 = getelementptr inbounds nuw i32, ptr @A, i64 %i23.023
  store i32 %3, ptr %arrayidx29
  %inc31 = add nuw nsw i64 %i23.023, 1
  %exitcond26.not = icmp eq i64 %inc31, %n
  br i1 %exitcond26.not, label %for.end32, label %for.body27

for.end32:
  ret void
}
