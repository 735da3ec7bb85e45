; What the second loop goes on with is begun anew. Sums in between are others than before, so that what is said of them goes:
; that integers do not overflow, and that numbers are finite. Perhaps nothing is added at all: then what joins both says nothing of
; the start.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s

@A = external global [256 x i32]
@F = external global [256 x double]

; CHECK-LABEL: define i32 @integers(
; CHECK: phi i32 [ 0, %{{.*}} ], [ %[[NEXT:.*]], %{{.*}} ]
; CHECK: %[[NEXT]] = sub i32 %
; CHECK: %joined = add i32 %
define i32 @integers(i64 %n) {
entry:
  br label %one

one:
  %i = phi i64 [ 0, %entry ], [ %i.next, %one ]
  %s = phi i32 [ 7, %entry ], [ %s.next, %one ]
  %at = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %at
  %s.next = add nsw i32 %s, %x
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %between, label %one

between:
  %s.end = phi i32 [ %s.next, %one ]
  br label %two

two:
  %j = phi i64 [ 0, %between ], [ %j.next, %two ]
  %t = phi i32 [ %s.end, %between ], [ %t.next, %two ]
  %at2 = getelementptr inbounds i32, ptr @A, i64 %j
  %y = load i32, ptr %at2
  %t.next = sub nuw nsw i32 %t, %y
  %j.next = add nuw nsw i64 %j, 1
  %done2 = icmp eq i64 %j.next, 100
  br i1 %done2, label %end, label %two

end:
  %t.end = phi i32 [ %t.next, %two ]
  ret i32 %t.end
}

; CHECK-LABEL: define double @perhaps_nothing(
; CHECK: = fadd reassoc double %
; CHECK: %joined = fadd double %
define double @perhaps_nothing(double %start, double %least) {
entry:
  br label %one

one:
  %i = phi i64 [ 0, %entry ], [ %i.next, %one ]
  %s = phi double [ %start, %entry ], [ %s.next, %one ]
  %at = getelementptr inbounds double, ptr @F, i64 %i
  %x = load double, ptr %at
  %is = fcmp ogt double %x, %least
  %sum = fadd reassoc nnan ninf nsz double %s, %x
  %s.next = select i1 %is, double %sum, double %s
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %between, label %one

between:
  %s.end = phi double [ %s.next, %one ]
  br label %two

two:
  %j = phi i64 [ 0, %between ], [ %j.next, %two ]
  %t = phi double [ %s.end, %between ], [ %t.next, %two ]
  %at2 = getelementptr inbounds double, ptr @F, i64 %j
  %y = load double, ptr %at2
  %is2 = fcmp olt double %y, %least
  %sum2 = fadd reassoc nnan ninf nsz double %t, %y
  %t.next = select i1 %is2, double %sum2, double %t
  %j.next = add nuw nsw i64 %j, 1
  %done2 = icmp eq i64 %j.next, 100
  br i1 %done2, label %end, label %two

end:
  %t.end = phi double [ %t.next, %two ]
  ret double %t.end
}

; The lesser of a start that is no number and of the identity is the identity.
; CHECK-LABEL: define double @perhaps_no_minimum(
; CHECK-NOT: %joined
define double @perhaps_no_minimum(double %start, double %least) {
entry:
  br label %one

one:
  %i = phi i64 [ 0, %entry ], [ %i.next, %one ]
  %s = phi double [ %start, %entry ], [ %s.next, %one ]
  %at = getelementptr inbounds double, ptr @F, i64 %i
  %x = load double, ptr %at
  %is = fcmp ogt double %x, %least
  %lesser = call nnan nsz double @llvm.minnum.f64(double %s, double %x)
  %s.next = select i1 %is, double %lesser, double %s
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %between, label %one

between:
  %s.end = phi double [ %s.next, %one ]
  br label %two

two:
  %j = phi i64 [ 0, %between ], [ %j.next, %two ]
  %t = phi double [ %s.end, %between ], [ %t.next, %two ]
  %at2 = getelementptr inbounds double, ptr @F, i64 %j
  %y = load double, ptr %at2
  %is2 = fcmp olt double %y, %least
  %lesser2 = call nnan nsz double @llvm.minnum.f64(double %t, double %y)
  %t.next = select i1 %is2, double %lesser2, double %t
  %j.next = add nuw nsw i64 %j, 1
  %done2 = icmp eq i64 %j.next, 100
  br i1 %done2, label %end, label %two

end:
  %t.end = phi double [ %t.next, %two ]
  ret double %t.end
}

; What a call gets first is the identity now.
; CHECK-LABEL: define i32 @ranges(
; CHECK: call i32 @llvm.umax.i32(i32 %t, i32 %
; CHECK: %joined = call i32 @llvm.umax.i32(
define i32 @ranges(i64 %n) {
entry:
  br label %one

one:
  %i = phi i64 [ 0, %entry ], [ %i.next, %one ]
  %s = phi i32 [ 7, %entry ], [ %s.next, %one ]
  %at = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %at
  %s.next = call i32 @llvm.umax.i32(i32 %s, i32 %x)
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %between, label %one

between:
  %s.end = phi i32 [ %s.next, %one ]
  br label %two

two:
  %j = phi i64 [ 0, %between ], [ %j.next, %two ]
  %t = phi i32 [ %s.end, %between ], [ %t.next, %two ]
  %at2 = getelementptr inbounds i32, ptr @A, i64 %j
  %y = load i32, ptr %at2
  %y2 = xor i32 %y, 5
  %t.next = call range(i32 7, 0) i32 @llvm.umax.i32(i32 range(i32 7, 0) %t, i32 noundef %y2)
  %j.next = add nuw nsw i64 %j, 1
  %done2 = icmp eq i64 %j.next, 100
  br i1 %done2, label %end, label %two

end:
  %t.end = phi i32 [ %t.next, %two ]
  ret i32 %t.end
}

declare double @llvm.minnum.f64(double, double)
declare i32 @llvm.umax.i32(i32, i32)
