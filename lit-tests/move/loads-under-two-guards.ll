; void f(struct { double *a; } *s, double *c, long n, long m) {
;   if (n > 0) { double *a = s->a; for (long i = 0; i < n; i++) a[i] += 1; }
;   if (m > 2) { double *a = s->a; for (long i = 0; i < m; i++) c[i] = a[i]; }
; }
;
; Both loops have one `a`, loaded before them where one of them runs. Not so if what it was loaded from is written
; between, or if a call between may not return, or a loop between may not end, so that it is perhaps not there.
;
; (In these functions two loops behind are fused, so that all that was prepared is seen.)
;
; RUN: %opt -passes='loop-fuse<verify;check-work=0;no-profit;uneven;no-tidy>' -S %s | FileCheck %s

; CHECK-LABEL: define void @f(
; CHECK: [[N:%.*]] = icmp sgt i64 %n, 0
; CHECK: [[ELSE:%.*]] = select i1 {{%.*}}, ptr %s, ptr %zeros
; CHECK: [[PLACE:%.*]] = select i1 [[N]], ptr %s, ptr [[ELSE]]
; CHECK-NEXT: load ptr, ptr [[PLACE]], align 4
; CHECK-NOT: load ptr
; CHECK: ret void

define void @f(ptr %s, ptr %c, i64 %n, i64 %m) {
entry:
  %runs = icmp sgt i64 %n, 0
  br i1 %runs, label %head, label %join

head:
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
  %runs2 = icmp sgt i64 %m, 2
  br i1 %runs2, label %head2, label %end

head2:
  %a2 = load ptr, ptr %s, align 4, !tbaa !1
  br label %second

second:
  %j = phi i64 [ 0, %head2 ], [ %j.next, %second ]
  %p2 = getelementptr inbounds double, ptr %a2, i64 %j
  %x2 = load double, ptr %p2, align 8, !tbaa !5
  %q = getelementptr inbounds double, ptr %c, i64 %j
  store double %x2, ptr %q, align 8, !tbaa !5
  %j.next = add nuw nsw i64 %j, 1
  %done2 = icmp eq i64 %j.next, %m
  br i1 %done2, label %end, label %second

end:
  ret void
}

; CHECK-LABEL: define void @written_between(
; CHECK: load ptr, ptr
; CHECK: store ptr null, ptr %c
; CHECK: load ptr, ptr
; CHECK: ret void

define void @written_between(ptr %s, ptr %c, i64 %n, i64 %m) {
entry:
  %runs = icmp sgt i64 %n, 0
  br i1 %runs, label %head, label %join

head:
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
  store ptr null, ptr %c, align 8, !tbaa !1
  %runs2 = icmp sgt i64 %m, 2
  br i1 %runs2, label %head2, label %end

head2:
  %a2 = load ptr, ptr %s, align 8, !tbaa !1
  br label %second

second:
  %j = phi i64 [ 0, %head2 ], [ %j.next, %second ]
  %p2 = getelementptr inbounds double, ptr %a2, i64 %j
  %x2 = load double, ptr %p2, align 8, !tbaa !5
  %q = getelementptr inbounds double, ptr %c, i64 %j
  store double %x2, ptr %q, align 8, !tbaa !5
  %j.next = add nuw nsw i64 %j, 1
  %done2 = icmp eq i64 %j.next, %m
  br i1 %done2, label %end, label %second

end:
  br i1 %runs, label %third, label %return

third:
  %k3 = phi i64 [ 0, %end ], [ %k3.next, %third ]
  %p3 = getelementptr inbounds double, ptr %c, i64 %k3
  store double 1.0, ptr %p3, align 8, !tbaa !5
  %k3.next = add nuw nsw i64 %k3, 1
  %done3 = icmp eq i64 %k3.next, %n
  br i1 %done3, label %between, label %third

between:
  br label %fourth

fourth:
  %k4 = phi i64 [ 0, %between ], [ %k4.next, %fourth ]
  %p4 = getelementptr inbounds double, ptr %c, i64 %k4
  %x4 = load double, ptr %p4, align 8, !tbaa !5
  %y4 = fmul double %x4, 3.0
  store double %y4, ptr %p4, align 8, !tbaa !5
  %k4.next = add nuw nsw i64 %k4, 1
  %done4 = icmp eq i64 %k4.next, %n
  br i1 %done4, label %return, label %fourth

return:
  ret void
}

; CHECK-LABEL: define void @may_not_return(
; CHECK: load ptr, ptr
; CHECK: call void @check
; CHECK: load ptr, ptr
; CHECK: ret void

define void @may_not_return(ptr %s, ptr %c, i64 %n, i64 %m) {
entry:
  %runs = icmp sgt i64 %n, 0
  br i1 %runs, label %head, label %join

head:
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
  call void @check(ptr %s)
  %runs2 = icmp sgt i64 %m, 2
  br i1 %runs2, label %head2, label %end

head2:
  %a2 = load ptr, ptr %s, align 8, !tbaa !1
  br label %second

second:
  %j = phi i64 [ 0, %head2 ], [ %j.next, %second ]
  %p2 = getelementptr inbounds double, ptr %a2, i64 %j
  %x2 = load double, ptr %p2, align 8, !tbaa !5
  %q = getelementptr inbounds double, ptr %c, i64 %j
  store double %x2, ptr %q, align 8, !tbaa !5
  %j.next = add nuw nsw i64 %j, 1
  %done2 = icmp eq i64 %j.next, %m
  br i1 %done2, label %end, label %second

end:
  br i1 %runs, label %third, label %return

third:
  %k3 = phi i64 [ 0, %end ], [ %k3.next, %third ]
  %p3 = getelementptr inbounds double, ptr %c, i64 %k3
  store double 1.0, ptr %p3, align 8, !tbaa !5
  %k3.next = add nuw nsw i64 %k3, 1
  %done3 = icmp eq i64 %k3.next, %n
  br i1 %done3, label %between, label %third

between:
  br label %fourth

fourth:
  %k4 = phi i64 [ 0, %between ], [ %k4.next, %fourth ]
  %p4 = getelementptr inbounds double, ptr %c, i64 %k4
  %x4 = load double, ptr %p4, align 8, !tbaa !5
  %y4 = fmul double %x4, 3.0
  store double %y4, ptr %p4, align 8, !tbaa !5
  %k4.next = add nuw nsw i64 %k4, 1
  %done4 = icmp eq i64 %k4.next, %n
  br i1 %done4, label %return, label %fourth

return:
  ret void
}

; CHECK-LABEL: define void @may_not_end(
; CHECK: load ptr, ptr
; CHECK: fcmp oeq
; CHECK: load ptr, ptr
; CHECK: ret void

define void @may_not_end(ptr %s, ptr %c, i64 %n, i64 %m) {
entry:
  %runs = icmp sgt i64 %n, 0
  br i1 %runs, label %head, label %join

head:
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
  br label %search

search:
  %k = phi i64 [ 0, %join ], [ %k.next, %search ]
  %at = getelementptr inbounds double, ptr %c, i64 %k
  %v = load double, ptr %at, align 8, !tbaa !5
  %found = fcmp oeq double %v, 0.0
  %k.next = add i64 %k, 1
  br i1 %found, label %behind, label %search

behind:
  %runs2 = icmp sgt i64 %m, 2
  br i1 %runs2, label %head2, label %end

head2:
  %a2 = load ptr, ptr %s, align 8, !tbaa !1
  br label %second

second:
  %j = phi i64 [ 0, %head2 ], [ %j.next, %second ]
  %p2 = getelementptr inbounds double, ptr %a2, i64 %j
  %x2 = load double, ptr %p2, align 8, !tbaa !5
  %q = getelementptr inbounds double, ptr %c, i64 %j
  store double %x2, ptr %q, align 8, !tbaa !5
  %j.next = add nuw nsw i64 %j, 1
  %done2 = icmp eq i64 %j.next, %m
  br i1 %done2, label %end, label %second

end:
  br i1 %runs, label %third, label %return

third:
  %k3 = phi i64 [ 0, %end ], [ %k3.next, %third ]
  %p3 = getelementptr inbounds double, ptr %c, i64 %k3
  store double 1.0, ptr %p3, align 8, !tbaa !5
  %k3.next = add nuw nsw i64 %k3, 1
  %done3 = icmp eq i64 %k3.next, %n
  br i1 %done3, label %between, label %third

between:
  br label %fourth

fourth:
  %k4 = phi i64 [ 0, %between ], [ %k4.next, %fourth ]
  %p4 = getelementptr inbounds double, ptr %c, i64 %k4
  %x4 = load double, ptr %p4, align 8, !tbaa !5
  %y4 = fmul double %x4, 3.0
  store double %y4, ptr %p4, align 8, !tbaa !5
  %k4.next = add nuw nsw i64 %k4, 1
  %done4 = icmp eq i64 %k4.next, %n
  br i1 %done4, label %return, label %fourth

return:
  ret void
}

declare void @check(ptr) nounwind memory(argmem: read)

!1 = !{!2, !2, i64 0}
!2 = !{!"any pointer", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C/C++ TBAA"}
!5 = !{!6, !6, i64 0}
!6 = !{!"double", !3, i64 0}
