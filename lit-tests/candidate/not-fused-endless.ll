; void f(void) {
;   for (long i = 0; i < 40; i++) B[i] = A[i];
;   for (;;) *(volatile int *)&R = 1;
; }
;
; The second loop never ends.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [{{NoExit|Volatile}}] {{.*}} cannot be fused: {{.+}}
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@R = external global i32

define void @f() {
entry:
  br label %for.body

for.body:
  %i.04 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.04
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.04
  store i32 %0, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.04, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.cond2, label %for.body

for.cond2:
  store volatile i32 1, ptr @R
  br label %for.cond2
}
