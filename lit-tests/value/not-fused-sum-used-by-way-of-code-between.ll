; int f(long n) {
;   int s = 0;
;   for (long i = 0; i < 40; i++) s += A[i];
;   int mean = s / 40;
;   for (long i = 0; i < 40; i++) C[i] = B[i] - mean;
;   return s;
; }
;
; What the second loop uses is computed from the sum.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --not-fused --options='no-profit' %s %S/../Inputs/main.c -DRETURNS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [{{ValueUsed|CannotMove}}] {{.*}}
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define i32 @f(i64 %n) {
entry:
  br label %for.body

for.body:
  %s.09 = phi i32 [ 0, %entry ], [ %add, %for.body ]
  %i.08 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.08
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %s.09, %0
  %inc = add nuw nsw i64 %i.08, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %div.neg = sdiv i32 %add, -40
  br label %for.body5

for.body5:
  %i1.010 = phi i64 [ 0, %for.end ], [ %inc9, %for.body5 ]
  %arrayidx6 = getelementptr inbounds nuw i32, ptr @B, i64 %i1.010
  %1 = load i32, ptr %arrayidx6
  %sub = add i32 %div.neg, %1
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @C, i64 %i1.010
  store i32 %sub, ptr %arrayidx7
  %inc9 = add nuw nsw i64 %i1.010, 1
  %exitcond11.not = icmp eq i64 %inc9, 40
  br i1 %exitcond11.not, label %for.end10, label %for.body5

for.end10:
  ret i32 %add
}
