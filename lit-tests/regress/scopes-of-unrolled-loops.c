// The loop around the check is unrolled: what was checked for one iteration was believed of the next.
//
// RUN: %run_both --fused %s -O2
// RUN: %run_both --fused %s -O3

#include <stdio.h>
#define N 64
int G1[N], G2[N], H[N];
__attribute__((noinline)) void f(int *restrict H){
  int *tab[2]={G1,G2};
  
  for(int t=0;t<2;t++){
    int *p=tab[t],*q=tab[1-t];
    for(int i=0;i<N;i++) p[i]=i*3+t;
    for(int i=0;i<N;i++) H[i]=H[i]*5+q[N-1-i]+p[i];
  }
}
int main(void){ for(int i=0;i<N;i++){G1[i]=i;G2[i]=i*i;H[i]=7-i;}
 f(H); unsigned long h=0; for(int i=0;i<N;i++) h=((h*31+G1[i])*31+G2[i])*31+H[i]; printf("%lx\n",h);}
