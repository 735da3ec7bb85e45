; int f(long n) {
;   int s = 0, t = 1, last = 0;
;   for (long i = 0; i < 53; i++) s += last = A[i];
;   for (long i = 0; i < 50; i++) t = t * 3 + A[i];
;   return s ^ t ^ last;
; }
;
; The first loop is longer; its sum and last element are complete behind the remainder.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c -DRETURNS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}{{.*}}the last 3 iteration(s) of the first loop run afterwards

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]

define i32 @f(i64 %n) {
entry:
  br label %for.body

for.cond2.preheader:
  br label %for.body5

for.body:
  %i.08 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %s.07 = phi i32 [ 0, %entry ], [ %add, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.08
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %s.07, %0
  %inc = add nuw nsw i64 %i.08, 1
  %exitcond.not = icmp eq i64 %inc, 53
  br i1 %exitcond.not, label %for.cond2.preheader, label %for.body

for.body5:
  %i1.010 = phi i64 [ 0, %for.cond2.preheader ], [ %inc9, %for.body5 ]
  %t.09 = phi i32 [ 1, %for.cond2.preheader ], [ %add7, %for.body5 ]
  %mul = mul nsw i32 %t.09, 3
  %arrayidx6 = getelementptr inbounds nuw i32, ptr @A, i64 %i1.010
  %1 = load i32, ptr %arrayidx6
  %add7 = add nsw i32 %mul, %1
  %inc9 = add nuw nsw i64 %i1.010, 1
  %exitcond11.not = icmp eq i64 %inc9, 50
  br i1 %exitcond11.not, label %for.end10, label %for.body5

for.end10:
  %2 = xor i32 %add7, %0
  %xor11 = xor i32 %2, %add
  ret i32 %xor11
}
