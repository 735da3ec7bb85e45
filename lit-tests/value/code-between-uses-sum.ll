; int f(long n) {
;   int s = 0;
;   for (long i = 0; i < 40; i++) s += A[i];
;   int mean = s / 40;
;   for (long i = 0; i < 40; i++) C[i] = B[i] - 1;
;   return mean;
; }
;
; Code between that uses the sum goes behind both loops, with its uses.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c -DRETURNS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

; IR-LABEL: define {{.*}} @f
; IR: phi i64
; IR: sdiv
; IR: ret i32

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define i32 @f(i64 %n) {
entry:
  br label %for.body

for.body:
  %s.08 = phi i32 [ 0, %entry ], [ %add, %for.body ]
  %i.07 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.07
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %s.08, %0
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  br label %for.body5

for.body5:
  %i1.09 = phi i64 [ 0, %for.end ], [ %inc9, %for.body5 ]
  %arrayidx6 = getelementptr inbounds nuw i32, ptr @B, i64 %i1.09
  %1 = load i32, ptr %arrayidx6
  %sub = add nsw i32 %1, -1
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @C, i64 %i1.09
  store i32 %sub, ptr %arrayidx7
  %inc9 = add nuw nsw i64 %i1.09, 1
  %exitcond10.not = icmp eq i64 %inc9, 40
  br i1 %exitcond10.not, label %for.end10, label %for.body5

for.end10:
  %div = sdiv i32 %add, 40
  ret i32 %div
}
