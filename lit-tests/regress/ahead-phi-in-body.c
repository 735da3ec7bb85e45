// An address that depends on a branch of the second loop stays behind it.
// RUN: %run_both '--options=no-profit' %s -O1
// RUN: %run_both '--options=no-profit' %s -O2

#include <stdio.h>
int A[256],B[256],C[256],D[256];
__attribute__((noinline)) void f(int *restrict a,int *restrict b,int *restrict c,int *restrict d, long n) {
  for (long i = 0; i < n; i++) b[i] = a[i];
  for (long j = 0; j < n; j++) { long k = j; if (j <= 0) { k = 0; d[j] = 3; } c[j] = a[k + 1]; }
}
int main(void){ for(int i=0;i<256;i++) A[i]=i*7; f(A,B,C,D,40); int h=0; for(int i=0;i<256;i++) h=h*31+B[i]+C[i]*3+D[i]; printf("%d\n",h); }
