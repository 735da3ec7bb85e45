; void f(long n) {
;   for (long i = 2; i < n; i++) B[i] = A[i] + 1;
;   for (long i = 2; i < n; i++) C[i] = 2 * B[i - 2];
; }
;
; B[i - 2] is read two iterations after it is written, shorter than a vector: the value is kept in a register. The first
; ones are loaded before the loop.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %fuse %s | FileCheck %s --check-prefix=IR
; RUN: %run_both --fused %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}, trip count {{.*}}; 1 load(s) replaced by values of earlier iterations

; IR: %carried{{.*}} = phi i32
; IR-NOT: load i32, ptr %{{.*}}@B

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

target triple = "x86_64-pc-linux-gnu"

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp8 = icmp sgt i64 %n, 2
  br i1 %cmp8, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp410 = icmp sgt i64 %n, 2
  br i1 %cmp410, label %for.body6, label %for.end11

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 2, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.011 = phi i64 [ %inc10, %for.body6 ], [ 2, %for.cond3.preheader ]
  %1 = getelementptr i32, ptr @B, i64 %i2.011
  %arrayidx7 = getelementptr i8, ptr %1, i64 -8
  %2 = load i32, ptr %arrayidx7
  %mul = shl nsw i32 %2, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.011
  store i32 %mul, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.011, 1
  %exitcond12.not = icmp eq i64 %inc10, %n
  br i1 %exitcond12.not, label %for.end11, label %for.body6

for.end11:
  ret void
}
