; void f(long n) {
;   for (long i = 0; i < 300; i++) B[(unsigned char)i] = A[0];
;   for (long i = 0; i < 300; i++) C[(unsigned char)i] = B[(unsigned char)i];
; }
;
; (unsigned char)i repeats after 256 iterations.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [BackwardDependence] loop {{.*}} and loop {{.*}} not fused: if fused, 
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  br label %for.body

for.body:
  %i.05 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %0 = load i32, ptr @A
  %idxprom = and i64 %i.05, 255
  %arrayidx = getelementptr inbounds nuw i32, ptr @B, i64 %idxprom
  store i32 %0, ptr %arrayidx
  %inc = add nuw nsw i64 %i.05, 1
  %exitcond.not = icmp eq i64 %inc, 300
  br i1 %exitcond.not, label %for.body6, label %for.body

for.body6:
  %i1.06 = phi i64 [ %inc11, %for.body6 ], [ 0, %for.body ]
  %idxprom8 = and i64 %i1.06, 255
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @B, i64 %idxprom8
  %1 = load i32, ptr %arrayidx9
  %c = getelementptr inbounds nuw i32, ptr @C, i64 %idxprom8
  store i32 %1, ptr %c
  %inc11 = add nuw nsw i64 %i1.06, 1
  %exitcond7.not = icmp eq i64 %inc11, 300
  br i1 %exitcond7.not, label %for.end12, label %for.body6

for.end12:
  ret void
}
