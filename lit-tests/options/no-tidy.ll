; for (long i = 0; i < 40; i++) B[i] = A[i];
; for (long i = 0; i < 40; i++) C[i] = B[i];
; for (long i = 0; i < 40; i++) D[i] = A[i];
;
; The clean-up behind a fusion makes one block of the fused loop's; without it those of all loops stay.
;
; RUN: %opt -passes='loop-fuse<verify>' -S %s | FileCheck %s --check-prefixes=CHECK,TIDY
; RUN: %opt -passes='loop-fuse<verify;no-tidy>' -S %s | FileCheck %s --check-prefixes=CHECK,RAW

; CHECK-LABEL: define void @f
; TIDY: first:
; TIDY-NOT: br label
; RAW: store
; RAW: br label %second
; RAW: store
; RAW: br label %third
; CHECK: ret void

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f() {
entry:
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %x, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 40
  br i1 %more, label %first, label %second

second:
  %j = phi i64 [ 0, %first ], [ %j.next, %second ]
  %b2 = getelementptr inbounds i32, ptr @B, i64 %j
  %y = load i32, ptr %b2
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %y, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 40
  br i1 %more2, label %second, label %third

third:
  %k = phi i64 [ 0, %second ], [ %k.next, %third ]
  %k.next = add nuw nsw i64 %k, 1
  %c2 = getelementptr inbounds i32, ptr @A, i64 %k
  %z = load i32, ptr %c2
  %d = getelementptr inbounds i32, ptr @D, i64 %k
  store i32 %z, ptr %d
  %more3 = icmp ne i64 %k.next, 40
  br i1 %more3, label %third, label %end

end:
  ret void
}
