//! Compiles what the fuzzer needs of LLVM's C++ interface, and links LLVM: the fuzzer is its own host.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=bridge");
    // The pass's build script has found them.
    let [include, library] = ["INCLUDEDIR", "LIBDIR"]
        .map(|name| env::var(format!("DEP_LOOPFUSE_BRIDGE_{name}")).unwrap_or_default());
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .include(include)
        .flag("-fno-exceptions")
        .flag("-fno-rtti")
        .flag("-Wno-unused-parameter")
        .file("bridge/engine.cpp");
    if env::var_os("CXX").is_none() {
        build.compiler("clang++-22");
    }
    if env::var_os("AR").is_none() {
        build.archiver("llvm-ar-22");
    }
    build.compile("loopfuse_fuzz_bridge");
    println!("cargo::rustc-link-search=native={library}");
    println!("cargo::rustc-link-lib=dylib=LLVM-22");
}
