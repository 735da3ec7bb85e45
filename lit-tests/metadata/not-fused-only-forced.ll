; for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
; for (long i = 0; i < 40; i++) C[i] = 2 * A[i];
;
; The second loop is transformed only where that is asked for.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify>' -S %s | FileCheck %s --check-prefix=SAME
; RUN: sed 's/disable_nonforced/mustprogress/' %s | %opt -passes='loop-fuse<verify;print-verdicts>' -disable-output 2>&1 | FileCheck %s --check-prefix=FUSED

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Forbidden] loop %second cannot be fused: it is to be left alone, as its metadata say (llvm.loop.disable_nonforced)
; CHECK-NOT: [
; SAME: first:
; SAME: second:
; FUSED: [Fused]

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f() {
entry:
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds nuw i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %y = add nsw i32 %x, 1
  %b = getelementptr inbounds nuw i32, ptr @B, i64 %i
  store i32 %y, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, 40
  br i1 %done, label %second, label %first

second:
  %j = phi i64 [ %j.next, %second ], [ 0, %first ]
  %a2 = getelementptr inbounds nuw i32, ptr @A, i64 %j
  %x2 = load i32, ptr %a2
  %z = shl nsw i32 %x2, 1
  %c = getelementptr inbounds nuw i32, ptr @C, i64 %j
  store i32 %z, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %done2 = icmp eq i64 %j.next, 40
  br i1 %done2, label %end, label %second, !llvm.loop !0

end:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.disable_nonforced"}
