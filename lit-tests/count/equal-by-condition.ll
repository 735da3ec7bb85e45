; void f(long n, long m) {
;   if (n < 1 || m < 1 || n != m) return;
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < m; i++) C[i] = 2 * B[i];
; }
;
; In this branch n is m.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}, trip count n{{$}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n, i64 %m) {
entry:
  %cmp = icmp slt i64 %n, 1
  %cmp1 = icmp slt i64 %m, 1
  %or.cond = or i1 %cmp, %cmp1
  %cmp3 = icmp ne i64 %n, %m
  %or.cond11 = or i1 %or.cond, %cmp3
  br i1 %or.cond11, label %for.end15, label %for.body

for.cond7.preheader:
  %cmp813 = icmp sgt i64 %m, 0
  br i1 %cmp813, label %for.body10, label %for.end15

for.body:
  %i.012 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.012
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx5 = getelementptr inbounds nuw i32, ptr @B, i64 %i.012
  store i32 %add, ptr %arrayidx5
  %inc = add nuw nsw i64 %i.012, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond7.preheader, label %for.body

for.body10:
  %i6.014 = phi i64 [ %inc14, %for.body10 ], [ 0, %for.cond7.preheader ]
  %arrayidx11 = getelementptr inbounds nuw i32, ptr @B, i64 %i6.014
  %1 = load i32, ptr %arrayidx11
  %mul = shl nsw i32 %1, 1
  %arrayidx12 = getelementptr inbounds nuw i32, ptr @C, i64 %i6.014
  store i32 %mul, ptr %arrayidx12
  %inc14 = add nuw nsw i64 %i6.014, 1
  %exitcond15.not = icmp eq i64 %inc14, %m
  br i1 %exitcond15.not, label %for.end15, label %for.body10

for.end15:
  ret void
}
