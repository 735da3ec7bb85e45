; void f(long n) {
;   if (n > 40) return;
;   for (long i = 0; i < n; i++) B[i] = A[i];
;   long i = 0;
;   do C[i] = B[i]; while (++i < n);
; }
;
; n < 40 says nothing of the guard n > 0 of the first loop; the second loop runs once at least.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --not-fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [NotAdjacent] {{.+}}
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp = icmp sgt i64 %n, 40
  br i1 %cmp, label %return, label %for.cond.preheader

for.cond.preheader:
  %cmp18 = icmp sgt i64 %n, 0
  br i1 %cmp18, label %for.body, label %do.body.preheader

do.body.preheader:
  %smax = call i64 @llvm.smax.i64(i64 %n, i64 1)
  br label %do.body

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %for.cond.preheader ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %arrayidx2 = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  store i32 %0, ptr %arrayidx2
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %do.body.preheader, label %for.body

do.body:
  %i3.0 = phi i64 [ %inc6, %do.body ], [ 0, %do.body.preheader ]
  %arrayidx4 = getelementptr inbounds nuw i32, ptr @B, i64 %i3.0
  %1 = load i32, ptr %arrayidx4
  %arrayidx5 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.0
  store i32 %1, ptr %arrayidx5
  %inc6 = add nuw nsw i64 %i3.0, 1
  %exitcond10.not = icmp eq i64 %inc6, %smax
  br i1 %exitcond10.not, label %return, label %do.body

return:
  ret void
}

declare i64 @llvm.smax.i64(i64, i64) nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
