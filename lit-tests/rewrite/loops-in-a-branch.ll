; void f(long n, long m) {
;   if (m > 2) {
;     for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;     for (long i = 0; i < 40; i++) C[i] = 2 * B[i];
;   } else {
;     for (long i = 0; i < 40; i++) D[i] = A[i] + 1;
;   }
; }
;
; Loops in one branch of a condition; another loop in the other one, of which nothing is said: it never
; runs behind one of them.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}
; CHECK-NOT: {{.}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f(i64 %n, i64 %m) {
entry:
  %cmp = icmp sgt i64 %m, 2
  br i1 %cmp, label %for.body, label %for.body17

for.body:
  %i.012 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.012
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx2 = getelementptr inbounds nuw i32, ptr @B, i64 %i.012
  store i32 %add, ptr %arrayidx2
  %inc = add nuw nsw i64 %i.012, 1
  %exitcond14.not = icmp eq i64 %inc, 40
  br i1 %exitcond14.not, label %for.body7, label %for.body

for.body7:
  %i3.013 = phi i64 [ %inc11, %for.body7 ], [ 0, %for.body ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %i3.013
  %1 = load i32, ptr %arrayidx8
  %mul = shl nsw i32 %1, 1
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.013
  store i32 %mul, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i3.013, 1
  %exitcond15.not = icmp eq i64 %inc11, 40
  br i1 %exitcond15.not, label %if.end, label %for.body7

for.body17:
  %i13.011 = phi i64 [ %inc22, %for.body17 ], [ 0, %entry ]
  %arrayidx18 = getelementptr inbounds nuw i32, ptr @A, i64 %i13.011
  %2 = load i32, ptr %arrayidx18
  %add19 = add nsw i32 %2, 1
  %arrayidx20 = getelementptr inbounds nuw i32, ptr @D, i64 %i13.011
  store i32 %add19, ptr %arrayidx20
  %inc22 = add nuw nsw i64 %i13.011, 1
  %exitcond.not = icmp eq i64 %inc22, 40
  br i1 %exitcond.not, label %if.end, label %for.body17

if.end:
  ret void
}
