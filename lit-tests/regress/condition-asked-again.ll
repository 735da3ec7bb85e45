; A condition is asked again, on a way that it closes: that branch is in neither version.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit;print-verdicts>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=VERDICTS
;
; CHECK-LABEL: define i32 @in_copy(
; CHECK-NOT: br i1 %p,
; CHECK: freeze i1 %p
; CHECK-NOT: br i1 %p,
; CHECK-LABEL: define i32 @in_originals(
; CHECK-NOT: br i1 %p,
; CHECK: ret i32
;
; VERDICTS: function in_copy
; VERDICTS: in a version for one outcome
; VERDICTS: function in_originals
; VERDICTS: in a version for one outcome

@A = global [256 x i32] zeroinitializer
@B = global [256 x i32] zeroinitializer
@C = global [256 x i32] zeroinitializer
@D = global [256 x i32] zeroinitializer

define i32 @in_copy(i1 %p) {
entry:
  br label %z

z:
  %zi = phi i64 [ 0, %entry ], [ %zn, %z ]
  %za = getelementptr inbounds i32, ptr @A, i64 %zi
  %zx = load i32, ptr %za
  %zy = add i32 %zx, 5
  %zb = getelementptr inbounds i32, ptr @B, i64 %zi
  store i32 %zy, ptr %zb
  %zn = add nuw nsw i64 %zi, 1
  %zm = icmp slt i64 %zn, 40
  br i1 %zm, label %z, label %zX

zX:
  br label %t

t:
  br i1 %p, label %l1, label %el

l1:
  %l1i = phi i64 [ 0, %t ], [ %l1n, %l1 ]
  %l1a = getelementptr inbounds i32, ptr @B, i64 %l1i
  %l1x = load i32, ptr %l1a
  %l1y = add i32 %l1x, 7
  %l1b = getelementptr inbounds i32, ptr @C, i64 %l1i
  store i32 %l1y, ptr %l1b
  %l1n = add nuw nsw i64 %l1i, 1
  %l1m = icmp slt i64 %l1n, 40
  br i1 %l1m, label %l1, label %l1X

l1X:
  br label %bt

el:
  br i1 %p, label %x, label %bt

x:
  br label %bt

bt:
  br label %l3

l3:
  %l3i = phi i64 [ 0, %bt ], [ %l3n, %l3 ]
  %l3a = getelementptr inbounds i32, ptr @B, i64 %l3i
  %l3x = load i32, ptr %l3a
  %l3y = add i32 %l3x, 5
  %l3b = getelementptr inbounds i32, ptr @D, i64 %l3i
  store i32 %l3y, ptr %l3b
  %l3n = add nuw nsw i64 %l3i, 1
  %l3m = icmp slt i64 %l3n, 40
  br i1 %l3m, label %l3, label %l3X

l3X:
  br label %e

e:
  ret i32 0
}

define i32 @in_originals(i1 %p) {
entry:
  br label %z

z:
  %zi = phi i64 [ 0, %entry ], [ %zn, %z ]
  %za = getelementptr inbounds i32, ptr @A, i64 %zi
  %zx = load i32, ptr %za
  %zy = add i32 %zx, 5
  %zb = getelementptr inbounds i32, ptr @B, i64 %zi
  store i32 %zy, ptr %zb
  %zn = add nuw nsw i64 %zi, 1
  %zm = icmp slt i64 %zn, 40
  br i1 %zm, label %z, label %zX

zX:
  br label %t

t:
  br i1 %p, label %in, label %bt

in:
  br i1 %p, label %pre, label %oth

oth:
  br label %mid

pre:
  br label %l1

l1:
  %l1i = phi i64 [ 0, %pre ], [ %l1n, %l1 ]
  %l1a = getelementptr inbounds i32, ptr @B, i64 %l1i
  %l1x = load i32, ptr %l1a
  %l1y = add i32 %l1x, 7
  %l1b = getelementptr inbounds i32, ptr @B, i64 %l1i
  store i32 %l1y, ptr %l1b
  %l1n = add nuw nsw i64 %l1i, 1
  %l1m = icmp slt i64 %l1n, 40
  br i1 %l1m, label %l1, label %l1X

l1X:
  br label %mid

mid:
  %r0=phi i32 [3,%oth],[4,%l1X]
  br label %l2

l2:
  %l2i = phi i64 [ 0, %mid ], [ %l2n, %l2 ]
  %l2a = getelementptr inbounds i32, ptr @B, i64 %l2i
  %l2x = load i32, ptr %l2a
  %l2y = add i32 %l2x, 9
  %l2b = getelementptr inbounds i32, ptr @C, i64 %l2i
  store i32 %l2y, ptr %l2b
  %l2n = add nuw nsw i64 %l2i, 1
  %l2m = icmp slt i64 %l2n, 40
  br i1 %l2m, label %l2, label %l2X

l2X:
  br label %bt

bt:
  %r=phi i32 [0,%t],[%r0,%l2X]
  br label %l3

l3:
  %l3i = phi i64 [ 0, %bt ], [ %l3n, %l3 ]
  %l3a = getelementptr inbounds i32, ptr @B, i64 %l3i
  %l3x = load i32, ptr %l3a
  %l3y = add i32 %l3x, 5
  %l3b = getelementptr inbounds i32, ptr @D, i64 %l3i
  store i32 %l3y, ptr %l3b
  %l3n = add nuw nsw i64 %l3i, 1
  %l3m = icmp slt i64 %l3n, 40
  br i1 %l3m, label %l3, label %l3X

l3X:
  br label %q

q:
  br label %l4

l4:
  %l4i = phi i64 [ 0, %q ], [ %l4n, %l4 ]
  %l4a = getelementptr inbounds i32, ptr @D, i64 %l4i
  %l4x = load i32, ptr %l4a
  %l4y = add i32 %l4x, 5
  %l4b = getelementptr inbounds i32, ptr @A, i64 %l4i
  store i32 %l4y, ptr %l4b
  %l4n = add nuw nsw i64 %l4i, 1
  %l4m = icmp slt i64 %l4n, 40
  br i1 %l4m, label %l4, label %l4X

l4X:
  br label %e

e:
  ret i32 %r
}
