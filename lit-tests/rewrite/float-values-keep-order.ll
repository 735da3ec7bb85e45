; void f(long n) {
;   double s = 0, t = 1;
;   for (long i = 0; i < n; i++) s += X[i] * 1e-3;
;   for (long i = 0; i < n; i++) t = t * 0.99 + Y[i];
;   Z[0] = s; Z[1] = t;
; }
;
; Floating-point sums are taken in the order of the program.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@X = external global [256 x double]
@Y = external global [256 x double]
@Z = external global [256 x double]

define void @f(i64 %n) {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.cond2.preheader

for.cond2.preheader:
  %s.0.lcssa = phi double [ 0.000000e+00, %entry ], [ %1, %for.body ]
  %cmp311 = icmp sgt i64 %n, 0
  br i1 %cmp311, label %for.body5, label %for.end9

for.body:
  %i.010 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %s.09 = phi double [ %1, %for.body ], [ 0.000000e+00, %entry ]
  %arrayidx = getelementptr inbounds nuw double, ptr @X, i64 %i.010
  %0 = load double, ptr %arrayidx
  %1 = call double @llvm.fmuladd.f64(double %0, double 1.000000e-03, double %s.09)
  %inc = add nuw nsw i64 %i.010, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond2.preheader, label %for.body

for.body5:
  %i1.013 = phi i64 [ %inc8, %for.body5 ], [ 0, %for.cond2.preheader ]
  %t.012 = phi double [ %3, %for.body5 ], [ 1.000000e+00, %for.cond2.preheader ]
  %arrayidx6 = getelementptr inbounds nuw double, ptr @Y, i64 %i1.013
  %2 = load double, ptr %arrayidx6
  %3 = call double @llvm.fmuladd.f64(double %t.012, double 0x3FEFAE147AE147AE, double %2)
  %inc8 = add nuw nsw i64 %i1.013, 1
  %exitcond15.not = icmp eq i64 %inc8, %n
  br i1 %exitcond15.not, label %for.end9, label %for.body5

for.end9:
  %t.0.lcssa = phi double [ 1.000000e+00, %for.cond2.preheader ], [ %3, %for.body5 ]
  store double %s.0.lcssa, ptr @Z
  store double %t.0.lcssa, ptr getelementptr inbounds nuw (i8, ptr @Z, i64 8)
  ret void
}

declare double @llvm.fmuladd.f64(double, double, double) nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
