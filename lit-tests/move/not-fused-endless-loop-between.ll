; void f(long n, long m) {
;   for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;   for (;;) {
;     if (D[m] < 170) break;
;     m = D[m] - 170;
;   }
;   for (long i = 0; i < 40; i++) C[i] = 2 * B[i];
; }
;
; The loop between may not end: what is behind it must not run before it, nor what is before it behind it.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --not-fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [UnknownTripCount] loop %for.cond2 cannot be fused
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-COUNT-3: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@D = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n, i64 %m) {
entry:
  br label %for.body

for.body:
  %i.08 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.08
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.08
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.08, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.cond2, label %for.body

for.cond2:
  %m.addr.0 = phi i64 [ %conv, %for.cond2 ], [ %m, %for.body ]
  %arrayidx3 = getelementptr inbounds i32, ptr @D, i64 %m.addr.0
  %1 = load i32, ptr %arrayidx3
  %cmp4 = icmp slt i32 %1, 170
  %sub = add nsw i32 %1, -170
  %conv = zext nneg i32 %sub to i64
  br i1 %cmp4, label %for.body12, label %for.cond2

for.body12:
  %i7.09 = phi i64 [ %inc16, %for.body12 ], [ 0, %for.cond2 ]
  %arrayidx13 = getelementptr inbounds nuw i32, ptr @B, i64 %i7.09
  %2 = load i32, ptr %arrayidx13
  %mul = shl nsw i32 %2, 1
  %arrayidx14 = getelementptr inbounds nuw i32, ptr @C, i64 %i7.09
  store i32 %mul, ptr %arrayidx14
  %inc16 = add nuw nsw i64 %i7.09, 1
  %exitcond10.not = icmp eq i64 %inc16, 40
  br i1 %exitcond10.not, label %for.end17, label %for.body12

for.end17:
  ret void
}
