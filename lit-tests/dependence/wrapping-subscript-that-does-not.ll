; void f(long n, int k, int *restrict p) {
;   for (int i = 0; i < (int)n; i++) p[k + i] = i;
;   for (int i = 0; i < (int)n; i++) B[i] = p[k + i];
; }
;
; k + i is signed and cannot wrap around.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@B = external global [256 x i32]

define void @f(i64 %n, i32 %k, ptr noalias %p) {
entry:
  %conv = trunc i64 %n to i32
  %cmp10 = icmp sgt i32 %conv, 0
  br i1 %cmp10, label %for.body.lr.ph, label %for.cond3.preheader

for.body.lr.ph:
  %0 = sext i32 %k to i64
  %wide.trip.count = and i64 %n, 2147483647
  br label %for.body

for.cond3.preheader:
  %cmp512 = icmp sgt i32 %conv, 0
  br i1 %cmp512, label %for.body8.lr.ph, label %for.end16

for.body8.lr.ph:
  %1 = sext i32 %k to i64
  %wide.trip.count20 = and i64 %n, 2147483647
  br label %for.body8

for.body:
  %indvars.iv = phi i64 [ 0, %for.body.lr.ph ], [ %indvars.iv.next, %for.body ]
  %2 = getelementptr i32, ptr %p, i64 %indvars.iv
  %arrayidx = getelementptr i32, ptr %2, i64 %0
  %3 = trunc nuw nsw i64 %indvars.iv to i32
  store i32 %3, ptr %arrayidx
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body8:
  %indvars.iv16 = phi i64 [ 0, %for.body8.lr.ph ], [ %indvars.iv.next17, %for.body8 ]
  %4 = getelementptr i32, ptr %p, i64 %indvars.iv16
  %arrayidx11 = getelementptr i32, ptr %4, i64 %1
  %5 = load i32, ptr %arrayidx11
  %arrayidx13 = getelementptr inbounds nuw i32, ptr @B, i64 %indvars.iv16
  store i32 %5, ptr %arrayidx13
  %indvars.iv.next17 = add nuw nsw i64 %indvars.iv16, 1
  %exitcond21.not = icmp eq i64 %indvars.iv.next17, %wide.trip.count20
  br i1 %exitcond21.not, label %for.end16, label %for.body8

for.end16:
  ret void
}
