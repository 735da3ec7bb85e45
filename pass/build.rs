//! Finds LLVM 22.1 and compiles the C++ bridge against it.

use std::env;
use std::path::Path;
use std::process::Command;

const RELEASE: &str = "22.1";
const PACKAGES: &str = "llvm-22-dev clang-22 lld-22";

const SOURCES: [&str; 34] = [
    "allocation",
    "arms",
    "continued",
    "control",
    "counting",
    "early_exit",
    "edit",
    "errno",
    "flatten",
    "fold",
    "guarded",
    "host",
    "interchange",
    "invariant",
    "loops",
    "memory",
    "metadata",
    "narrow",
    "passes",
    "place",
    "plugin",
    "region",
    "remark",
    "replacement",
    "row_pointers",
    "scale",
    "scev",
    "specialise",
    "strip",
    "text",
    "unroll",
    "user",
    "vector",
    "verify",
];

fn main() {
    println!("cargo::rerun-if-changed=bridge");
    println!("cargo::rerun-if-env-changed=LLVM_CONFIG");
    // Functions of LLVM are bound when they are first called: most files need few, and binding all takes longer than
    // looking at a small file does.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,lazy");
    match LlvmConfig::find() {
        Ok(llvm) => compile_bridge(&llvm),
        Err(advice) => println!("cargo::error={advice}"),
    }
}

struct LlvmConfig {
    program: String,
}

impl LlvmConfig {
    /// The `llvm-config` of the wanted release, else one line of advice.
    fn find() -> Result<Self, String> {
        let candidates = match env::var("LLVM_CONFIG") {
            Ok(program) => vec![program],
            Err(_) => [
                "llvm-config-22",
                "/usr/lib/llvm-22/bin/llvm-config",
                "llvm-config",
            ]
            .map(String::from)
            .to_vec(),
        };
        let mut other = None;
        for program in candidates {
            let llvm = LlvmConfig { program };
            match llvm.ask("--version") {
                Some(version) if version.starts_with(RELEASE) => {
                    let headers = Path::new(&llvm.ask("--includedir").unwrap_or_default())
                        .join("llvm/Plugins/PassPlugin.h");
                    if headers.exists() {
                        return Ok(llvm);
                    }
                    other.get_or_insert(format!("{} without headers", version));
                }
                Some(version) => {
                    other.get_or_insert(version);
                }
                None => {}
            }
        }
        let found = other.map_or("no LLVM was found".into(), |v| format!("found LLVM {v}"));
        Err(format!(
            "loopfuse needs LLVM {RELEASE}, {found}; install it with: apt-get install {PACKAGES} \
             (or set LLVM_CONFIG to the llvm-config of LLVM {RELEASE})"
        ))
    }

    /// The trimmed answer of `llvm-config` to one question.
    fn ask(&self, question: &str) -> Option<String> {
        let output = Command::new(&self.program).arg(question).output().ok()?;
        let answer = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| answer.trim().to_string())
    }
}

fn compile_bridge(llvm: &LlvmConfig) {
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .include(llvm.ask("--includedir").unwrap_or_default())
        .define("_GNU_SOURCE", None)
        .define("__STDC_CONSTANT_MACROS", None)
        .define("__STDC_FORMAT_MACROS", None)
        .define("__STDC_LIMIT_MACROS", None)
        .flag("-fno-exceptions")
        .flag("-fno-rtti")
        .flag("-fvisibility=hidden")
        .flag("-Wno-unused-parameter")
        .files(SOURCES.map(|name| format!("bridge/{name}.cpp")));
    // LLVM's own compiler is there wherever its headers are; a system compiler
    // need not be. CXX and AR still have the last word.
    if env::var_os("CXX").is_none() {
        build.compiler("clang++-22");
    }
    if env::var_os("AR").is_none() {
        build.archiver("llvm-ar-22");
    }
    build.compile("loopfuse_bridge");
    for folder in ["includedir", "libdir"] {
        let found = llvm.ask(&format!("--{folder}")).unwrap_or_default();
        println!("cargo::metadata={folder}={found}");
    }

    if env::var_os("CARGO_FEATURE_LINK_LLVM").is_some() {
        println!(
            "cargo::rustc-link-search=native={}",
            llvm.ask("--libdir").unwrap_or_default()
        );
        println!("cargo::rustc-link-lib=dylib=LLVM-22");
    }
}
