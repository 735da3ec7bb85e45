; Stores before a call that may end the program, and is said to touch nothing of it: LLVM drops them.
; indvars with 'no-profit;verify;heap;max-checks=1'
; case: {"arrays":[{"name":"g0","ty":"I32","size":16,"origin":0,"number":0},{"name":"g1","ty":"I64","size":16,"origin":0,"number":1},{"name":"g2","ty":"F64","size":16,"origin":0,"number":2},{"name":"g3","ty":"I32","size":1,"origin":2,"number":3},{"name":"g4","ty":"I32","size":1,"origin":-1,"number":4},{"name":"g5","ty":"I32","size":1,"origin":-3,"number":5}],"ordered":0,"noise":8390193817251487496,"failing":0,"fails_in":0,"calls":1}
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) nounwind willreturn memory(inaccessiblemem: readwrite) "alloc-family"="malloc"
declare noalias ptr @calloc(i64, i64) allockind("alloc,zeroed") allocsize(0,1) nounwind willreturn memory(inaccessiblemem: readwrite) "alloc-family"="malloc"
declare noalias ptr @aligned_alloc(i64 allocalign, i64) allockind("alloc,uninitialized,aligned") allocsize(1) nounwind willreturn memory(inaccessiblemem: readwrite) "alloc-family"="malloc"
declare i32 @posix_memalign(ptr, i64, i64) nounwind willreturn memory(inaccessiblemem: readwrite, argmem: write)
declare void @free(ptr allocptr captures(none)) allockind("free") nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc"
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @fz_pure(i32) nounwind willreturn nosync memory(none)
declare i32 @fz_once(i32) noduplicate nounwind willreturn nosync memory(none)
declare i32 @fz_peek(i32) nounwind willreturn memory(read)
declare i32 @fz_poke(i32, i32) nounwind willreturn
declare i32 @fz_trace(i32) nounwind
declare i32 @fz_stop(i32, i32)
declare i32 @fz_stop_quiet(i32, i32) nounwind memory(inaccessiblemem: readwrite)
declare i32 @fz_kick(i32) nounwind willreturn
declare void @fz_keep(ptr) nounwind willreturn
declare void @fz_drop(ptr) nounwind willreturn
declare noalias ptr @fz_take(i64) allockind("alloc,uninitialized") allocsize(0) nounwind willreturn memory(inaccessiblemem: readwrite) "alloc-family"="ours"
declare void @fz_return(ptr allocptr captures(none)) allockind("free") nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="ours"
declare void @fz_give(ptr allocptr captures(none), ptr captures(none)) allockind("free") nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="ours"
@nothing = internal global [8 x i8] zeroinitializer
@g0 = external global [16 x i32], align 4
@g1 = external global [16 x i64], align 8
@g2 = external global [16 x double], align 8
@g3 = external global [1 x i32], align 4
@g4 = external global [1 x i32], align 4
@g5 = external global [1 x i32], align 4
define i32 @k(i32 %n0, i32 %n1, i32 %n2, i1 zeroext %b0, i1 zeroext %b1, double %x, i32 %depth) noinline nounwind norecurse {
entry:
  %s0 = alloca i32
  store i32 9, ptr %s0
  %v4 = icmp sgt i32 %n0, 0
  br i1 %v4, label %then1, label %join3
then1:
  br label %header5
header5:
  %i1 = phi i32 [ 0, %then1 ], [ %i1.next, %latch7 ]
  %v9 = icmp slt i32 %i1, %n0
  br i1 %v9, label %body6, label %done8
body6:
  %v10 = add i32 1, 1
  %v11 = getelementptr inbounds i32, ptr @g5, i64 0
  store i32 %v10, ptr %v11, align 4
  br label %latch7
latch7:
  %i1.next = add nsw i32 %i1, 1
  br label %header5
done8:
  %v12 = call i32 @fz_stop_quiet(i32 %n0, i32 2)
  br label %header13
header13:
  %i2 = phi i32 [ 0, %done8 ], [ %i2.next, %latch15 ]
  %v17 = icmp slt i32 %i2, 2
  br i1 %v17, label %body14, label %done16
body14:
  %v18 = sext i32 %i2 to i64
  %v19 = add nsw i64 %v18, -2
  %v20 = getelementptr inbounds i32, ptr @g5, i64 %v19
  %v21 = load i32, ptr %v20, align 4
  %v22 = getelementptr inbounds i32, ptr @g5, i64 0
  store i32 %v21, ptr %v22, align 4
  br label %latch15
latch15:
  %i2.next = add nsw i32 %i2, 1
  br label %header13
done16:
  br label %header23
header23:
  %i5 = phi i32 [ 0, %done16 ], [ %i5.next, %latch25 ]
  %v27 = icmp slt i32 %i5, 3
  br i1 %v27, label %body24, label %done26
body24:
  br label %latch25
latch25:
  %i5.next = add nsw i32 %i5, 1
  br label %header23
done26:
  br label %join3
join3:
  %v28 = load i32, ptr %s0
  %v29 = zext i32 %v28 to i64
  %v30 = getelementptr inbounds i64, ptr @g1, i64 0
  %v31 = load i64, ptr %v30
  %v32 = mul i64 %v31, 3
  %v33 = add i64 %v32, %v29
  store i64 %v33, ptr %v30
  ret i32 0
}
define void @call0() noinline optnone {
  %code = call i32 @k(i32 2, i32 3, i32 0, i1 false, i1 false, double 0x3FE0000000000000, i32 0)
  %done = call i32 @fz_trace(i32 %code)
  ret void
}
