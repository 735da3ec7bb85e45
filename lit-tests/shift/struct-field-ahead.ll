; struct point { int x, y; };
; void f(long n, long m, struct point *p) {
;   for (long i = 0; i < n; i++) p[i].x = i;
;   for (long i = 0; i < n; i++) p[i].y = p[i + 1].x;
; }
;
; The second loop lags: its first iterations run when what they read is there.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s %S/../Inputs/main.c

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}, trip count n; the first 1 iteration(s) of the first loop run before; the last 1 iteration(s) of the second loop run afterwards; where there are more than 1 iterations

%struct.point = type { i32, i32 }

define void @f(i64 %n, i64 %m, ptr %p) {
entry:
  %cmp10 = icmp sgt i64 %n, 0
  br i1 %cmp10, label %for.body, label %for.cond2.preheader

for.cond2.preheader:
  %cmp312 = icmp sgt i64 %n, 0
  br i1 %cmp312, label %for.body6, label %for.end12

for.body:
  %i.011 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %conv = trunc i64 %i.011 to i32
  %arrayidx = getelementptr inbounds nuw %struct.point, ptr %p, i64 %i.011
  store i32 %conv, ptr %arrayidx
  %inc = add nuw nsw i64 %i.011, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond2.preheader, label %for.body

for.body6:
  %i1.013 = phi i64 [ %add, %for.body6 ], [ 0, %for.cond2.preheader ]
  %add = add nuw nsw i64 %i1.013, 1
  %arrayidx7 = getelementptr inbounds nuw %struct.point, ptr %p, i64 %add
  %0 = load i32, ptr %arrayidx7
  %arrayidx9 = getelementptr inbounds nuw %struct.point, ptr %p, i64 %i1.013
  %y = getelementptr inbounds nuw i8, ptr %arrayidx9, i64 4
  store i32 %0, ptr %y
  %exitcond14.not = icmp eq i64 %add, %n
  br i1 %exitcond14.not, label %for.end12, label %for.body6

for.end12:
  ret void
}
