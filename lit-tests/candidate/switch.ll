; for (long i = 0; i < 40; i++) switch (A[i]) { case 1: B[i] = 1; break; case 2: B[i] = 2; };
; for (long i = 0; i < 40; i++) C[i] = 7;
;
; A switch inside an iteration.
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

define void @f() {
entry:
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %on ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  %x = load i32, ptr %a
  switch i32 %x, label %on [ i32 1, label %one
                             i32 2, label %two ]

one:
  store i32 1, ptr %b
  br label %on

two:
  store i32 2, ptr %b
  br label %on

on:
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 40
  br i1 %more, label %first, label %between

between:
  br label %second

second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 7, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 40
  br i1 %more2, label %second, label %end

end:
  ret void
}
