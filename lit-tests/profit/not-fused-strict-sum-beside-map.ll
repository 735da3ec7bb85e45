; double f(long n) {
;   double s = 0;
;   for (long i = 0; i < n; i++) Y[i] = X[i] + 1;
;   for (long i = 0; i < n; i++) s = s * 0.5 + X[i];
;   return s;
; }
;
; A strict floating-point sum is not vectorised here, and would keep the map beside it from it.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [LosesVectorisation] loop {{.*}} and loop {{.*}} not fused: the fused loop would not be vectorised: in loop {{.*}}, {{.*}}; use the parameter no-profit to fuse all the same
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

target triple = "x86_64-pc-linux-gnu"

@X = external global [256 x double]
@Y = external global [256 x double]

define double @f(i64 %n) {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp410 = icmp sgt i64 %n, 0
  br i1 %cmp410, label %for.body6, label %for.end10

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
  %i2.012 = phi i64 [ %inc9, %for.body6 ], [ 0, %for.cond3.preheader ]
  %s.011 = phi double [ %2, %for.body6 ], [ 0.000000e+00, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw double, ptr @X, i64 %i2.012
  %1 = load double, ptr %arrayidx7
  %2 = call double @llvm.fmuladd.f64(double %s.011, double 5.000000e-01, double %1)
  %inc9 = add nuw nsw i64 %i2.012, 1
  %exitcond13.not = icmp eq i64 %inc9, %n
  br i1 %exitcond13.not, label %for.end10, label %for.body6

for.end10:
  %s.0.lcssa = phi double [ 0.000000e+00, %for.cond3.preheader ], [ %2, %for.body6 ]
  ret double %s.0.lcssa
}

declare double @llvm.fmuladd.f64(double, double, double) nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
