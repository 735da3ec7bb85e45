; Allocations whose failure leads elsewhere, and what may stand behind them: a load that cannot trap, but not one that
; promises more than holds where the allocation failed, nor an assumption.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s

declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare void @free(ptr) allockind("free")

; CHECK-LABEL: define i64 @loads(
; CHECK-NOT: call {{.*}}@malloc
; CHECK: br i1
; CHECK: call {{.*}}@malloc
; CHECK: call void @free(ptr %{{.*}})
define i64 @loads(ptr %in, ptr %out, ptr dereferenceable(8) align 8 %about, i64 noundef %n) {
entry:
  %bytes = shl i64 %n, 3
  %t = call noalias ptr @malloc(i64 %bytes)
  %failed = icmp eq ptr %t, null
  br i1 %failed, label %none, label %some

none:
  ret i64 -1

some:
  %number = load i64, ptr %about, align 8
  br label %first

first:
  %i = phi i64 [ 0, %some ], [ %i.next, %first ]
  %a = getelementptr inbounds i64, ptr %in, i64 %i
  %x = load i64, ptr %a
  %y = add i64 %x, %number
  %b = getelementptr inbounds i64, ptr %t, i64 %i
  store i64 %y, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %second

second:
  %j = phi i64 [ 0, %first ], [ %j.next, %second ]
  %c = getelementptr inbounds i64, ptr %t, i64 %j
  %z = load i64, ptr %c
  %d = getelementptr inbounds i64, ptr %out, i64 %j
  store i64 %z, ptr %d
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp slt i64 %j.next, %n
  br i1 %more2, label %second, label %end

end:
  call void @free(ptr %t)
  ret i64 0
}

; CHECK-LABEL: define i64 @promises(
; CHECK: call {{.*}}@malloc
; CHECK-NOT: call {{.*}}@malloc
; CHECK: call void @free(ptr %t)
define i64 @promises(ptr %in, ptr %out, ptr dereferenceable(8) align 8 %about, i64 noundef %n) {
entry:
  %bytes = shl i64 %n, 3
  %t = call noalias ptr @malloc(i64 %bytes)
  %failed = icmp eq ptr %t, null
  br i1 %failed, label %none, label %some

none:
  ret i64 -1

some:
  %number = load i64, ptr %about, align 8, !noundef !0
  br label %first

first:
  %i = phi i64 [ 0, %some ], [ %i.next, %first ]
  %a = getelementptr inbounds i64, ptr %in, i64 %i
  %x = load i64, ptr %a
  %y = add i64 %x, %number
  %b = getelementptr inbounds i64, ptr %t, i64 %i
  store i64 %y, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %second

second:
  %j = phi i64 [ 0, %first ], [ %j.next, %second ]
  %c = getelementptr inbounds i64, ptr %t, i64 %j
  %z = load i64, ptr %c
  %d = getelementptr inbounds i64, ptr %out, i64 %j
  store i64 %z, ptr %d
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp slt i64 %j.next, %n
  br i1 %more2, label %second, label %end

end:
  call void @free(ptr %t)
  ret i64 0
}

; CHECK-LABEL: define i64 @assumes(
; CHECK: call {{.*}}@malloc
; CHECK-NOT: call {{.*}}@malloc
; CHECK: call void @free(ptr %t)
define i64 @assumes(ptr %in, ptr %out, ptr dereferenceable(8) align 8 %about, i64 noundef %n) {
entry:
  %bytes = shl i64 %n, 3
  %t = call noalias ptr @malloc(i64 %bytes)
  %failed = icmp eq ptr %t, null
  br i1 %failed, label %none, label %some

none:
  ret i64 -1

some:
  %number = load i64, ptr %about, align 8
  %few = icmp slt i64 %n, 1000
  call void @llvm.assume(i1 %few)
  br label %first

first:
  %i = phi i64 [ 0, %some ], [ %i.next, %first ]
  %a = getelementptr inbounds i64, ptr %in, i64 %i
  %x = load i64, ptr %a
  %y = add i64 %x, %number
  %b = getelementptr inbounds i64, ptr %t, i64 %i
  store i64 %y, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %second

second:
  %j = phi i64 [ 0, %first ], [ %j.next, %second ]
  %c = getelementptr inbounds i64, ptr %t, i64 %j
  %z = load i64, ptr %c
  %d = getelementptr inbounds i64, ptr %out, i64 %j
  store i64 %z, ptr %d
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp slt i64 %j.next, %n
  br i1 %more2, label %second, label %end

end:
  call void @free(ptr %t)
  ret i64 0
}

; What a branch is on may be poison where the allocation fails.
; CHECK-LABEL: define i64 @leaves(
; CHECK-NOT: call {{.*}}@malloc
; CHECK: freeze i64
; CHECK: br i1
; CHECK: call {{.*}}@malloc
; CHECK: call void @free(ptr %{{.*}})
define i64 @leaves(ptr %in, ptr %out, ptr dereferenceable(8) align 8 %about, i64 noundef %n) {
entry:
  %bytes = shl i64 %n, 3
  %t = call noalias ptr @malloc(i64 %bytes)
  %failed = icmp eq ptr %t, null
  br i1 %failed, label %none, label %some

none:
  ret i64 -1

some:
  %number = shl i64 1, %n
  %large = icmp sgt i64 %number, 1000
  br i1 %large, label %leaves, label %before

leaves:
  call void @free(ptr %t)
  ret i64 -2

before:
  br label %first

first:
  %i = phi i64 [ 0, %before ], [ %i.next, %first ]
  %a = getelementptr inbounds i64, ptr %in, i64 %i
  %x = load i64, ptr %a
  %y = add i64 %x, %number
  %b = getelementptr inbounds i64, ptr %t, i64 %i
  store i64 %y, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %second

second:
  %j = phi i64 [ 0, %first ], [ %j.next, %second ]
  %c = getelementptr inbounds i64, ptr %t, i64 %j
  %z = load i64, ptr %c
  %d = getelementptr inbounds i64, ptr %out, i64 %j
  store i64 %z, ptr %d
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp slt i64 %j.next, %n
  br i1 %more2, label %second, label %end

end:
  call void @free(ptr %t)
  ret i64 0
}

!0 = !{}
