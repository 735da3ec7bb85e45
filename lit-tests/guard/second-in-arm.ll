; void f(long n, long m) {
;   int how = 0;
;   if (n > 0) {
;     int start = R;
;     for (long i = 0; i < n; i++) B[i] = A[i] + start;
;     how = 1;
;     if (m > 2) {
;       for (long i = 0; i < n; i++) C[i] = B[i] * start;
;       how = 2;
;     }
;   }
;   S = how;
; }
;
; The second guard lies in the first one's arm: both get guards of their own.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit;no-tidy>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop %first with loop %second, trip count n; only where both run

; IR-LABEL: define {{.*}} @f
; IR: %[[GUARD:.*]] = icmp sgt i64 %bound.fr, 2
; IR: %[[BOTH:.*]] = and i1 {{.*}}, %[[GUARD]]
; IR: br i1 {{.*}}, label %ph0

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@R = external global i32
@S = external global i32

define void @f(i64 %n, i64 %m) {
entry:
  %runs0 = icmp sgt i64 %n, 0
  br i1 %runs0, label %ph0, label %end

ph0:
  %start = load i32, ptr @R
  br label %first

first:
  %i = phi i64 [ 0, %ph0 ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %y = add i32 %x, %start
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %y, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %exit0

exit0:
  %runs1 = icmp sgt i64 %m, 2
  br i1 %runs1, label %ph1, label %end

ph1:
  br label %second

second:
  %j = phi i64 [ 0, %ph1 ], [ %j.next, %second ]
  %b2 = getelementptr inbounds i32, ptr @B, i64 %j
  %z = load i32, ptr %b2
  %w = mul i32 %z, %start
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %w, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %more1 = icmp slt i64 %j.next, %n
  br i1 %more1, label %second, label %exit1

exit1:
  br label %end

end:
  %how = phi i32 [ 0, %entry ], [ 1, %exit0 ], [ 2, %exit1 ]
  store i32 %how, ptr @S
  ret void
}
