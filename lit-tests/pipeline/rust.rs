// Rust as people write it: what fuses, and what stands in the way. Places are those of the user, through iterators.
// REQUIRES: rustc
// RUN: env RUSTC_BOOTSTRAP=1 %rustc -O -g -C codegen-units=1 -Zllvm-plugins=%loopfuse -Cremark=loop-fuse %s -o %t.fused 2>&1 \
// RUN:   | FileCheck %s
// RUN: env RUSTC_BOOTSTRAP=1 %rustc -O -C codegen-units=1 %s -o %t.plain
// RUN: %t.plain > %t.plain.out
// RUN: %t.fused | diff %t.plain.out -
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};

struct Image {
    w: usize,
    h: usize,
    d: Vec<f32>,
}

// Slices of one length, cut beforehand.
// CHECK-DAG: rust.rs:[[#@LINE+4]]:14 loop-fuse (success): fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+5]], trip count n
#[inline(never)]
fn cut(a: &[f64], t: &mut [f64], b: &mut [f64], n: usize) {
    let (a, t, b) = (&a[..n], &mut t[..n], &mut b[..n]);
    for i in 0..n { t[i] = a[i] * 2.0; }
    for i in 0..n { b[i] = t[i] + 1.0; }
}

// Lengths asserted.
// CHECK-DAG: rust.rs:[[#@LINE+4]]:14 loop-fuse (success): fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+5]], trip count n
#[inline(never)]
fn asserted(a: &[f64], t: &mut [f64], b: &mut [f64], n: usize) {
    assert!(a.len() >= n && t.len() >= n && b.len() >= n);
    for i in 0..n { t[i] = a[i] * 2.0; }
    for i in 0..n { b[i] = t[i] + 1.0; }
}

// Iterators.
// CHECK-DAG: rust.rs:[[#@LINE+3]]:19 loop-fuse (success): fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip counts min(a.len(), t.len()) and min(t.len(), b.len())
#[inline(never)]
fn zip(a: &[f64], t: &mut [f64], b: &mut [f64]) {
    for (t, a) in t.iter_mut().zip(a) { *t = a * 2.0; }
    for (b, t) in b.iter_mut().zip(t.iter()) { *b = t + 1.0; }
}

// CHECK-DAG: rust.rs:[[#@LINE+3]]:25 loop-fuse (success): fused loop of for_each at line [[#@LINE+3]] with loop of for_each at line [[#@LINE+4]],
#[inline(never)]
fn for_each(a: &[f64], t: &mut [f64], b: &mut [f64]) {
    t.iter_mut().zip(a).for_each(|(t, a)| *t = a * 2.0);
    b.iter_mut().zip(t.iter()).for_each(|(b, t)| *b = t + 1.0);
}

// CHECK-DAG: rust.rs:[[#@LINE+3]]:14 loop-fuse (success): fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count a.len()
#[inline(never)]
fn in_place(a: &mut [f64]) {
    for x in a.iter_mut() { *x *= 2.0; }
    for x in a.iter_mut() { *x += 1.0; }
}

// CHECK-DAG: rust.rs:[[#@LINE+3]]:22 loop-fuse (success): fused loop of sum at line [[#@LINE+3]] with loop of sum at line [[#@LINE+4]], trip count a.len()
#[inline(never)]
fn statistics(a: &[f64]) -> f64 {
    let m = a.iter().sum::<f64>();
    m + a.iter().map(|x| x * x).sum::<f64>()
}

// Checks of bounds that may panic in the loop: asked before.
// CHECK-DAG: rust.rs:[[#@LINE+3]]:{{[0-9]+}} loop-fuse (success): fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count n; where no check of bounds, or of what is asserted, fails
#[inline(never)]
fn checked(a: &[f64], t: &mut [f64], b: &mut [f64], n: usize) {
    for i in 0..n { t[i] = a[i] * 2.0; }
    for i in 0..n { b[i] = t[i] + 1.0; }
}

