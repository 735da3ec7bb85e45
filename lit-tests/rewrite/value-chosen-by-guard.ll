; int f(long n, long m) {
;   int s = 3;
;   for (long i = 0; i < n; i++) s += A[i];
;   R = s;
;   for (long i = 0; i < n; i++) C[i] = 2 * B[i];
;   return s;
; }
;
; Behind the join the first value depends on whether the loop ran; so does code between that hands
; it on.
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
@R = external global i32
@B = external global [256 x i32]
@C = external global [256 x i32]

define i32 @f(i64 %n, i64 %m) {
entry:
  %cmp9 = icmp sgt i64 %n, 0
  br i1 %cmp9, label %for.body, label %for.end

for.body:
  %i.011 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %s.010 = phi i32 [ %add, %for.body ], [ 3, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.011
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %s.010, %0
  %inc = add nuw nsw i64 %i.011, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %s.0.lcssa = phi i32 [ 3, %entry ], [ %add, %for.body ]
  store i32 %s.0.lcssa, ptr @R
  %cmp312 = icmp sgt i64 %n, 0
  br i1 %cmp312, label %for.body5, label %for.end10

for.body5:
  %i1.013 = phi i64 [ %inc9, %for.body5 ], [ 0, %for.end ]
  %arrayidx6 = getelementptr inbounds nuw i32, ptr @B, i64 %i1.013
  %1 = load i32, ptr %arrayidx6
  %mul = shl nsw i32 %1, 1
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @C, i64 %i1.013
  store i32 %mul, ptr %arrayidx7
  %inc9 = add nuw nsw i64 %i1.013, 1
  %exitcond14.not = icmp eq i64 %inc9, %n
  br i1 %exitcond14.not, label %for.end10, label %for.body5

for.end10:
  ret i32 %s.0.lcssa
}
