; void f(void) {
;   for (long i = 0; i < 40; i++) { int x = A[i] + 1; B[i] = x; }
;   int between = R;
;   for (long i = 0; i < 40; i++) { int y = 2 * A[i]; C[i] = y + between; }
; }
;
; Names, debug locations and records of variables survive, also of code that moves and of the second
; loop.
;
; RUN: %opt -passes='loop-fuse<verify;print-verdicts;no-profit>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='loop-fuse<verify;no-profit>,print<loops>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LOOPS
; RUN: %opt -passes='loop-fuse<verify;no-profit;no-tidy>' -S %s | FileCheck %s --check-prefix=IR
; RUN: %opt -passes='loop-fuse<verify;no-profit;no-tidy>' -S %s | FileCheck %s --check-prefix=RECORD

; CHECK: loop-fuse: function f
; CHECK-NEXT: [Fused] fused loop {{.*}} with loop {{.*}}, trip count 40

; LOOPS: Loop info for function 'f':
; LOOPS-NEXT: Loop at depth 1
; LOOPS-NOT: Loop at depth

; IR-LABEL: define void @f() !dbg
; IR: %between = load i32, ptr @R, {{.*}}!dbg ![[BETWEEN:[0-9]+]]
; IR: first:
; IR: %i = phi i64
; IR: #dbg_value(i64 %i, ![[I:[0-9]+]],
; IR: #dbg_value(i32 %x, ![[X:[0-9]+]],
; IR: store i32 %x, {{.*}}!dbg ![[STOREB:[0-9]+]]
; IR: #dbg_value(i64 {{%i|poison}}, ![[J:[0-9]+]],
; IR: #dbg_value(i32 %y, ![[Y:[0-9]+]],
; IR: store i32 %z, {{.*}}!dbg ![[STOREC:[0-9]+]]
; IR-DAG: ![[BETWEEN]] = !DILocation(line: 3,
; IR-DAG: ![[STOREB]] = !DILocation(line: 2, column: 50
; IR-DAG: ![[STOREC]] = !DILocation(line: 4, column: 50
; RECORD: #dbg_value(i32 %between,
; IR-DAG: ![[I]] = !DILocalVariable(name: "i"
; IR-DAG: ![[X]] = !DILocalVariable(name: "x"
; IR-DAG: ![[J]] = !DILocalVariable(name: "j"
; IR-DAG: ![[Y]] = !DILocalVariable(name: "y"

@A = external global [256 x i32]
@B = external global [256 x i32]
@C = external global [256 x i32]
@R = external global i32

define void @f() !dbg !4 {
entry:
  br label %first, !dbg !20

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ], !dbg !21
    #dbg_value(i64 %i, !10, !DIExpression(), !21)
  %a = getelementptr inbounds i32, ptr @A, i64 %i, !dbg !21
  %v = load i32, ptr %a, !dbg !21
  %x = add i32 %v, 1, !dbg !21
    #dbg_value(i32 %x, !11, !DIExpression(), !21)
  %b = getelementptr inbounds i32, ptr @B, i64 %i, !dbg !21
  store i32 %x, ptr %b, !dbg !22
  %i.next = add nuw nsw i64 %i, 1, !dbg !21
  %more = icmp ne i64 %i.next, 40, !dbg !21
  br i1 %more, label %first, label %middle, !dbg !21

middle:
  %between = load i32, ptr @R, !dbg !23
    #dbg_value(i32 %between, !12, !DIExpression(), !23)
  br label %second, !dbg !24

second:
  %j = phi i64 [ 0, %middle ], [ %j.next, %second ], !dbg !24
    #dbg_value(i64 %j, !13, !DIExpression(), !24)
  %a2 = getelementptr inbounds i32, ptr @A, i64 %j, !dbg !24
  %w = load i32, ptr %a2, !dbg !24
  %y = shl i32 %w, 1, !dbg !24
    #dbg_value(i32 %y, !14, !DIExpression(), !24)
  %z = add i32 %y, %between, !dbg !25
  %c = getelementptr inbounds i32, ptr @C, i64 %j, !dbg !25
  store i32 %z, ptr %c, !dbg !25
  %j.next = add nuw nsw i64 %j, 1, !dbg !24
  %more2 = icmp ne i64 %j.next, 40, !dbg !24
  br i1 %more2, label %second, label %end, !dbg !24

end:
  ret void, !dbg !26
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!5 = !DISubroutineType(types: !{null})
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!8 = distinct !DILexicalBlock(scope: !4, file: !1, line: 2)
!9 = distinct !DILexicalBlock(scope: !4, file: !1, line: 4)
!10 = !DILocalVariable(name: "i", scope: !8, file: !1, line: 2, type: !7)
!11 = !DILocalVariable(name: "x", scope: !8, file: !1, line: 2, type: !6)
!12 = !DILocalVariable(name: "between", scope: !4, file: !1, line: 3, type: !6)
!13 = !DILocalVariable(name: "j", scope: !9, file: !1, line: 4, type: !7)
!14 = !DILocalVariable(name: "y", scope: !9, file: !1, line: 4, type: !6)
!20 = !DILocation(line: 2, column: 3, scope: !8)
!21 = !DILocation(line: 2, column: 9, scope: !8)
!22 = !DILocation(line: 2, column: 50, scope: !8)
!23 = !DILocation(line: 3, column: 3, scope: !4)
!24 = !DILocation(line: 4, column: 9, scope: !9)
!25 = !DILocation(line: 4, column: 50, scope: !9)
!26 = !DILocation(line: 5, column: 1, scope: !4)
