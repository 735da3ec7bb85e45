// skip names functions, as linkers know them or as C++ does, with or without scopes, and by patterns; and loops by file and line.
//
// DEFINE: %{fuse} = %clang_fuse -O2 -g1 -c %s -o %t.o -Rpass=loop-fuse 2>&1 -mllvm
// RUN: not %{fuse} -loop-fuse-options=no-skip | FileCheck %s --check-prefix=WRONG
// RUN: %{fuse} -loop-fuse-options=verify | grep -o 'fused loop at line [0-9]*' | FileCheck %s --check-prefixes=G,H
// RUN: %{fuse} -loop-fuse-options=skip=g | grep -o 'fused loop at line [0-9]*' | FileCheck %s --check-prefix=H --implicit-check-not=fused
// RUN: %{fuse} -loop-fuse-options=skip=ns::S::g | grep -o 'fused loop at line [0-9]*' | FileCheck %s --check-prefix=H --implicit-check-not=fused
// RUN: %{fuse} -loop-fuse-options=skip='ns::?::*' | grep -o 'fused loop at line [0-9]*' | FileCheck %s --check-prefix=H --implicit-check-not=fused
// RUN: %{fuse} -loop-fuse-options=skip=_ZN2ns1S1gEPfS1_i | grep -o 'fused loop at line [0-9]*' | FileCheck %s --check-prefix=H --implicit-check-not=fused
// RUN: %{fuse} -loop-fuse-options='skip=ns::h<float>' | grep -o 'fused loop at line [0-9]*' | FileCheck %s --check-prefix=G --implicit-check-not=fused
// RUN: %{fuse} -loop-fuse-options=skip='x,skip*.cpp:30;skip=y' | grep -o 'fused loop at line [0-9]*' | FileCheck %s --check-prefix=G --implicit-check-not=fused
// RUN: %{fuse} -loop-fuse-options=skip=%s:30 | grep -o 'fused loop at line [0-9]*' | FileCheck %s --check-prefix=G --implicit-check-not=fused
// RUN: %{fuse} -loop-fuse-options=skip=other.cpp:30 | grep -o 'fused loop at line [0-9]*' | FileCheck %s --check-prefixes=G,H
// RUN: %{fuse} -loop-fuse-options=skip='skip?cpp:30,g' -Rpass-analysis=loop-fuse | FileCheck %s --check-prefix=LEFT --implicit-check-not='fused loop'
// RUN: %{fuse} -loop-fuse-options=no-fusion -Rpass-analysis=loop-fuse | count 0
// RUN: not %{fuse} -loop-fuse-options='skip=[' | FileCheck %s --check-prefix=PATTERN
//
// WRONG: error: loop-fuse: invalid parameter 'no-skip'; valid are: {{.*}}skip=A,B
// PATTERN: error: loop-fuse: '[' in skip is no pattern of a name
// LEFT-DAG: [[@LINE+10]]:3: remark: loop at line 30 cannot be fused: it is to be left alone
// LEFT-DAG: remark: this function is left alone

namespace ns {
struct S {
  void g(float *__restrict a, float *__restrict b, int n);
};

template <class T> void h(T *__restrict a, T *__restrict b, int n) {
  // H: fused loop at line [[@LINE+1]]
  for (int i = 0; i < n; i++) a[i] *= 2;
  for (int i = 0; i < n; i++) b[i] += a[i];
}
template void h<float>(float *__restrict, float *__restrict, int);

void S::g(float *__restrict a, float *__restrict b, int n) {
  // G: fused loop at line [[@LINE+1]]
  for (int i = 0; i < n; i++) a[i] *= 2;
  for (int i = 0; i < n; i++) b[i] += a[i];
}
} // namespace ns
