; void f(long n) {
;   for (long i = 64; i < 200; i++) B[i] = A[i] + 1;
;   for (long i = 64; i < 200; i++) C[i] = 2 * B[i - 64];
; }
;
; B[i - 64] is read 64 iterations after it is written: longer than any vector.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused %s %S/../Inputs/main.c
; RUN: %opt -passes='loop-fuse<verify>,loop-vectorize,simplifycfg' -S %s | FileCheck %s --check-prefix=VECTOR

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; VECTOR-LABEL: define {{.*}}@f
; VECTOR: vector.body:
; VECTOR-NOT: vector.body{{[0-9]+}}:
; VECTOR: ret

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
  %i.07 = phi i64 [ 64, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.07
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.07
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, 200
  br i1 %exitcond.not, label %for.body6, label %for.body

for.body6:
  %i2.08 = phi i64 [ %inc10, %for.body6 ], [ 64, %for.body ]
  %1 = getelementptr i32, ptr @B, i64 %i2.08
  %arrayidx7 = getelementptr i8, ptr %1, i64 -256
  %2 = load i32, ptr %arrayidx7
  %mul = shl nsw i32 %2, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.08
  store i32 %mul, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.08, 1
  %exitcond9.not = icmp eq i64 %inc10, 200
  br i1 %exitcond9.not, label %for.end11, label %for.body6

for.end11:
  ret void
}
