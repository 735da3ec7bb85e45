; __attribute__((nothrow)) void use(int *);
; void f(long n, long m, int *p) {
;   { int t[4]; use(t); }
;   for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;   __builtin_assume(n > 3);
;   __builtin_prefetch(p);
;   for (long i = 0; i < 40; i++) C[i] = 2 * B[i];
; }
;
; Assumptions and ends of life times do not separate loops.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n, i64 %m, ptr %p) {
entry:
  %t = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %t)
  call void @use(ptr nonnull %t)
  call void @llvm.lifetime.end.p0(ptr nonnull %t)
  br label %for.body

for.body:
  %i.07 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.07
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.07
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %cmp2 = icmp sgt i64 %n, 3
  call void @llvm.assume(i1 %cmp2)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  br label %for.body7

for.body7:
  %i3.08 = phi i64 [ 0, %for.end ], [ %inc11, %for.body7 ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %i3.08
  %1 = load i32, ptr %arrayidx8
  %mul = shl nsw i32 %1, 1
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.08
  store i32 %mul, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i3.08, 1
  %exitcond9.not = icmp eq i64 %inc11, 40
  br i1 %exitcond9.not, label %for.end12, label %for.body7

for.end12:
  ret void
}

declare void @use(ptr noundef) nounwind

declare void @llvm.assume(i1 noundef) nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)

declare void @llvm.prefetch.p0(ptr readonly captures(none), i32 immarg, i32 immarg, i32 immarg) nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
