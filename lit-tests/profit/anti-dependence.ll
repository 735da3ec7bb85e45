; void f(long n) {
;   for (long i = 0; i < n; i++) B[i] = A[i + 1];
;   for (long i = 0; i < n; i++) A[i] = C[i];
; }
;
; A[i + 1] is read before it is overwritten: vectors keep that order.
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
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp410 = icmp sgt i64 %n, 0
  br i1 %cmp410, label %for.body6, label %for.end11

for.body:
  %i.09 = phi i64 [ %add, %for.body ], [ 0, %entry ]
  %add = add nuw nsw i64 %i.09, 1
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %add
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  store i32 %0, ptr %arrayidx1
  %exitcond.not = icmp eq i64 %add, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.011 = phi i64 [ %inc10, %for.body6 ], [ 0, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.011
  %1 = load i32, ptr %arrayidx7
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @A, i64 %i2.011
  store i32 %1, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.011, 1
  %exitcond12.not = icmp eq i64 %inc10, %n
  br i1 %exitcond12.not, label %for.end11, label %for.body6

for.end11:
  ret void
}
