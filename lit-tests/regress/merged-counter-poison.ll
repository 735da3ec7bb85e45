; A counter that overflows to poison without being used must not stand in for one that does not.
; RUN: %opt -passes='loop-fuse<print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options=no-profit %s
; CHECK: [Fused]

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@A = global [64 x i32] zeroinitializer
@B = global [64 x i32] zeroinitializer
@fmt = private constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)
define void @f(i32 %n) noinline {
entry:
  br label %l0
l0:
  %p = phi i32 [2147483640, %entry], [%p.n, %l0]
  %i = phi i32 [0, %entry], [%i.n, %l0]
  %a = getelementptr inbounds [64 x i32], ptr @A, i32 0, i32 %i
  %z = icmp ult i32 %i, 4
  %s = select i1 %z, i32 %p, i32 7
  store i32 %s, ptr %a
  %p.n = add nsw i32 %p, 1
  %i.n = add i32 %i, 1
  %d = icmp eq i32 %i.n, 20
  br i1 %d, label %x0, label %l0
x0:
  br label %l1
l1:
  %j = phi i32 [0, %x0], [%j.n, %l1]
  %b = getelementptr inbounds [64 x i32], ptr @B, i32 0, i32 %j
  %g = icmp sgt i32 %j, 7
  %gz = zext i1 %g to i32
  store i32 %gz, ptr %b
  %j.n = add i32 %j, 1
  %e = icmp eq i32 %j.n, 20
  br i1 %e, label %x1, label %l1
x1:
  ret void
}
define i32 @main() {
  call void @f(i32 20)
  %b = load i32, ptr getelementptr ([64 x i32], ptr @B, i64 0, i64 12)
  %p3 = call i32 (ptr, ...) @printf(ptr @fmt, i32 %b)
  ret i32 0
}
