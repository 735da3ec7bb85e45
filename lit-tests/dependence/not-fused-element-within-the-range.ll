; void f(long n) {
;   for (long i = 0; i < 100; i++) C[i] = B[i];
;   for (long i = 0; i < 100; i++) if (A[i] > 0) B[50] = i;
; }
;
; B[50] is read in iteration 50.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [BackwardDependence] loop {{.*}} and loop {{.*}} not fused: if fused, the second loop overwrites B before the first loop reads it
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@B = external global [256 x i32]
@C = external global [256 x i32]
@A = external global [256 x i32]

define void @f(i64 %n) {
entry:
  br label %for.body

for.body:
  %i.07 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @B, i64 %i.07
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @C, i64 %i.07
  store i32 %0, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, 100
  br i1 %exitcond.not, label %for.body6, label %for.body

for.body6:
  %i2.08 = phi i64 [ %inc10, %for.inc9 ], [ 0, %for.body ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @A, i64 %i2.08
  %1 = load i32, ptr %arrayidx7
  %cmp8 = icmp sgt i32 %1, 0
  br i1 %cmp8, label %if.then, label %for.inc9

if.then:
  %conv = trunc nuw i64 %i2.08 to i32
  store i32 %conv, ptr getelementptr inbounds nuw (i8, ptr @B, i64 200)
  br label %for.inc9

for.inc9:
  %inc10 = add nuw nsw i64 %i2.08, 1
  %exitcond9.not = icmp eq i64 %inc10, 100
  br i1 %exitcond9.not, label %for.end11, label %for.body6

for.end11:
  ret void
}
