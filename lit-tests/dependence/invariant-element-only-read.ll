; void f(long n) {
;   for (long i = 0; i < n; i++) B[i] = A[5];
;   for (long i = 0; i < n; i++) C[i] = A[5];
; }
;
; Both loops read A[5], none writes it.
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
  %cmp6 = icmp sgt i64 %n, 0
  br i1 %cmp6, label %for.body.lr.ph, label %for.cond2.preheader

for.body.lr.ph:
  %0 = load i32, ptr getelementptr inbounds nuw (i8, ptr @A, i64 20)
  br label %for.body

for.cond2.preheader:
  %cmp38 = icmp sgt i64 %n, 0
  br i1 %cmp38, label %for.body5.lr.ph, label %for.end9

for.body5.lr.ph:
  %1 = load i32, ptr getelementptr inbounds nuw (i8, ptr @A, i64 20)
  br label %for.body5

for.body:
  %i.07 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @B, i64 %i.07
  store i32 %0, ptr %arrayidx
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond2.preheader, label %for.body

for.body5:
  %i1.09 = phi i64 [ 0, %for.body5.lr.ph ], [ %inc8, %for.body5 ]
  %arrayidx6 = getelementptr inbounds nuw i32, ptr @C, i64 %i1.09
  store i32 %1, ptr %arrayidx6
  %inc8 = add nuw nsw i64 %i1.09, 1
  %exitcond10.not = icmp eq i64 %inc8, %n
  br i1 %exitcond10.not, label %for.end9, label %for.body5

for.end9:
  ret void
}
