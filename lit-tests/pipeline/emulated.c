// Other processors, emulated: fused and not, programs print the same. Without a C library, which needs a package for each.
// REQUIRES: qemu
// RUN: %clang -O2 --target=aarch64-linux-gnu -nostdlib -static -fuse-ld=lld %s -o %t.plain
// RUN: %clang_fuse -O2 --target=aarch64-linux-gnu -nostdlib -static -fuse-ld=lld %s -o %t.fused -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: qemu-aarch64-static %t.plain > %t.expected
// RUN: qemu-aarch64-static %t.fused | diff %t.expected -
//
// RUN: %clang -O2 --target=riscv64-linux-gnu -march=rv64gcv -nostdlib -static -fuse-ld=lld %s -o %t.plain
// RUN: %clang_fuse -O2 --target=riscv64-linux-gnu -march=rv64gcv -nostdlib -static -fuse-ld=lld %s -o %t.fused -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: qemu-riscv64-static -cpu rv64,v=true,vlen=256 %t.plain | diff %t.expected -
// RUN: qemu-riscv64-static -cpu rv64,v=true,vlen=256 %t.fused | diff %t.expected -
#define NOINLINE __attribute__((noinline))

static long system_call(long number, long a, long b, long c) {
#ifdef __aarch64__
  register long n __asm__("x8") = number, x __asm__("x0") = a, y __asm__("x1") = b, z __asm__("x2") = c;
  __asm__ volatile("svc 0" : "+r"(x) : "r"(n), "r"(y), "r"(z) : "memory");
#else
  register long n __asm__("a7") = number, x __asm__("a0") = a, y __asm__("a1") = b, z __asm__("a2") = c;
  __asm__ volatile("ecall" : "+r"(x) : "r"(n), "r"(y), "r"(z) : "memory");
#endif
  return x;
}

// What compilers call for loops that do the same.
void *memset(void *to, int value, unsigned long n) {
  for (volatile unsigned char *byte = to; n; n--) *byte++ = (unsigned char)value;
  return to;
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]]
NOINLINE void pair(float *restrict t, float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) t[i] = x[i] * x[i];
  for (int i = 0; i < n; i++) y[i] = t[i] + 3;
}
// One looks ahead, and lags behind.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]]
NOINLINE void ahead(double *restrict t, double *restrict y, const double *restrict x, int n) {
  for (int i = 0; i < n + 2; i++) t[i] = x[i] * 0.5;
  for (int i = 0; i < n; i++) y[i] = t[i] + t[i + 1] - t[i + 2];
}
// Behind a check.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]]
NOINLINE long checked(int *t, short *y, const int *x, long n) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    if (x[i] % 3) t[i] = x[i] * 7;
  for (long i = 0; i < n; i++) sum += y[i] = (short)(t[i] >> 2);
  return sum;
}
// Planes.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]]
NOINLINE void planes(unsigned char *restrict d, const unsigned char *restrict s, int w, int h) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) d[i * w + j] = s[i * w + j] / 2;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) d[w * h + i * w + j] = d[i * w + j] + 1;
}

enum { MOST = 1100 };
static union {
  float f[MOST];
  double d[MOST];
  int i[MOST];
  short s[MOST];
  unsigned char c[8 * MOST];
} x, t, y;

static unsigned long hash = 1469598103934665603UL;

static void add(const void *from, long n) {
  const unsigned char *bytes = from;
  for (long i = 0; i < n; i++) hash = (hash ^ bytes[i]) * 1099511628211UL;
}

static void print(void) {
  char line[17];
  for (int i = 0; i < 16; i++) line[i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
  line[16] = '\n';
  system_call(64, 1, (long)line, sizeof line);
}

void _start(void) {
  for (int n = 0; n < 1024; n += n < 9 ? 1 : 113) {
    for (int i = 0; i < MOST; i++) x.f[i] = (float)(i % 37) * 0.25f, t.f[i] = y.f[i] = 0;
    pair(t.f, y.f, x.f, n);
    add(&y, sizeof y);
    for (int i = 0; i < MOST; i++) x.d[i] = (i % 41) * 0.125;
    ahead(t.d, y.d, x.d, n);
    add(&y, sizeof y);
    for (int i = 0; i < MOST; i++) x.i[i] = i * 37 - 999, t.i[i] = i;
    long sum = checked(t.i, y.s, x.i, n);
    sum += checked(x.i + 3, y.s, x.i, n);
    add(&sum, sizeof sum), add(&x, sizeof x), add(&y, sizeof y);
    planes(y.c, x.c, n, 3);
    add(&y, sizeof y);
    print();
  }
  system_call(93, 0, 0, 0);
}
