; A branch between the loops is decided, and its other way leads behind the second loop: what lies behind
; was taken for a part of the loops' region, and copied with them. The region ends where that way joins.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s 2>&1 | FileCheck %s
; RUN: %fuse %s -o /dev/null
;
; CHECK-LABEL: @f(
; CHECK: store i32 %x, ptr %b
; CHECK-NOT: ret
; CHECK: store i32 %x, ptr %c
; CHECK-NOT: ret
; CHECK: %sum.next.rest = add
; CHECK-NOT: ret
; CHECK: %result = phi i32 [ %sum.next{{.*}}, %{{.*}} ], [ %sum.next.rest{{.*}}, %{{.*}} ]
; CHECK-NEXT: ret i32 %result

define i32 @f(ptr %p, ptr %q, ptr %r) {
entry:
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  %x = load i32, ptr %a
  %b = getelementptr inbounds i32, ptr %q, i64 %i
  store i32 %x, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, 40
  br i1 %more, label %first, label %between

between:
  %decided = icmp ugt i64 %i.next, 50
  br i1 %decided, label %join, label %pre

pre:
  br label %second

second:
  %j = phi i64 [ 0, %pre ], [ %j.next, %second ]
  %sum = phi i32 [ 0, %pre ], [ %sum.next, %second ]
  %b2 = getelementptr inbounds i32, ptr %q, i64 %j
  %y = load i32, ptr %b2
  %c = getelementptr inbounds i32, ptr %r, i64 %j
  store i32 %y, ptr %c
  %sum.next = add i32 %sum, %y
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ult i64 %j.next, 40
  br i1 %more2, label %second, label %exit

exit:
  %sum.exit = phi i32 [ %sum.next, %second ]
  br label %join

join:
  %result = phi i32 [ 3, %between ], [ %sum.exit, %exit ]
  ret i32 %result
}
