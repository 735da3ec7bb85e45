"""What generated C programs share: a pool that arguments point into, numbers drawn, and a hash of the pool."""


def head(pool):
    """The head of a program whose pool has so many elements of eight bytes."""
    return f"""#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static union {{ double align; unsigned char bytes[{pool} * 8]; }} pool;
static unsigned long state;
static long draw(long n) {{
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (long)((state >> 33) % (unsigned long)n);
}}
__attribute__((noinline)) static unsigned long hash(void) {{
  unsigned long h = 1, word;
  for (unsigned long i = 0; i < sizeof pool; i += 8) {{
    memcpy(&word, pool.bytes + i, 8);
    h = (h ^ word) * 1099511628211ul + (h >> 31);
  }}
  return h;
}}
"""


def shifted(counter, by):
    """A counter plus a number."""
    return f"({counter} + {by})" if by > 0 else f"({counter} - {-by})" if by < 0 else counter
