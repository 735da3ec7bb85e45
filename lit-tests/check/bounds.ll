; Loops with checks that may fail become two versions. All is asked before both: that each loop ends before a check in it
; fails, and what is asked between the loops.
;
; RUN: %opt -passes='loop-fuse<verify;no-tidy;check-work=0;no-profit>' -S %s | FileCheck %s --implicit-check-not=widenable

declare void @fail(i64) noreturn

; CHECK-LABEL: define void @two(
; CHECK: %less = icmp ult i64 %{{.*}}, %{{.*}}
; CHECK: br i1 %{{.*}}, label %[[COPY:.*]], label %[[ORIGINAL:.*]]{{$}}
; CHECK: fail1:
; CHECK-NEXT: %i.lcssa = phi i64 [ %i, %loop1 ]
; CHECK-NEXT: call void @fail(i64 %i.lcssa)
; CHECK: fail2:
; CHECK-NEXT: %j.lcssa = phi i64 [ %j, %loop2 ]
; CHECK-NEXT: call void @fail(i64 %j.lcssa)
; The copy: no check is left.
; CHECK: loop1.rest:
; CHECK-NOT: br i1
; CHECK: store i64 %i.rest, ptr %pb.rest
; CHECK: %more2.rest = icmp
; CHECK-NEXT: br i1 %more2.rest, label %loop1.rest
define void @two(ptr noalias %a, ptr noalias %b, i64 %n, i64 %la, i64 %lb) {
entry:
  %runs = icmp ugt i64 %n, 0
  br i1 %runs, label %loop1, label %out
loop1:
  %i = phi i64 [ 0, %entry ], [ %i1, %on1 ]
  %in1 = icmp ult i64 %i, %la
  br i1 %in1, label %on1, label %fail1
on1:
  %pa = getelementptr inbounds i64, ptr %a, i64 %i
  store i64 %i, ptr %pa
  %i1 = add nuw i64 %i, 1
  %more1 = icmp ult i64 %i1, %n
  br i1 %more1, label %loop1, label %between
fail1:
  call void @fail(i64 %i)
  unreachable
between:
  br label %loop2
loop2:
  %j = phi i64 [ 0, %between ], [ %j1, %on2 ]
  %in2 = icmp ult i64 %j, %lb
  br i1 %in2, label %on2, label %fail2
on2:
  %qa = getelementptr inbounds i64, ptr %a, i64 %j
  %v = load i64, ptr %qa
  %pb = getelementptr inbounds i64, ptr %b, i64 %j
  store i64 %v, ptr %pb
  %j1 = add nuw i64 %j, 1
  %more2 = icmp ult i64 %j1, %n
  br i1 %more2, label %loop2, label %out
fail2:
  %at = phi i64 [ %j, %loop2 ]
  call void @fail(i64 %at)
  unreachable
out:
  ret void
}

; Stepping over the bound, the counter goes on until a check fails: how often the back edge is taken is not known.
; CHECK-LABEL: define void @steps_over(
; CHECK-NOT: .rest
; CHECK: ret void
define void @steps_over(ptr noalias %a, ptr noalias %b, i64 %n, i64 %la) {
entry:
  br label %loop1
loop1:
  %i = phi i64 [ 0, %entry ], [ %i1, %on1 ]
  %in1 = icmp ult i64 %i, %la
  br i1 %in1, label %on1, label %fail
on1:
  %pa = getelementptr inbounds i64, ptr %a, i64 %i
  store i64 %i, ptr %pa
  %i1 = add nuw nsw i64 %i, 2
  %more1 = icmp ne i64 %i1, %n
  br i1 %more1, label %loop1, label %between
between:
  br label %loop2
loop2:
  %j = phi i64 [ 0, %between ], [ %j1, %on2 ]
  %in2 = icmp ult i64 %j, %la
  br i1 %in2, label %on2, label %fail
on2:
  %qa = getelementptr inbounds i64, ptr %a, i64 %j
  %v = load i64, ptr %qa
  %pb = getelementptr inbounds i64, ptr %b, i64 %j
  store i64 %v, ptr %pb
  %j1 = add nuw nsw i64 %j, 2
  %more2 = icmp ne i64 %j1, %n
  br i1 %more2, label %loop2, label %out
fail:
  call void @fail(i64 0)
  unreachable
out:
  ret void
}

; What is computed from the first loop's memory is asked in its place: no version.
; CHECK-LABEL: define void @asked_between(
; CHECK-NOT: .rest
; CHECK: ret void
define void @asked_between(ptr noalias %a, ptr noalias %b, i64 %n) {
entry:
  br label %loop1
loop1:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop1 ]
  %pa = getelementptr inbounds i64, ptr %a, i64 %i
  store i64 %i, ptr %pa
  %i1 = add nuw i64 %i, 1
  %more1 = icmp ult i64 %i1, %n
  br i1 %more1, label %loop1, label %between
between:
  %first = load i64, ptr %a
  %fine = icmp ult i64 %first, 7
  br i1 %fine, label %loop2, label %fail
loop2:
  %j = phi i64 [ 0, %between ], [ %j1, %loop2 ]
  %qa = getelementptr inbounds i64, ptr %a, i64 %j
  %v = load i64, ptr %qa
  %pb = getelementptr inbounds i64, ptr %b, i64 %j
  store i64 %v, ptr %pb
  %j1 = add nuw i64 %j, 1
  %more2 = icmp ult i64 %j1, %n
  br i1 %more2, label %loop2, label %out
fail:
  call void @fail(i64 0)
  unreachable
out:
  ret void
}

; A check of more than one thing, and one that is not come to in each iteration.
; CHECK-LABEL: define void @kinds(
; CHECK: %stays = and i1
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %{{.*}}
; CHECK: store double {{.*}}, ptr %pb.rest
; CHECK: ret void
define void @kinds(ptr noalias %a, ptr noalias %b, i64 %n, i64 %la, i64 %lb) {
entry:
  %runs = icmp ugt i64 %n, 0
  br i1 %runs, label %loop1, label %out
loop1:
  %i = phi i64 [ 0, %entry ], [ %i1, %on1 ]
  %p = getelementptr inbounds double, ptr %a, i64 %i
  %in1 = icmp uge i64 %i, %la
  %in2 = icmp uge i64 %i, %lb
  %out.of = or i1 %in1, %in2
  br i1 %out.of, label %fail1, label %on1
on1:
  store double 1.0, ptr %p
  %i1 = add nuw i64 %i, 1
  %more1 = icmp ult i64 %i1, %n
  br i1 %more1, label %loop1, label %loop2
fail1:
  call void @fail(i64 %i)
  unreachable
loop2:
  %j = phi i64 [ 0, %on1 ], [ %j1, %on2 ]
  %qa = getelementptr inbounds double, ptr %a, i64 %j
  %v = load double, ptr %qa
  %odd = and i64 %j, 1
  %is.odd = icmp eq i64 %odd, 0
  br i1 %is.odd, label %perhaps, label %on2
perhaps:
  %half = add i64 %j, 3
  %in3 = icmp ult i64 %half, %lb
  br i1 %in3, label %on2, label %fail2
on2:
  %pb = getelementptr inbounds double, ptr %b, i64 %j
  store double %v, ptr %pb
  %j1 = add nuw i64 %j, 1
  %more2 = icmp ult i64 %j1, %n
  br i1 %more2, label %loop2, label %out
fail2:
  call void @fail(i64 %j)
  unreachable
out:
  ret void
}

; How often a pointer is less than another one is not known: it might wrap around.
; CHECK-LABEL: define void @pointers(
; CHECK-NOT: .rest
; CHECK: ret void
define void @pointers(ptr noalias %a, ptr noalias %b, i64 %n, i64 %la, i64 %lb, ptr %end) {
entry:
  %runs = icmp ugt i64 %n, 0
  br i1 %runs, label %loop1, label %out
loop1:
  %i = phi i64 [ 0, %entry ], [ %i1, %on1 ]
  %p = getelementptr inbounds double, ptr %a, i64 %i
  %before = icmp ult ptr %p, %end
  br i1 %before, label %both, label %fail1
both:
  %in1 = icmp uge i64 %i, %la
  %in2 = icmp uge i64 %i, %lb
  %out.of = or i1 %in1, %in2
  br i1 %out.of, label %fail1, label %on1
on1:
  store double 1.0, ptr %p
  %i1 = add nuw i64 %i, 1
  %more1 = icmp ult i64 %i1, %n
  br i1 %more1, label %loop1, label %loop2
fail1:
  call void @fail(i64 %i)
  unreachable
loop2:
  %j = phi i64 [ 0, %on1 ], [ %j1, %on2 ]
  %qa = getelementptr inbounds double, ptr %a, i64 %j
  %v = load double, ptr %qa
  %odd = and i64 %j, 1
  %is.odd = icmp eq i64 %odd, 0
  br i1 %is.odd, label %perhaps, label %on2
perhaps:
  %half = add i64 %j, 3
  %in3 = icmp ult i64 %half, %lb
  br i1 %in3, label %on2, label %fail2
on2:
  %pb = getelementptr inbounds double, ptr %b, i64 %j
  store double %v, ptr %pb
  %j1 = add nuw i64 %j, 1
  %more2 = icmp ult i64 %j1, %n
  br i1 %more2, label %loop2, label %out
fail2:
  call void @fail(i64 %j)
  unreachable
out:
  ret void
}
