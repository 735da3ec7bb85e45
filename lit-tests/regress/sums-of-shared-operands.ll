; Each sum has the one before twice: to look through all of them takes a time that doubles with each.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: [Fused] fused loop %first with loop %second

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
define void @f(i64 %n, i64 %x0, i64 %x1) {
entry:
  %x2 = add nsw i64 %x1, %x0
  %x3 = add nsw i64 %x2, %x1
  %x4 = add nsw i64 %x3, %x2
  %x5 = add nsw i64 %x4, %x3
  %x6 = add nsw i64 %x5, %x4
  %x7 = add nsw i64 %x6, %x5
  %x8 = add nsw i64 %x7, %x6
  %x9 = add nsw i64 %x8, %x7
  %x10 = add nsw i64 %x9, %x8
  %x11 = add nsw i64 %x10, %x9
  %x12 = add nsw i64 %x11, %x10
  %x13 = add nsw i64 %x12, %x11
  %x14 = add nsw i64 %x13, %x12
  %x15 = add nsw i64 %x14, %x13
  %x16 = add nsw i64 %x15, %x14
  %x17 = add nsw i64 %x16, %x15
  %x18 = add nsw i64 %x17, %x16
  %x19 = add nsw i64 %x18, %x17
  %x20 = add nsw i64 %x19, %x18
  %x21 = add nsw i64 %x20, %x19
  %x22 = add nsw i64 %x21, %x20
  %x23 = add nsw i64 %x22, %x21
  %x24 = add nsw i64 %x23, %x22
  %x25 = add nsw i64 %x24, %x23
  %x26 = add nsw i64 %x25, %x24
  %x27 = add nsw i64 %x26, %x25
  %x28 = add nsw i64 %x27, %x26
  %x29 = add nsw i64 %x28, %x27
  %x30 = add nsw i64 %x29, %x28
  %x31 = add nsw i64 %x30, %x29
  %x32 = add nsw i64 %x31, %x30
  %x33 = add nsw i64 %x32, %x31
  %x34 = add nsw i64 %x33, %x32
  %x35 = add nsw i64 %x34, %x33
  %x36 = add nsw i64 %x35, %x34
  %x37 = add nsw i64 %x36, %x35
  %run = icmp sgt i64 %x37, %n
  br i1 %run, label %first, label %between
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
  %n1 = add nsw i64 %n, 1
  %run1 = icmp sgt i64 %x37, %n1
  br i1 %run1, label %second, label %end
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
