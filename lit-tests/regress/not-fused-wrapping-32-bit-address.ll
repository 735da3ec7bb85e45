; In a 32-bit address space a stride of 2^30 comes around after four iterations.
; RUN: %opt -passes='loop-fuse<print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --not-fused --options=no-profit %s
; CHECK: [BackwardDependence]

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@fmt = private constant [4 x i8] c"%d\0A\00"
@O = global [8 x i32] zeroinitializer
declare i32 @printf(ptr, ...)
declare ptr @mmap(ptr, i64, i32, i32, i32, i64)
define void @f(ptr addrspace(270) noalias %A, ptr noalias %O) noinline {
entry:
  br label %l0
l0:
  %i = phi i32 [0, %entry], [%i.n, %t0]
  %d = mul i32 %i, 1073741824
  %p = getelementptr i8, ptr addrspace(270) %A, i32 %d
  %r = and i32 %i, 3
  %z = icmp eq i32 %r, 0
  br i1 %z, label %s0, label %t0
s0:
  store i32 %i, ptr addrspace(270) %p
  br label %t0
t0:
  %i.n = add nuw nsw i32 %i, 1
  %e = icmp eq i32 %i.n, 8
  br i1 %e, label %x0, label %l0
x0:
  br label %l1
l1:
  %j = phi i32 [0, %x0], [%j.n, %t1]
  %dj = mul i32 %j, 1073741824
  %q = getelementptr i8, ptr addrspace(270) %A, i32 %dj
  %rj = and i32 %j, 3
  %zj = icmp eq i32 %rj, 0
  br i1 %zj, label %s1, label %t1
s1:
  %v = load i32, ptr addrspace(270) %q
  %o = getelementptr inbounds i32, ptr %O, i32 %j
  store i32 %v, ptr %o
  br label %t1
t1:
  %j.n = add nuw nsw i32 %j, 1
  %ej = icmp eq i32 %j.n, 8
  br i1 %ej, label %x1, label %l1
x1:
  ret void
}
define i32 @main() {
  %m = call ptr @mmap(ptr null, i64 4096, i32 3, i32 98, i32 -1, i64 0)
  %a = addrspacecast ptr %m to ptr addrspace(270)
  call void @f(ptr addrspace(270) %a, ptr @O)
  %b = load i32, ptr @O
  %p3 = call i32 (ptr, ...) @printf(ptr @fmt, i32 %b)
  ret i32 0
}
