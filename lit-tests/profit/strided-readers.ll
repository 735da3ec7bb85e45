; void f(long n) {
;   for (long i = 0; i < 60; i++) B[2 * i] = A[i] + 1;
;   for (long i = 0; i < 60; i++) C[i] = 2 * B[2 * i];
; }
;
; B[2i] and B[2i + 1] are read from the pairs that the first loop writes: vectors have gathers or
; shuffles for both.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

target triple = "x86_64-pc-linux-gnu"

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  br label %for.body

for.body:
  %i.07 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.07
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1.idx = shl nuw nsw i64 %i.07, 3
  %arrayidx1 = getelementptr inbounds nuw i8, ptr @B, i64 %arrayidx1.idx
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, 60
  br i1 %exitcond.not, label %for.body6, label %for.body

for.body6:
  %i2.08 = phi i64 [ %inc12, %for.body6 ], [ 0, %for.body ]
  %arrayidx8.idx = shl nuw nsw i64 %i2.08, 3
  %arrayidx8 = getelementptr inbounds nuw i8, ptr @B, i64 %arrayidx8.idx
  %1 = load i32, ptr %arrayidx8
  %mul9 = shl nsw i32 %1, 1
  %arrayidx10 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.08
  store i32 %mul9, ptr %arrayidx10
  %inc12 = add nuw nsw i64 %i2.08, 1
  %exitcond9.not = icmp eq i64 %inc12, 60
  br i1 %exitcond9.not, label %for.end13, label %for.body6

for.end13:
  ret void
}
