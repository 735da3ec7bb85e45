; What two versions leave behind them is another expression than before: ScalarEvolution must not
; keep what it knew.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit;no-tidy>,loop(loop-idiom,indvars),verify' -verify-scev -disable-output %s
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: [Fused] fused loop %first with loop %second, trip count n; only where both run

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]
define void @f(i64 %n, i64 %q, ptr %pm) {
entry:
  %run = icmp sgt i64 %n, 0
  br i1 %run, label %first, label %between
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %x, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %between
between:
  %m32 = load i32, ptr @B
  %m = sext i32 %m32 to i64
  %run1 = icmp sgt i64 %n, 1
  br i1 %run1, label %second, label %join
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %b2 = getelementptr inbounds i32, ptr @A, i64 %j
  %y = load i32, ptr %b2
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %y, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp slt i64 %j.next, %n
  br i1 %more2, label %second, label %join
join:
  %m3 = add i64 %m, 7
  %run3 = icmp sgt i64 %m, 0
  br i1 %run3, label %third, label %end
third:
  %k = phi i64 [ 0, %join ], [ %k.next, %third ]
  %c2 = getelementptr inbounds i32, ptr @A, i64 %k
  %z = load i32, ptr %c2
  %d = getelementptr inbounds i32, ptr @D, i64 %k
  store i32 %z, ptr %d
  %k.next = add nuw nsw i64 %k, 1
  %more3 = icmp slt i64 %k.next, %m
  br i1 %more3, label %third, label %end
end:
  ret void
}
