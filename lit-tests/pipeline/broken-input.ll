; What is no valid IR is refused by opt before any pass sees it.
;
; RUN: not %opt -passes='loop-fuse<verify>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: error: 
; CHECK-NOT: PLEASE submit a bug report

define void @f() {
  br label %nowhere
}
