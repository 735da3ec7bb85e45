// Paints a landscape as linear light, the way a camera's sensor would see it: the sun is hundreds of
// times brighter than the meadow. Writes a PFM (portable float map).
//
//     scene WIDTH HEIGHT out.pfm

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    float r, g, b;
} color;

static color mix(color a, color b, float t) {
    return (color){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

static color lit(color c, float light) {
    return (color){c.r * light, c.g * light, c.b * light};
}

static float smooth(float from, float to, float x) {
    float t = fminf(fmaxf((x - from) / (to - from), 0), 1);
    return t * t * (3 - 2 * t);
}

// A random number in [0, 1) that belongs to a grid point.
static float grain(int32_t x, int32_t y) {
    uint32_t h = (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return (float)((h ^ h >> 15) >> 8) / 16777216.0f;
}

static float noise(float x, float y) {
    float fx = floorf(x), fy = floorf(y);
    int32_t ix = (int32_t)fx, iy = (int32_t)fy;
    float u = smooth(0, 1, x - fx), v = smooth(0, 1, y - fy);
    float top = grain(ix, iy) + u * (grain(ix + 1, iy) - grain(ix, iy));
    float low = grain(ix, iy + 1) + u * (grain(ix + 1, iy + 1) - grain(ix, iy + 1));
    return top + v * (low - top);
}

// Octaves of noise, each half as large and half as wide as the one before; about 0 to 1.
static float fractal(float x, float y, int octaves) {
    float sum = 0, weight = 0.5f;
    for (int o = 0; o < octaves; o++) {
        sum += weight * noise(x, y);
        x = 2.03f * x + 17.1f;
        y = 2.03f * y + 9.7f;
        weight *= 0.5f;
    }
    return sum;
}

// x grows to the right, y downwards; both are in picture heights.
static color sky(float x, float y) {
    color zenith = {0.16f, 0.34f, 0.85f}, horizon = {1.30f, 0.95f, 0.62f};
    color c = mix(zenith, horizon, smooth(0.0f, 0.60f, y));

    float clouds = smooth(0.46f, 0.72f, fractal(2.2f * x, 7.0f * y, 6));
    c = mix(c, lit((color){1.9f, 1.6f, 1.4f}, 0.6f + 0.8f * y), 0.85f * clouds);

    float dx = x - 0.92f, dy = y - 0.40f, distance = sqrtf(dx * dx + dy * dy);
    float glow = 0.035f / (distance * distance + 0.01f), disc = 1 - smooth(0.028f, 0.033f, distance);
    c.r += 1.0f * glow + 220 * disc;
    c.g += 0.8f * glow + 190 * disc;
    c.b += 0.5f * glow + 140 * disc;
    return c;
}

// One range of hills: its outline at x.
static float outline(float x, float base, float height, float scale, float seed) {
    return base - height * fractal(scale * x + seed, seed, 7);
}

static color landscape(float x, float y) {
    color haze = {1.05f, 0.85f, 0.68f};
    float line;
    if (y < (line = outline(x, 0.70f, 0.30f, 2.4f, 3.3f))) return sky(x, y);
    if (y < outline(x, 0.73f, 0.16f, 3.6f, 41.0f)) {
        // Mountains, snow where they are high, blue with distance.
        float rock = fractal(26 * x, 40 * y, 5), snow = smooth(0.02f, -0.02f, y - line - 0.09f * rock);
        color c = mix((color){0.16f, 0.15f, 0.20f}, (color){1.0f, 1.0f, 1.1f}, snow * 0.8f);
        return mix(lit(c, 0.5f + rock), haze, 0.35f + 0.4f * smooth(0.45f, 0.72f, y));
    }
    if (y < outline(x, 0.80f, 0.14f, 5.0f, 77.0f)) {
        // Wooded hills: high-frequency noise makes the trees.
        float trees = fractal(90 * x, 120 * y, 4);
        return mix(lit((color){0.05f, 0.10f, 0.04f}, 0.3f + 1.7f * trees), haze, 0.22f);
    }
    // A meadow: blades are stretched noise, flowers are rare bright grains, larger towards the viewer.
    float depth = smooth(0.70f, 1.0f, y), fine = 240 - 150 * depth;
    float blades = fractal(fine * x, 0.3f * fine * y, 5), patches = fractal(5 * x, 14 * y, 4);
    color grass = mix((color){0.16f, 0.30f, 0.05f}, (color){0.50f, 0.48f, 0.10f}, patches);
    color c = lit(grass, (0.25f + 1.5f * blades) * (1.2f - 0.7f * depth));
    float cell = 40 + 90 * (1 - depth), cx = floorf(cell * x), cy = floorf(2 * cell * y);
    if (grain((int32_t)cx, (int32_t)cy) > 0.965f) {
        float px = cell * x - cx - 0.5f, py = 2 * cell * y - cy - 0.5f;
        color petal = mix((color){1.3f, 0.10f, 0.06f}, (color){1.2f, 1.0f, 0.15f}, grain((int32_t)cx, 7));
        c = mix(petal, c, smooth(0.08f, 0.14f, px * px + py * py));
    }
    return c;
}

int main(int argc, char **argv) {
    int width = argc == 4 ? atoi(argv[1]) : 0, height = argc == 4 ? atoi(argv[2]) : 0;
    if (width < 1 || height < 1) {
        fprintf(stderr, "usage: scene WIDTH HEIGHT out.pfm\n");
        return 2;
    }
    color *row = malloc((size_t)width * sizeof *row);
    FILE *file = fopen(argv[3], "wb");
    if (!row || !file) {
        fprintf(stderr, "scene: cannot write %s\n", argv[3]);
        return 1;
    }
    // PFM keeps the bottom row first; the minus sign says little-endian.
    fprintf(file, "PF\n%d %d\n-1.0\n", width, height);
    for (int y = height - 1; y >= 0; y--) {
        for (int x = 0; x < width; x++) {
            float u = (float)x / (float)height, v = (float)y / (float)height;
            // The sensor's own noise: stronger where it is darker.
            float sensor = 0.97f + 0.06f * grain(x, y + 7919);
            row[x] = lit(landscape(u, v), 0.35f * sensor);
        }
        fwrite(row, sizeof *row, (size_t)width, file);
    }
    free(row);
    if (ferror(file) | fclose(file)) {
        fprintf(stderr, "scene: cannot write %s\n", argv[3]);
        return 1;
    }
    return 0;
}
