// The bounds of an access that is not made may lie beyond the ends of the address space: compared as
// numbers they said that pointers which overlap do not.
//
// RUN: %run_both '--options=no-profit' %s -O2
// RUN: %run_both '--options=no-profit' %S/Inputs/bounds-below-zero.c -O2 -no-pie

#include <stdio.h>
#include <string.h>
static long buf[4096];
#define K (1L<<46)
__attribute__((noinline)) void f(long *a, long *b, const char *flag, long *c, long n){
  for(long i=0;i<1000;i++){ a[i]=i*3+c[i]; }
  for(long i=0;i<1000;i++){ b[i]+=i; if(flag[i]) b[i-K]=7; }
}
int main(void){
  static char flag[1000]; static long c[1000];
  for(int i=0;i<4096;i++) buf[i]=i*i;
  f(buf+100,buf+105,flag,c,1000);
  unsigned long h=0; for(int i=0;i<4096;i++) h=h*31+buf[i];
  printf("%lx\n",h);
}
