; int check(void); // touches no memory, but may run for ever
; void f(long n) {
;   for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;   check();
;   for (long i = 0; i < 40; i++) C[i] = 7;
; }
;
; If check() does not return, the second loop must not have run.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [CannotMove] loop {{.*}} and loop {{.*}} not fused: call of check{{.*}}(its order against other code matters)
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
  br label %for.body

for.body:
  %i.06 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.06
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.06
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.06, 1
  %exitcond.not = icmp eq i64 %inc, 40
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %call = call i32 @check()
  br label %for.body6

for.body6:
  %i2.07 = phi i64 [ 0, %for.end ], [ %inc9, %for.body6 ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.07
  store i32 7, ptr %arrayidx7
  %inc9 = add nuw nsw i64 %i2.07, 1
  %exitcond8.not = icmp eq i64 %inc9, 40
  br i1 %exitcond8.not, label %for.end10, label %for.body6

for.end10:
  ret void
}

declare i32 @check() nounwind memory(none)
