; void f(long n) {
;   for (long i = 0; i < 40; i++) {
;     for (long j = 0; j < 4; j++) B[j] = A[j] + i;
;     for (long j = 0; j <= i; j++) C[j] = B[j] + i;
;   }
; }
;
; One of two inner loops runs as often as the loop around says.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: [Fused] fused loop %first with loop %second, trip counts 4 and {{.*}}; what the longer loop has left runs afterwards

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f() {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %k = trunc i64 %i to i32
  br label %first

first:
  %j = phi i64 [ 0, %outer ], [ %j.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %j
  %x = load i32, ptr %a
  %y = add i32 %x, %k
  %b = getelementptr inbounds i32, ptr @B, i64 %j
  store i32 %y, ptr %b
  %j.next = add nuw nsw i64 %j, 1
  %more = icmp ne i64 %j.next, 4
  br i1 %more, label %first, label %between

between:
  br label %second

second:
  %l = phi i64 [ 0, %between ], [ %l.next, %second ]
  %b2 = getelementptr inbounds i32, ptr @B, i64 %l
  %z = load i32, ptr %b2
  %w = add i32 %z, %k
  %c = getelementptr inbounds i32, ptr @C, i64 %l
  store i32 %w, ptr %c
  %l.next = add nuw nsw i64 %l, 1
  %more1 = icmp sle i64 %l.next, %i
  br i1 %more1, label %second, label %latch

latch:
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %i.next, 40
  br i1 %again, label %outer, label %end

end:
  ret void
}
