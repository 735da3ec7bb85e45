; void f(long n) {
;   for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;   int k = B[99];
;   for (long i = 0; i < 40; i++) C[i] = k * A[i];
; }
;
; The first loop writes elements 0 to 39; the load reads element 99 of the same array.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

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
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.07
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %1 = load i32, ptr getelementptr inbounds nuw (i8, ptr @B, i64 396)
  br label %for.body6

for.body6:
  %i2.08 = phi i64 [ 0, %for.end ], [ %inc10, %for.body6 ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @A, i64 %i2.08
  %2 = load i32, ptr %arrayidx7
  %mul = mul nsw i32 %1, %2
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.08
  store i32 %mul, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.08, 1
  %exitcond9.not = icmp eq i64 %inc10, 40
  br i1 %exitcond9.not, label %for.end11, label %for.body6

for.end11:
  ret void
}
