/* Calls a test's function f with many bounds and prints what it left in memory: the run of a test
   that is given as IR. A test's f may take fewer parameters. RETURNS: f gives a result. OVERLAP: p
   and q may point into one another. */
#include <stdio.h>

#pragma clang optimize off /* compiled again for every test */

int A[256], B[256], C[256], D[256];
int M[64][64], P[64][64], Q[64][64];
double X[256], Y[256], Z[256];
int R, S;

static int heap[1024];

#ifdef RETURNS
int f(long n, long m, int *p, int *q);
#else
void f(long n, long m, int *p, int *q);
#endif

static unsigned hash = 1;

static void note(const void *data, unsigned size) {
  const unsigned char *bytes = data;
  while (size--) hash = hash * 31 + *bytes++;
}

static void fill(int *to, int size, int seed) {
  for (int i = 0; i < size; i++) to[i] = (seed * 7919 + i * 31) % 199 - 20;
}

static void call(long n, long m, int *p, int *q) {
  fill(A, 256, 1), fill(B, 256, 2), fill(C, 256, 3), fill(D, 256, 4);
  fill(M[0], 64 * 64, 5), fill(P[0], 64 * 64, 6), fill(Q[0], 64 * 64, 7);
  fill(heap, 1024, 8);
  for (int i = 0; i < 256; i++) X[i] = i, Y[i] = 2 * i, Z[i] = 3;
  R = S = 5;
#ifdef RETURNS
  int result = f(n, m, p, q);
  note(&result, sizeof result);
#else
  f(n, m, p, q);
#endif
  note(A, sizeof A), note(B, sizeof B), note(C, sizeof C), note(D, sizeof D);
  note(M, sizeof M), note(P, sizeof P), note(Q, sizeof Q);
  note(X, sizeof X), note(Y, sizeof Y), note(Z, sizeof Z);
  note(&R, sizeof R), note(&S, sizeof S), note(heap, sizeof heap);
}

int main(void) {
  const int bounds[] = {0, 1, 2, 3, 9, 40};
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      call(bounds[i], bounds[j], heap + 100, heap + 600);
#ifdef OVERLAP
      call(bounds[i], bounds[j], heap + 100, heap + 101);
      call(bounds[i], bounds[j], heap + 101, heap + 100);
      call(bounds[i], bounds[j], heap + 100, heap + 100);
#endif
      printf("%d %d %08x\n", bounds[i], bounds[j], hash);
    }
  return 0;
}
