; void f(long n) {
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < n; i++) C[i] = B[i + 1] + B[i];
;   for (long i = 0; i < n; i++) D[i] = C[i + 1] + C[i];
; }
;
; One check serves the chain: it asks for iterations for both lags, and for one that is left over.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop %for.body with loop %for.body6, trip count n; the first 1 iteration(s) of the first loop run before; the last 1 iteration(s) of the second loop run afterwards; {{.*}}where there are more than 3 iterations
; CHECK-NEXT: [Fused] fused loop %for.body with loop %for.body19, trip count (n - 1); the first 1 iteration(s) of the first loop run before; the last 2 iteration(s) of the second loop run afterwards{{.*$}}

; LOOPS: Loop info for function 'f':
; LOOPS-COUNT-8: Loop at depth 1
; LOOPS-NOT: Loop at depth

; IR-LABEL: define {{.*}} @f
; IR: entry:
; IR: %enough = icmp
; IR-NEXT: br i1 %enough,
; IR-NOT: %enough
; IR: for.body:
; IR: store i32 {{.*}}, ptr %arrayidx1
; IR: store i32 {{.*}}, ptr %arrayidx11
; IR: store i32 {{.*}}, ptr %arrayidx24

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f(i64 noundef %n) {
entry:
  %cmp41 = icmp sgt i64 %n, 0
  br i1 %cmp41, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp443 = icmp sgt i64 %n, 0
  br i1 %cmp443, label %for.body6, label %for.cond16.preheader

for.body:
  %i.042 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.042
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.042
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.042, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.cond16.preheader:
  %cmp1745 = icmp sgt i64 %n, 0
  br i1 %cmp1745, label %for.body19, label %for.cond.cleanup18

for.body6:
  %i2.044 = phi i64 [ %add7, %for.body6 ], [ 0, %for.cond3.preheader ]
  %add7 = add nuw nsw i64 %i2.044, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @B, i64 %add7
  %1 = load i32, ptr %arrayidx8
  %arrayidx9 = getelementptr inbounds nuw i32, ptr @B, i64 %i2.044
  %2 = load i32, ptr %arrayidx9
  %add10 = add nsw i32 %2, %1
  %arrayidx11 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.044
  store i32 %add10, ptr %arrayidx11
  %exitcond47.not = icmp eq i64 %add7, %n
  br i1 %exitcond47.not, label %for.cond16.preheader, label %for.body6

for.cond.cleanup18:
  ret void

for.body19:
  %i15.046 = phi i64 [ %add20, %for.body19 ], [ 0, %for.cond16.preheader ]
  %add20 = add nuw nsw i64 %i15.046, 1
  %arrayidx21 = getelementptr inbounds nuw i32, ptr @C, i64 %add20
  %3 = load i32, ptr %arrayidx21
  %arrayidx22 = getelementptr inbounds nuw i32, ptr @C, i64 %i15.046
  %4 = load i32, ptr %arrayidx22
  %add23 = add nsw i32 %4, %3
  %arrayidx24 = getelementptr inbounds nuw i32, ptr @D, i64 %i15.046
  store i32 %add23, ptr %arrayidx24
  %exitcond48.not = icmp eq i64 %add20, %n
  br i1 %exitcond48.not, label %for.cond.cleanup18, label %for.body19
}

