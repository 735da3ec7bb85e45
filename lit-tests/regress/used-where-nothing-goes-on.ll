; What a region computes may be used where a check has failed, and nowhere else: it need not be known where the region ends. And
; what fails behind the region may use it, too.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit;check-work=0>' -S %s | FileCheck %s
; CHECK-LABEL: define void @f(
; CHECK: br i1 %{{.*}}, label %{{.*}}rest
; CHECK: ret void

declare void @fail(i64) noreturn

define void @f(ptr noalias %a, ptr noalias %b, i64 %n, i64 %m, i64 %length) {
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
  %said = mul i64 %m, 3
  br i1 %runs, label %head, label %join
head:
  %twice = add i64 %m, %m
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
  br i1 %more2, label %loop2, label %join
fail:
  call void @fail(i64 %twice)
  br label %over
over:
  call void @fail(i64 %said)
  unreachable
join:
  %odd = icmp eq i64 %m, 77
  br i1 %odd, label %over, label %out
out:
  ret void
}
