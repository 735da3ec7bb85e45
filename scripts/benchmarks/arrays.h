/* The rest of a kernel file whose kernel works on arrays of n elements. It includes this at its end, and
 * says before
 *     element       float or double
 *     ARRAYS        arrays that the kernel gets; all are checked
 *     INPUTS        how many of them, the first ones, hold random values at first; the others hold zeros
 *     TEMPORARIES   arrays that the kernel allocates itself
 *     call(a, n)    calls the kernel
 */
void *bench_setup(long bytes) {
  long n = bytes / ((ARRAYS + TEMPORARIES) * (long)sizeof(element));
  return bench_arrays_setup(ARRAYS, INPUTS, (int)n, sizeof(element));
}

void bench_fill(void *data) { bench_arrays_fill((struct bench_arrays *)data); }

void bench_run(void *data) {
  struct bench_arrays *d = (struct bench_arrays *)data;
  call(d->a, d->n);
}

uint64_t bench_check(void *data) { return bench_arrays_check((struct bench_arrays *)data); }
