; void f(long n, long m) {
;   if (n < 1 || m < 1) return;
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < m; i++) C[i] = 2 * B[i];
; }
;
; n and m are unknown. The loops run side by side for the lesser count; the loop that has
; iterations left runs on behind, the first one before the second one. What its counter begins with
; is no value that the fused loop leaves behind, which LLVM would give no vectorised epilogue.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop %for.body with loop %for.body8, trip counts n and m; what the longer loop has left runs afterwards

; LOOPS: Loop info for function 'f':
; LOOPS-COUNT-3: Loop at depth 1
; LOOPS-NOT: Loop at depth

; IR-LABEL: define {{.*}} @f
; IR: %lesser = call i64 @llvm.umin.i64(i64 %0, i64 %1)
; IR: %[[MORE0:.*]] = icmp ult i64 %1, %0
; IR: %[[MORE1:.*]] = icmp ult i64 %0, %1
; IR: %[[BEGIN:.*]] = add i64 %lesser, 1
; IR: for.body:
; IR: store i32 %add
; IR: store i32 %mul
; IR: icmp {{.*}}, %lesser
; IR: br i1 %[[MORE0]]
; IR: phi i64 {{.*}} [ %[[BEGIN]], %for.body.rest.preheader ]
; IR: store
; IR: br i1 %[[MORE1]]
; IR: phi i64 {{.*}} [ %[[BEGIN]], %for.body8.rest.preheader ]
; IR: store

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n, i64 %m) {
entry:
  %cmp = icmp slt i64 %n, 1
  %cmp1 = icmp slt i64 %m, 1
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %for.end13, label %for.body

for.cond5.preheader:
  %cmp610 = icmp sgt i64 %m, 0
  br i1 %cmp610, label %for.body8, label %for.end13

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx3 = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  store i32 %add, ptr %arrayidx3
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond5.preheader, label %for.body

for.body8:
  %i4.011 = phi i64 [ %inc12, %for.body8 ], [ 0, %for.cond5.preheader ]
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @B, i64 %i4.011
  %1 = load i32, ptr %arrayidx9
  %mul = shl nsw i32 %1, 1
  %arrayidx10 = getelementptr inbounds nuw i32, ptr @C, i64 %i4.011
  store i32 %mul, ptr %arrayidx10
  %inc12 = add nuw nsw i64 %i4.011, 1
  %exitcond12.not = icmp eq i64 %inc12, %m
  br i1 %exitcond12.not, label %for.end13, label %for.body8

for.end13:
  ret void
}
