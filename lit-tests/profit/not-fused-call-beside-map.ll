; double g(double) __attribute__((const, nothrow));
; void f(long n) {
;   for (long i = 0; i < n; i++) Y[i] = X[i] + 1;
;   for (long i = 0; i < n; i++) Z[i] = g(X[i]);
; }
;
; A call without vector form.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [LosesVectorisation] loop {{.*}} and loop {{.*}} not fused: the fused loop would not be vectorised: in loop {{.*}}, call of g has no vector form; use the parameter no-profit to fuse all the same
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

target triple = "x86_64-pc-linux-gnu"

@X = external global [256 x double]
@Y = external global [256 x double]
@Z = external global [256 x double]

define void @f(i64 %n) {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp410 = icmp sgt i64 %n, 0
  br i1 %cmp410, label %for.body6, label %for.end11

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw double, ptr @X, i64 %i.09
  %0 = load double, ptr %arrayidx
  %add = fadd double %0, 1.000000e+00
  %arrayidx1 = getelementptr inbounds nuw double, ptr @Y, i64 %i.09
  store double %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.body6:
  %i2.011 = phi i64 [ %inc10, %for.body6 ], [ 0, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw double, ptr @X, i64 %i2.011
  %1 = load double, ptr %arrayidx7
  %call = call double @g(double %1)
  %arrayidx8 = getelementptr inbounds nuw double, ptr @Z, i64 %i2.011
  store double %call, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.011, 1
  %exitcond12.not = icmp eq i64 %inc10, %n
  br i1 %exitcond12.not, label %for.end11, label %for.body6

for.end11:
  ret void
}

declare double @g(double noundef) nounwind willreturn memory(none)
