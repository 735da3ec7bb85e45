; While two versions of loops are on trial, no other fusion moves them: where they lie was forgotten then, and the
; pass crashed when it gave one up.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit;max-peel=40>' -pass-remarks=loop-fuse -disable-output %s 2>&1 | FileCheck %s

; CHECK: fused loop %header1.rest with loop %header13.rest, trip count 1
; CHECK: fused loop %body59.rest with loop %header113.rest, trip count 1

define i32 @f(ptr %p0, ptr %g8, ptr %q, ptr %r, i1 %run) {
entry:
  br i1 %run, label %header1, label %entry.header13_crit_edge

entry.header13_crit_edge:                         ; preds = %entry
  br label %header13

header1:                                          ; preds = %header1.header1_crit_edge, %entry
  %h = phi i32 [ 0, %entry ], [ %h.next, %header1.header1_crit_edge ]
  %h.next = add nsw i32 %h, 1
  %h.more = icmp slt i32 %h.next, 1
  br i1 %h.more, label %header1.header1_crit_edge, label %header13

header1.header1_crit_edge:                        ; preds = %header1
  br label %header1

header13:                                         ; preds = %header13, %header1, %entry.header13_crit_edge
  %i1 = phi i32 [ 1, %header13 ], [ 0, %header1 ], [ 0, %entry.header13_crit_edge ]
  %v22 = load i32, ptr %g8, align 4
  %v23 = uitofp i32 %v22 to double
  %v25 = getelementptr double, ptr %p0, i64 5
  store double %v23, ptr %v25, align 8
  %v26 = icmp slt i32 %i1, 1
  br i1 %v26, label %header13, label %header58

header58:                                         ; preds = %join65, %header13
  %i3 = phi i32 [ 1, %join65 ], [ 0, %header13 ]
  %v62 = icmp slt i32 %i3, 1
  br i1 %v62, label %body59, label %done61

body59:                                           ; preds = %header58
  %v69 = load i32, ptr %q, align 4
  %v71 = icmp sle i32 %v69, 0
  br i1 %v71, label %then63, label %join65

then63:                                           ; preds = %body59
  store double 0.000000e+00, ptr %v25, align 8
  br label %join65

join65:                                           ; preds = %then63, %body59
  store i64 0, ptr %r, align 1
  br label %header58

done61:                                           ; preds = %header58
  br i1 %run, label %header113, label %done61.done116_crit_edge

done61.done116_crit_edge:                         ; preds = %done61
  br label %done116

header113:                                        ; preds = %header113.header113_crit_edge, %done61
  %g = phi i32 [ 0, %done61 ], [ %g.next, %header113.header113_crit_edge ]
  %g.next = add nsw i32 %g, 1
  %g.more = icmp slt i32 %g.next, 1
  br i1 %g.more, label %header113.header113_crit_edge, label %done116

header113.header113_crit_edge:                    ; preds = %header113
  br label %header113

done116:                                          ; preds = %header113, %done61.done116_crit_edge
  ret i32 0
}
