; for (int i = 0; i < 100; i++) A[i] = 1;  for (int i = 0; i < 100; i++) B[i] = C[i & 7];
;
; The index of an address may be narrow without an instruction that extends it: 32 bits beside the 3 of `i & 7`. With
; indices of 64 bits the loops are fused.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: loop-fuse: function narrow
; CHECK-NEXT: [NarrowSubscripts] loop %first and loop %second not fused: the loops have counters or subscripts of several narrow types
; CHECK: loop-fuse: function wide
; CHECK-NEXT: [Fused] fused loop %first with loop %second

@A = external global [100 x double]
@B = external global [100 x double]
@C = external global [100 x double]

define void @narrow(i32 %n) {
entry:
  br label %first

first:
  %i = phi i32 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds double, ptr @A, i32 %i
  store double 1.0, ptr %a
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, 100
  br i1 %more, label %first, label %between

between:
  br label %second

second:
  %j = phi i32 [ 0, %between ], [ %j.next, %second ]
  %low = and i32 %j, 7
  %c = getelementptr inbounds double, ptr @C, i32 %low
  %v = load double, ptr %c
  %b = getelementptr inbounds double, ptr @B, i32 %j
  store double %v, ptr %b
  %j.next = add nuw nsw i32 %j, 1
  %again = icmp ult i32 %j.next, 100
  br i1 %again, label %second, label %exit

exit:
  ret void
}

define void @wide(i32 %n) {
entry:
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds double, ptr @A, i64 %i
  store double 1.0, ptr %a
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, 100
  br i1 %more, label %first, label %between

between:
  br label %second

second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %low = and i64 %j, 7
  %c = getelementptr inbounds double, ptr @C, i64 %low
  %v = load double, ptr %c
  %b = getelementptr inbounds double, ptr @B, i64 %j
  store double %v, ptr %b
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %j.next, 100
  br i1 %again, label %second, label %exit

exit:
  ret void
}
