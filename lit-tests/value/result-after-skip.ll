; int f(long n, long m) {
;   int s = m, t = 3;
;   for (long i = 0; i < n; i++) s += A[i];
;   for (long i = 0; i < n; i++) { t = t * 3 + B[i]; }
;   return s + 1000 * t;
; }
;
; If n is 0 the sum behind both loops is the one from before.
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

define i32 @f(i64 %n, i64 %m) {
entry:
  %conv = trunc i64 %m to i32
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %s.0.lcssa = phi i32 [ %conv, %entry ], [ %add, %for.body ]
  %cmp411 = icmp sgt i64 %n, 0
  br i1 %cmp411, label %for.body7, label %for.end12

for.body:
  %i.010 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %s.09 = phi i32 [ %add, %for.body ], [ %conv, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.010
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %s.09, %0
  %inc = add nuw nsw i64 %i.010, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body7:
  %i2.013 = phi i64 [ %inc11, %for.body7 ], [ 0, %for.cond3.preheader ]
  %t.012 = phi i32 [ %add9, %for.body7 ], [ 3, %for.cond3.preheader ]
  %mul = mul nsw i32 %t.012, 3
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %i2.013
  %1 = load i32, ptr %arrayidx8
  %add9 = add nsw i32 %mul, %1
  %inc11 = add nuw nsw i64 %i2.013, 1
  %exitcond15.not = icmp eq i64 %inc11, %n
  br i1 %exitcond15.not, label %for.end12, label %for.body7

for.end12:
  %t.0.lcssa = phi i32 [ 3, %for.cond3.preheader ], [ %add9, %for.body7 ]
  %mul13 = mul nsw i32 %t.0.lcssa, 1000
  %add14 = add nsw i32 %s.0.lcssa, %mul13
  ret i32 %add14
}
