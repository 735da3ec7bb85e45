; { int *restrict d = p;
;   for (long i = 0; i < 40; i++) d[i] = A[i];
;   for (long i = 0; i < 40; i++) C[i] = q[i];
; }
;
; Within the scope, which is entered before both loops, nothing at q is in p.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop %first with loop %second, trip count 40

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@R = external global i32

define void @f(i64 %n, i64 %m, ptr %p, ptr %q) {
entry:
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %d = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 %x, ptr %d, !alias.scope !0
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 40
  br i1 %more, label %first, label %between

between:
  br label %second

second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  %s = getelementptr inbounds i32, ptr %q, i64 %j
  %y = load i32, ptr %s, !noalias !0
  store i32 %y, ptr %c, !noalias !0
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 40
  br i1 %more2, label %second, label %end

end:
  ret void
}
declare void @llvm.experimental.noalias.scope.decl(metadata)

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
