; int f(long n, long m) {
;   if (n > 0) { check(m); for (long i = 0; i < n; i++) B[i] = A[i]; }
;   int g = G; // promised to be defined (!noundef)
;   if (n > 0) for (long i = 0; i < n; i++) C[i] = B[i] + g;
; }
;
; The load may cross a check() that always returns. If check() may not return, the promise need not
; hold, and the load stays behind it: not fused in g.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop %first with loop %second, trip count n
; CHECK: loop-fuse: function g
; CHECK-NEXT: [CannotMove] loop %first and loop %second not fused: load from G cannot move before the loops (it must not cross a call of check_or_stay)

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@G = global i32 0
declare void @check(i64) memory(none) willreturn nounwind
declare void @check_or_stay(i64) memory(none)

define i32 @f(i64 %n, i64 %m) {
entry:
  %v = alloca i32
  %run = icmp sgt i64 %n, 0
  br i1 %run, label %head, label %between
head:
  call void @check(i64 %m)
  br label %first
first:
  %i = phi i64 [ 0, %head ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %x, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %between
between:
  %g = load i32, ptr @G, !noundef !0
  br i1 %run, label %second, label %end
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %b2 = getelementptr inbounds i32, ptr @B, i64 %j
  %y = load i32, ptr %b2
  %y1 = add i32 %y, %g
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %y1, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp slt i64 %j.next, %n
  br i1 %more2, label %second, label %end
end:
  ret i32 0
}

define i32 @g(i64 %n, i64 %m) {
entry:
  %v = alloca i32
  %run = icmp sgt i64 %n, 0
  br i1 %run, label %head, label %between
head:
  call void @check_or_stay(i64 %m)
  br label %first
first:
  %i = phi i64 [ 0, %head ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %x, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %between
between:
  %g = load i32, ptr @G, !noundef !0
  br i1 %run, label %second, label %end
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %b2 = getelementptr inbounds i32, ptr @B, i64 %j
  %y = load i32, ptr %b2
  %y1 = add i32 %y, %g
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %y1, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp slt i64 %j.next, %n
  br i1 %more2, label %second, label %end
end:
  ret i32 0
}
!0 = !{}
