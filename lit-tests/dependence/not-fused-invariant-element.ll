; void f(long n, long m, int *restrict p) {
;   for (long i = 0; i < n; i++) if (A[i] > 0) p[m] = i;
;   for (long i = 0; i < n; i++) if (A[i] > 5) C[i] = p[m];
; }
;
; The addresses at the same iteration are equal, yet p[m] must have its last value before the second
; loop starts.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [BackwardDependence] loop {{.*}} and loop {{.*}} not fused: if fused, {{.*}}no bounded shift is known
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n, i64 %m, ptr noalias %p) {
entry:
  %cmp11 = icmp sgt i64 %n, 0
  br i1 %cmp11, label %for.body.lr.ph, label %for.cond4.preheader

for.body.lr.ph:
  %arrayidx2 = getelementptr inbounds i32, ptr %p, i64 %m
  br label %for.body

for.cond4.preheader:
  %cmp513 = icmp sgt i64 %n, 0
  br i1 %cmp513, label %for.body8.lr.ph, label %for.end18

for.body8.lr.ph:
  %arrayidx13 = getelementptr inbounds i32, ptr %p, i64 %m
  br label %for.body8

for.body:
  %i.012 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.012
  %0 = load i32, ptr %arrayidx
  %cmp1 = icmp sgt i32 %0, 0
  br i1 %cmp1, label %if.then, label %for.inc

if.then:
  %conv = trunc i64 %i.012 to i32
  store i32 %conv, ptr %arrayidx2
  br label %for.inc

for.inc:
  %inc = add nuw nsw i64 %i.012, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond4.preheader, label %for.body

for.body8:
  %i3.014 = phi i64 [ 0, %for.body8.lr.ph ], [ %inc17, %for.inc16 ]
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @A, i64 %i3.014
  %1 = load i32, ptr %arrayidx9
  %cmp10 = icmp sgt i32 %1, 5
  br i1 %cmp10, label %if.then12, label %for.inc16

if.then12:
  %2 = load i32, ptr %arrayidx13
  %arrayidx14 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.014
  store i32 %2, ptr %arrayidx14
  br label %for.inc16

for.inc16:
  %inc17 = add nuw nsw i64 %i3.014, 1
  %exitcond15.not = icmp eq i64 %inc17, %n
  br i1 %exitcond15.not, label %for.end18, label %for.body8

for.end18:
  ret void
}
