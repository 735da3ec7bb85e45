; int f(long n) {
;   int low = 1 << 30, high = -low;
;   for (long i = 0; i < n; i++) low = A[i] < low ? A[i] : low;
;   for (long i = 0; i < n; i++) high = A[i] > high ? A[i] : high;
;   return high - low;
; }
;
; Two reductions over one array.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused %s %S/../Inputs/main.c -DRETURNS
; RUN: %opt -passes='loop-fuse<verify>,loop-vectorize,simplifycfg' -S %s | FileCheck %s --check-prefix=VECTOR

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; VECTOR-LABEL: define {{.*}}@f
; VECTOR: vector.body:
; VECTOR-NOT: vector.body{{[0-9]+}}:
; VECTOR: ret

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

target triple = "x86_64-pc-linux-gnu"

@A = external global [256 x i32]

define i32 @f(i64 %n) {
entry:
  %cmp13 = icmp sgt i64 %n, 0
  br i1 %cmp13, label %for.body, label %for.cond4.preheader

for.cond4.preheader:
  %low.0.lcssa = phi i32 [ 1073741824, %entry ], [ %.low.0, %for.body ]
  %cmp516 = icmp sgt i64 %n, 0
  br i1 %cmp516, label %for.body7, label %for.end17

for.body:
  %i.015 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %low.014 = phi i32 [ %.low.0, %for.body ], [ 1073741824, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.015
  %0 = load i32, ptr %arrayidx
  %.low.0 = call i32 @llvm.smin.i32(i32 %0, i32 %low.014)
  %inc = add nuw nsw i64 %i.015, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond4.preheader, label %for.body

for.body7:
  %i3.018 = phi i64 [ %inc16, %for.body7 ], [ 0, %for.cond4.preheader ]
  %high.017 = phi i32 [ %.high.0, %for.body7 ], [ -1073741824, %for.cond4.preheader ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @A, i64 %i3.018
  %1 = load i32, ptr %arrayidx8
  %.high.0 = call i32 @llvm.smax.i32(i32 %1, i32 %high.017)
  %inc16 = add nuw nsw i64 %i3.018, 1
  %exitcond20.not = icmp eq i64 %inc16, %n
  br i1 %exitcond20.not, label %for.end17, label %for.body7

for.end17:
  %high.0.lcssa = phi i32 [ -1073741824, %for.cond4.preheader ], [ %.high.0, %for.body7 ]
  %sub18 = sub nsw i32 %high.0.lcssa, %low.0.lcssa
  ret i32 %sub18
}

declare i32 @llvm.smax.i32(i32, i32) nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)

declare i32 @llvm.smin.i32(i32, i32) nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
