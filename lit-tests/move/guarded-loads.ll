; void f(struct { double *a, *b; } *s, long n, ...) {
;   if (n > 0) { double *a = s->a; for (long i = 0; i < n; i++) a[i] += 1; }
;   if (n > 0) { double *a = s->a, *b = s->b; for (long i = 0; i < n; i++) b[i] = a[i]; }
; }
;
; What the guards lead to is loaded before them, from a place that holds zeros where the loop does not run. So both
; loops have one `a`. No load passes a store, and none that is volatile moves. What loads promise goes.
;
; RUN: %fuse %s | FileCheck %s --implicit-check-not='!nonnull'
; RUN: %opt -passes='loop-fuse<print-verdicts;check-work=0>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=VERDICT
;
; VERDICT: loop-fuse: function f
; VERDICT-NEXT: [Fused] fused loop %first with loop %second, {{.*}}; behind a run-time check of 1 pair(s) of pointers
; VERDICT: loop-fuse: function behind_store
; VERDICT-NEXT: [CannotMove]
; VERDICT: loop-fuse: function is_volatile
; VERDICT-NOT: Fused

; CHECK-LABEL: define void @f(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[ZEROS:%.*]] = alloca i128, align 16
; CHECK: store i128 0, ptr [[ZEROS]], align 16
; CHECK: [[RUNS:%.*]] = icmp sgt i64 %n{{.*}}, 0
; CHECK: [[PLACE:%.*]] = select i1 [[RUNS]], ptr %s, ptr [[ZEROS]]
; CHECK-NEXT: load ptr, ptr [[PLACE]], align 8, !tbaa
; CHECK: br i1

; CHECK-LABEL: define void @behind_store(
; CHECK-NOT: alloca
; CHECK-LABEL: define void @is_volatile(
; CHECK-NOT: alloca
; CHECK: load volatile ptr
; CHECK: load volatile ptr

define void @f(ptr %s, ptr %t, i64 %n) {
entry:
  %s.b = getelementptr inbounds i8, ptr %s, i64 8
  %runs = icmp sgt i64 %n, 0
  br i1 %runs, label %head, label %join

head:
  
  %a = load ptr, ptr %s, align 8, !tbaa !1, !nonnull !8
  br label %first

first:
  %i = phi i64 [ 0, %head ], [ %i.next, %first ]
  %p = getelementptr inbounds double, ptr %a, i64 %i
  %x = load double, ptr %p, align 8, !tbaa !5
  %y = fadd double %x, 1.0
  store double %y, ptr %p, align 8, !tbaa !5
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %join, label %first

join:
  br i1 %runs, label %head2, label %end

head2:
  
  %a2 = load ptr, ptr %s, align 8, !tbaa !1
  %b2 = load ptr, ptr %s.b, align 8, !tbaa !1
  br label %second

second:
  %j = phi i64 [ 0, %head2 ], [ %j.next, %second ]
  %p2 = getelementptr inbounds double, ptr %a2, i64 %j
  %x2 = load double, ptr %p2, align 8, !tbaa !5
  %q = getelementptr inbounds double, ptr %b2, i64 %j
  store double %x2, ptr %q, align 8, !tbaa !5
  %j.next = add nuw nsw i64 %j, 1
  %done2 = icmp eq i64 %j.next, %n
  br i1 %done2, label %end, label %second

end:
  ret void
}

define void @behind_store(ptr %s, ptr %t, i64 %n) {
entry:
  %s.b = getelementptr inbounds i8, ptr %s, i64 8
  %runs = icmp sgt i64 %n, 0
  br i1 %runs, label %head, label %join

head:
  store ptr null, ptr %t, align 8, !tbaa !1
  %a = load ptr, ptr %s, align 8, !tbaa !1
  br label %first

first:
  %i = phi i64 [ 0, %head ], [ %i.next, %first ]
  %p = getelementptr inbounds double, ptr %a, i64 %i
  %x = load double, ptr %p, align 8, !tbaa !5
  %y = fadd double %x, 1.0
  store double %y, ptr %p, align 8, !tbaa !5
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %join, label %first

join:
  br i1 %runs, label %head2, label %end

head2:
  store ptr null, ptr %t, align 8, !tbaa !1
  %a2 = load ptr, ptr %s, align 8, !tbaa !1
  %b2 = load ptr, ptr %s.b, align 8, !tbaa !1
  br label %second

second:
  %j = phi i64 [ 0, %head2 ], [ %j.next, %second ]
  %p2 = getelementptr inbounds double, ptr %a2, i64 %j
  %x2 = load double, ptr %p2, align 8, !tbaa !5
  %q = getelementptr inbounds double, ptr %b2, i64 %j
  store double %x2, ptr %q, align 8, !tbaa !5
  %j.next = add nuw nsw i64 %j, 1
  %done2 = icmp eq i64 %j.next, %n
  br i1 %done2, label %end, label %second

end:
  ret void
}

define void @is_volatile(ptr %s, ptr %t, i64 %n) {
entry:
  %s.b = getelementptr inbounds i8, ptr %s, i64 8
  %runs = icmp sgt i64 %n, 0
  br i1 %runs, label %head, label %join

head:
  
  %a = load volatile ptr, ptr %s, align 8, !tbaa !1
  br label %first

first:
  %i = phi i64 [ 0, %head ], [ %i.next, %first ]
  %p = getelementptr inbounds double, ptr %a, i64 %i
  %x = load double, ptr %p, align 8, !tbaa !5
  %y = fadd double %x, 1.0
  store double %y, ptr %p, align 8, !tbaa !5
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %join, label %first

join:
  br i1 %runs, label %head2, label %end

head2:
  
  %a2 = load volatile ptr, ptr %s, align 8, !tbaa !1
  %b2 = load volatile ptr, ptr %s.b, align 8, !tbaa !1
  br label %second

second:
  %j = phi i64 [ 0, %head2 ], [ %j.next, %second ]
  %p2 = getelementptr inbounds double, ptr %a2, i64 %j
  %x2 = load double, ptr %p2, align 8, !tbaa !5
  %q = getelementptr inbounds double, ptr %b2, i64 %j
  store double %x2, ptr %q, align 8, !tbaa !5
  %j.next = add nuw nsw i64 %j, 1
  %done2 = icmp eq i64 %j.next, %n
  br i1 %done2, label %end, label %second

end:
  ret void
}

!1 = !{!2, !2, i64 0}
!2 = !{!"any pointer", !3}
!3 = !{!"char", !4}
!4 = !{!"root"}
!5 = !{!6, !6, i64 0}
!6 = !{!"double", !3}
!8 = !{}
