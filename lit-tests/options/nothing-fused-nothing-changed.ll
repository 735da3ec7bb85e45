; Where nothing is fused, nothing changes: rotating the loops, and room made between them, is done
; to a draft that is thrown away. It counts as no change, either.
;
; RUN: opt -passes=verify -S %s -o %t.before.ll
; RUN: opt -load-pass-plugin=%loopfuse -passes='loop-fuse<verify;limit=9>' -S %s -o %t.after.ll \
; RUN:   -pass-remarks-analysis=loop-fuse -pass-remarks-missed=loop-fuse 2> %t.remarks
; RUN: cmp %t.before.ll %t.after.ll
; RUN: FileCheck %s --input-file=%t.remarks --implicit-check-not='brought into the form'
; CHECK: reads

define void @reversed(ptr noalias %a, ptr noalias %b, i64 %n) {
entry:
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first.body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %first.body, label %between

first.body:
  %p = getelementptr inbounds double, ptr %a, i64 %i
  store double 1.0, ptr %p
  %i.next = add nsw i64 %i, 1
  br label %first

between:
  br label %second

second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second.body ]
  %again = icmp slt i64 %j, %n
  br i1 %again, label %second.body, label %exit

second.body:
  %back = sub nsw i64 %n, %j
  %last = sub nsw i64 %back, 1
  %q = getelementptr inbounds double, ptr %a, i64 %last
  %v = load double, ptr %q
  %r = getelementptr inbounds double, ptr %b, i64 %j
  store double %v, ptr %r
  %j.next = add nsw i64 %j, 1
  br label %second

exit:
  ret void
}
