"""What every generated C file begins with: types, the harness's functions, and how arrays are
filled and hashed."""

PRELUDE = """\
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32;
typedef unsigned long u64; typedef signed char i8; typedef short i16; typedef int i32;
typedef long i64; typedef float f32; typedef double f64;
typedef u8 __attribute__((may_alias, aligned(1))) u8_v;
typedef u16 __attribute__((may_alias, aligned(1))) u16_v;
typedef u32 __attribute__((may_alias, aligned(1))) u32_v;
typedef u64 __attribute__((may_alias, aligned(1))) u64_v;
void *malloc(u64); void *calloc(u64, u64); void free(void *); void exit(int);
int atexit(void (*)(void)); void *memcpy(void *, const void *, u64);
void fz_trace(u32); void fz_out(const char *, u64);
u64 fz_noise(u64, u64); u64 fz_bits(f64);
#define NOINLINE __attribute__((noinline))
#define PLAIN __attribute__((noinline, optnone))
#define FILL1(A, N, S) for (u64 i = 0; i < N; ++i) A[i] = fz_noise(i, S);
#define FILL1F(A, N, S) for (u64 i = 0; i < N; ++i) A[i] = (f64)(fz_noise(i, S) & 63) * 0.25;
#define FILL2(A, N, M, S) for (u64 i = 0; i < N; ++i) for (u64 j = 0; j < M; ++j) \\
  A[i][j] = fz_noise(i * M + j, S);
#define FILL2F(A, N, M, S) for (u64 i = 0; i < N; ++i) for (u64 j = 0; j < M; ++j) \\
  A[i][j] = (f64)(fz_noise(i * M + j, S) & 63) * 0.25;
#define HASH1(A, N) h = 7; for (u64 i = 0; i < N; ++i) h = h * 31 + (u64)A[i];
#define HASH1F(A, N) h = 7; for (u64 i = 0; i < N; ++i) h = h * 31 + fz_bits(A[i]);
#define HASH2(A, N, M) h = 7; for (u64 i = 0; i < N; ++i) for (u64 j = 0; j < M; ++j) \\
  h = h * 31 + (u64)A[i][j];
#define HASH2F(A, N, M) h = 7; for (u64 i = 0; i < N; ++i) for (u64 j = 0; j < M; ++j) \\
  h = h * 31 + fz_bits(A[i][j]);
struct fz_prog { const char *name; void (*run)(void); void (*dump)(void); };
"""
