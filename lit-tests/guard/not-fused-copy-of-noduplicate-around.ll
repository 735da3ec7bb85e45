; void f(long n, long m) {
;   if (n > 0) { nd(); cv(); for (long i = 0; i < n; i++) B[i] = A[i]; }
;   if (n > 0 && m < 9) for (long i = 0; i < n; i++) C[i] = B[i];
; }
;
; The version where only the first loop runs would hold what stands around it: calls that must not be
; copied. In g they stand behind the second loop, whose condition is the weaker one.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: loop-fuse: function f
; CHECK-NEXT: [CannotCopy] loop %first and loop %second not fused: loop %first also runs where the other one does not, and contains what must not be copied
; CHECK: loop-fuse: function g
; CHECK-NEXT: [CannotCopy] loop %first and loop %second not fused: loop %second also runs where the other one does not, and contains what must not be copied

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
declare void @nd() noduplicate
declare void @cv() convergent
define void @f(i64 %n, i64 %m) {
entry:
  %run = icmp sgt i64 %n, 0
  %small = icmp slt i64 %m, 9
  %both = and i1 %run, %small
  br i1 %run, label %head, label %between
head:
  call void @nd()
  call void @cv()
  br label %first
first:
  %i = phi i64 [ 0, %head ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %x, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %between
between:
  br i1 %both, label %second, label %end
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %b2 = getelementptr inbounds i32, ptr @B, i64 %j
  %y = load i32, ptr %b2
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %y, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp slt i64 %j.next, %n
  br i1 %more2, label %second, label %end
end:
  ret void
}

define void @g(i64 %n, i64 %m) {
entry:
  %run = icmp sgt i64 %n, 0
  %small = icmp slt i64 %m, 9
  %both = and i1 %run, %small
  br i1 %both, label %first, label %between
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %x, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %between
between:
  br i1 %run, label %second, label %end
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %b2 = getelementptr inbounds i32, ptr @B, i64 %j
  %y = load i32, ptr %b2
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %y, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp slt i64 %j.next, %n
  br i1 %more2, label %second, label %tail
tail:
  call void @nd()
  call void @cv()
  br label %end
end:
  ret void
}
