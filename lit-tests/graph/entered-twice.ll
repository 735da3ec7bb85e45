; Control that comes back by two ways is no loop to LLVM. What a loop hands on to the round behind is no edge that goes backwards.
;
; RUN: %opt -passes='loop-fuse<print-graph>' -disable-output %s 2>&1 | FileCheck %s
;
; CHECK: "edges":[{"from":"L1","to":"L2","kind":"order"}]

target triple = "x86_64-unknown-linux-gnu"

define void @enters_twice(i1 %way, ptr noalias %a, ptr noalias %b, i64 %n) {
entry:
  br i1 %way, label %first.head, label %second.head

first.head:
  br label %first

first:
  %i = phi i64 [ 0, %first.head ], [ %i.next, %first ]
  %s = phi i64 [ 0, %first.head ], [ %s.next, %first ]
  %p = getelementptr inbounds i64, ptr %a, i64 %i
  %x = load i64, ptr %p
  %s.next = add i64 %s, %x
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, 100
  br i1 %more, label %first, label %first.exit

first.exit:
  %again = icmp eq i64 %s.next, 7
  br i1 %again, label %second.head, label %done

second.head:
  br label %second

second:
  %j = phi i64 [ 0, %second.head ], [ %j.next, %second ]
  %t = phi i64 [ 0, %second.head ], [ %t.next, %second ]
  %q = getelementptr inbounds i64, ptr %b, i64 %j
  %y = load i64, ptr %q
  %t.next = add i64 %t, %y
  store i64 %t.next, ptr %q
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ult i64 %j.next, 100
  br i1 %more2, label %second, label %second.exit

second.exit:
  %back = icmp eq i64 %t.next, 9
  br i1 %back, label %first.head, label %done

done:
  ret void
}
