; The index that the second loop begins at is what the first one counted to in its last row: behind that loop its
; expression is the same, but the rows before were longer. No two accesses are told apart.
;
; RUN: %opt -passes='loop-fuse<verify>' -S %s | FileCheck %s

; CHECK: define i32 @f
; CHECK-NOT: alias.scope
; CHECK: loopfuse.fused

declare void @llvm.memset.p0.i64(ptr,i8,i64,i1)
declare i64 @llvm.smin.i64(i64,i64)
declare i32 @printf(ptr, ...)
declare noalias ptr @calloc(i64 noundef, i64 noundef) #0
declare void @free(ptr) #1
attributes #0 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" }
@s = private constant [4 x i8] c"%d\0A\00"
@U = global [64 x i32] zeroinitializer
@V = global [64 x i32] zeroinitializer
define i32 @f(i64 %n0) noinline {
entry:
  %p = alloca [1024 x i32]
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4096, i1 false)
  %n1 = and i64 %n0, 1023
  %n = add nuw nsw i64 %n1, 1
  br label %l0
l0:
  %y = phi i64 [0,%entry],[%yn,%l0e]
  %left = phi i64 [400,%entry],[%leftn,%l0e]
  %m = call i64 @llvm.smin.i64(i64 %left, i64 128)
  br label %in
in:
  %x = phi i64 [0,%l0],[%xn,%in]
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  %v = trunc i64 %y to i32
  store i32 %v, ptr %q
  %xn = add nuw nsw i64 %x, 1
  %c = icmp eq i64 %xn, %m
  br i1 %c, label %l0e, label %in
l0e:
  %yn = add nuw nsw i64 %y, 3
  %leftn = add nsw i64 %left, -1
  %d = icmp uge i64 %yn, %n
  br i1 %d, label %mid, label %l0
mid:
  %mf = phi i64 [%m,%l0e]
  br label %l1
l1:
  %j = phi i64 [0,%mid],[%jn,%l1]
  %acc = phi i32 [0,%mid],[%accn,%l1]
  %idx = add nuw nsw i64 %mf, %j
  %r = getelementptr inbounds i32, ptr %p, i64 %idx
  %w = load i32, ptr %r
  %accn = add i32 %acc, %w
  %jn = add nuw nsw i64 %j, 1
  %e = icmp eq i64 %jn, 4
  br i1 %e, label %out, label %l1
out:
  %accl = phi i32 [%accn,%l1]
  call i32 (ptr, ...) @printf(ptr @s, i32 0)
  br label %u0
u0:
  %i = phi i64 [0,%out],[%in1,%u0]
  %ua = getelementptr inbounds [64 x i32], ptr @U, i64 0, i64 %i
  %it = trunc i64 %i to i32
  store i32 %it, ptr %ua
  %in1 = add nuw nsw i64 %i, 1
  %ue = icmp eq i64 %in1, 64
  br i1 %ue, label %u1p, label %u0
u1p:
  br label %u1
u1:
  %k = phi i64 [0,%u1p],[%kn,%u1]
  %ub = getelementptr inbounds [64 x i32], ptr @U, i64 0, i64 %k
  %vb = getelementptr inbounds [64 x i32], ptr @V, i64 0, i64 %k
  %uv = load i32, ptr %ub
  store i32 %uv, ptr %vb
  %kn = add nuw nsw i64 %k, 1
  %ke = icmp eq i64 %kn, 64
  br i1 %ke, label %fin, label %u1
fin:
  ret i32 %accl
}
define i32 @main() {
  %r = call i32 @f(i64 1023)
  call i32 (ptr, ...) @printf(ptr @s, i32 %r)
  ret i32 0
}
