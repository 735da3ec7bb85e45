; void f(void) {
;   long i = 0;
;   do B[i] = A[i]; while (A[i++] != 17);
;   for (long j = 0; j < 40; j++) C[j] = 7;
; }
;
; The number of iterations depends on what the loop reads.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [UnknownTripCount] {{.*}} cannot be fused: the number of iterations is not known when the loop starts; count with an integer towards a bound that the loop does not change
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f() {
entry:
  br label %do.body

do.body:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %do.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.0
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.0
  store i32 %0, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.0, 1
  %cmp.not = icmp eq i32 %0, 17
  br i1 %cmp.not, label %for.body, label %do.body

for.body:
  %j.05 = phi i64 [ %inc5, %for.body ], [ 0, %do.body ]
  %arrayidx4 = getelementptr inbounds nuw i32, ptr @C, i64 %j.05
  store i32 7, ptr %arrayidx4
  %inc5 = add nuw nsw i64 %j.05, 1
  %exitcond.not = icmp eq i64 %inc5, 40
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  ret void
}
