; int f(long n, long m) {
;   int s = 0, t = 1;
;   if (m > 2) for (long i = 0; i < 41; i++) s += A[i];
;   if (m > 2) for (long i = 0; i < 40; i++) t = t * 3 + A[i];
;   return s ^ t;
; }
;
; Guarded loops whose counts differ by one.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c -DRETURNS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}{{.*}}the last 1 iteration(s) of the first loop run afterwards

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]

define i32 @f(i64 %n, i64 %m) {
entry:
  %cmp = icmp sgt i64 %m, 2
  br i1 %cmp, label %for.body, label %if.end

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %s.18 = phi i32 [ %add, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %s.18, %0
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, 41
  br i1 %exitcond.not, label %if.end, label %for.body

if.end:
  %s.0 = phi i32 [ 0, %entry ], [ %add, %for.body ]
  br i1 %cmp, label %for.body8, label %if.end14

for.body8:
  %i4.011 = phi i64 [ %inc12, %for.body8 ], [ 0, %if.end ]
  %t.110 = phi i32 [ %add10, %for.body8 ], [ 1, %if.end ]
  %mul = mul nsw i32 %t.110, 3
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @A, i64 %i4.011
  %1 = load i32, ptr %arrayidx9
  %add10 = add nsw i32 %mul, %1
  %inc12 = add nuw nsw i64 %i4.011, 1
  %exitcond12.not = icmp eq i64 %inc12, 40
  br i1 %exitcond12.not, label %if.end14, label %for.body8

if.end14:
  %t.0 = phi i32 [ 1, %if.end ], [ %add10, %for.body8 ]
  %xor = xor i32 %s.0, %t.0
  ret i32 %xor
}
