; double f(long n) {
;   double s = 0, t = 0;
;   for (long i = 0; i < n; i++) s = s * 0.5 + X[i];
;   for (long i = 0; i < n; i++) t = t * 0.25 + X[i];
;   return s + t;
; }
;
; Where no loop is vectorised, none is lost.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

target triple = "x86_64-pc-linux-gnu"

@X = external global [256 x double]

define double @f(i64 %n) {
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
  %1 = call double @llvm.fmuladd.f64(double %s.09, double 5.000000e-01, double %0)
  %inc = add nuw nsw i64 %i.010, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond2.preheader, label %for.body

for.body5:
  %i1.013 = phi i64 [ %inc8, %for.body5 ], [ 0, %for.cond2.preheader ]
  %t.012 = phi double [ %3, %for.body5 ], [ 0.000000e+00, %for.cond2.preheader ]
  %arrayidx6 = getelementptr inbounds nuw double, ptr @X, i64 %i1.013
  %2 = load double, ptr %arrayidx6
  %3 = call double @llvm.fmuladd.f64(double %t.012, double 2.500000e-01, double %2)
  %inc8 = add nuw nsw i64 %i1.013, 1
  %exitcond15.not = icmp eq i64 %inc8, %n
  br i1 %exitcond15.not, label %for.end9, label %for.body5

for.end9:
  %t.0.lcssa = phi double [ 0.000000e+00, %for.cond2.preheader ], [ %3, %for.body5 ]
  %add = fadd double %s.0.lcssa, %t.0.lcssa
  ret double %add
}

declare double @llvm.fmuladd.f64(double, double, double) nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
