; for (long i = 0; i < 40; i++) { if (A[i] == 5) break; B[i] = A[i]; };
; for (long i = 0; i < 40; i++) C[i] = 7;
;
; break leaves the loop in the middle.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [SeveralExits] loop %first cannot be fused: the loop is left from 2 places; leave the loop only at its end: no break, return or goto; or let it only read what the loop before it touches in each iteration
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
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
  %found = icmp eq i32 %x, 5
  br i1 %found, label %between, label %on

on:
  store i32 %x, ptr %b
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
