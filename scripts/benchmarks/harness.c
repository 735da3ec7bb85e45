/* Runs the variants of one kernel alternately in one process and prints the times of each round.
 *
 *     harness BYTES ROUNDS SAMPLE_NS VARIANT.so...
 *
 * prints   check HASH        one line per variant: hash of the results of one run on fresh data
 *          runs N0 N1 ...    how often a sample of each variant runs the kernel
 *          round T0 T1 ...   CPU time in ns per run of each variant, in the order of the arguments
 *
 * All variants work on the same arrays. A round times every variant once. Trust the ratios of one
 * round, not the times: drift of the machine's speed hits all variants of a round alike. Who comes
 * first rotates, and every second round goes backwards, so that no variant always finds the caches as
 * one certain other left them. A sample of every variant takes SAMPLE_NS at least, by repetition.
 */
#define _GNU_SOURCE
#include "bench.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MAX_VARIANTS = 8 };

struct variant {
  void *(*setup)(long);
  void (*fill)(void *);
  void (*run)(void *);
  uint64_t (*check)(void *);
};

static uint64_t next_random(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static double next_unit(uint64_t *state) { return (double)(next_random(state) >> 11) * 0x1p-53; }

/* Arrays begin at page offsets STAGGER apart. Where two arrays lie a multiple of 4096 bytes apart, a
 * load from one waits for stores to the same offset in the other, and code is up to twice slower or
 * not by luck of the allocator. */
void *bench_array(long count, long element_bytes) {
  enum { PAGE = 4096, STAGGER = 576 };
  static size_t offset;
  size_t bytes = (size_t)count * (size_t)element_bytes;
  char *block = aligned_alloc(PAGE, (bytes + 2 * PAGE) / PAGE * PAGE);
  if (!block) {
    fprintf(stderr, "harness: no memory for %ld elements of %ld bytes\n", count, element_bytes);
    exit(1);
  }
  offset = (offset + STAGGER) % PAGE;
  return memset(block + offset, 0, bytes);
}

void **bench_rows(void *array, int rows, long row_bytes) {
  void **all = bench_array(rows, sizeof *all);
  for (int y = 0; y < rows; y++) all[y] = (char *)array + y * row_bytes;
  return all;
}

void bench_fill_double(double *a, long count, double lo, double hi, unsigned seed) {
  uint64_t state = seed;
  for (long i = 0; i < count; i++)
    a[i] = lo + (hi - lo) * next_unit(&state);
}

void bench_fill_float(float *a, long count, float lo, float hi, unsigned seed) {
  uint64_t state = seed;
  for (long i = 0; i < count; i++)
    a[i] = lo + (hi - lo) * (float)next_unit(&state);
}

void bench_fill_int(int *a, long count, int lo, int hi, unsigned seed) {
  uint64_t state = seed;
  for (long i = 0; i < count; i++)
    a[i] = lo + (int)(next_random(&state) % (uint64_t)((long)hi - lo));
}

void bench_fill_byte(unsigned char *a, long count, unsigned seed) {
  uint64_t state = seed;
  for (long i = 0; i < count; i++)
    a[i] = (unsigned char)next_random(&state);
}

void bench_clear(void *a, long bytes) { memset(a, 0, (size_t)bytes); }

uint64_t bench_hash(uint64_t hash, const void *a, long bytes) {
  const unsigned char *p = a;
  uint64_t word;
  long i = 0;
  for (; i + 8 <= bytes; i += 8) {
    memcpy(&word, p + i, 8);
    hash = (hash ^ word) * 0x100000001b3u;
    hash ^= hash >> 29;
  }
  for (; i < bytes; i++)
    hash = (hash ^ p[i]) * 0x100000001b3u;
  return hash;
}

static void *symbol(void *library, const char *file, const char *name) {
  void *address = dlsym(library, name);
  if (!address) {
    fprintf(stderr, "harness: %s does not define %s\n", file, name);
    exit(1);
  }
  return address;
}

static void load(struct variant *variant, const char *file) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "harness: %s\n", dlerror());
    exit(1);
  }
  *(void **)&variant->setup = symbol(library, file, "bench_setup");
  *(void **)&variant->fill = symbol(library, file, "bench_fill");
  *(void **)&variant->run = symbol(library, file, "bench_run");
  *(void **)&variant->check = symbol(library, file, "bench_check");
}

/* CPU time of the process, so that what else the machine does in between does not count. */
static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double sample_ns(const struct variant *variant, void *data, long runs) {
  double start = now_ns();
  for (long i = 0; i < runs; i++)
    variant->run(data);
  return (now_ns() - start) / (double)runs;
}

/* How many runs make a sample of at least `wanted` ns. */
static long calibrate(const struct variant *variant, void *data, double wanted) {
  long runs = 1;
  for (;;) {
    double total = sample_ns(variant, data, runs) * (double)runs;
    if (total >= wanted || runs > 100000000)
      return runs;
    long more = (long)((double)runs * wanted * 1.1 / (total + 1));
    runs = more > runs * 2 ? runs * (more > runs * 10 ? 10 : more / runs + 1) : runs * 2;
  }
}

int main(int argc, char **argv) {
  int count = argc - 4;
  if (count < 1 || count > MAX_VARIANTS) {
    fprintf(stderr, "usage: harness BYTES ROUNDS SAMPLE_NS VARIANT.so...\n");
    return 2;
  }
  long bytes = atol(argv[1]), rounds = atol(argv[2]);
  double wanted = atof(argv[3]);
  struct variant variants[MAX_VARIANTS];
  for (int v = 0; v < count; v++)
    load(&variants[v], argv[4 + v]);

  void *data = variants[0].setup(bytes);
  for (int v = 0; v < count; v++) {
    variants[v].fill(data);
    variants[v].run(data);
    printf("check %016llx\n", (unsigned long long)variants[v].check(data));
  }
  variants[0].fill(data);

  long runs[MAX_VARIANTS];
  printf("runs");
  for (int v = 0; v < count; v++) {
    runs[v] = calibrate(&variants[v], data, wanted);
    printf(" %ld", runs[v]);
  }
  printf("\n");
  for (long round = 0; round < rounds; round++) {
    double times[MAX_VARIANTS];
    for (int k = 0; k < count; k++) {
      int position = round % 2 ? count - 1 - k : k;
      int v = (int)((position + round / 2) % count);
      times[v] = sample_ns(&variants[v], data, runs[v]);
    }
    printf("round");
    for (int v = 0; v < count; v++)
      printf(" %.1f", times[v]);
    printf("\n");
  }
  return 0;
}
