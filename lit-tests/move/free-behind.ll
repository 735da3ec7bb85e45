; void *malloc(unsigned long); void free(void *);
; void f(long n) {
;   int *t = malloc(400);
;   for (long i = 0; i < 40; i++) B[i] = t[i] = A[i];
;   free(t);
;   for (long i = 0; i < 40; i++) C[i] = B[i];
; }
;
; The first loop still needs the memory: it is freed behind both.
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
  br label %for.body

for.body:
  %i.09 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.09
  %0 = load i32, ptr %arrayidx
  %arrayidx2 = getelementptr inbounds nuw i32, ptr @B, i64 %i.09
  store i32 %0, ptr %arrayidx2
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.body7, label %for.body

for.body7:
  %i3.010 = phi i64 [ %inc11, %for.body7 ], [ 0, %for.body ]
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %i3.010
  %1 = load i32, ptr %arrayidx8
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @C, i64 %i3.010
  store i32 %1, ptr %arrayidx9
  %inc11 = add nuw nsw i64 %i3.010, 1
  %exitcond11.not = icmp eq i64 %inc11, 40
  br i1 %exitcond11.not, label %for.end12, label %for.body7

for.end12:
  ret void
}

declare noalias ptr @malloc(i64 noundef) mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)

declare void @free(ptr allocptr captures(none)) mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
