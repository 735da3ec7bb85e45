; A check stands between two loops, of which the first one runs under a guard: not all ways to the check lead through that loop.
; The check was left out of the version without checks, and not asked before it.
;
; RUN: %run_both --fused --options='no-profit;check-work=0' %s | FileCheck %s
; CHECK: exit status: 7

declare void @exit(i32) noreturn

define void @f(ptr noalias %a, ptr noalias %b, i64 %n, i64 %m, i64 %length) noinline {
entry:
  %runs = icmp ugt i64 %n, 0
  br i1 %runs, label %loop1, label %between
loop1:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop1 ]
  %pa = getelementptr inbounds i64, ptr %a, i64 %i
  store i64 %i, ptr %pa
  %i1 = add nuw i64 %i, 1
  %more1 = icmp ult i64 %i1, %n
  br i1 %more1, label %loop1, label %between
between:
  %fine = icmp ult i64 %m, 6
  br i1 %fine, label %guard, label %fail
guard:
  br i1 %runs, label %head, label %out
head:
  br label %loop2
loop2:
  %j = phi i64 [ 0, %head ], [ %j1, %on2 ]
  %in = icmp ult i64 %j, %length
  br i1 %in, label %on2, label %fail
on2:
  %qa = getelementptr inbounds i64, ptr %a, i64 %j
  %v = load i64, ptr %qa
  %pb = getelementptr inbounds i64, ptr %b, i64 %j
  store i64 %v, ptr %pb
  %j1 = add nuw i64 %j, 1
  %more2 = icmp ult i64 %j1, %n
  br i1 %more2, label %loop2, label %out
fail:
  call void @exit(i32 7)
  unreachable
out:
  ret void
}

@a = global [8 x i64] zeroinitializer
@b = global [8 x i64] zeroinitializer

define i32 @main() {
  call void @f(ptr @a, ptr @b, i64 6, i64 3, i64 6)
  call void @f(ptr @a, ptr @b, i64 6, i64 9, i64 6)
  ret i32 0
}
