; Loops of so few iterations that a check for the whole chain would never pass: there is none. In the version that never
; runs, later passes may conclude anything, and what was known of its loops is wrong.
;
; RUN: clang -O1 -w -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='verify;no-profit' -S -emit-llvm %s -o - | FileCheck %s
; CHECK: define void @few(
; CHECK: ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@p0_A = external dso_local global [288 x i32], align 16
@p0_R = external dso_local global [32 x i64], align 16

; Function Attrs: noinline nounwind
define void @few(ptr %p, ptr %q) {
entry:
  %v1 = alloca i32, align 4
  store i32 2, ptr %v1, align 4
  br label %header2

header2:                                          ; preds = %latch4, %entry
  %it10 = phi i64 [ 1, %entry ], [ %it10.next, %latch4 ]
  %v6 = icmp slt i64 %it10, 10
  br i1 %v6, label %body3, label %done5

body3:                                            ; preds = %header2
  %v7 = getelementptr inbounds [288 x i32], ptr @p0_A, i64 0, i64 %it10
  store i32 1, ptr %v7, align 4
  br label %latch4

latch4:                                           ; preds = %body3
  %it10.next = add i64 %it10, 1
  br label %header2

done5:                                            ; preds = %header2
  br label %header8

header8:                                          ; preds = %latch10, %done5
  %it11 = phi i64 [ 3, %done5 ], [ %it11.next, %latch10 ]
  %v12 = icmp slt i64 %it11, 12
  br i1 %v12, label %body9, label %done11

body9:                                            ; preds = %header8
  %v13 = load i32, ptr %v1, align 4
  %v14 = getelementptr inbounds [288 x i32], ptr @p0_A, i64 0, i64 %it11
  %v15 = load i32, ptr %v14, align 4
  %v16 = xor i32 %v13, %v15
  store i32 %v16, ptr %v1, align 4
  br label %latch10

latch10:                                          ; preds = %body9
  %it11.next = add i64 %it11, 1
  br label %header8

done11:                                           ; preds = %header8
  br label %header17

header17:                                         ; preds = %latch19, %done11
  %it15 = phi i64 [ 0, %done11 ], [ %it15.next, %latch19 ]
  %v21 = icmp sge i64 %it15, 10
  br i1 %v21, label %done20, label %body18

body18:                                           ; preds = %header17
  %v22 = getelementptr inbounds i32, ptr %p, i64 %it15
  store i32 1, ptr %v22, align 4
  br label %latch19

latch19:                                          ; preds = %body18
  %it15.next = add i64 %it15, 1
  br label %header17

done20:                                           ; preds = %header17
  br label %header23

header23:                                         ; preds = %latch25, %done20
  %it16 = phi i64 [ 0, %done20 ], [ %it16.next, %latch25 ]
  %v27 = icmp slt i64 %it16, 6
  br i1 %v27, label %body24, label %done26

body24:                                           ; preds = %header23
  %v28 = add i64 %it16, 4
  %v29 = getelementptr inbounds i32, ptr %p, i64 %v28
  %v30 = load i32, ptr %v29, align 4
  %v31 = getelementptr inbounds i32, ptr %q, i64 %it16
  store i32 %v30, ptr %v31, align 4
  br label %latch25

latch25:                                          ; preds = %body24
  %it16.next = add i64 %it16, 1
  br label %header23

done26:                                           ; preds = %header23
  br label %header32

header32:                                         ; preds = %latch34, %done26
  %it17 = phi i64 [ 0, %done26 ], [ %it17.next, %latch34 ]
  %v36 = icmp slt i64 %it17, 2
  br i1 %v36, label %body33, label %done35

body33:                                           ; preds = %header32
  br label %latch34

latch34:                                          ; preds = %body33
  %it17.next = add i64 %it17, 1
  br label %header32

done35:                                           ; preds = %header32
  br label %header37

header37:                                         ; preds = %latch39, %done35
  %it19 = phi i64 [ 0, %done35 ], [ %it19.next, %latch39 ]
  %v41 = icmp slt i64 %it19, 10
  br i1 %v41, label %body38, label %done40

body38:                                           ; preds = %header37
  br label %latch39

latch39:                                          ; preds = %body38
  %it19.next = add i64 %it19, 1
  br label %header37

done40:                                           ; preds = %header37
  %v42 = load i32, ptr %v1, align 4
  %v43 = zext i32 %v42 to i64
  %v44 = getelementptr inbounds [32 x i64], ptr @p0_R, i64 0, i64 0
  store i64 %v43, ptr %v44, align 8
  ret void
}

