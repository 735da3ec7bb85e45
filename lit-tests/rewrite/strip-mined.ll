; void scale(long w, long h) {
;   for (long i = 0; i < w * h; i++) t[i] = in[i] * 2;
;   for (long y = 0; y < h; y++)
;     for (long x = 0; x < w; x++) t[y * w + x] += 1;
; }
;
; In a version for where there are rows, of 32 elements at least, and their product does not overflow, the first
; loop is a nest, and fused. The original loops stay for where that fails.
;
; RUN: %opt -passes='loop-fuse<verify;no-tidy>' -S %s | FileCheck %s

; CHECK-LABEL: define void @scale(
; CHECK-DAG: [[H:%.*]] = icmp sgt i64 %h, 0
; CHECK-DAG: [[W:%.*]] = icmp sgt i64 %w, 31
; CHECK: [[BOTH:%.*]] = select i1 [[H]], i1 [[W]], i1 false
; CHECK: call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %h, i64 %w)
; CHECK: [[IS:%.*]] = select i1 [[BOTH]], i1 {{%.*}}, i1 false
; CHECK: [[CHECK:%.*]] = freeze i1 [[IS]]
; CHECK-NEXT: br i1 [[CHECK]], label %[[VERSION:.*]], label %[[ORIGINAL:.*]]
;
; CHECK: [[ORIGINAL]]:
; CHECK-NEXT: br i1 %any, label
; CHECK: icmp eq i64 %i.next, %n
;
; One loop over rows, and one over the elements of a row, with both bodies.
; CHECK: [[Y:%.*]] = phi i64 [ 0, {{.*}} ], [ [[NEXT_Y:%.*]], {{.*}} ]
; CHECK: [[BEGIN:%.*]] = mul nsw i64 [[Y]], %w
; CHECK: br i1 {{%.*}}, label %row.enter
; CHECK: [[X:%.*]] = phi i64 [ [[NEXT_X:%.*]], {{.*}} ], [ 0, {{.*}} ]
; CHECK: [[AT:%.*]] = add nuw nsw i64 [[BEGIN]], [[X]]
; CHECK: getelementptr inbounds float, ptr %in, i64 [[AT]]
; CHECK: fmul float
; CHECK: store float
; CHECK: fadd float
; CHECK: store float
; CHECK: icmp eq i64 [[NEXT_X]], %w
; CHECK: icmp eq i64 [[NEXT_Y]], %h
; CHECK: br i1 [[H]],

define void @scale(ptr noalias %in, ptr noalias %t, i64 %w, i64 %h) {
entry:
  %n = mul i64 %w, %h
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %flat, label %between

flat:
  %i = phi i64 [ %i.next, %flat ], [ 0, %entry ]
  %in.i = getelementptr inbounds float, ptr %in, i64 %i
  %x0 = load float, ptr %in.i, align 4
  %x1 = fmul float %x0, 2.000000e+00
  %t.i = getelementptr inbounds float, ptr %t, i64 %i
  store float %x1, ptr %t.i, align 4
  %i.next = add nuw nsw i64 %i, 1
  %flat.ends = icmp eq i64 %i.next, %n
  br i1 %flat.ends, label %between, label %flat

between:
  %any.row = icmp sgt i64 %h, 0
  br i1 %any.row, label %row, label %end

row:
  %y = phi i64 [ %y.next, %row.end ], [ 0, %between ]
  %begin = mul nsw i64 %y, %w
  %any.column = icmp sgt i64 %w, 0
  br i1 %any.column, label %column, label %row.end

column:
  %x = phi i64 [ %x.next, %column ], [ 0, %row ]
  %at = add nsw i64 %begin, %x
  %t.at = getelementptr inbounds float, ptr %t, i64 %at
  %v0 = load float, ptr %t.at, align 4
  %v1 = fadd float %v0, 1.000000e+00
  store float %v1, ptr %t.at, align 4
  %x.next = add nuw nsw i64 %x, 1
  %column.ends = icmp eq i64 %x.next, %w
  br i1 %column.ends, label %row.end, label %column

row.end:
  %y.next = add nuw nsw i64 %y, 1
  %rows.end = icmp eq i64 %y.next, %h
  br i1 %rows.end, label %end, label %row

end:
  ret void
}
