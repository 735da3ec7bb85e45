; void f(long n, long m, int *restrict p) {
;   for (int *q = p; q != p + 40; q++) *q = 5;
;   for (long i = 0; i < 40; i++) C[i] = 7;
; }
;
; A pointer that runs to an end has a known count.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@C = external global [256 x i32]

define void @f(i64 %n, i64 %m, ptr noalias %p) {
entry:
  br label %for.body

for.body:
  %q.0.idx6 = phi i64 [ 0, %entry ], [ %q.0.add, %for.body ]
  %q.0.ptr = getelementptr inbounds nuw i8, ptr %p, i64 %q.0.idx6
  store i32 5, ptr %q.0.ptr
  %q.0.add = add nuw nsw i64 %q.0.idx6, 4
  %cmp.not = icmp eq i64 %q.0.add, 160
  br i1 %cmp.not, label %for.body4, label %for.body

for.body4:
  %i.07 = phi i64 [ %inc, %for.body4 ], [ 0, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @C, i64 %i.07
  store i32 7, ptr %arrayidx
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.end6, label %for.body4

for.end6:
  ret void
}
