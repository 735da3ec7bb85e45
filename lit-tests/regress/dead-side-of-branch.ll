; A decided branch whose other side is reached from nowhere else: the loops there go, and nobody asks for them any more.
; RUN: %opt -passes='loop-fuse<print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,loop-fuse<verify;no-profit>' -verify-each -disable-output %s
; CHECK: [Fused] fused loop %l0 with loop %l1

@A = global [64 x i32] zeroinitializer
@B = global [64 x i32] zeroinitializer
define i32 @f(i64 %n, i1 %c, i1 %z) {
entry:
  br label %outer
outer:
  %o = phi i64 [0, %entry], [%o.n, %olatch]
  br label %l0
l0:
  %i = phi i64 [0, %outer], [%i.n, %l0]
  %a = getelementptr inbounds [64 x i32], ptr @A, i64 0, i64 %i
  %t = trunc i64 %i to i32
  store i32 %t, ptr %a
  %i.n = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i.n, 8
  br i1 %d, label %x0, label %l0
x0:
  br i1 false, label %dead, label %ph1
dead:
  br label %ld
ld:
  %k = phi i64 [0, %dead], [%k.n, %ld]
  %a2 = getelementptr inbounds [64 x i32], ptr @A, i64 0, i64 %k
  store i32 7, ptr %a2
  %k.n = add nuw nsw i64 %k, 1
  %k.d = icmp eq i64 %k.n, 8
  br i1 %k.d, label %dd, label %ld
dd:
  br label %ld2
ld2:
  %k2 = phi i64 [0, %dd], [%k2.n, %ld2]
  %a22 = getelementptr inbounds [64 x i32], ptr @B, i64 0, i64 %k2
  store i32 7, ptr %a22
  %k2.n = add nuw nsw i64 %k2, 1
  %k2.d = icmp eq i64 %k2.n, 8
  br i1 %k2.d, label %olatch, label %ld2
ph1:
  br label %l1
l1:
  %j = phi i64 [0, %ph1], [%j.n, %l1]
  %b = getelementptr inbounds [64 x i32], ptr @B, i64 0, i64 %j
  %u = trunc i64 %j to i32
  store i32 %u, ptr %b
  %j.n = add nuw nsw i64 %j, 1
  %e = icmp eq i64 %j.n, 8
  br i1 %e, label %x1, label %l1
x1:
  br label %olatch
olatch:
  %o.n = add nuw nsw i64 %o, 1
  %o.d = icmp eq i64 %o.n, 3
  br i1 %o.d, label %out, label %outer
out:
  ret i32 4
}
