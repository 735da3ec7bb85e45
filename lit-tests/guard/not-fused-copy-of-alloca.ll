; void f(long n, long m) {
;   if (n > 0) { int h; use(&h); for (long i = 0; i < n; i++) B[i] = A[i]; }
;   int v[4];
;   if (n > 1) for (long i = 0; i < n; i++) C[i] = A[i];
;   use(v);
; }
;
; With two versions v would be one of two stack slots behind them: lifetime markers name one.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: loop-fuse: function f
; CHECK-NEXT: [CannotCopy] loop %first and loop %second not fused: loop %first also runs where the other one does not, and contains what must not be copied

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
declare void @use(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define void @f(i64 %n, i64 %m) {
entry:
  %run = icmp sgt i64 %n, 0
  br i1 %run, label %head, label %between
head:
  %h = alloca i32
  call void @use(ptr %h)
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
  %v = alloca [4 x i32]
  %small = icmp sgt i64 %n, 1
  br i1 %small, label %second, label %end
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %b2 = getelementptr inbounds i32, ptr @A, i64 %j
  %y = load i32, ptr %b2
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %y, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp slt i64 %j.next, %n
  br i1 %more2, label %second, label %end
end:
  call void @llvm.lifetime.start.p0(ptr %v)
  call void @use(ptr %v)
  call void @llvm.lifetime.end.p0(ptr %v)
  ret void
}
