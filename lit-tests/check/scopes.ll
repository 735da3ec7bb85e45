; void f(long n, int *a, int *b, int *c) {
;   if (n > 0) for (long i = 0; i < n; i++) b[i] = a[i];
;   if (n > 0) for (long i = 0; i < n; i++) c[i] = b[i];
; }
;
; The bounds of a and c, and of b and c are computed once and compared; where they are
; apart the loops are one, and its accesses have scopes that say so. Else a copy of both runs.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit;max-checks=2>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit;no-tidy>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %opt -passes='loop-fuse<print-verdicts;no-profit;max-checks=1>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FEW
; RUN: %opt -passes='loop-fuse<print-verdicts;no-profit;max-checks=0>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FEW
; RUN: %opt -passes='loop-fuse<print-verdicts;no-profit;max-version=9>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LARGE

; CHECK: [Fused] fused loop %first with loop %second, trip count n; behind a run-time check of 2 pair(s) of pointers
; FEW: [MayAlias] loop %first and loop %second not fused: {{[ab]}} and c may point to the same memory; if they never overlap
; LARGE: [MayAlias] loop %first and loop %second not fused: {{.*}} may point to the same memory, and copying {{[0-9]+}} instructions for that case exceeds the limit of 9 (parameter max-version)

; IR-LABEL: define void @f(
; IR-COUNT-2: icmp ule ptr
; IR-NEXT: [[APART:%.*]] = or i1
; IR-NEXT: br i1 [[APART]], label %[[NEXT:.*]], label %[[SLOW:.*]]
; IR: [[NEXT]]:
; IR-COUNT-2: icmp ule ptr
; IR-NEXT: [[APART:%.*]] = or i1
; IR-NEXT: br i1 [[APART]], label %{{.*}}, label %[[SLOW]]
; IR: first:
; IR: load i32, ptr %{{.*}}, !alias.scope [[A:![0-9]+]], !noalias [[NOT_A:![0-9]+]]
; IR: store i32 {{.*}}, !alias.scope [[B:![0-9]+]], !noalias [[NOT_B:![0-9]+]]
; IR: store i32 {{.*}}, !alias.scope [[C:![0-9]+]], !noalias [[NOT_C:![0-9]+]]
; IR: first.rest:
; IR-NOT: alias.scope
; IR: second.rest:
; IR-NOT: alias.scope
; IR: ret void

define void @f(i64 noundef %n, ptr noundef %a, ptr noundef %b, ptr noundef %c) {
entry:
  %run = icmp sgt i64 %n, 0
  br i1 %run, label %first, label %end

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %pa = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %pa
  %pb = getelementptr inbounds i32, ptr %b, i64 %i
  store i32 %x, ptr %pb
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %between

between:
  br label %second

second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %pb2 = getelementptr inbounds i32, ptr %b, i64 %j
  %y = load i32, ptr %pb2
  %pc = getelementptr inbounds i32, ptr %c, i64 %j
  store i32 %y, ptr %pc
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp slt i64 %j.next, %n
  br i1 %more2, label %second, label %end

end:
  ret void
}
