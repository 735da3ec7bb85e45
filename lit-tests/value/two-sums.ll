; int f(long n) {
;   int s = 0, t = 0;
;   for (long i = 0; i < n; i++) s += A[i];
;   for (long i = 0; i < n; i++) t ^= A[i];
;   return s * t;
; }
;
; One sum from each loop, both used behind.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c -DRETURNS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]

define i32 @f(i64 %n) {
entry:
  %cmp8 = icmp sgt i64 %n, 0
  br i1 %cmp8, label %for.body, label %for.cond2.preheader

for.cond2.preheader:
  %s.0.lcssa = phi i32 [ 0, %entry ], [ %add, %for.body ]
  %cmp311 = icmp sgt i64 %n, 0
  br i1 %cmp311, label %for.body5, label %for.end9

for.body:
  %i.010 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %s.09 = phi i32 [ %add, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.010
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %s.09, %0
  %inc = add nuw nsw i64 %i.010, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond2.preheader, label %for.body

for.body5:
  %i1.013 = phi i64 [ %inc8, %for.body5 ], [ 0, %for.cond2.preheader ]
  %t.012 = phi i32 [ %xor, %for.body5 ], [ 0, %for.cond2.preheader ]
  %arrayidx6 = getelementptr inbounds nuw i32, ptr @A, i64 %i1.013
  %1 = load i32, ptr %arrayidx6
  %xor = xor i32 %t.012, %1
  %inc8 = add nuw nsw i64 %i1.013, 1
  %exitcond15.not = icmp eq i64 %inc8, %n
  br i1 %exitcond15.not, label %for.end9, label %for.body5

for.end9:
  %t.0.lcssa = phi i32 [ 0, %for.cond2.preheader ], [ %xor, %for.body5 ]
  %mul = mul nsw i32 %s.0.lcssa, %t.0.lcssa
  ret i32 %mul
}
