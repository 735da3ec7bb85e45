; void f(long n) {
;   int top = -1000;
;   for (long i = 0; i < n; i++) top = A[i] > top ? A[i] : top;
;   for (long i = 0; i < n; i++) C[i] = A[i] - top;
; }
;
; Scaling by the maximum needs the maximum first.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [ValueUsed] loop {{.*}} and loop {{.*}} not fused: the second loop uses {{.*}}, the result of the first loop
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp10 = icmp sgt i64 %n, 0
  br i1 %cmp10, label %for.body, label %for.cond4.preheader

for.cond4.preheader:
  %top.0.lcssa = phi i32 [ -1000, %entry ], [ %.top.0, %for.body ]
  %cmp513 = icmp sgt i64 %n, 0
  br i1 %cmp513, label %for.body7, label %for.end12

for.body:
  %i.012 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %top.011 = phi i32 [ %.top.0, %for.body ], [ -1000, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.012
  %0 = load i32, ptr %arrayidx
  %.top.0 = call i32 @llvm.smax.i32(i32 %0, i32 %top.011)
  %inc = add nuw nsw i64 %i.012, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond4.preheader, label %for.body

for.body7:
  %i3.014 = phi i64 [ %inc11, %for.body7 ], [ 0, %for.cond4.preheader ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @A, i64 %i3.014
  %1 = load i32, ptr %arrayidx8
  %sub = sub nsw i32 %1, %top.0.lcssa
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.014
  store i32 %sub, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i3.014, 1
  %exitcond15.not = icmp eq i64 %inc11, %n
  br i1 %exitcond15.not, label %for.end12, label %for.body7

for.end12:
  ret void
}

declare i32 @llvm.smax.i32(i32, i32) nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
