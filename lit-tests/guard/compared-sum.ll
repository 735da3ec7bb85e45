; A condition above loops compares a number, not a sum. What it promised of the sum's sign is no promise of the number.
;
; RUN: %fuse %s | FileCheck %s
; CHECK: %c = icmp sgt i32 %x, -2

define void @f(ptr noalias %a, ptr noalias %b, i32 %x, i32 %n) {
entry:
  %m = add nsw i32 %x, 5
  %c = icmp samesign sgt i32 %m, 3
  br i1 %c, label %pre, label %end
pre:
  %w = zext i32 %n to i64
  br label %l1
l1:
  %i = phi i64 [0, %pre], [%i1, %l1]
  %p = getelementptr inbounds float, ptr %a, i64 %i
  store float 1.0, ptr %p
  %i1 = add nuw nsw i64 %i, 1
  %d = icmp ult i64 %i1, %w
  br i1 %d, label %l1, label %m2
m2:
  br label %l2
l2:
  %j = phi i64 [0, %m2], [%j1, %l2]
  %q = getelementptr inbounds float, ptr %a, i64 %j
  %v = load float, ptr %q
  %q2 = getelementptr inbounds float, ptr %b, i64 %j
  store float %v, ptr %q2
  %j1 = add nuw nsw i64 %j, 1
  %e = icmp ult i64 %j1, %w
  br i1 %e, label %l2, label %end
end:
  ret void
}
