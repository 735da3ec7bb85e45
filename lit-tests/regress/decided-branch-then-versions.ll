; A branch that is decided leaves a phi with one entry behind. Where the next pair then became two
; versions, what used that phi moved before both, and got the merged value of behind.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit;max-checks=0>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=VERDICT
; RUN: %opt -passes='loop-fuse<verify;no-profit;max-checks=0>' -S %s | FileCheck %s

; VERDICT: [Fused] fused loop %l1 with loop %l2, trip count n
; VERDICT: [Fused] fused loop %l1 with loop %l3, trip count n; only where both run

; CHECK: %w = mul i64 %q, 3
; CHECK-NEXT: %y0 = add i64 %{{w|p}}, 1

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]
@E = external global [256 x i32]
declare void @llvm.assume(i1)
define i64 @f(i64 %n, i64 %q) {
entry:
  %some = icmp sgt i64 %n, -3
  call void @llvm.assume(i1 %some)
  br label %start
start:
  %run = icmp sgt i64 %n, 0
  br i1 %run, label %l1, label %j0
l1:
  %i1 = phi i64 [ 0, %start ], [ %in1, %l1 ]
  %a1 = getelementptr inbounds i32, ptr @A, i64 %i1
  %x1 = load i32, ptr %a1
  %b1 = getelementptr inbounds i32, ptr @B, i64 %i1
  store i32 %x1, ptr %b1
  %in1 = add nuw nsw i64 %i1, 1
  %m1 = icmp slt i64 %in1, %n
  br i1 %m1, label %l1, label %j0
j0:
  %w = mul i64 %q, 3
  %decided = icmp sgt i64 %n, -5
  br i1 %decided, label %g2, label %x
g2:
  br i1 %run, label %l2, label %y
l2:
  %i2 = phi i64 [ 0, %g2 ], [ %in2, %l2 ]
  %a2 = getelementptr inbounds i32, ptr @A, i64 %i2
  %x2 = load i32, ptr %a2
  %b2 = getelementptr inbounds i32, ptr @C, i64 %i2
  store i32 %x2, ptr %b2
  %in2 = add nuw nsw i64 %i2, 1
  %m2 = icmp slt i64 %in2, %n
  br i1 %m2, label %l2, label %y
y:
  br label %x
x:
  %p = phi i64 [ 0, %j0 ], [ %w, %y ]
  %y0 = add i64 %p, 1
  %run1 = icmp sgt i64 %n, 1
  br i1 %run1, label %l3, label %j3
l3:
  %i3 = phi i64 [ 0, %x ], [ %in3, %l3 ]
  %a3 = getelementptr inbounds i32, ptr @A, i64 %i3
  %x3 = load i32, ptr %a3
  %b3 = getelementptr inbounds i32, ptr @D, i64 %i3
  store i32 %x3, ptr %b3
  %in3 = add nuw nsw i64 %i3, 1
  %m3 = icmp slt i64 %in3, %n
  br i1 %m3, label %l3, label %j3
j3:
  br i1 %run1, label %l4, label %join
l4:
  %i4 = phi i64 [ 0, %j3 ], [ %in4, %l4 ]
  %a4 = getelementptr inbounds i32, ptr @A, i64 %i4
  %x4 = load i32, ptr %a4
  %b4 = getelementptr inbounds i32, ptr @E, i64 %i4
  store i32 %x4, ptr %b4
  %in4 = add nuw nsw i64 %i4, 1
  %m4 = icmp slt i64 %in4, %n
  br i1 %m4, label %l4, label %join
join:
  %z = mul i64 %y0, %p
  ret i64 %z
}
