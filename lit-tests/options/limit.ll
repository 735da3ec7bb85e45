; for (long i = 0; i < 40; i++) B[i] = A[i];
; for (long i = 0; i < 40; i++) C[i] = B[i];
; for (long i = 0; i < 40; i++) D[i] = C[i];
;
; limit=N makes the first N changes only: what LLVM's passes do before and behind the fusions counts, too.
;
; RUN: %opt -passes='loop-fuse<verify;limit=0>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=THREE
; RUN: %opt -passes='loop-fuse<verify;limit=1>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=THREE
; RUN: %opt -passes='loop-fuse<verify;limit=2>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TWO
; RUN: %opt -passes='loop-fuse<verify;limit=3>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=ONE
; RUN: %opt -passes='loop-fuse<verify;limit=9>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=ONE
; RUN: %opt -passes='loop-fuse<verify;limit=2>' -disable-output -pass-remarks=loop-fuse %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<limit=9>' -disable-output -pass-remarks-output=- %s | FileCheck %s --check-prefix=RECORD
; RUN: %opt -passes='loop-fuse' -disable-output -pass-remarks-output=- %s | FileCheck %s --check-prefix=UNCOUNTED

; THREE: Loop info for function 'f':
; THREE-NEXT: Loop at depth 1
; THREE-NEXT: Loop at depth 1
; THREE-NEXT: Loop at depth 1
; THREE-NOT: Loop at depth
; TWO: Loop info for function 'f':
; TWO-NEXT: Loop at depth 1
; TWO-NEXT: Loop at depth 1
; TWO-NOT: Loop at depth
; ONE: Loop info for function 'f':
; ONE-NEXT: Loop at depth 1
; ONE-NOT: Loop at depth
; CHECK-COUNT-1: remark: {{.*}}fused loop %first with loop %second
; CHECK-NOT: remark

; Who counts learns of each change, and its number.
;
; RECORD: Name: Edited
; RECORD: loops brought into the form that fusion needs
; RECORD-NEXT: Kind: canonical
; RECORD-NEXT: Edit: '1'
; RECORD: Name: Fused
; RECORD: Edit: '2'
; RECORD: Name: Fused
; RECORD: Edit: '3'
; RECORD: Name: Edited
; RECORD: fused loops cleaned up
; RECORD-NEXT: Kind: tidied
; RECORD-NEXT: Edit: '4'
; RECORD-NOT: Edit:
; UNCOUNTED-NOT: Edit

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f() {
entry:
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %x, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 40
  br i1 %more, label %first, label %second

second:
  %j = phi i64 [ 0, %first ], [ %j.next, %second ]
  %b2 = getelementptr inbounds i32, ptr @B, i64 %j
  %y = load i32, ptr %b2
  %c = getelementptr inbounds i32, ptr @C, i64 %j
  store i32 %y, ptr %c
  %j.next = add nuw nsw i64 %j, 1
  %more2 = icmp ne i64 %j.next, 40
  br i1 %more2, label %second, label %third

third:
  %k = phi i64 [ 0, %second ], [ %k.next, %third ]
  %k.next = add nuw nsw i64 %k, 1
  %c2 = getelementptr inbounds i32, ptr @C, i64 %k
  %z = load i32, ptr %c2
  %d = getelementptr inbounds i32, ptr @D, i64 %k
  store i32 %z, ptr %d
  %more3 = icmp ne i64 %k.next, 40
  br i1 %more3, label %third, label %end

end:
  ret void
}
