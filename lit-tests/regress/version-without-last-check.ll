; Behind the last loop stands a check that ends the program, and both where it holds and where that loop does not run, control
; leads to a block that others lead to, too: a version without the check leads where its region ends.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s
;
; CHECK-LABEL: define i32 @k(
; CHECK: join3:
; CHECK: ret i32

declare i32 @ends()
define i32 @k(i64 %n0, i1 %v4, i32 %v47, i1 %v49) {
entry:
  br i1 %v4, label %header19, label %join3

header19:
  br i1 %v49, label %header19, label %latch11

latch11:
  %v55 = icmp slt i64 %n0, 1
  br i1 %v55, label %peel, label %join3

peel:
  %v66 = icmp eq i32 %v47, 0
  br label %header62

header62:
  br i1 %v66, label %header62, label %join54

join54:
  %v104 = icmp slt i64 %n0, 0
  br i1 %v104, label %header105, label %join3

header105:
  %v122 = tail call i32 @ends()
  unreachable

join3:
  %s0.3 = phi i32 [ 1, %join54 ], [ 0, %entry ], [ 1, %latch11 ]
  ret i32 %s0.3
}
