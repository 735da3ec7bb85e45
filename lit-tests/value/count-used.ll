; void f(long n) {
;   long k;
;   for (k = 0; k < n; k++) B[k] = A[k] + 1;
;   for (long i = 0; i < n; i++) C[i] = k * A[i];
; }
;
; The counter of the first loop ends at n: a function of the count, known before it runs.
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

define void @f(i64 %n) {
entry:
  %cmp9 = icmp sgt i64 %n, 0
  br i1 %cmp9, label %for.body, label %for.cond2.preheader

for.cond2.preheader:
  %k.0.lcssa = phi i64 [ 0, %entry ], [ %n, %for.body ]
  %cmp311 = icmp sgt i64 %n, 0
  br i1 %cmp311, label %for.body4.lr.ph, label %for.end10

for.body4.lr.ph:
  %0 = trunc i64 %k.0.lcssa to i32
  br label %for.body4

for.body:
  %k.010 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %k.010
  %1 = load i32, ptr %arrayidx
  %add = add nsw i32 %1, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %k.010
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %k.010, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond2.preheader, label %for.body

for.body4:
  %i.012 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc9, %for.body4 ]
  %arrayidx5 = getelementptr inbounds nuw i32, ptr @A, i64 %i.012
  %2 = load i32, ptr %arrayidx5
  %conv6 = mul i32 %2, %0
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @C, i64 %i.012
  store i32 %conv6, ptr %arrayidx7
  %inc9 = add nuw nsw i64 %i.012, 1
  %exitcond13.not = icmp eq i64 %inc9, %n
  br i1 %exitcond13.not, label %for.end10, label %for.body4

for.end10:
  ret void
}
