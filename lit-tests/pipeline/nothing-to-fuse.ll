; for (long i = 0; i < 40; i++) B[i] = A[i];
;
; A function without two sibling loops is left at once: nothing is simplified, all analyses stay.
;
; RUN: %opt -passes='require<loops>,loop-fuse<verify>,require<loops>' -debug-pass-manager -S %s 2>&1 | FileCheck %s

; CHECK: Running pass: {{.*LoopfusePass|loop-fuse}} on f
; CHECK-NOT: {{Invalidating|Running pass: (LoopSimplify|LCSSA)}}
; CHECK: define void @f
; CHECK: br label %first

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@D = external global [256 x i32]

define void @f() {
entry:
  br label %first

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = getelementptr inbounds i32, ptr @A, i64 %i
  %x = load i32, ptr %a
  %b = getelementptr inbounds i32, ptr @B, i64 %i
  store i32 %x, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 40
  br i1 %more, label %first, label %end

end:
  ret void
}
