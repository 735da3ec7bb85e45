; __attribute__((pure, nothrow)) int count(void);
; void f(long n) {
;   int s = 0;
;   for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;   int k = count();
;   for (long i = 0; i < 40; i++) s += A[i];
;   R = k + s;
; }
;
; The call may read what the first loop writes, but nothing that the second one writes: it goes
; behind.
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
@R = external global i32

define void @f(i64 %n) {
entry:
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
  %call = call i32 @count()
  br label %for.body6

for.body6:
  %i2.09 = phi i64 [ 0, %for.end ], [ %inc10, %for.body6 ]
  %s.08 = phi i32 [ 0, %for.end ], [ %add8, %for.body6 ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @A, i64 %i2.09
  %1 = load i32, ptr %arrayidx7
  %add8 = add nsw i32 %s.08, %1
  %inc10 = add nuw nsw i64 %i2.09, 1
  %exitcond10.not = icmp eq i64 %inc10, 40
  br i1 %exitcond10.not, label %for.end11, label %for.body6

for.end11:
  %add12 = add nsw i32 %call, %add8
  store i32 %add12, ptr @R
  ret void
}

declare i32 @count() nounwind willreturn memory(read)
