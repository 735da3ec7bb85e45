; void f(long n) {
;   for (long i = 0; i < n; i++) B[i] = A[i] + 1;
;   for (long i = 0; i < n; i++) C[i] = 2 * B[i];
;   for (long i = 0; i < n; i++) D[i] = C[i] - 3;
;   for (long i = 0; i < n; i++) A[i] = D[i] ^ B[i];
; }
;
; Four loops become one: each fused loop is judged anew with the next.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

; IR-LABEL: define {{.*}} @f
; IR: phi i64
; IR-NOT: phi
; IR: load i32
; IR-NOT: load
; IR: ret void

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f(i64 %n) {
entry:
  %cmp17 = icmp sgt i64 %n, 0
  br i1 %cmp17, label %for.body, label %for.cond3.preheader

for.cond3.preheader:
  %cmp419 = icmp sgt i64 %n, 0
  br i1 %cmp419, label %for.body6, label %for.cond13.preheader

for.body:
  %i.018 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %i.018
  %0 = load i32, ptr %arrayidx
  %add = add nsw i32 %0, 1
  %arrayidx1 = getelementptr inbounds nuw i32, ptr @B, i64 %i.018
  store i32 %add, ptr %arrayidx1
  %inc = add nuw nsw i64 %i.018, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond3.preheader, label %for.body

for.cond13.preheader:
  %cmp1421 = icmp sgt i64 %n, 0
  br i1 %cmp1421, label %for.body16, label %for.cond23.preheader

for.body6:
  %i2.020 = phi i64 [ %inc10, %for.body6 ], [ 0, %for.cond3.preheader ]
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @B, i64 %i2.020
  %1 = load i32, ptr %arrayidx7
  %mul = shl nsw i32 %1, 1
  %arrayidx8 = getelementptr inbounds nuw i32, ptr @C, i64 %i2.020
  store i32 %mul, ptr %arrayidx8
  %inc10 = add nuw nsw i64 %i2.020, 1
  %exitcond25.not = icmp eq i64 %inc10, %n
  br i1 %exitcond25.not, label %for.cond13.preheader, label %for.body6

for.cond23.preheader:
  %cmp2423 = icmp sgt i64 %n, 0
  br i1 %cmp2423, label %for.body26, label %for.end32

for.body16:
  %i12.022 = phi i64 [ %inc20, %for.body16 ], [ 0, %for.cond13.preheader ]
  %arrayidx17 = getelementptr inbounds nuw i32, ptr @C, i64 %i12.022
  %2 = load i32, ptr %arrayidx17
  %sub = add nsw i32 %2, -3
  %arrayidx18 = getelementptr inbounds nuw i32, ptr @D, i64 %i12.022
  store i32 %sub, ptr %arrayidx18
  %inc20 = add nuw nsw i64 %i12.022, 1
  %exitcond26.not = icmp eq i64 %inc20, %n
  br i1 %exitcond26.not, label %for.cond23.preheader, label %for.body16

for.body26:
  %i22.024 = phi i64 [ %inc31, %for.body26 ], [ 0, %for.cond23.preheader ]
  %arrayidx27 = getelementptr inbounds nuw i32, ptr @D, i64 %i22.024
  %3 = load i32, ptr %arrayidx27
  %arrayidx28 = getelementptr inbounds nuw i32, ptr @B, i64 %i22.024
  %4 = load i32, ptr %arrayidx28
  %xor = xor i32 %3, %4
  %arrayidx29 = getelementptr inbounds nuw i32, ptr @A, i64 %i22.024
  store i32 %xor, ptr %arrayidx29
  %inc31 = add nuw nsw i64 %i22.024, 1
  %exitcond27.not = icmp eq i64 %inc31, %n
  br i1 %exitcond27.not, label %for.end32, label %for.body26

for.end32:
  ret void
}
