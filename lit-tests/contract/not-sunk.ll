; Null is not given to a function that promises never to get it.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s

declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare void @free(ptr nonnull) allockind("free")

; CHECK-LABEL: define i64 @promised(
; CHECK: call {{.*}}@malloc
; CHECK-NOT: call {{.*}}@malloc
; CHECK: call void @free(ptr %t)
define i64 @promised(ptr %in, ptr %out, ptr dereferenceable(8) align 8 %about, i64 noundef %n) {
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
