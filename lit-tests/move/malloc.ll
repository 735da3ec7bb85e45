; void *malloc(unsigned long); void free(void *);
; void f(long n) {
;   if (n < 1) return;
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   int *t = malloc(4 * n);
;   for (long i = 0; i < n; i++) C[i] = t[i] = 2 * B[i];
;   free(t);
; }
;
; An allocation goes before both loops.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp = icmp slt i64 %n, 1
  br i1 %cmp, label %return, label %for.body

for.body:
  %i.012 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.012
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx2 = getelementptr inbounds nuw i32, ptr @B, i64 %i.012
  store i32 %add, ptr %arrayidx2
  %inc = add nuw nsw i64 %i.012, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  br i1 true, label %for.body7, label %return

for.body7:
  %i3.014 = phi i64 [ %inc13, %for.body7 ], [ 0, %for.end ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %i3.014
  %1 = load i32, ptr %arrayidx8
  %mul9 = shl nsw i32 %1, 1
  %arrayidx11 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.014
  store i32 %mul9, ptr %arrayidx11
  %inc13 = add nuw nsw i64 %i3.014, 1
  %exitcond15.not = icmp eq i64 %inc13, %n
  br i1 %exitcond15.not, label %return, label %for.body7

return:
  ret void
}

declare noalias ptr @malloc(i64 noundef) mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)

declare void @free(ptr allocptr captures(none)) mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
