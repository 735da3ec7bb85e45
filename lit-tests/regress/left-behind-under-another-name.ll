; int s = 9;
; if (b) for (int i = 1; i < n + 1; i++) s = 0;
; for (int i = 1; i < n + 1; i += 3) s ^= 50;
; for (int i = 1; i < n + 1; i++) ;
;
; Where b holds, the first and the last loop are fused, and the one between them moves. What the first one leaves behind is a
; constant if it runs, and 9 if it does not: no result of the loop, and still not known before it. In the version for b it
; has another name, a phi of one way. The loop between moved before the first one, and used what was not there yet.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -disable-output %s
; RUN: %run_both --fused --options='no-profit' %s

; CHECK: loop-fuse: function k
; CHECK: [Fused] fused loop %first{{.*}} with loop %last{{.*}} in a version for one outcome of a condition that loops run under

@format = private constant [4 x i8] c"%d\0A\00"

declare i32 @printf(ptr, ...)

define i32 @k(i32 %n, i1 %b) noinline nounwind mustprogress {
entry:
  br i1 %b, label %then, label %next
then:
  %end = add i32 %n, 1
  br label %first.head
first.head:
  %i = phi i32 [ 1, %then ], [ %i.next, %first.latch ]
  %s1 = phi i32 [ 9, %then ], [ 0, %first.latch ]
  %more = icmp slt i32 %i, %end
  br i1 %more, label %first, label %behind
first:
  br label %first.latch
first.latch:
  %i.next = add nsw i32 %i, 1
  br label %first.head
behind:
  br label %next
next:
  %s2 = phi i32 [ 9, %entry ], [ %s1, %behind ]
  %end2 = add i32 %n, 1
  br label %between.head
between.head:
  %j = phi i32 [ 1, %next ], [ %j.next, %between.latch ]
  %s3 = phi i32 [ %s2, %next ], [ %s4, %between.latch ]
  %more2 = icmp slt i32 %j, %end2
  br i1 %more2, label %between, label %then.last
between:
  %s4 = xor i32 %s3, 50
  br label %between.latch
between.latch:
  %j.next = add nsw i32 %j, 3
  br label %between.head
then.last:
  %end3 = add i32 %n, 1
  br label %last.head
last.head:
  %k = phi i32 [ 1, %then.last ], [ %k.next, %last.latch ]
  %more3 = icmp slt i32 %k, %end3
  br i1 %more3, label %last, label %done
last:
  br label %last.latch
last.latch:
  %k.next = add nsw i32 %k, 1
  br label %last.head
done:
  ret i32 %s3
}

define void @say(i32 %n, i1 %b) noinline {
  %r = call i32 @k(i32 %n, i1 %b)
  call i32 (ptr, ...) @printf(ptr @format, i32 %r)
  ret void
}

define i32 @main() {
  call void @say(i32 4, i1 true)
  call void @say(i32 7, i1 true)
  call void @say(i32 0, i1 true)
  call void @say(i32 -3, i1 true)
  call void @say(i32 4, i1 false)
  call void @say(i32 0, i1 false)
  ret i32 0
}
