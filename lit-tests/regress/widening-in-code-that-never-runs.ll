; Widening counters ends a loop at once that no way leads to; what scalar evolution knew of its
; count is then forgotten. As nothing is fused, the function stays as it was.
;
; RUN: opt -load-pass-plugin=%loopfuse -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s
; CHECK-LABEL: define void @f
; CHECK: second:
; CHECK-NEXT: phi i64

define void @f(i1 %some) {
entry:
  br label %first

first:
  %number = phi i64 [ 1, %entry ], [ 0, %first ]
  br i1 false, label %first, label %between

between:
  %narrow = trunc i64 %number to i32
  %zero = icmp ult i32 %narrow, 1
  %both = select i1 %some, i1 %zero, i1 false
  br i1 %both, label %second, label %exit

second:
  %i = phi i64 [ %i.next, %second ], [ 0, %between ]
  %i.next = add i64 %i, 1
  %done = icmp sgt i64 %i, 0
  br i1 %done, label %exit, label %second

exit:
  ret void
}
