// Develops a picture: reads linear light (PFM), exposes it, applies a film's tone curve, colour and
// contrast, and writes an 8-bit picture (PPM) together with its statistics.
//
//     develop in.pfm out.ppm
//
// Each step is a small function with a plain loop over the planes it needs, one step after another,
// as one writes and tests such code. The time of the steps, without files, goes to stderr.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void fail(const char *what, const char *path) {
    fprintf(stderr, "develop: %s %s\n", what, path);
    exit(1);
}

static float *new_plane(size_t n) {
    float *plane = malloc(n * sizeof *plane);
    if (!plane) fail("no memory", "");
    return plane;
}

static void luminance(float *lum, const float *r, const float *g, const float *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        lum[i] = 0.2126f * r[i] + 0.7152f * g[i] + 0.0722f * b[i];
}

static double mean(const float *p, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += p[i];
    return sum / (double)n;
}

static float smallest(const float *p, size_t n) {
    float least = p[0];
    for (size_t i = 1; i < n; i++)
        least = p[i] < least ? p[i] : least;
    return least;
}

static float largest(const float *p, size_t n) {
    float most = p[0];
    for (size_t i = 1; i < n; i++)
        most = p[i] > most ? p[i] : most;
    return most;
}

static void scale(float *p, size_t n, float factor) {
    for (size_t i = 0; i < n; i++)
        p[i] *= factor;
}

// Darkens towards the top, like a graduated filter in front of the lens.
static void graduate(float *p, size_t width, size_t height, float strength) {
    for (size_t y = 0; y < height; y++) {
        float light = 1 - strength * (1 - (float)y / (float)height);
        for (size_t x = 0; x < width; x++)
            p[y * width + x] *= light;
    }
}

// A film's response: a soft toe, and a shoulder that keeps the brightest parts apart (Hable).
static void film(float *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        float x = 2 * p[i];
        p[i] = 1.379f * ((x * (0.15f * x + 0.05f) + 0.004f) / (x * (0.15f * x + 0.50f) + 0.06f) - 0.0667f);
    }
}

static void saturate(float *p, const float *grey, size_t n, float amount) {
    for (size_t i = 0; i < n; i++)
        p[i] = grey[i] + amount * (p[i] - grey[i]);
}

static void contrast(float *p, size_t n, float middle, float amount) {
    for (size_t i = 0; i < n; i++)
        p[i] = middle + amount * (p[i] - middle);
}

static void clamp(float *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        p[i] = p[i] < 0 ? 0 : p[i] > 1 ? 1 : p[i];
}

// From light to the numbers of an sRGB screen, within 0.01 of the standard's curve.
static void encode(float *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        float x = p[i];
        p[i] = x * (0.1315f + 0.7001f * x) / (0.0100f + x * (0.4399f + 0.3828f * x));
    }
}

static void blur_across(float *out, const float *p, size_t width, size_t height) {
    for (size_t y = 0; y < height; y++)
        for (size_t x = 1; x + 1 < width; x++)
            out[y * width + x] = (p[y * width + x - 1] + 2 * p[y * width + x] + p[y * width + x + 1]) / 4;
}

static void blur_down(float *out, const float *p, size_t width, size_t height) {
    for (size_t y = 1; y + 1 < height; y++)
        for (size_t x = 1; x + 1 < width; x++)
            out[y * width + x] = (p[(y - 1) * width + x] + 2 * p[y * width + x] + p[(y + 1) * width + x]) / 4;
}

// Adds what stands out from what is soft; the margin, which is not blurred, stays.
static void add_details(float *p, const float *grey, const float *soft, size_t width, size_t height, float amount) {
    for (size_t y = 1; y + 1 < height; y++)
        for (size_t x = 1; x + 1 < width; x++)
            p[y * width + x] += amount * (grey[y * width + x] - soft[y * width + x]);
}

