; void f(void) {
;   for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < 41; i++) C[i] = 2 * A[i];
;   for (long i = 0; i < 40; i++) D[i] = C[i];
; }
;
; A chain of counts that differ by one: the iteration that the first fusion leaves over lies between
; it and the third loop, which does not read what that iteration writes.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}{{.*}}the last 1 iteration(s) of the second loop run afterwards
; CHECK-NEXT: [Fused] fused loop %for.body with loop %for.body16, trip count 40

; LOOPS: Loop info for function 'f':
; LOOPS-COUNT-2: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f() {
entry:
  br label %for.body

for.body:
  %i.010 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.010
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.010
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.010, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.body6, label %for.body

for.body6:
  %i2.011 = phi i64 [ %inc10, %for.body6 ], [ 0, %for.body ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @A, i64 %i2.011
  %1 = load i32, ptr %arrayidx7
  %mul = shl nsw i32 %1, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.011
  store i32 %mul, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.011, 1
  %exitcond13.not = icmp eq i64 %inc10, 41
  br i1 %exitcond13.not, label %for.body16, label %for.body6

for.body16:
  %i12.012 = phi i64 [ %inc20, %for.body16 ], [ 0, %for.body6 ]
  %arrayidx17 = getelementptr inbounds nuw i32, ptr @C, i64 %i12.012
  %2 = load i32, ptr %arrayidx17
  %arrayidx18 = getelementptr inbounds nuw i32, ptr @D, i64 %i12.012
  store i32 %2, ptr %arrayidx18
  %inc20 = add nuw nsw i64 %i12.012, 1
  %exitcond14.not = icmp eq i64 %inc20, 40
  br i1 %exitcond14.not, label %for.end21, label %for.body16

for.end21:
  ret void
}
