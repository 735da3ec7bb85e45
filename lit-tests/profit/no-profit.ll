; void f(long n) {
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < n; i++) C[D[i] & 63]++;
; }
;
; no-profit fuses whatever is legal.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

target triple = "x86_64-pc-linux-gnu"

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp7 = icmp sgt i64 %n, 0
  br i1 %cmp7, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp49 = icmp sgt i64 %n, 0
  br i1 %cmp49, label %for.body6, label %for.end12

for.body:
  %i.08 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.08
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.08
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.08, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.010 = phi i64 [ %inc11, %for.body6 ], [ 0, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @D, i64 %i2.010
  %1 = load i32, ptr %arrayidx7
  %and = and i32 %1, 63
  %idxprom = zext nneg i32 %and to i64
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %idxprom
  %2 = load i32, ptr %arrayidx8
  %inc9 = add nsw i32 %2, 1
  store i32 %inc9, ptr %arrayidx8
  %inc11 = add nuw nsw i64 %i2.010, 1
  %exitcond11.not = icmp eq i64 %inc11, %n
  br i1 %exitcond11.not, label %for.end12, label %for.body6

for.end12:
  ret void
}
