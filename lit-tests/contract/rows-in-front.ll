; Rows are counted from an address that is accessed. A neighbour that a condition skips in the first row lies in front of
; the memory: rows that are counted from there would have places in front of it, too.
;
; RUN: %opt -passes='function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop(loop-rotate),early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-simplify,lcssa),function(loop-fuse<verify;no-profit;max-peel=1;max-copy=10>)' -S %s | FileCheck %s
;
; CHECK-LABEL: define i32 @k(
; CHECK-NOT: folded

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@g1 = external global [16 x i64], align 8
@g2 = external global [16 x double], align 8

declare noalias ptr @calloc(i64, i64) #0

declare void @free(ptr allocptr captures(none)) #1

declare i32 @fz_trace(i32) #2

define i32 @k(i64 %n0, i64 %n1, i32 %n2, i1 zeroext %b0, i1 zeroext %b1, double %x, ptr noalias %p0, ptr noalias %p1, i32 %depth) #3 {
entry:
  %s0 = alloca i64, align 8
  store i64 0, ptr %s0, align 8
  %s1 = alloca float, align 4
  store float 1.000000e+00, ptr %s1, align 4
  %t2 = alloca [23 x double], align 16
  %v1 = add i64 23, 0
  %v2 = call ptr @calloc(i64 %v1, i64 8)
  %v3 = add i64 23, 0
  %v4 = call ptr @calloc(i64 %v3, i64 8)
  br label %header5

header5:                                          ; preds = %latch7, %entry
  %i4 = phi i64 [ 0, %entry ], [ %i4.next, %latch7 ]
  %v9 = icmp slt i64 %i4, 5
  br i1 %v9, label %body6, label %done8

body6:                                            ; preds = %header5
  br label %header10

header10:                                         ; preds = %latch12, %body6
  %i5 = phi i64 [ 0, %body6 ], [ %i5.next, %latch12 ]
  %v14 = icmp slt i64 %i5, 2
  br i1 %v14, label %body11, label %done13

body11:                                           ; preds = %header10
  %v15 = mul nsw i64 %i4, 3
  %v16 = add nsw i64 %v15, %i5
  %v17 = add nsw i64 %v16, 1
  %v18 = getelementptr inbounds double, ptr %v4, i64 %v17
  store double 2.500000e-01, ptr %v18, align 8
  br label %latch12

latch12:                                          ; preds = %body11
  %i5.next = add nsw i64 %i5, 1
  br label %header10

done13:                                           ; preds = %header10
  br label %latch7

latch7:                                           ; preds = %done13
  %i4.next = add nsw i64 %i4, 1
  br label %header5

done8:                                            ; preds = %header5
  br label %header19

header19:                                         ; preds = %latch21, %done8
  %i6 = phi i64 [ 0, %done8 ], [ %i6.next, %latch21 ]
  %v23 = icmp slt i64 %i6, 5
  br i1 %v23, label %body20, label %done22

body20:                                           ; preds = %header19
  br label %header24

header24:                                         ; preds = %latch26, %body20
  %i7 = phi i64 [ 0, %body20 ], [ %i7.next, %latch26 ]
  %v28 = icmp slt i64 %i7, 3
  br i1 %v28, label %body25, label %done27

body25:                                           ; preds = %header24
  %v29 = sub nsw i64 5, 1
  %v30 = add nsw i64 %i6, 1
  %v31 = icmp slt i64 %v30, 0
  %v32 = select i1 %v31, i64 0, i64 %v30
  %v33 = icmp sgt i64 %v32, %v29
  %v34 = select i1 %v33, i64 %v29, i64 %v32
  %v35 = mul nsw i64 %v34, 3
  %v36 = sub nsw i64 3, 1
  %v37 = add nsw i64 %i7, -1
  %v38 = icmp slt i64 %v37, 0
  %v39 = select i1 %v38, i64 0, i64 %v37
  %v40 = icmp sgt i64 %v39, %v36
  %v41 = select i1 %v40, i64 %v36, i64 %v39
  %v42 = add nsw i64 %v35, %v41
  %v43 = getelementptr inbounds double, ptr %v4, i64 %v42
  %v44 = load double, ptr %v43, align 8
  %v45 = mul nsw i64 %i6, 3
  %v46 = add nsw i64 %v45, %i7
  %v47 = getelementptr inbounds double, ptr %t2, i64 %v46
  store double %v44, ptr %v47, align 8
  br label %latch26

latch26:                                          ; preds = %body25
  %i7.next = add nsw i64 %i7, 1
  br label %header24

done27:                                           ; preds = %header24
  br label %latch21

latch21:                                          ; preds = %done27
  %i6.next = add nsw i64 %i6, 1
  br label %header19

done22:                                           ; preds = %header19
  br label %header48

header48:                                         ; preds = %latch50, %done22
  %i8 = phi i64 [ 0, %done22 ], [ %i8.next, %latch50 ]
  %v52 = icmp slt i64 %i8, 5
  br i1 %v52, label %body49, label %done51

body49:                                           ; preds = %header48
  br label %header53

header53:                                         ; preds = %latch55, %body49
  %i9 = phi i64 [ 0, %body49 ], [ %i9.next, %latch55 ]
  %v57 = icmp slt i64 %i9, 3
  br i1 %v57, label %body54, label %done56

body54:                                           ; preds = %header53
  %v61 = add i64 %i8, -1
  %v62 = icmp sge i64 %v61, 0
  %v63 = add i64 %i9, -1
  %v64 = icmp sge i64 %v63, 0
  %v65 = select i1 %v62, i1 %v64, i1 false
  br i1 %v65, label %then58, label %join60

then58:                                           ; preds = %body54
  %v66 = add nsw i64 %i8, -1
  %v67 = mul nsw i64 %v66, 3
  %v68 = add nsw i64 %v67, %i9
  %v69 = add nsw i64 %v68, -1
  %v70 = getelementptr inbounds double, ptr %t2, i64 %v69
  %v71 = load double, ptr %v70, align 8
  %v72 = getelementptr double, ptr %p1, i64 %i9
  store double %v71, ptr %v72, align 8
  br label %join60

join60:                                           ; preds = %then58, %body54
  br label %latch55

latch55:                                          ; preds = %join60
  %i9.next = add nsw i64 %i9, 1
  br label %header53

done56:                                           ; preds = %header53
  br label %latch50

latch50:                                          ; preds = %done56
  %i8.next = add nsw i64 %i8, 1
  br label %header48

done51:                                           ; preds = %header48
  call void @free(ptr %v2)
  call void @free(ptr %v4)
  %v73 = load i64, ptr %s0, align 8
  %v74 = getelementptr inbounds i64, ptr @g1, i64 0
  %v75 = load i64, ptr %v74, align 8
  %v76 = mul i64 %v75, 3
  %v77 = add i64 %v76, %v73
  store i64 %v77, ptr %v74, align 8
  %v78 = load float, ptr %s1, align 4
  %v79 = fpext float %v78 to double
  %v80 = getelementptr inbounds double, ptr @g2, i64 1
  %v81 = load double, ptr %v80, align 8
  %v82 = fmul double %v81, 5.000000e-01
  %v83 = fadd double %v82, %v79
  store double %v83, ptr %v80, align 8
  ret i32 0
}

attributes #0 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #2 = { nounwind }
attributes #3 = { mustprogress noinline norecurse nounwind }
attributes #4 = { noinline optnone }
