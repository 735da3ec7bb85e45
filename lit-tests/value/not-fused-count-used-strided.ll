; void f(long n) {
;   int k = 7;
;   for (long i = 0; i < n; i++) { B[i] = A[i] + k; k += 3; }
;   for (long i = 0; i < n; i++) C[i] = k * A[i];
; }
;
; An induction variable of another start and stride is known before the loop, too. LLVM writes it in terms of the
; count only where that is cheap: here, it stays the result of the first loop.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --not-fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [ValueUsed] loop %for.body and loop %for.body7 not fused: the second loop uses k.0.lcssa, the result of the first loop
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp10 = icmp sgt i64 %n, 0
  br i1 %cmp10, label %for.body, label %for.cond4.preheader

for.cond4.preheader:
  %k.0.lcssa = phi i32 [ 7, %entry ], [ %add2, %for.body ]
  %cmp513 = icmp sgt i64 %n, 0
  br i1 %cmp513, label %for.body7, label %for.end12

for.body:
  %i.012 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %k.011 = phi i32 [ %add2, %for.body ], [ 7, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.012
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, %k.011
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.012
  store i32 %add, ptr %arrayidx1
  %add2 = add nuw nsw i32 %k.011, 3
  %inc = add nuw nsw i64 %i.012, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond4.preheader, label %for.body

for.body7:
  %i3.014 = phi i64 [ %inc11, %for.body7 ], [ 0, %for.cond4.preheader ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @A, i64 %i3.014
  %1 = load i32, ptr %arrayidx8
  %mul = mul nsw i32 %k.0.lcssa, %1
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.014
  store i32 %mul, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i3.014, 1
  %exitcond15.not = icmp eq i64 %inc11, %n
  br i1 %exitcond15.not, label %for.end12, label %for.body7

for.end12:
  ret void
}
