; A check in the third loop asks for what the second one counted to. That is no number before them: how far a loop has
; come is known only behind it.
;
; RUN: %opt -passes='loop-fuse<verify>' -S %s | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s

; CHECK-LABEL: define i32 @k(
; CHECK-NOT: %last
; CHECK: ret i32 0
define i32 @k(i1 %b0, i64 %wide.trip.count47) {
entry:
  br label %header20

header20:                                         ; preds = %header20, %entry
  %indvars.iv23 = phi i64 [ 0, %entry ], [ 1, %header20 ]
  %v27 = getelementptr float, ptr null, i64 %indvars.iv23
  store float 0.000000e+00, ptr %v27, align 4
  br i1 %b0, label %header20, label %header186

header186:                                        ; preds = %header186, %header20
  %indvars.iv44 = phi i64 [ %indvars.iv.next45, %header186 ], [ 0, %header20 ]
  %v205 = getelementptr float, ptr null, i64 %indvars.iv44
  store float 0.000000e+00, ptr %v205, align 4
  %indvars.iv.next45 = add i64 %indvars.iv44, 1
  %exitcond48 = icmp ne i64 %indvars.iv.next45, %wide.trip.count47
  br i1 %exitcond48, label %header186, label %header224

header224:                                        ; preds = %latch226, %header186
  %0 = trunc i64 %indvars.iv44 to i32
  %v235 = icmp ugt i32 %0, 0
  br i1 %v235, label %latch226, label %fail229

fail229:                                          ; preds = %header224
  unreachable

latch226:                                         ; preds = %header224
  br i1 %b0, label %done227.loopexit, label %header224

done227.loopexit:                                 ; preds = %latch226
  ret i32 0
}
