; Code between the loops must not sink below a store that stands between the second loop and the join of its guard.
; RUN: %opt -passes='loop-fuse<print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --not-fused --options=no-profit %s
; CHECK: [CannotMove]

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@A = global [64 x i32] zeroinitializer
@B = global [64 x i32] zeroinitializer
@X = global i32 zeroinitializer
@Y = global i32 zeroinitializer
@fmt = private constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)
define i32 @f(i64 %n) noinline {
entry:
  %c = icmp sgt i64 %n, 0
  br i1 %c, label %ph0, label %join0
ph0:
  br label %l0
l0:
  %i = phi i64 [0, %ph0], [%i.n, %l0]
  %t = trunc i64 %i to i32
  store i32 %t, ptr @X
  %a = getelementptr inbounds [64 x i32], ptr @A, i64 0, i64 %i
  store i32 %t, ptr %a
  %i.n = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i.n, %n
  br i1 %d, label %x0, label %l0
x0:
  br label %join0
join0:
  %v = load i32, ptr @X
  br i1 %c, label %ph1, label %join1
ph1:
  br label %l1
l1:
  %j = phi i64 [0, %ph1], [%j.n, %l1]
  %b = getelementptr inbounds [64 x i32], ptr @B, i64 0, i64 %j
  %u = trunc i64 %j to i32
  store i32 %u, ptr %b
  %j.n = add nuw nsw i64 %j, 1
  %e = icmp eq i64 %j.n, %n
  br i1 %e, label %x1, label %l1
x1:
  store i32 1234, ptr @X
  br label %join1
join1:
  ret i32 %v
}
define i32 @main() {
  %r = call i32 @f(i64 8)
  %p = call i32 (ptr, ...) @printf(ptr @fmt, i32 %r)
  %x = load i32, ptr @X
  %p1 = call i32 (ptr, ...) @printf(ptr @fmt, i32 %x)
  %y = load i32, ptr @Y
  %p2 = call i32 (ptr, ...) @printf(ptr @fmt, i32 %y)
  %b = load i32, ptr getelementptr ([64 x i32], ptr @B, i64 0, i64 3)
  %p3 = call i32 (ptr, ...) @printf(ptr @fmt, i32 %b)
  %r0 = call i32 @f(i64 0)
  %p4 = call i32 (ptr, ...) @printf(ptr @fmt, i32 %r0)
  ret i32 0
}
