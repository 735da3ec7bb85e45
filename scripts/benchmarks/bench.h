/* The contract between harness.c and one kernel file.
 *
 * A kernel file is plain C (or C++) as people write it. It is compiled several times, once per
 * variant (plain, with the plugin, with -DHAND), each into a shared object. The harness loads all of
 * them and runs them alternately on the same data, so that only the code differs.
 *
 * The file defines
 *     struct data   its arrays and results
 *     kernel()      what is measured; noinline, so that it knows its arguments only by their types
 *     bench_setup   allocates the data; `bytes` is the footprint of all arrays the plain variant
 *                   touches, temporaries included. Kernels whose arrays have constant size are
 *                   compiled once per footprint and find it in BENCH_BYTES.
 *     bench_fill    sets every input and output to known values
 *     bench_run     calls kernel() once
 *     bench_check   hashes every result
 * the last four, and struct data, by including arrays.h or by itself.
 * None of them but kernel() contains a loop: remarks and code of the file are then those of the
 * kernel.
 *
 * The comment that opens the file says what the kernel is and carries `expect:` lines, read by
 * catalogue.py.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KERNEL __attribute__((noinline))

/* Defined by the harness. Counts are elements; a fill is a repeatable random sequence of `seed` in
 * [lo, hi). */
void *bench_array(long count, long element_bytes);
void bench_fill_double(double *a, long count, double lo, double hi, unsigned seed);
void bench_fill_float(float *a, long count, float lo, float hi, unsigned seed);
void bench_fill_int(int *a, long count, int lo, int hi, unsigned seed);
void bench_fill_byte(unsigned char *a, long count, unsigned seed);
void bench_clear(void *a, long bytes);
uint64_t bench_hash(uint64_t hash, const void *a, long bytes);

/* What kernels over arrays of n elements have in common: see arrays.h. */
struct bench_arrays {
  int arrays, inputs, n, element_bytes;
  void *a[8];
};
struct bench_arrays *bench_arrays_setup(int arrays, int inputs, int n, int element_bytes);
void bench_arrays_fill(struct bench_arrays *data);
uint64_t bench_arrays_check(struct bench_arrays *data);
int bench_side(int n); /* of the largest square of at most n elements */
void **bench_rows(void *array, int rows, long row_bytes); /* pointers to the rows of an array */

/* Defined by the kernel file. */
void *bench_setup(long bytes);
void bench_fill(void *data);
void bench_run(void *data);
uint64_t bench_check(void *data);

#ifdef __cplusplus
}
#endif
#endif
