; void f(long n) {
;   for (long i = 0; i < n; i++) B[i] = A[i] + D[i];
;   D[7] = 1;
;   if (n > 0) {
;     for (long i = 0; i < n; i++) C[i] = 2 * B[i];
;     R = D[n & 255];
;   }
; }
;
; The first loop reads D, so the store between cannot go before; what follows the second loop under
; its guard may read D[7], so it cannot go behind.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --not-fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [CannotMove] loop {{.*}} and loop {{.*}} not fused: store to D{{.*}}
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@D = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@R = external global i32

define void @f(i64 %n) {
entry:
  %cmp10 = icmp sgt i64 %n, 0
  br i1 %cmp10, label %for.body, label %for.end

for.body:
  %i.011 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.011
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @D, i64 %i.011
  %1 = load i32, ptr %arrayidx1
  %add = add nsw i32 %0, %1
  %arrayidx2 = getelementptr inbounds nuw i32, ptr @B, i64 %i.011
  store i32 %add, ptr %arrayidx2
  %inc = add nuw nsw i64 %i.011, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  store i32 1, ptr getelementptr inbounds nuw (i8, ptr @D, i64 28)
  %cmp3 = icmp sgt i64 %n, 0
  br i1 %cmp3, label %for.body8, label %if.end

for.body8:
  %i4.012 = phi i64 [ %inc12, %for.body8 ], [ 0, %for.end ]
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @B, i64 %i4.012
  %2 = load i32, ptr %arrayidx9
  %mul = shl nsw i32 %2, 1
  %arrayidx10 = getelementptr inbounds nuw i32, ptr @C, i64 %i4.012
  store i32 %mul, ptr %arrayidx10
  %inc12 = add nuw nsw i64 %i4.012, 1
  %exitcond13.not = icmp eq i64 %inc12, %n
  br i1 %exitcond13.not, label %for.end13, label %for.body8

for.end13:
  %k = and i64 %n, 255
  %at = getelementptr inbounds nuw i32, ptr @D, i64 %k
  %3 = load i32, ptr %at
  store i32 %3, ptr @R
  br label %if.end

if.end:
  ret void
}
