; int f(long n) {
;   int s = 0, t = 1;
;   for (long i = 0; i < 52; i++) { s = s * 5 + A[i]; B[i] = s; }
;   for (long i = 0; i < 50; i++) t = t * 3 + B[i + 2];
;   return s ^ t;
; }
;
; Values that the first loop carries from one iteration to the next pass through the prologue.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c -DRETURNS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}{{.*}}the first 2 iteration(s) of the first loop run before

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]

define i32 @f(i64 %n) {
entry:
  br label %for.body

for.cond3.preheader:
  br label %for.body6

for.body:
  %i.010 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %s.09 = phi i32 [ 0, %entry ], [ %add, %for.body ]
  %mul = mul nsw i32 %s.09, 5
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.010
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %mul, %0
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.010
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.010, 1
  %exitcond.not = icmp eq i64 %inc, 52
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.012 = phi i64 [ 0, %for.cond3.preheader ], [ %inc12, %for.body6 ]
  %t.011 = phi i32 [ 1, %for.cond3.preheader ], [ %add10, %for.body6 ]
  %mul7 = mul nsw i32 %t.011, 3
  %1 = getelementptr inbounds nuw i32, ptr @B, i64 %i2.012
  %arrayidx9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %2 = load i32, ptr %arrayidx9
  %add10 = add nsw i32 %mul7, %2
  %inc12 = add nuw nsw i64 %i2.012, 1
  %exitcond13.not = icmp eq i64 %inc12, 50
  br i1 %exitcond13.not, label %for.end13, label %for.body6

for.end13:
  %xor = xor i32 %add, %add10
  ret i32 %xor
}
