; void f(long n, long m) {
;   int sum = 3, most = -9;  // 7 and 11 if there is no iteration
;   for (long i = 0; i < n; i++) sum += B[i] = A[i];
;   for (long i = 0; i < m; i++) C[i] = B[i + 2], most = max(most, C[i]);
;   R = most, S = sum;
; }
;
; The second loop lags behind by two iterations: the check asks whether the first one has so many.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop %first with loop %second, trip counts n and max(1, m); the first 2 iteration(s) of the first loop run before; what the longer loop has left runs afterwards; where all loops run; where there are more than 2 iterations

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@R = external global i32
@S = external global i32

define void @f(i64 %n, i64 %m) {
entry:
  %runs0 = icmp sgt i64 %n, 0
  br i1 %runs0, label %ph0, label %next

ph0:
  br label %first

first:
  %i = phi i64 [ 0, %ph0 ], [ %i.next, %first ]
  %sum = phi i32 [ 3, %ph0 ], [ %sum.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %sum.next = add i32 %sum, %x
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %x, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %exit0

exit0:
  %sum.end = phi i32 [ %sum.next, %first ]
  br label %next

next:
  %total = phi i32 [ 7, %entry ], [ %sum.end, %exit0 ]
  %runs1 = icmp sgt i64 %m, 0
  br i1 %runs1, label %ph1, label %end

ph1:
  br label %second

second:
  %j = phi i64 [ 0, %ph1 ], [ %j.next, %second ]
  %most = phi i32 [ -9, %ph1 ], [ %most.next, %second ]
  %at = add nuw nsw i64 %j, 2
  %b2 = getelementptr inbounds i32, ptr @B, i64 %at
  %y = load i32, ptr %b2
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %y, ptr %c
  %larger = icmp sgt i32 %y, %most
  %most.next = select i1 %larger, i32 %y, i32 %most
  %j.next = add nuw nsw i64 %j, 1
  %more1 = icmp slt i64 %j.next, %m
  br i1 %more1, label %second, label %exit1

exit1:
  %most.end = phi i32 [ %most.next, %second ]
  br label %end

end:
  %greatest = phi i32 [ 11, %next ], [ %most.end, %exit1 ]
  store i32 %greatest, ptr @R
  store i32 %total, ptr @S
  ret void
}
