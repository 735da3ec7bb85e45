; int f(long n) {
;   int last = 0;
;   for (long i = 0; i < n; i++) { last = A[i]; B[i] = last; }
;   for (long i = 0; i < n; i++) C[i] = B[i];
;   return last;
; }
;
; The same value, needed behind both loops.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c -DRETURNS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define i32 @f(i64 %n) {
entry:
  %cmp9 = icmp sgt i64 %n, 0
  br i1 %cmp9, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %last.0.lcssa = phi i32 [ 0, %entry ], [ %0, %for.body ]
  %cmp411 = icmp sgt i64 %n, 0
  br i1 %cmp411, label %for.body6, label %for.end11

for.body:
  %i.010 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.010
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.010
  store i32 %0, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.010, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.012 = phi i64 [ %inc10, %for.body6 ], [ 0, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @B, i64 %i2.012
  %1 = load i32, ptr %arrayidx7
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.012
  store i32 %1, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.012, 1
  %exitcond13.not = icmp eq i64 %inc10, %n
  br i1 %exitcond13.not, label %for.end11, label %for.body6

for.end11:
  ret i32 %last.0.lcssa
}
