; Two versions of the third loop are given up after the first two loops were fused, and what these left runs in front of
; them: that must stay, and so must the store.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -pass-remarks=loop-fuse -S %s 2>&1 | FileCheck %s

; CHECK: fused loop %one with loop %two, trip count 9; the first 8 iteration(s) of the first loop run before
; CHECK-LABEL: define i32 @f(
; CHECK-NOT: poison
; CHECK: .rest:
; CHECK: store i32 9, ptr @g3
; CHECK-NOT: poison
; CHECK: ret i32

@g3 = internal global [14 x i32] zeroinitializer, align 16
@g4 = external global [10 x i32], align 4

define i32 @f() {
entry:
  br label %one
one:
  %i = phi i64 [ 3, %entry ], [ %i.next, %one ]
  %s = phi i32 [ 0, %entry ], [ %s.next, %one ]
  %at = add nuw nsw i64 %i, 2
  %p = getelementptr inbounds i32, ptr @g3, i64 %at
  %x = load i32, ptr %p, align 4
  %s.next = add i32 %s, %x
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 12
  br i1 %more, label %one, label %two.pre
two.pre:
  br label %two
two:
  %j = phi i64 [ 0, %two.pre ], [ %j.next, %two ]
  %v = trunc i64 %j to i32
  store i32 %v, ptr @g3, align 4
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 10
  br i1 %more2, label %two, label %three.pre
three.pre:
  br label %three
three:
  %k = phi i64 [ 0, %three.pre ], [ %k.next, %three ]
  %t = phi i32 [ %s.next, %three.pre ], [ %t.next, %three ]
  %first = load i32, ptr @g4, align 4
  %isnt = icmp ne i32 %first, 1
  %last = load i32, ptr @g3, align 4
  %what = select i1 %isnt, i32 1, i32 %last
  %t.next = add i32 %t, %what
  %q = getelementptr inbounds i32, ptr @g4, i64 %k
  store i32 1, ptr %q, align 4
  %k.next = add nuw nsw i64 %k, 1
  %more3 = icmp ne i64 %k.next, 10
  br i1 %more3, label %three, label %four.pre
four.pre:
  br label %four
four:
  br i1 false, label %four, label %end
end:
  ret i32 %t.next
}
