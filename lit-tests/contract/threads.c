// Two threads are in one function, and wait for each other there: one reads from a static array what the other one wrote
// for the moment. Such an array is not the function's own.
//
// RUN: %run_both %s -pthread
// RUN: %run_both %s -pthread -O3
// RUN: %run_both --options=no-profit %s -pthread

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int turn;
#define N 4096
__attribute__((noinline)) long f(int id, int n) {
  static int g[N]; if (n < 1) return 0;
  for (int i = 0; i < n; i++) g[i] = i * 3 + 1000 * id;      /* W1 */
  atomic_store(&turn, id ? 4 : 1);            /* thread 1 first: ... */
  while (atomic_load(&turn) != (id ? 5 : 3)) ;
  for (int i = 0; i < n; i++) g[i] = i + 7 * id;             /* W2 */
  atomic_store(&turn, id ? 6 : 8);
  while (atomic_load(&turn) != (id ? 7 : 9)) ;
  unsigned long s = 0;
  for (int i = 0; i < n; i++) s = s * 3 + g[i];              /* R */
  atomic_store(&turn, 10);
  return s;
}
static long r1;
static void *th(void *p) { r1 = f(1, 1000); return 0; }
static void go(int at, int to) { while (atomic_load(&turn) != at) ; atomic_store(&turn, to); }
static long r0;
static void *th0(void *p) { r0 = f(0, 1000); return 0; }
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, th, 0);       /* thread 1: W1 */
  go(4, 5);                           /* W2 */
  while (atomic_load(&turn) != 6) ;
  pthread_create(&b, 0, th0, 0);      /* thread 0: W1, turn = 1 */
  go(1, 7);                           /* thread 1: R sees thread 0's W1 */
  go(10, 3);                          /* thread 0: W2, turn = 8 */
  go(8, 9);
  pthread_join(a, 0); pthread_join(b, 0);
  printf("%ld %ld\n", r0, r1);
}
