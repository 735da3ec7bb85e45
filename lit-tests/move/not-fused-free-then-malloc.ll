; void *malloc(unsigned long); void free(void *);
; void f(long n) {
;   int *t = malloc(400);
;   for (long i = 0; i < 40; i++) { t[i] = A[i]; B[i] = t[i / 2]; }
;   free(t);
;   int *u = malloc(400);
;   for (long i = 0; i < 40; i++) { u[i] = B[i]; C[i] = u[i / 2]; }
;   free(u);
; }
;
; The temporary of the first loop is freed, then the one of the second is allocated. Both lifetimes could overlap
; instead, but the peak of memory would grow: a call of malloc stays behind one of free.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %run_both --not-fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [CannotMove] loop %for.body and loop %for.body9 not fused: call of malloc cannot move before the loops (it must stay behind call of free) or behind them (the second loop uses it)
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
  %call = call dereferenceable_or_null(400) ptr @malloc(i64 400)
  br label %for.body

for.body:
  %i.017 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.017
  %0 = load i32, ptr %arrayidx
  %arrayidx1 = getelementptr inbounds nuw i32, ptr %call, i64 %i.017
  store i32 %0, ptr %arrayidx1
  %div16 = lshr i64 %i.017, 1
  %arrayidx2 = getelementptr inbounds nuw i32, ptr %call, i64 %div16
  %1 = load i32, ptr %arrayidx2
  %arrayidx3 = getelementptr inbounds nuw i32, ptr @B, i64 %i.017
  store i32 %1, ptr %arrayidx3
  %inc = add nuw nsw i64 %i.017, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  call void @free(ptr %call)
  %call4 = call dereferenceable_or_null(400) ptr @malloc(i64 400)
  br label %for.body9

for.body9:
  %i5.018 = phi i64 [ 0, %for.end ], [ %inc16, %for.body9 ]
  %arrayidx10 = getelementptr inbounds nuw i32, ptr @B, i64 %i5.018
  %2 = load i32, ptr %arrayidx10
  %arrayidx11 = getelementptr inbounds nuw i32, ptr %call4, i64 %i5.018
  store i32 %2, ptr %arrayidx11
  %div1215 = lshr i64 %i5.018, 1
  %arrayidx13 = getelementptr inbounds nuw i32, ptr %call4, i64 %div1215
  %3 = load i32, ptr %arrayidx13
  %arrayidx14 = getelementptr inbounds nuw i32, ptr @C, i64 %i5.018
  store i32 %3, ptr %arrayidx14
  %inc16 = add nuw nsw i64 %i5.018, 1
  %exitcond19.not = icmp eq i64 %inc16, 40
  br i1 %exitcond19.not, label %for.end17, label %for.body9

for.end17:
  call void @free(ptr %call4)
  ret void
}

declare noalias ptr @malloc(i64 noundef) mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)

declare void @free(ptr allocptr captures(none)) mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
