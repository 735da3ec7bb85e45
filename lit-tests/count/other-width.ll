; void f(int n) {
;   if (n < 1) return;
;   for (int i = 0; i < n; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < n; i++) C[i] = 2 * B[i];
; }
;
; A 32-bit and a 64-bit counter run to the same bound.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i32 %n) {
entry:
  %cmp = icmp slt i32 %n, 1
  br i1 %cmp, label %for.end14, label %for.cond.preheader

for.cond.preheader:
  %wide.trip.count = zext nneg i32 %n to i64
  br label %for.body

for.cond5.preheader:
  %conv = zext nneg i32 %n to i64
  br label %for.body9

for.body:
  %indvars.iv = phi i64 [ 0, %for.cond.preheader ], [ %indvars.iv.next, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %indvars.iv
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx3 = getelementptr inbounds nuw i32, ptr @B, i64 %indvars.iv
  store i32 %add, ptr %arrayidx3
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond5.preheader, label %for.body

for.body9:
  %i4.010 = phi i64 [ 0, %for.cond5.preheader ], [ %inc13, %for.body9 ]
  %arrayidx10 = getelementptr inbounds nuw i32, ptr @B, i64 %i4.010
  %1 = load i32, ptr %arrayidx10
  %mul = shl nsw i32 %1, 1
  %arrayidx11 = getelementptr inbounds nuw i32, ptr @C, i64 %i4.010
  store i32 %mul, ptr %arrayidx11
  %inc13 = add nuw nsw i64 %i4.010, 1
  %exitcond12.not = icmp eq i64 %inc13, %conv
  br i1 %exitcond12.not, label %for.end14, label %for.body9

for.end14:
  ret void
}
