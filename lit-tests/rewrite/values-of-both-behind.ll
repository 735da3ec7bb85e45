; int f(long n, long m) {
;   int s = 3, t = m, last = 9;
;   if (n > 0) for (long i = 0; i < n; i++) { s += A[i]; last = A[i]; }
;   if (n > 0) for (long i = 0; i < n; i++) t = t * 3 + B[i];
;   return s * 7 + t * 5 + last;
; }
;
; Values of either loop, skipped or not, are needed behind both guards.
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
  %cmp = icmp sgt i64 %n, 0
  br i1 %cmp, label %for.body, label %if.end

for.body:
  %i.012 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %s.111 = phi i32 [ %add, %for.body ], [ 3, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.012
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %s.111, %0
  %inc = add nuw nsw i64 %i.012, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %if.end, label %for.body

if.end:
  %s.0 = phi i32 [ 3, %entry ], [ %add, %for.body ]
  %last.0 = phi i32 [ 9, %entry ], [ %0, %for.body ]
  br i1 %cmp, label %for.body13, label %if.end19

for.body13:
  %i8.014 = phi i64 [ %inc17, %for.body13 ], [ 0, %if.end ]
  %t.113 = phi i32 [ %add15, %for.body13 ], [ %conv, %if.end ]
  %mul = mul nsw i32 %t.113, 3
  %arrayidx14 = getelementptr inbounds nuw i32, ptr @B, i64 %i8.014
  %1 = load i32, ptr %arrayidx14
  %add15 = add nsw i32 %mul, %1
  %inc17 = add nuw nsw i64 %i8.014, 1
  %exitcond15.not = icmp eq i64 %inc17, %n
  br i1 %exitcond15.not, label %if.end19, label %for.body13

if.end19:
  %t.0 = phi i32 [ %conv, %if.end ], [ %add15, %for.body13 ]
  %mul20 = mul nsw i32 %s.0, 7
  %mul21 = mul nsw i32 %t.0, 5
  %add22 = add nsw i32 %mul20, %mul21
  %add23 = add nsw i32 %add22, %last.0
  ret i32 %add23
}
