/* An envelope follower as a chain of methods: each gets the object, which has the arrays and their length,
 * and updates one array in place.
 * expect: fused
 */
#include "bench.h"

struct envelope {
  float *input, *level, *gain;
  int n;
};

#ifndef HAND
static void follow(struct envelope *e) {
  for (int i = 0; i < e->n; i++)
    e->level[i] += 0.1f * (e->input[i] - e->level[i]);
}

static void compress(struct envelope *e) {
  for (int i = 0; i < e->n; i++)
    e->gain[i] = 1.0f / (1.0f + e->level[i] * e->level[i]);
}

static void limit(struct envelope *e, float most) {
  for (int i = 0; i < e->n; i++)
    e->gain[i] = e->gain[i] > most ? most : e->gain[i];
}
#endif

KERNEL void kernel(struct envelope *e) {
#ifndef HAND
  follow(e);
  compress(e);
  limit(e, 0.9f);
#else
  const float *restrict input = e->input;
  float *restrict level = e->level, *restrict gain = e->gain;
  int n = e->n;
  for (int i = 0; i < n; i++) {
    float now = level[i] + 0.1f * (input[i] - level[i]);
    float full = 1.0f / (1.0f + now * now);
    level[i] = now;
    gain[i] = full > 0.9f ? 0.9f : full;
  }
#endif
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) { kernel(&(struct envelope){a[0], a[1], a[2], n}); }
#include "arrays.h"
