; Checks before, between and behind two loops, in a loop around them: on the way round, a check was met twice, and its branch cut
; twice.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit;check-work=0>' -S %s | FileCheck %s
; RUN: %run_both --fused --options='no-profit;check-work=0' %s | FileCheck %s --check-prefix=OUT
; CHECK-LABEL: define void @f(
; CHECK: .rest
; CHECK: ret void
; OUT: exit status: 7

declare void @exit(i32) noreturn

define void @f(ptr noalias %a, ptr noalias %b, i64 %n, i64 %m, i64 %length) noinline {
entry:
  br label %again
again:
  %t = phi i64 [ 0, %entry ], [ %t1, %next ]
  %in.time = icmp ult i64 %t, %m
  br i1 %in.time, label %head1, label %fail
head1:
  br label %loop1
loop1:
  %i = phi i64 [ 0, %head1 ], [ %i1, %on1 ]
  %in1 = icmp ult i64 %i, %length
  br i1 %in1, label %on1, label %fail
on1:
  %pa = getelementptr inbounds i64, ptr %a, i64 %i
  store i64 %t, ptr %pa
  %i1 = add nuw i64 %i, 1
  %more1 = icmp ult i64 %i1, %n
  br i1 %more1, label %loop1, label %between
between:
  %fine = icmp ult i64 %n, 100
  br i1 %fine, label %loop2, label %fail
loop2:
  %j = phi i64 [ 0, %between ], [ %j1, %on2 ]
  %in2 = icmp ult i64 %j, %length
  br i1 %in2, label %on2, label %fail
on2:
  %qa = getelementptr inbounds i64, ptr %a, i64 %j
  %v = load i64, ptr %qa
  %pb = getelementptr inbounds i64, ptr %b, i64 %j
  store i64 %v, ptr %pb
  %j1 = add nuw i64 %j, 1
  %more2 = icmp ult i64 %j1, %n
  br i1 %more2, label %loop2, label %behind
behind:
  %still = icmp ne i64 %m, 77
  br i1 %still, label %next, label %fail
next:
  %t1 = add nuw i64 %t, 1
  %more = icmp ult i64 %t1, 5
  br i1 %more, label %again, label %out
fail:
  call void @exit(i32 7)
  unreachable
out:
  ret void
}

@a = global [8 x i64] zeroinitializer
@b = global [8 x i64] zeroinitializer

define i32 @main() {
  call void @f(ptr @a, ptr @b, i64 8, i64 9, i64 8)
  call void @f(ptr @a, ptr @b, i64 8, i64 9, i64 20)
  call void @f(ptr @a, ptr @b, i64 8, i64 3, i64 20)
  ret i32 0
}
