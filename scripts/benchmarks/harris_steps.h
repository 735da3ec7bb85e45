/* The loops of Harris's corner response over n x m elements: two gradients, three products, three sums over 3 x 3 elements,
 * the response. To be included in the function that has the planes: by hand the products are rings of four rows, all else
 * is values.
 */
#define SUM(p, above, here, below, j) \
  (p[above][j - 1] + p[above][j] + p[above][j + 1] + p[here][j - 1] + p[here][j] + p[here][j + 1] + \
   p[below][j - 1] + p[below][j] + p[below][j + 1])
#define GRADIENT_X(i, j) \
  (in[i - 1][j + 1] - in[i - 1][j - 1] + 2 * (in[i][j + 1] - in[i][j - 1]) + in[i + 1][j + 1] - \
   in[i + 1][j - 1])
#define GRADIENT_Y(i, j) \
  (in[i + 1][j - 1] - in[i - 1][j - 1] + 2 * (in[i + 1][j] - in[i - 1][j]) + in[i + 1][j + 1] - \
   in[i - 1][j + 1])

#ifndef HAND
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      x[i][j] = GRADIENT_X(i, j);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      y[i][j] = GRADIENT_Y(i, j);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      xx[i][j] = x[i][j] * x[i][j];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      xy[i][j] = x[i][j] * y[i][j];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      yy[i][j] = y[i][j] * y[i][j];
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < m - 2; j++)
      sxx[i][j] = SUM(xx, i - 1, i, i + 1, j);
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < m - 2; j++)
      sxy[i][j] = SUM(xy, i - 1, i, i + 1, j);
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < m - 2; j++)
      syy[i][j] = SUM(yy, i - 1, i, i + 1, j);
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < m - 2; j++) {
      float trace = sxx[i][j] + syy[i][j];
      out[i][j] = sxx[i][j] * syy[i][j] - sxy[i][j] * sxy[i][j] - 0.04f * trace * trace;
    }
#else
  for (int i = 1; i < n - 1; i++) {
    float *here_xx = xx[i % 4], *here_xy = xy[i % 4], *here_yy = yy[i % 4];
    for (int j = 1; j < m - 1; j++) {
      float x = GRADIENT_X(i, j), y = GRADIENT_Y(i, j);
      here_xx[j] = x * x, here_xy[j] = x * y, here_yy[j] = y * y;
    }
    if (i < 3)
      continue;
    int above = (i + 2) % 4, middle = (i + 3) % 4, below = i % 4;
    for (int j = 2; j < m - 2; j++) {
      float sxx = SUM(xx, above, middle, below, j), sxy = SUM(xy, above, middle, below, j);
      float syy = SUM(yy, above, middle, below, j), trace = sxx + syy;
      out[i - 1][j] = sxx * syy - sxy * sxy - 0.04f * trace * trace;
    }
  }
#endif