// An unsharp mask, as darkrooms have it.
static void sharpen(float *r, float *g, float *b, const float *grey, size_t width, size_t height, float amount) {
    float *across = new_plane(width * height), *soft = new_plane(width * height);
    blur_across(across, grey, width, height);
    blur_down(soft, across, width, height);
    add_details(r, grey, soft, width, height, amount);
    add_details(g, grey, soft, width, height, amount);
    add_details(b, grey, soft, width, height, amount);
    free(across);
    free(soft);
}

static void pack(uint8_t *rgb, const float *r, const float *g, const float *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        rgb[3 * i + 0] = (uint8_t)(255 * r[i] + 0.5f);
        rgb[3 * i + 1] = (uint8_t)(255 * g[i] + 0.5f);
        rgb[3 * i + 2] = (uint8_t)(255 * b[i] + 0.5f);
    }
}

static void histogram(size_t bins[16], const float *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        bins[(int)(15.999f * p[i])]++;
}

static size_t count_above(const float *p, size_t n, float limit) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += p[i] > limit;
    return count;
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: develop in.pfm out.ppm\n");
        return 2;
    }
    FILE *in = fopen(argv[1], "rb");
    size_t width = 0, height = 0;
    if (!in || fscanf(in, "PF %zu %zu -1.0", &width, &height) != 2 || fgetc(in) != '\n')
        fail("cannot read", argv[1]);
    size_t n = width * height;
    float *r = new_plane(n), *g = new_plane(n), *b = new_plane(n), *row = new_plane(3 * width);
    for (size_t y = height; y-- > 0;) {
        if (fread(row, 3 * sizeof *row, width, in) != width) fail("cannot read", argv[1]);
        for (size_t x = 0; x < width; x++) {
            r[y * width + x] = row[3 * x + 0];
            g[y * width + x] = row[3 * x + 1];
            b[y * width + x] = row[3 * x + 2];
        }
    }
    fclose(in);

    double start = seconds();
    float *grey = new_plane(n);
    uint8_t *rgb = malloc(3 * n);
    if (!rgb) fail("no memory", "");

    // How bright is the scene? Its mean goes to the middle of the film's range.
    luminance(grey, r, g, b, n);
    double light = mean(grey, n);
    float darkest = smallest(grey, n), brightest = largest(grey, n);
    float exposure = 0.34f / (float)light;

    graduate(r, width, height, 0.25f);
    graduate(g, width, height, 0.25f);
    graduate(b, width, height, 0.15f);
    scale(r, n, exposure * 1.04f);
    scale(g, n, exposure);
    scale(b, n, exposure * 0.97f);
    film(r, n);
    film(g, n);
    film(b, n);

    luminance(grey, r, g, b, n);
    saturate(r, grey, n, 1.5f);
    saturate(g, grey, n, 1.5f);
    saturate(b, grey, n, 1.5f);
    float middle = (float)mean(grey, n);
    contrast(r, n, middle, 1.35f);
    contrast(g, n, middle, 1.35f);
    contrast(b, n, middle, 1.35f);

    sharpen(r, g, b, grey, width, height, 0.9f);

    clamp(r, n);
    clamp(g, n);
    clamp(b, n);
    encode(r, n);
    encode(g, n);
    encode(b, n);
    pack(rgb, r, g, b, n);

    luminance(grey, r, g, b, n);
    size_t bins[16] = {0};
    histogram(bins, grey, n);
    size_t burnt = count_above(grey, n, 0.98f);
    double picture = mean(grey, n);
    fprintf(stderr, "%.4f\n", seconds() - start);

    printf("scene    light %.6f, from %.6f to %.2f\n", light, darkest, brightest);
    printf("picture  tone  %.6f, burnt out %zu of %zu\n", picture, burnt, n);
    for (int i = 0; i < 16; i++)
        printf("%s%.1f", i ? " " : "tones %  ", 100 * (double)bins[i] / (double)n);
    printf("\n");

    FILE *out = fopen(argv[2], "wb");
    if (!out) fail("cannot write", argv[2]);
    fprintf(out, "P6\n%zu %zu\n255\n", width, height);
    fwrite(rgb, 3, n, out);
    if (ferror(out) | fclose(out)) fail("cannot write", argv[2]);
    return 0;
}
