; for (long i = 0; i < 201; i++) B[i] = A[i];
; for (long i = 0; i < 100; i++) C[i] = B[i];
;
; Most of the longer loop would run alone.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: loop-fuse: function f
; CHECK-NEXT: [TripCountsDiffer] loop %first and loop %second not fused: trip counts 201 and 100 differ by 101, limit is 8
; CHECK-NOT: [Fused]

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
  %more = icmp ne i64 %i.next, 201
  br i1 %more, label %first, label %second

second:
  %j = phi i64 [ 0, %first ], [ %j.next, %second ]
  %b2 = getelementptr inbounds i32, ptr @B, i64 %j
  %y = load i32, ptr %b2
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %y, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 100
  br i1 %more2, label %second, label %end

end:
  ret void
}
