; Sizes that stores may overwrite are loaded in blocks before the loops, one for each loop. What lies between the loops is
; loaded when it is known that the first loop runs and keeps it: nobody else may read there.
;
; RUN: %opt -passes='loop-fuse<verify;no-tidy;check-work=0;no-contract>' -S %s | FileCheck %s --implicit-check-not=widenable

; CHECK-LABEL: define void @two(
; CHECK: %n0 = load i32, ptr %n
; CHECK: br i1 %guard0, label %{{.*}}, label %[[AS_BEFORE:.*]]{{$}}
; The first loop's stores and both places.
; CHECK-NOT: load
; CHECK: br i1 %apart{{.*}}, label %{{.*}}, label %[[AS_BEFORE]]{{$}}
; CHECK: br i1 %apart{{.*}}, label %{{.*}}, label %[[AS_BEFORE]]{{$}}
; CHECK: br label %[[SECOND:.*]]{{$}}
; CHECK: [[SECOND]]:
; CHECK: %[[M:.*]] = load i32, ptr %m
; CHECK-NEXT: %[[GUARD:.*]] = icmp sgt i32 %[[M]], 0
; CHECK-NEXT: br i1 %[[GUARD]], label %{{.*}}, label %[[AS_BEFORE]]
; CHECK: [[AS_BEFORE]]:
; CHECK-NEXT: br i1 %guard0, label %head0, label %between
; CHECK: between:
; CHECK-NEXT: %m0 = load i32, ptr %m
define void @two(ptr %n, ptr %m, ptr %a, ptr %b) {
entry:
  %n0 = load i32, ptr %n
  %guard0 = icmp sgt i32 %n0, 0
  br i1 %guard0, label %head0, label %between

head0:
  br label %loop0

loop0:
  %i = phi i32 [ 0, %head0 ], [ %i.next, %loop0 ]
  %at = getelementptr inbounds i32, ptr %a, i32 %i
  %x = load i32, ptr %at
  %y = add i32 %x, 3
  store i32 %y, ptr %at
  %i.next = add nuw nsw i32 %i, 1
  %n1 = load i32, ptr %n
  %more = icmp slt i32 %i.next, %n1
  br i1 %more, label %loop0, label %tail0

tail0:
  br label %between

between:
  %m0 = load i32, ptr %m
  %guard1 = icmp sgt i32 %m0, 0
  br i1 %guard1, label %head1, label %end

head1:
  br label %loop1

loop1:
  %j = phi i32 [ 0, %head1 ], [ %j.next, %loop1 ]
  %at1 = getelementptr inbounds i32, ptr %a, i32 %j
  %x1 = load i32, ptr %at1
  %y1 = mul i32 %x1, 5
  %to = getelementptr inbounds i32, ptr %b, i32 %j
  store i32 %y1, ptr %to
  %j.next = add nuw nsw i32 %j, 1
  %m1 = load i32, ptr %m
  %more1 = icmp slt i32 %j.next, %m1
  br i1 %more1, label %loop1, label %tail1

tail1:
  br label %end

end:
  ret void
}

; Nothing is left of what came to nothing: these loops count by what they write.
;
; CHECK-LABEL: define void @own(
; CHECK-NEXT: entry:
; CHECK-NEXT: %n0 = load i32, ptr %n
; CHECK-NOT: .rest
; CHECK: ret void
define void @own(ptr %n, ptr %a) {
entry:
  %n0 = load i32, ptr %n
  %guard0 = icmp sgt i32 %n0, 0
  br i1 %guard0, label %loop0, label %between

loop0:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop0 ]
  %at = getelementptr inbounds i32, ptr %a, i32 %i
  store i32 3, ptr %at
  %i.next = add nuw nsw i32 %i, 1
  %n1 = load i32, ptr %n
  %less = add i32 %n1, -1
  store i32 %less, ptr %n
  %more = icmp slt i32 %i.next, %less
  br i1 %more, label %loop0, label %between

between:
  %m0 = load i32, ptr %n
  %guard1 = icmp sgt i32 %m0, 0
  br i1 %guard1, label %loop1, label %end

loop1:
  %j = phi i32 [ 0, %between ], [ %j.next, %loop1 ]
  %at1 = getelementptr inbounds i32, ptr %a, i32 %j
  store i32 5, ptr %at1
  %j.next = add nuw nsw i32 %j, 1
  %m1 = load i32, ptr %n
  %more1 = icmp slt i32 %j.next, %m1
  br i1 %more1, label %loop1, label %end

end:
  ret void
}

; What lies on the stack of a coroutine is not read at will: neither would zeros be.
;
; CHECK-LABEL: define void @coroutine(
; CHECK-NEXT: entry:
; CHECK-NEXT: %n0 = load i32, ptr %n
; CHECK-NOT: .rest
; CHECK: ret void
define void @coroutine(ptr %n, ptr %a) presplitcoroutine {
entry:
  %n0 = load i32, ptr %n
  %guard0 = icmp sgt i32 %n0, 0
  br i1 %guard0, label %loop0, label %between

loop0:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop0 ]
  %at = getelementptr inbounds i32, ptr %a, i32 %i
  store i32 3, ptr %at
  %i.next = add nuw nsw i32 %i, 1
  %n1 = load i32, ptr %n
  %more = icmp slt i32 %i.next, %n1
  br i1 %more, label %loop0, label %between

between:
  %m0 = load i32, ptr %n
  %guard1 = icmp sgt i32 %m0, 0
  br i1 %guard1, label %loop1, label %end

loop1:
  %j = phi i32 [ 0, %between ], [ %j.next, %loop1 ]
  %at1 = getelementptr inbounds i32, ptr %a, i32 %j
  %x = load i32, ptr %at1
  %y = mul i32 %x, 5
  store i32 %y, ptr %at1
  %j.next = add nuw nsw i32 %j, 1
  %m1 = load i32, ptr %n
  %more1 = icmp slt i32 %j.next, %m1
  br i1 %more1, label %loop1, label %end

end:
  ret void
}

; The size is loaded as an int before the loop, and as anything in it: there, stores of floats matter.
;
; CHECK-LABEL: define void @tags(
; CHECK: load i32, ptr %n, align 4{{$}}
; CHECK: br i1 %apart
; CHECK: %n1 = load i32, ptr %n
; CHECK: loop0.rest:
define void @tags(ptr %n, ptr %a) {
entry:
  %n0 = load i32, ptr %n, !tbaa !1
  %guard0 = icmp sgt i32 %n0, 0
  br i1 %guard0, label %loop0, label %between

loop0:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop0 ]
  %at = getelementptr inbounds float, ptr %a, i32 %i
  %x = load float, ptr %at, !tbaa !2
  %y = fadd float %x, 3.0
  store float %y, ptr %at, !tbaa !2
  %i.next = add nuw nsw i32 %i, 1
  %n1 = load i32, ptr %n
  %more = icmp slt i32 %i.next, %n1
  br i1 %more, label %loop0, label %between

between:
  %m0 = load i32, ptr %n
  %guard1 = icmp sgt i32 %m0, 0
  br i1 %guard1, label %loop1, label %end

loop1:
  %j = phi i32 [ 0, %between ], [ %j.next, %loop1 ]
  %at1 = getelementptr inbounds float, ptr %a, i32 %j
  %x1 = load float, ptr %at1, !tbaa !2
  %y1 = fmul float %x1, 5.0
  store float %y1, ptr %at1, !tbaa !2
  %j.next = add nuw nsw i32 %j, 1
  %m1 = load i32, ptr %n
  %more1 = icmp slt i32 %j.next, %m1
  br i1 %more1, label %loop1, label %end

end:
  ret void
}

!0 = !{!"types"}
!1 = !{!3, !3, i64 0}
!2 = !{!4, !4, i64 0}
!3 = !{!"int", !0, i64 0}
!4 = !{!"float", !0, i64 0}
