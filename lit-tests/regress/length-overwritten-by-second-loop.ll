; The second of three loops writes over the length that the third one checks against. Only the first loop's stores were asked to leave
; it alone.
;
; RUN: %run_both --fused --options='no-profit;check-work=0' %s | FileCheck %s
; CHECK: exit status: 25

declare void @exit(i32) noreturn

define void @f(ptr noalias %b, ptr %c, ptr %a, ptr dereferenceable(8) align 8 %p, i64 %n) noinline nofree nosync {
entry:
  %runs = icmp ugt i64 %n, 0
  br i1 %runs, label %loop0, label %out
loop0:
  %h = phi i64 [ 0, %entry ], [ %h1, %loop0 ]
  %pc = getelementptr inbounds i64, ptr %c, i64 %h
  store i64 %h, ptr %pc, align 8
  %h1 = add nuw i64 %h, 1
  %more0 = icmp ult i64 %h1, %n
  br i1 %more0, label %loop0, label %head1
head1:
  br label %loop1
loop1:
  %i = phi i64 [ 0, %head1 ], [ %i1, %loop1 ]
  %pa = getelementptr inbounds i64, ptr %a, i64 %i
  store i64 5, ptr %pa, align 8
  %i1 = add nuw i64 %i, 1
  %more1 = icmp ult i64 %i1, %n
  br i1 %more1, label %loop1, label %between
between:
  %length = load i64, ptr %p, align 8
  br label %loop2
loop2:
  %j = phi i64 [ 0, %between ], [ %j1, %on2 ]
  %in = icmp ult i64 %j, %length
  br i1 %in, label %on2, label %fail
on2:
  %qa = getelementptr inbounds i64, ptr %a, i64 %j
  %v = load i64, ptr %qa, align 8
  %pb = getelementptr inbounds i64, ptr %b, i64 %j
  store i64 %v, ptr %pb, align 8
  %j1 = add nuw i64 %j, 1
  %more2 = icmp ult i64 %j1, %n
  br i1 %more2, label %loop2, label %out
fail:
  %at = trunc i64 %j to i32
  %last = sub i64 %j, 1
  %pl = getelementptr inbounds i64, ptr %b, i64 %last
  %l = load i64, ptr %pl, align 8
  %k = trunc i64 %l to i32
  %code = mul i32 %k, %at
  call void @exit(i32 %code)
  unreachable
out:
  ret void
}

@a = global [8 x i64] zeroinitializer, align 8
@c = global [8 x i64] zeroinitializer, align 8
@b = global [8 x i64] zeroinitializer, align 8
@p = global i64 100, align 8

define i32 @main() {
  call void @f(ptr @b, ptr @c, ptr @a, ptr @p, i64 8)
  %p = getelementptr i64, ptr @a, i64 7
  store i64 100, ptr %p, align 8
  call void @f(ptr @b, ptr @c, ptr @a, ptr %p, i64 8)
  ret i32 0
}
