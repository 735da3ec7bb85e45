; void f() {
;   int most = 0;
;   for (long i = 0; i < 16; i++) B[i] = A[i] + 1;
;   for (long j = 0; j < 16; j++) most = max(most, B[j]);
;   for (long k = 3; k >= 0; k--) most *= k;
;   C[0] = most;
; }
;
; The result is zero, whatever the second loop computes: the load that would have its value handed on dies while
; counters are merged.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK-LABEL: define void @f
; CHECK: load i32, ptr %a
; CHECK-NOT: load
; CHECK: store i32 0, ptr @C

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

declare i32 @llvm.smax.i32(i32, i32)

define void @f() {
entry:
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %y = add i32 %x, 1
  %b0 = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %y, ptr %b0
  %i.next = add nuw nsw i64 %i, 1
  %more0 = icmp ne i64 %i.next, 16
  br i1 %more0, label %first, label %between

between:
  br label %second

second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %most = phi i32 [ 0, %between ], [ %most.next, %second ]
  %b1 = getelementptr inbounds i32, ptr @B, i64 %j
  %z = load i32, ptr %b1
  %most.next = call i32 @llvm.smax.i32(i32 %most, i32 %z)
  %j.next = add nuw nsw i64 %j, 1
  %more1 = icmp ne i64 %j.next, 16
  br i1 %more1, label %second, label %exit

exit:
  br label %third

third:
  %k = phi i64 [ 3, %exit ], [ %k.next, %third ]
  %r = phi i32 [ %most.next, %exit ], [ %r.next, %third ]
  %factor = trunc i64 %k to i32
  %r.next = mul i32 %r, %factor
  %k.next = add nsw i64 %k, -1
  %more2 = icmp sgt i64 %k, 0
  br i1 %more2, label %third, label %done

done:
  store i32 %r.next, ptr @C
  ret void
}
