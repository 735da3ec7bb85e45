; void f(long n, long m) {
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   if (m > 3) R = 1;
;   for (long i = 0; i < n; i++) C[i] = 2 * B[i];
; }
;
; The condition moves as a whole, here before the first loop: it ran whether or not the loops run.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}, trip count n

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

; IR-LABEL: define {{.*}} @f
; IR: br i1 %cmp2, label %if.then, label %[[JOIN:[^ ]+]]
; IR: if.then:
; IR-NEXT: store i32 1, ptr @R
; IR-NEXT: br label %[[JOIN]]
; IR: [[JOIN]]:
; IR: br i1 %cmp8,

@A = external global [256 x i32]
@B = external global [256 x i32]
@R = external global i32
@C = external global [256 x i32]

define void @f(i64 %n, i64 %m) {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.end

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %cmp2 = icmp sgt i64 %m, 3
  br i1 %cmp2, label %if.then, label %if.end

if.then:
  store i32 1, ptr @R
  br label %if.end

if.end:
  br i1 %cmp8, label %for.body7, label %for.end12

for.body7:
  %i3.011 = phi i64 [ %inc11, %for.body7 ], [ 0, %if.end ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %i3.011
  %1 = load i32, ptr %arrayidx8
  %mul = shl nsw i32 %1, 1
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.011
  store i32 %mul, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i3.011, 1
  %exitcond12.not = icmp eq i64 %inc11, %n
  br i1 %exitcond12.not, label %for.end12, label %for.body7

for.end12:
  ret void
}
