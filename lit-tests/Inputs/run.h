/* For run tests in C: arrays, and a main that calls every function of the test's LIST with many n and
   m and prints what each leaves in memory. A test defines its functions and then

       LIST(X(name) X(other)...)                                                              */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define APART __attribute__((noinline))

int A[300], B[300], C[300], D[300];
int M[40][40], P[40][40];
unsigned char bytes[2400];
double X[300], Y[300];

static unsigned hash = 1;

static void note(const void *data, unsigned size) {
  const unsigned char *p = data;
  while (size--) hash = hash * 31 + *p++;
}

static void reset(void) {
  for (int i = 0; i < 300; i++) {
    A[i] = i * 37 % 101 - 30, B[i] = i * 53 % 97, C[i] = i, D[i] = -i, X[i] = i, Y[i] = 2 * i;
  }
  for (int i = 0; i < 1600; i++) M[i / 40][i % 40] = i * 29 % 83, P[i / 40][i % 40] = i * 31 % 89;
  for (int i = 0; i < 2400; i++) bytes[i] = i * 3;
}

static void show(const char *name, int n, int m, int result) {
  note(A, sizeof A), note(B, sizeof B), note(C, sizeof C), note(D, sizeof D), note(M, sizeof M);
  note(P, sizeof P), note(bytes, sizeof bytes), note(X, sizeof X), note(Y, sizeof Y);
  printf("%s %d %d: %08x %d\n", name, n, m, hash, result);
}

#define CALL(f) reset(), show(#f, n, m, f(n, m));
#define LIST(...)                                                                                  \
  int main(void) {                                                                                 \
    static const int sizes[] = {0, 1, 2, 3, 9, 38};                                                \
    for (int i = 0; i < 36; i++) {                                                                 \
      int n = sizes[i / 6], m = sizes[i % 6];                                                      \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    return 0;                                                                                      \
  }
