; int A[288], B[288], C[288], R;
; void f(unsigned n) {
;   int least = 100;
;   if (n > 0) {
;     for (unsigned long i = n + 2; i-- > 2;) least = least < B[i] ? least : B[i];
;     for (unsigned long i = 0; i < n; i++) C[i] = B[i + 1] * 3 + 1;
;     for (unsigned i = n - 1; i > 1; i--) A[7] ^= i;
;   }
;   R = least;
; }
;
; The first and the last loop run side by side for the lesser count. What was known of the first loop's count
; alone is not said of the fused one: the loop between them, which runs as often as the first one did, stays out.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %run_both --fused --options='no-profit' %s

; CHECK: [Fused] {{.*}} what the longer loop has left runs afterwards
; CHECK-NOT: [Fused]

@A = global [288 x i32] zeroinitializer
@B = global [288 x i32] zeroinitializer
@C = global [288 x i32] zeroinitializer
@R = global i32 0

define void @f(i32 %n) {
entry:
  %cmp.not = icmp eq i32 %n, 0
  br i1 %cmp.not, label %if.end, label %if.then

if.then:
  %add = add i32 %n, 2
  %cmp113 = icmp ugt i32 %add, 2
  br i1 %cmp113, label %for.body.lr.ph, label %for.cond7.preheader

for.body.lr.ph:
  %conv = zext i32 %add to i64
  br label %for.body

for.cond.for.cond7.preheader_crit_edge:
  %least.0..lcssa = phi i32 [ %least.0., %for.body ]
  br label %for.cond7.preheader

for.cond7.preheader:
  %least.0.lcssa = phi i32 [ %least.0..lcssa, %for.cond.for.cond7.preheader_crit_edge ], [ 100, %if.then ]
  %conv8 = zext i32 %n to i64
  %umax = call i64 @llvm.umax.i64(i64 %conv8, i64 1)
  br label %for.body12

for.body:
  %i.015 = phi i64 [ %conv, %for.body.lr.ph ], [ %dec, %for.body ]
  %least.014 = phi i32 [ 100, %for.body.lr.ph ], [ %least.0., %for.body ]
  %dec = add i64 %i.015, -1
  %arrayidx = getelementptr inbounds nuw i32, ptr @B, i64 %dec
  %0 = load i32, ptr %arrayidx, align 4
  %least.0. = call i32 @llvm.smin.i32(i32 %least.014, i32 %0)
  %cmp1 = icmp ugt i64 %dec, 2
  br i1 %cmp1, label %for.body, label %for.cond.for.cond7.preheader_crit_edge

for.body12:
  %i6.016 = phi i64 [ 0, %for.cond7.preheader ], [ %add13, %for.body12 ]
  %add13 = add nuw nsw i64 %i6.016, 1
  %arrayidx14 = getelementptr inbounds nuw i32, ptr @B, i64 %add13
  %1 = load i32, ptr %arrayidx14, align 4
  %mul = mul nsw i32 %1, 3
  %add15 = add nsw i32 %mul, 1
  %arrayidx16 = getelementptr inbounds nuw i32, ptr @C, i64 %i6.016
  store i32 %add15, ptr %arrayidx16, align 4
  %exitcond = icmp ne i64 %add13, %umax
  br i1 %exitcond, label %for.body12, label %for.end17

for.end17:
  %i18.017 = add i32 %n, -1
  %cmp2018 = icmp ugt i32 %i18.017, 1
  br i1 %cmp2018, label %for.body23.lr.ph, label %if.end.loopexit

for.body23.lr.ph:
  br label %for.body23

for.body23:
  %i18.019 = phi i32 [ %i18.017, %for.body23.lr.ph ], [ %i18.0, %for.body23 ]
  %2 = load i32, ptr getelementptr inbounds nuw (i8, ptr @A, i64 28), align 4
  %xor = xor i32 %2, %i18.019
  store i32 %xor, ptr getelementptr inbounds nuw (i8, ptr @A, i64 28), align 4
  %i18.0 = add i32 %i18.019, -1
  %cmp20 = icmp ugt i32 %i18.0, 1
  br i1 %cmp20, label %for.body23, label %for.cond19.if.end.loopexit_crit_edge

for.cond19.if.end.loopexit_crit_edge:
  br label %if.end.loopexit

if.end.loopexit:
  br label %if.end

if.end:
  %least.1 = phi i32 [ 100, %entry ], [ %least.0.lcssa, %if.end.loopexit ]
  store i32 %least.1, ptr @R, align 4
  ret void
}

define i32 @main() {
entry:
  br label %call

call:
  %n = phi i32 [ 0, %entry ], [ %n.next, %called ]
  %before = phi i32 [ 1, %entry ], [ %sum.next, %called ]
  call void @f(i32 %n)
  br label %add

add:
  %i = phi i64 [ 0, %call ], [ %i.next, %add ]
  %sum = phi i32 [ %before, %call ], [ %sum.next, %add ]
  %a.at = getelementptr [288 x i32], ptr @A, i64 0, i64 %i
  %a = load i32, ptr %a.at
  %c.at = getelementptr [288 x i32], ptr @C, i64 0, i64 %i
  %c = load i32, ptr %c.at
  %both = mul i32 %c, 7
  %more = add i32 %a, %both
  %times = mul i32 %sum, 31
  %sum.next = add i32 %times, %more
  %i.next = add i64 %i, 1
  %last = icmp eq i64 %i.next, 288
  br i1 %last, label %called, label %add

called:
  store i32 %n, ptr getelementptr ([288 x i32], ptr @C, i64 0, i64 5)
  %n.next = add i32 %n, 1
  %done = icmp eq i32 %n.next, 20
  br i1 %done, label %out, label %call

out:
  %high = lshr i32 %sum.next, 16
  %mixed = xor i32 %high, %sum.next
  %status = and i32 %mixed, 127
  ret i32 %status
}

declare void @llvm.lifetime.start.p0(ptr captures(none))
declare void @llvm.lifetime.end.p0(ptr captures(none))
declare i32 @llvm.smin.i32(i32, i32)
declare i64 @llvm.umax.i64(i64, i64)
