; void f(long n) {
;   long i = 0;
;   for (;;) { B[i] = A[i]; if (A[i] > 0) D[i] = 1; if (++i >= n) break; if (A[i]) D[i] = 2; else D[i] = 3; D[i + 1] = 7; }
;   i = 0;
;   for (;;) { C[i] = 2; if (++i >= n) break; }
; }
;
; The only exit is in the middle of the loop.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [NotRotated] {{.*}} cannot be fused: the loop is left in its middle
; CHECK-NOT: [Fused]

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@D = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %smax = call i64 @llvm.smax.i64(i64 %n, i64 1)
  %0 = add nsw i64 %smax, -1
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %if.end11 ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.0
  %1 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.0
  store i32 %1, ptr %arrayidx1
  %cmp = icmp sgt i32 %1, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %arrayidx3 = getelementptr inbounds nuw i32, ptr @D, i64 %i.0
  store i32 1, ptr %arrayidx3
  br label %if.end

if.end:
  %inc = add nuw nsw i64 %i.0, 1
  %exitcond.not = icmp eq i64 %i.0, %0
  br i1 %exitcond.not, label %for.cond13, label %if.end6

if.end6:
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @A, i64 %inc
  %2 = load i32, ptr %arrayidx7
  %tobool.not = icmp eq i32 %2, 0
  br i1 %tobool.not, label %if.else, label %if.then8

if.then8:
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @D, i64 %inc
  store i32 2, ptr %arrayidx9
  br label %if.end11

if.else:
  %arrayidx10 = getelementptr inbounds nuw i32, ptr @D, i64 %inc
  store i32 3, ptr %arrayidx10
  br label %if.end11

if.end11:
  %3 = getelementptr inbounds nuw i32, ptr @D, i64 %i.0
  %arrayidx12 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store i32 7, ptr %arrayidx12
  br label %for.cond

for.cond13:
  %i.1 = phi i64 [ %inc15, %for.cond13 ], [ 0, %if.end ]
  %arrayidx14 = getelementptr inbounds nuw i32, ptr @C, i64 %i.1
  store i32 2, ptr %arrayidx14
  %inc15 = add nuw nsw i64 %i.1, 1
  %exitcond12.not = icmp eq i64 %inc15, %smax
  br i1 %exitcond12.not, label %for.end19, label %for.cond13

for.end19:
  ret void
}

declare i64 @llvm.smax.i64(i64, i64) nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
