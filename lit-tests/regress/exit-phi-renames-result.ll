; The second loop's exit has a phi that only renames a result of the first loop.
; RUN: %opt -passes='loop-fuse<print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options=no-profit %s
; CHECK: [Fused]

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
  br i1 %c, label %ph0, label %out
ph0:
  br label %l0
l0:
  %i = phi i64 [0, %ph0], [%i.n, %l0]
  %s = phi i32 [1, %ph0], [%s.n, %l0]
  %a = getelementptr inbounds [64 x i32], ptr @A, i64 0, i64 %i
  %t = trunc i64 %i to i32
  store i32 %t, ptr %a
  %s.n = add i32 %s, %t
  %i.n = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i.n, %n
  br i1 %d, label %x0, label %l0
x0:
  
  br label %ph1
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
  %y = phi i32 [%s.n, %l1]
  br label %out
out:
  %r = phi i32 [0, %entry], [%y, %x1]
  ret i32 %r
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
