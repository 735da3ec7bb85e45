; void f(void) {
; #pragma clang loop vectorize(assume_safety)
;   for (long i = 0; i < 40; i++) B[i + 1] = A[i] + 1;
; #pragma clang loop vectorize(assume_safety)
;   for (long i = 0; i < 40; i++) C[i] = 2 * B[i];
; }
;
; Accesses without order among the iterations of one loop say nothing of the fused loop, which
; carries B from one iteration to the next.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s --check-prefix=IR

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

; IR-LABEL: define {{.*}}@f
; IR: store i32
; IR-NOT: access.group
; IR-NOT: parallel_accesses
; IR: ret void
; IR-NOT: parallel_accesses

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f() {
entry:
  br label %for.body

for.body:
  %i.07 = phi i64 [ 0, %entry ], [ %add1, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.07
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %add1 = add nuw nsw i64 %i.07, 1
  %arrayidx2 = getelementptr inbounds nuw i32, ptr @B, i64 %add1
  store i32 %add, ptr %arrayidx2, !llvm.access.group !40
  %exitcond.not = icmp eq i64 %add1, 40
  br i1 %exitcond.not, label %for.body7, label %for.body, !llvm.loop !10

for.body7:
  %i3.08 = phi i64 [ %inc11, %for.body7 ], [ 0, %for.body ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %i3.08
  %1 = load i32, ptr %arrayidx8
  %mul = shl nsw i32 %1, 1
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.08
  store i32 %mul, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i3.08, 1
  %exitcond9.not = icmp eq i64 %inc11, 40
  br i1 %exitcond9.not, label %for.end12, label %for.body7, !llvm.loop !20

for.end12:
  ret void
}

!10 = distinct !{!10, !30}
!30 = !{!"llvm.loop.parallel_accesses", !40}
!20 = distinct !{!20, !31}
!31 = !{!"llvm.loop.parallel_accesses", !41}
!40 = distinct !{}
!41 = distinct !{}
