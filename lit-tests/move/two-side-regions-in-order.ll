; void f(long n, long m) {
;   for (long i = 0; i < 40; i++) B[i] = A[i] + 1;
;   if (m > 2) R = B[7];
;   if (n > 2) S = R;
;   for (long i = 0; i < 40; i++) C[i] = 2 * B[i];
; }
;
; The first condition must move behind the loops, so the second one, which reads what it writes, follows it.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}, trip count 40

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

; IR-LABEL: define {{.*}} @f
; IR: br i1 {{.*}}, label %[[BEHIND:[^ ]+]], label %for.body
; IR: if.then:
; IR: store i32 {{.*}}, ptr @R
; IR-NEXT: br label %[[NEXT:[^ ]+]]
; IR: [[NEXT]]:
; IR-NEXT: br i1 %cmp3, label %if.then4,
; IR: if.then4:
; IR-NEXT: load i32, ptr @R
; IR: [[BEHIND]]:
; IR-NEXT: br i1 %cmp2, label %if.then, label %[[NEXT]]

@A = external global [256 x i32]
@B = external global [256 x i32]
@R = external global i32
@S = external global i32
@C = external global [256 x i32]

define void @f(i64 %n, i64 %m) {
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
  %cmp2 = icmp sgt i64 %m, 2
  br i1 %cmp2, label %if.then, label %if.end

if.then:
  %1 = load i32, ptr getelementptr inbounds nuw (i8, ptr @B, i64 28)
  store i32 %1, ptr @R
  br label %if.end

if.end:
  %cmp3 = icmp sgt i64 %n, 2
  br i1 %cmp3, label %if.then4, label %if.end5

if.then4:
  %2 = load i32, ptr @R
  store i32 %2, ptr @S
  br label %if.end5

if.end5:
  br label %for.body10

for.body10:
  %i6.08 = phi i64 [ 0, %if.end5 ], [ %inc14, %for.body10 ]
  %arrayidx11 = getelementptr inbounds nuw i32, ptr @B, i64 %i6.08
  %3 = load i32, ptr %arrayidx11
  %mul = shl nsw i32 %3, 1
  %arrayidx12 = getelementptr inbounds nuw i32, ptr @C, i64 %i6.08
  store i32 %mul, ptr %arrayidx12
  %inc14 = add nuw nsw i64 %i6.08, 1
  %exitcond9.not = icmp eq i64 %inc14, 40
  br i1 %exitcond9.not, label %for.end15, label %for.body10

for.end15:
  ret void
}
