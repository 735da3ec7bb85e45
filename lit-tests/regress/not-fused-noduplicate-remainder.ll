; A remainder copies the longer loop, and this one contains a call that must not be copied.
; RUN: %opt -passes='loop-fuse<print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,loop-fuse<verify;no-profit>' -verify-each -disable-output %s
; CHECK: [CannotCopy]

@A = global [64 x i64] zeroinitializer
@B = global [64 x i64] zeroinitializer
declare i64 @h(i64) noduplicate nounwind willreturn memory(none)
define i32 @f(i64 %n) noinline {
entry:
  br label %l0
l0:
  %i = phi i64 [0, %entry], [%i.n, %l0]
  %a = getelementptr inbounds [64 x i64], ptr @A, i64 0, i64 %i
  %v = call i64 @h(i64 %i)
  store i64 %v, ptr %a
  %i.n = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i.n, 16
  br i1 %d, label %x0, label %l0
x0:
  br label %l1
l1:
  %j = phi i64 [0, %x0], [%j.n, %l1]
  %b = getelementptr inbounds [64 x i64], ptr @B, i64 0, i64 %j
  store i64 99, ptr %b
  %j.n = add nuw nsw i64 %j, 1
  %e = icmp eq i64 %j.n, 15
  br i1 %e, label %x1, label %l1
x1:
  ret i32 0
}