// CHECK-DAG: rust.rs:[[#@LINE+3]]:{{[0-9]+}} loop-fuse (success): fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count {{.*}}; where no check of bounds, or of what is asserted, fails
#[inline(never)]
fn image(i: &Image, t: &mut Image, o: &mut Image) {
    for y in 0..i.h { for x in 0..i.w { t.d[y * i.w + x] = i.d[y * i.w + x] * 2.0; } }
    for y in 0..i.h { for x in 0..i.w { o.d[y * i.w + x] = t.d[y * i.w + x] + 1.0; } }
}

// Slices that are cut, and lengths that are asserted, between the loops.
// CHECK-DAG: rust.rs:[[#@LINE+4]]:{{[0-9]+}} loop-fuse (success): fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+7]], trip count n; where no check of bounds, or of what is asserted, fails
#[inline(never)]
fn between(a: &[f64], t: &mut [f64], b: &mut [f64], n: usize) {
    let (a, t) = (&a[..n], &mut t[..n]);
    for i in 0..n { t[i] = a[i] * 2.0; }
    let b = &mut b[..n];
    assert_eq!(b.len(), t.len());
    for i in 0..n { b[i] = t[i] + 1.0; }
}

// A condition that is asked anew.
// CHECK-DAG: rust.rs:[[#@LINE+3]]:{{[0-9]+}} loop-fuse (missed): loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused: both loops run if not
#[inline(never)]
fn rows(i: &Image, t: &mut Image, o: &mut Image) {
    for (i, t) in i.d.chunks_exact(i.w).zip(t.d.chunks_exact_mut(i.w)) { for (a, b) in i.iter().zip(t) { *b = a * 2.0; } }
    for (t, o) in t.d.chunks_exact(i.w).zip(o.d.chunks_exact_mut(i.w)) { for (a, b) in t.iter().zip(o) { *b = a + 1.0; } }
}

fn main() {
    for n in [0, 1, 2, 7, 100, 1000] {
        let a: Vec<f64> = (0..n).map(|x| (x % 17) as f64 * 0.25).collect();
        let mut total = Vec::new();
        let chains: [fn(&[f64], &mut [f64], &mut [f64], usize); 6] =
            [cut, checked, between, asserted, |a, t, b, _| zip(a, t, b), |a, t, b, _| for_each(a, t, b)];
        for chain in chains {
            // Longer and shorter than what is read.
            for more in [0, 3] {
                let (mut t, mut b) = (vec![0.5; n + more], vec![0.25; n + 2 * more]);
                chain(black_box(&a), &mut t, &mut b, n);
                total.push(t.iter().chain(&b).zip(1..).map(|(x, k)| x * k as f64).sum::<f64>());
            }
        }
        // What was written before a check failed is seen.
        for chain in chains.iter().take(3) {
            for (t, b) in [(n, n), (n / 2, n), (n, n / 2), (n / 3, n / 2), (n + 1, n.max(1) - 1)] {
                let (mut t, mut b) = (vec![0.5; t], vec![0.25; b]);
                let done = catch_unwind(AssertUnwindSafe(|| chain(black_box(&a), &mut t, &mut b, n)));
                total.push(t.iter().chain(&b).zip(1..).map(|(x, k)| x * k as f64).sum::<f64>());
                total.push(if done.is_ok() { 1.0 } else { 2.0 });
            }
        }
        let mut x = a.clone();
        in_place(black_box(&mut x));
        total.extend([statistics(&x), statistics(&a)]);
        let new = || Image { w: n.max(1), h: 5, d: vec![1.5; 5 * n.max(1)] };
        let (i, mut t, mut o) = (new(), new(), new());
        image(black_box(&i), &mut t, &mut o);
        rows(&o, &mut t, black_box(&mut Image { d: o.d.clone(), ..new() }));
        println!("{n} {total:?} {:?} {:?}", t.d.iter().sum::<f32>(), o.d.last());
    }
}
