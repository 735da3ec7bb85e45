; void f(unsigned n) {
;   unsigned i = 0, j = 0;
;   do B[i & 127] = A[i & 127]; while (++i != n);
;   do D[j & 127] = C[j & 127]; while (++j != n + 1);
; }
;
; n + 1 may be 0 in 32 bits, so that the second loop has 2^32 iterations, or one less.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop %do.body with loop %do.body4, trip counts n and {{.*}}; what the longer loop has left runs afterwards

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f(i32 %n) {
entry:
  br label %do.body

do.body:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %do.body ]
  %and = and i32 %i.0, 127
  %idxprom = zext nneg i32 %and to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr @A, i64 %idxprom
  %0 = load i32, ptr %arrayidx
  %arrayidx3 = getelementptr inbounds nuw i32, ptr @B, i64 %idxprom
  store i32 %0, ptr %arrayidx3
  %inc = add i32 %i.0, 1
  %cmp.not = icmp eq i32 %inc, %n
  br i1 %cmp.not, label %do.body4, label %do.body

do.body4:
  %j.0 = phi i32 [ %inc12, %do.body4 ], [ 0, %do.body ]
  %and5 = and i32 %j.0, 127
  %idxprom6 = zext nneg i32 %and5 to i64
  %arrayidx7 = getelementptr inbounds nuw i32, ptr @C, i64 %idxprom6
  %1 = load i32, ptr %arrayidx7
  %arrayidx10 = getelementptr inbounds nuw i32, ptr @D, i64 %idxprom6
  store i32 %1, ptr %arrayidx10
  %inc12 = add i32 %j.0, 1
  %cmp13.not = icmp eq i32 %j.0, %n
  br i1 %cmp13.not, label %do.end14, label %do.body4

do.end14:
  ret void
}
