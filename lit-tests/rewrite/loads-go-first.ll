; for (long i = 0; i < 40; i++) B[i] = A[i];
; for (long i = 0; i < 40; i++) C[i] = A[i + 1];
;
; What the first loop reads one iteration later is loaded before what it stores: handed on from
; iteration to iteration, it then leaves the loop vectorisable. Not where a store may change it (g).
;
; RUN: %opt -passes='loop-fuse<verify>' -S %s | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify>,gvn,loop-vectorize' -force-vector-width=4 -S %s | FileCheck %s --check-prefix=VECTOR

; CHECK-LABEL: define void @f(
; CHECK: first:
; CHECK: %ahead = load i32
; CHECK: store i32 %here
; CHECK: store i32 %ahead
; CHECK-LABEL: define void @g(
; CHECK: first:
; CHECK: store i32 %here
; CHECK: %ahead = load i32
; VECTOR-LABEL: define void @f(
; VECTOR: store <4 x i32>
; VECTOR-LABEL: define void @g(

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f() {
entry:
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %here = load i32, ptr %a
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %here, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp ne i64 %i.next, 40
  br i1 %i.more, label %first, label %second.preheader

second.preheader:
  br label %second

second:
  %j = phi i64 [ 0, %second.preheader ], [ %j.next, %second ]
  %j.next = add nuw nsw i64 %j, 1
  %a1 = getelementptr inbounds i32, ptr @A, i64 %j.next
  %ahead = load i32, ptr %a1
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %ahead, ptr %c
  %j.more = icmp ne i64 %j.next, 40
  br i1 %j.more, label %second, label %end

end:
  ret void
}

define void @g() {
entry:
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %here = load i32, ptr %a
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %here, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp ne i64 %i.next, 40
  br i1 %i.more, label %first, label %second.preheader

second.preheader:
  br label %second

second:
  %j = phi i64 [ 0, %second.preheader ], [ %j.next, %second ]
  %j.next = add nuw nsw i64 %j, 1
  %a1 = getelementptr inbounds i32, ptr @A, i64 %j.next
  %ahead = load i32, ptr %a1
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %ahead, ptr %c
  %far = getelementptr i8, ptr %a1, i64 -4
  store i32 0, ptr %far
  %j.more = icmp ne i64 %j.next, 40
  br i1 %j.more, label %second, label %end

end:
  ret void
}
