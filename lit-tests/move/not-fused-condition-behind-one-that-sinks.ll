; void f(long n, long m) {
;   for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;   if (m > 2) R = B[7];
;   int k = 3;
;   if (n > 2) k = R, S = 1;
;   for (long i = 0; i < 40; i++) C[i] = k * B[i];
; }
;
; The first condition must move behind the loops and the second one must follow it, but the second loop needs
; the value that it chooses.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --not-fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [CannotMove] loop {{.*}} and loop {{.*}} not fused: the condition at block %if.end cannot move before the loops (it must stay behind the condition at block %for.end) or behind them (the second loop uses it)
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@R = external global i32
@S = external global i32
@C = external global [256 x i32]

define void @f(i64 %n, i64 %m) {
entry:
  br label %for.body

for.body:
  %i.07 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.07
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.07
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %cmp2 = icmp sgt i64 %m, 2
  br i1 %cmp2, label %if.then, label %if.end

if.then:
  %1 = load i32, ptr getelementptr inbounds nuw (i8, ptr @B, i64 28)
  store i32 %1, ptr @R
  br label %if.end

if.end:
  %cmp3 = icmp sgt i64 %n, 2
  br i1 %cmp3, label %if.then4, label %if.end5

if.then4:
  %2 = load i32, ptr @R
  store i32 1, ptr @S
  br label %if.end5

if.end5:
  %k.0 = phi i32 [ %2, %if.then4 ], [ 3, %if.end ]
  br label %for.body10

for.body10:
  %i6.08 = phi i64 [ 0, %if.end5 ], [ %inc14, %for.body10 ]
  %arrayidx11 = getelementptr inbounds nuw i32, ptr @B, i64 %i6.08
  %3 = load i32, ptr %arrayidx11
  %mul = mul nsw i32 %k.0, %3
  %arrayidx12 = getelementptr inbounds nuw i32, ptr @C, i64 %i6.08
  store i32 %mul, ptr %arrayidx12
  %inc14 = add nuw nsw i64 %i6.08, 1
  %exitcond9.not = icmp eq i64 %inc14, 40
  br i1 %exitcond9.not, label %for.end15, label %for.body10

for.end15:
  ret void
}
