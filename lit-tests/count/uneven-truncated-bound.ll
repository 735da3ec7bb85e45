; void f(long n) {
;   if (n < 1 || (int)n < 1) return;
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   for (int i = 0; i < (int)n; i++) C[i] = 2 * B[i];
; }
;
; Counts of different widths: the lesser is computed in the wider one.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop %for.body with loop %for.body12, trip counts n and {{.*}}; what the longer loop has left runs afterwards

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp = icmp slt i64 %n, 1
  br i1 %cmp, label %for.end18, label %lor.lhs.false

lor.lhs.false:
  %conv = trunc i64 %n to i32
  %cmp1 = icmp slt i32 %conv, 1
  br i1 %cmp1, label %for.end18, label %for.cond.preheader

for.cond.preheader:
  br i1 true, label %for.body, label %for.cond7.preheader

for.cond7.preheader:
  br i1 true, label %for.body12.lr.ph, label %for.end18

for.body12.lr.ph:
  %wide.trip.count = and i64 %n, 2147483647
  br label %for.body12

for.body:
  %i.011 = phi i64 [ %inc, %for.body ], [ 0, %for.cond.preheader ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.011
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx5 = getelementptr inbounds nuw i32, ptr @B, i64 %i.011
  store i32 %add, ptr %arrayidx5
  %inc = add nuw nsw i64 %i.011, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond7.preheader, label %for.body

for.body12:
  %indvars.iv = phi i64 [ 0, %for.body12.lr.ph ], [ %indvars.iv.next, %for.body12 ]
  %arrayidx13 = getelementptr inbounds nuw i32, ptr @B, i64 %indvars.iv
  %1 = load i32, ptr %arrayidx13
  %mul = shl nsw i32 %1, 1
  %arrayidx15 = getelementptr inbounds nuw i32, ptr @C, i64 %indvars.iv
  store i32 %mul, ptr %arrayidx15
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond15.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond15.not, label %for.end18, label %for.body12

for.end18:
  ret void
}
