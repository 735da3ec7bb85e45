; double *t = take(n);
; for (i = 0; i < n; i++) t[i] = in[i];
; for (i = 0; i < n; i++) out[i] = t[i];
; give(...);
;
; What is freed is the argument that the attribute speaks of, by the family that it came from. A call that frees
; another argument, that is of another family, or that is given the pointer twice, may read what was stored.
;
; Without clean-up, as LLVM takes the allocation of @both away.
;
; RUN: %opt -passes='loop-fuse<verify;no-tidy>' %s -S | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-tidy>' %s -S -pass-remarks=loop-fuse -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; REMARK-COUNT-1: is not written here any more
; REMARK-NOT: not written

declare noalias ptr @take(i64) allockind("alloc,uninitialized") allocsize(0) nounwind willreturn memory(inaccessiblemem: readwrite) "alloc-family"="ours"
declare void @drop(ptr allocptr captures(none)) allockind("free") nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="ours"
declare void @drop_other(ptr allocptr captures(none)) allockind("free") nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="theirs"
declare void @give(ptr allocptr captures(none), ptr captures(none)) allockind("free") nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="ours"

; CHECK-LABEL: @freed(
; CHECK-NOT: store double {{.*}}, ptr %to
; CHECK: call void @drop(
define void @freed(ptr noalias %in, ptr noalias %out, ptr noalias %p) {
entry:
  %t = call ptr @take(i64 8000)
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %from = getelementptr inbounds double, ptr %in, i64 %i
  %x = load double, ptr %from
  %to = getelementptr inbounds double, ptr %t, i64 %i
  store double %x, ptr %to
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 1000
  br i1 %more, label %first, label %between
between:
  br label %second
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %again = getelementptr inbounds double, ptr %t, i64 %j
  %y = load double, ptr %again
  %last = getelementptr inbounds double, ptr %out, i64 %j
  store double %y, ptr %last
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 1000
  br i1 %more2, label %second, label %end
end:
  call void @drop(ptr %t)
  ret void
}

; CHECK-LABEL: @read(
; CHECK: store double {{.*}}, ptr %to
; CHECK: call void @give(
define void @read(ptr noalias %in, ptr noalias %out, ptr noalias %p) {
entry:
  %t = call ptr @take(i64 8000)
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %from = getelementptr inbounds double, ptr %in, i64 %i
  %x = load double, ptr %from
  %to = getelementptr inbounds double, ptr %t, i64 %i
  store double %x, ptr %to
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 1000
  br i1 %more, label %first, label %between
between:
  br label %second
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %again = getelementptr inbounds double, ptr %t, i64 %j
  %y = load double, ptr %again
  %last = getelementptr inbounds double, ptr %out, i64 %j
  store double %y, ptr %last
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 1000
  br i1 %more2, label %second, label %end
end:
  call void @give(ptr %p, ptr %t)
  ret void
}

; CHECK-LABEL: @both(
; CHECK: store double {{.*}}, ptr %to
; CHECK: call void @give(
define void @both(ptr noalias %in, ptr noalias %out, ptr noalias %p) {
entry:
  %t = call ptr @take(i64 8000)
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %from = getelementptr inbounds double, ptr %in, i64 %i
  %x = load double, ptr %from
  %to = getelementptr inbounds double, ptr %t, i64 %i
  store double %x, ptr %to
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 1000
  br i1 %more, label %first, label %between
between:
  br label %second
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %again = getelementptr inbounds double, ptr %t, i64 %j
  %y = load double, ptr %again
  %last = getelementptr inbounds double, ptr %out, i64 %j
  store double %y, ptr %last
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 1000
  br i1 %more2, label %second, label %end
end:
  call void @give(ptr %t, ptr %t)
  ret void
}

; CHECK-LABEL: @family(
; CHECK: store double {{.*}}, ptr %to
; CHECK: call void @drop_other(
define void @family(ptr noalias %in, ptr noalias %out, ptr noalias %p) {
entry:
  %t = call ptr @take(i64 8000)
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %from = getelementptr inbounds double, ptr %in, i64 %i
  %x = load double, ptr %from
  %to = getelementptr inbounds double, ptr %t, i64 %i
  store double %x, ptr %to
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 1000
  br i1 %more, label %first, label %between
between:
  br label %second
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %again = getelementptr inbounds double, ptr %t, i64 %j
  %y = load double, ptr %again
  %last = getelementptr inbounds double, ptr %out, i64 %j
  store double %y, ptr %last
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 1000
  br i1 %more2, label %second, label %end
end:
  call void @drop_other(ptr %t)
  ret void
}

; CHECK-LABEL: @inner(
; CHECK: store double {{.*}}, ptr %to
; CHECK: call void @give(
define void @inner(ptr noalias %in, ptr noalias %out, ptr noalias %p) {
entry:
  %t = call ptr @take(i64 8000)
  %inner = getelementptr inbounds double, ptr %t, i64 5
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %from = getelementptr inbounds double, ptr %in, i64 %i
  %x = load double, ptr %from
  %to = getelementptr inbounds double, ptr %t, i64 %i
  store double %x, ptr %to
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 1000
  br i1 %more, label %first, label %between
between:
  br label %second
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %again = getelementptr inbounds double, ptr %t, i64 %j
  %y = load double, ptr %again
  %last = getelementptr inbounds double, ptr %out, i64 %j
  store double %y, ptr %last
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 1000
  br i1 %more2, label %second, label %end
end:
  call void @give(ptr %t, ptr %inner)
  ret void
}

; CHECK-LABEL: @bundle(
; CHECK: store double {{.*}}, ptr %to
; CHECK: call void @drop(
define void @bundle(ptr noalias %in, ptr noalias %out, ptr noalias %p) {
entry:
  %t = call ptr @take(i64 8000)
  %inner = getelementptr inbounds double, ptr %t, i64 5
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %from = getelementptr inbounds double, ptr %in, i64 %i
  %x = load double, ptr %from
  %to = getelementptr inbounds double, ptr %t, i64 %i
  store double %x, ptr %to
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 1000
  br i1 %more, label %first, label %between
between:
  br label %second
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %again = getelementptr inbounds double, ptr %t, i64 %j
  %y = load double, ptr %again
  %last = getelementptr inbounds double, ptr %out, i64 %j
  store double %y, ptr %last
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 1000
  br i1 %more2, label %second, label %end
end:
  call void @drop(ptr %t) [ "deopt"(ptr %inner) ]
  ret void
}
