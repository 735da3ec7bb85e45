#include <stdio.h>
static long buf[4096]; static char flag[70000]; 
#define S 1000L
/* a row pointer that is only valid from iteration k on */
__attribute__((noinline)) void f(long *a, long *b, const char *restrict flag){
  for(long i=0;i<10000;i++) if(flag[i]) b[(i-9000)*S]=i;
  for(long i=0;i<10000;i++) if(flag[i]) a[(i-9000)*S]*=3;
}
__attribute__((noinline)) void g(long *a, long *b, const char *restrict flag){
  for(long i=0;i<10000;i++) if(flag[i]) a[(i-9000)*S]=i;
  for(long i=0;i<10000;i++) b[i&3]+=a[0]; 
}
int main(void){ flag[9000]=1; flag[9001]=1;
  for(int i=0;i<4096;i++) buf[i]=i*i;
  f(buf,buf+1000,flag); f(buf+1000,buf,flag);
  unsigned long h=0; for(int i=0;i<4096;i++) h=h*31+buf[i]; printf("%lx\n",h); }
