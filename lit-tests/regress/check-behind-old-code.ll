; void f(int n, int *m) {
;   int runs = *m != 1, also = n > 0, later = n > 4;
;   if (runs) for (int i = 1; i < 7; i++) A[i] = i;
;   if (also) for (int i = 1; i < 5; i++) ;
;   if (later) for (int i = 2; i < 7; i++) B[i] = n;
; }
;
; What the check loads is frozen where it is loaded, and that there are iterations enough is known, so that nothing
; has to be computed for it. The check once began at the freeze, and took the code behind along, which the
; copy of the loops needs, too.
;
; RUN: %opt -passes='loop-fuse<verify;no-profit;no-tidy;no-uneven>' -S %s | FileCheck %s

; CHECK-LABEL: define void @f(
; CHECK: freeze i32
; CHECK-NEXT: %runs = icmp ne i32
; CHECK-NEXT: %also = icmp sgt i32 %n, 0
; CHECK-NEXT: %later = icmp sgt i32 %n, 4
; CHECK: br i1 {{.*}}, label %{{.*}}, label %{{.*}}.rest

@A = external global [256 x double]
@B = external global [256 x i32]

define void @f(i32 %n, ptr %m) {
entry:
  %k = load i32, ptr %m
  %runs = icmp ne i32 %k, 1
  %also = icmp sgt i32 %n, 0
  %later = icmp sgt i32 %n, 4
  br i1 %runs, label %first, label %between

first:
  %i = phi i64 [ %i.next, %first ], [ 1, %entry ]
  %pa = getelementptr inbounds double, ptr @A, i64 %i
  store double 2.5, ptr %pa
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, 7
  br i1 %more, label %first, label %between

between:
  br i1 %also, label %second, label %last

second:
  %j = phi i64 [ %j.next, %second ], [ 1, %between ]
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %j.next, 5
  br i1 %again, label %second, label %last

last:
  br i1 %later, label %store, label %end

store:
  %l = phi i64 [ %l.next, %store ], [ 2, %last ]
  %pb = getelementptr inbounds i32, ptr @B, i64 %l
  store i32 %n, ptr %pb
  %l.next = add nuw nsw i64 %l, 1
  %goes = icmp ult i64 %l.next, 7
  br i1 %goes, label %store, label %end

end:
  ret void
}
