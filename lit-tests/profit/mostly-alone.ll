; for (long i = 0; i < 4; i++) B[i] = A[i];
; for (long i = 0; i < 4; i++) C[i] = B[i + 3];
;
; The second loop would lag behind by three of four iterations: legal, and not worth it.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: %run_both --fused --options=no-profit %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [MostlyAlone] loop %first and loop %second not fused: 3 of 4 iterations of one loop would run before or behind the fused one; use the parameter no-profit to fuse all the same
; LEGAL: [Fused] fused loop %first with loop %second, trip count 4; the first 3 iteration(s) of the first loop run before; the last 3 iteration(s) of the second loop run afterwards

target triple = "x86_64-pc-linux-gnu"

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f() {
entry:
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %x, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 4
  br i1 %more, label %first, label %second

second:
  %j = phi i64 [ 0, %first ], [ %j.next, %second ]
  %ahead = add nuw nsw i64 %j, 3
  %b2 = getelementptr inbounds i32, ptr @B, i64 %ahead
  %y = load i32, ptr %b2
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %y, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 4
  br i1 %more2, label %second, label %end

end:
  ret void
}
