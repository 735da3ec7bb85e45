; Two loops over a few planes are unrolled, one after the other. Once the first one is, nobody knows any more how often the
; second one runs: it stays as it is. Unrolling it "no" times did not end.
;
; RUN: %opt -passes='function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop(loop-rotate),early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-simplify,lcssa),function(loop(indvars),loop-fuse<no-profit;heap>)' -pass-remarks=loop-fuse -pass-remarks-analysis=loop-fuse -disable-output %s 2>&1 | FileCheck %s

; CHECK: remark: {{.*}} fused loop

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare noalias ptr @malloc(i64) #0

; Function Attrs: nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare noalias ptr @fz_take(i64) #1

; Function Attrs: mustprogress noinline norecurse nounwind
define i32 @k(i32 %n0, i32 %n1, ptr %p0, ptr %p1) #2 {
entry:
  %v8 = call ptr @fz_take(i64 0)
  br label %header22

header22:                                         ; preds = %done300, %entry
  %v119 = add i32 %n0, -1
  br label %header120

header120:                                        ; preds = %latch122, %header22
  %i2 = phi i32 [ 0, %header22 ], [ %i2.next, %latch122 ]
  %v124 = icmp slt i32 %i2, %v119
  br i1 %v124, label %header125, label %done123

header125:                                        ; preds = %body126, %header120
  %i3 = phi i32 [ %i3.next, %body126 ], [ 0, %header120 ]
  %v129 = icmp slt i32 %i3, %n1
  br i1 %v129, label %body126, label %latch122

body126:                                          ; preds = %header125
  %v145 = sext i32 %n0 to i64
  %v146 = sext i32 %n1 to i64
  %v147 = mul nsw i64 %v145, %v146
  %v152 = sext i32 %i3 to i64
  %v153 = add nsw i64 %v147, %v152
  %v154 = getelementptr inbounds double, ptr %v8, i64 %v153
  store double 0.000000e+00, ptr %v154, align 8
  %i3.next = add nsw i32 %i3, 1
  br label %header125

latch122:                                         ; preds = %header125
  %i2.next = add nsw i32 %i2, 1
  br label %header120

done123:                                          ; preds = %header120
  %v155 = add i32 %n0, -1
  br label %header156

header156:                                        ; preds = %latch158, %done123
  %i6 = phi i32 [ 4, %done123 ], [ %i6.next, %latch158 ]
  %v160 = icmp slt i32 %i6, %v155
  br i1 %v160, label %body157, label %done159

body157:                                          ; preds = %header156
  %v161 = add i32 %n1, -2
  br label %header162

header162:                                        ; preds = %body163, %body157
  %i7 = phi i32 [ 0, %body157 ], [ %i7.next, %body163 ]
  %v166 = icmp slt i32 %i7, %v161
  br i1 %v166, label %body163, label %latch158

body163:                                          ; preds = %header162
  %v175 = sext i32 %i7 to i64
  %v177 = add nsw i64 %v175, 1
  %v178 = getelementptr inbounds double, ptr %v8, i64 %v177
  %v179 = load double, ptr %v178, align 8
  %v180 = fmul double %v179, 2.000000e+00
  %v181 = fadd double %v180, 0.000000e+00
  %v186 = sext i32 %i6 to i64
  %v187 = sext i32 %n1 to i64
  %v188 = mul nsw i64 %v186, %v187
  %v190 = sext i32 %i7 to i64
  %v191 = add nsw i64 %v188, %v190
  %v192 = getelementptr inbounds double, ptr null, i64 %v191
  store double %v181, ptr %v192, align 8
  %i7.next = add nsw i32 %i7, 1
  br label %header162

latch158:                                         ; preds = %header162
  %i6.next = add nsw i32 %i6, 1
  br label %header156

done159:                                          ; preds = %header156
  %v193 = add i32 %n0, -1
  br label %header194

header194:                                        ; preds = %body195, %done159
  %i10 = phi i32 [ 6, %done159 ], [ %i10.next, %body195 ]
  %v198 = icmp slt i32 %i10, %v193
  br i1 %v198, label %body195, label %done197

body195:                                          ; preds = %header194
  %v209 = sext i32 %i10 to i64
  %v210 = sext i32 %n1 to i64
  %v211 = mul nsw i64 %v209, %v210
  %v215 = getelementptr inbounds double, ptr null, i64 %v211
  store double 0.000000e+00, ptr %v215, align 8
  %i10.next = add nsw i32 %i10, 1
  br label %header194

done197:                                          ; preds = %header194
  br i1 false, label %body298, label %done300

body298:                                          ; preds = %done197
  ret i32 0

done300:                                          ; preds = %done197
  br label %header22
}

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="ours" }
attributes #2 = { mustprogress noinline norecurse nounwind }
