; void f(long n, long m, int p[restrict n][m][m]) {
;   for (long i = 0; i < n; i++)
;     for (long j = 0; j < m; j++)
;       for (long k = 0; k < m; k++) p[i][j][k] = i + j;
;   for (long i = 0; i < n; i++)
;     for (long j = 0; j < m; j++)
;       for (long k = 0; k < m; k++) Q[i][j] += p[i][j][k];
; }
;
; Three dimensions with parameters: each level fuses, from the outside in.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NEXT: Loop at depth 2
; LOOPS-NEXT: Loop at depth 3
; LOOPS-NOT: Loop at depth

@Q = external global [64 x [64 x i32]]

define void @f(i64 %n, i64 %m, ptr noalias %p) {
entry:
  %cmp29 = icmp sgt i64 %n, 0
  br i1 %cmp29, label %for.cond1.preheader.lr.ph, label %for.cond18.preheader

for.cond1.preheader.lr.ph:
  %cmp227 = icmp sgt i64 %m, 0
  %cmp625 = icmp sgt i64 %m, 0
  %0 = mul nuw i64 %m, %m
  br label %for.cond1.preheader

for.cond1.preheader:
  %i.030 = phi i64 [ 0, %for.cond1.preheader.lr.ph ], [ %inc15, %for.inc14 ]
  br i1 %cmp227, label %for.cond5.preheader.lr.ph, label %for.inc14

for.cond5.preheader.lr.ph:
  %1 = mul nsw i64 %i.030, %0
  %arrayidx = getelementptr inbounds i32, ptr %p, i64 %1
  br label %for.cond5.preheader

for.cond18.preheader:
  %cmp1935 = icmp sgt i64 %n, 0
  br i1 %cmp1935, label %for.cond24.preheader.lr.ph, label %for.end49

for.cond24.preheader.lr.ph:
  %cmp2533 = icmp sgt i64 %m, 0
  %cmp3131 = icmp sgt i64 %m, 0
  %2 = mul nuw i64 %m, %m
  br label %for.cond24.preheader

for.cond5.preheader:
  %j.028 = phi i64 [ 0, %for.cond5.preheader.lr.ph ], [ %inc12, %for.inc11 ]
  br i1 %cmp625, label %for.body8.lr.ph, label %for.inc11

for.body8.lr.ph:
  %add = add nuw nsw i64 %i.030, %j.028
  %conv = trunc i64 %add to i32
  %3 = mul nuw nsw i64 %j.028, %m
  %arrayidx9 = getelementptr inbounds nuw i32, ptr %arrayidx, i64 %3
  br label %for.body8

for.body8:
  %k.026 = phi i64 [ 0, %for.body8.lr.ph ], [ %inc, %for.body8 ]
  %arrayidx10 = getelementptr inbounds nuw i32, ptr %arrayidx9, i64 %k.026
  store i32 %conv, ptr %arrayidx10
  %inc = add nuw nsw i64 %k.026, 1
  %exitcond.not = icmp eq i64 %inc, %m
  br i1 %exitcond.not, label %for.inc11, label %for.body8

for.inc11:
  %inc12 = add nuw nsw i64 %j.028, 1
  %exitcond37.not = icmp eq i64 %inc12, %m
  br i1 %exitcond37.not, label %for.inc14, label %for.cond5.preheader

for.inc14:
  %inc15 = add nuw nsw i64 %i.030, 1
  %exitcond38.not = icmp eq i64 %inc15, %n
  br i1 %exitcond38.not, label %for.cond18.preheader, label %for.cond1.preheader

for.cond24.preheader:
  %i17.036 = phi i64 [ 0, %for.cond24.preheader.lr.ph ], [ %inc48, %for.inc47 ]
  br i1 %cmp2533, label %for.cond30.preheader.lr.ph, label %for.inc47

for.cond30.preheader.lr.ph:
  %4 = mul nsw i64 %i17.036, %2
  %arrayidx35 = getelementptr inbounds i32, ptr %p, i64 %4
  %arrayidx38 = getelementptr inbounds nuw [64 x i32], ptr @Q, i64 %i17.036
  br label %for.cond30.preheader

for.cond30.preheader:
  %j23.034 = phi i64 [ 0, %for.cond30.preheader.lr.ph ], [ %inc45, %for.inc44 ]
  br i1 %cmp3131, label %for.body34.lr.ph, label %for.inc44

for.body34.lr.ph:
  %5 = mul nuw nsw i64 %j23.034, %m
  %arrayidx36 = getelementptr inbounds nuw i32, ptr %arrayidx35, i64 %5
  %arrayidx39 = getelementptr inbounds nuw i32, ptr %arrayidx38, i64 %j23.034
  %arrayidx39.promoted = load i32, ptr %arrayidx39
  br label %for.body34

for.body34:
  %6 = phi i32 [ %arrayidx39.promoted, %for.body34.lr.ph ], [ %add40, %for.body34 ]
  %k29.032 = phi i64 [ 0, %for.body34.lr.ph ], [ %inc42, %for.body34 ]
  %arrayidx37 = getelementptr inbounds nuw i32, ptr %arrayidx36, i64 %k29.032
  %7 = load i32, ptr %arrayidx37
  %add40 = add nsw i32 %6, %7
  %inc42 = add nuw nsw i64 %k29.032, 1
  %exitcond39.not = icmp eq i64 %inc42, %m
  br i1 %exitcond39.not, label %for.cond30.for.inc44_crit_edge, label %for.body34

for.cond30.for.inc44_crit_edge:
  store i32 %add40, ptr %arrayidx39
  br label %for.inc44

for.inc44:
  %inc45 = add nuw nsw i64 %j23.034, 1
  %exitcond40.not = icmp eq i64 %inc45, %m
  br i1 %exitcond40.not, label %for.inc47, label %for.cond30.preheader

for.inc47:
  %inc48 = add nuw nsw i64 %i17.036, 1
  %exitcond41.not = icmp eq i64 %inc48, %n
  br i1 %exitcond41.not, label %for.end49, label %for.cond24.preheader

for.end49:
  ret void
}
