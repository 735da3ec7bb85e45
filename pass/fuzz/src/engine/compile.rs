//! Modules: read, put through passes, and compiled.

use anyhow::{Context as _, Result, anyhow, bail};
use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::execution_engine::ExecutionEngine;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::targets::{CodeModel, InitializationConfig, RelocMode, Target, TargetMachine};
use loopfuse::plugin;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_void};

use super::runtime;
use super::sections::Sections;

type Hear = unsafe extern "C" fn(*mut c_void, i32, *const c_char, usize, *const c_char, usize);

unsafe extern "C" {
    fn fz_run_passes(
        module: *mut c_void,
        target: *mut c_void,
        passes: *const c_char,
        options: *const c_char,
        register: unsafe extern "C" fn(*mut c_void),
        hear: Hear,
        to: *mut c_void,
        refusals: bool,
    ) -> *mut c_char;
    fn fz_verify_scopes(looks: bool);
    fn fz_tagged_loops(
        module: *mut c_void,
        found: unsafe extern "C" fn(*mut c_void, u64, u64),
        to: *mut c_void,
    );
    fn LLVMDisposeMessage(message: *mut c_char);
}

/// A remark of the pass: its kind (0 passed, 1 missed, 2 analysis), its name, and its arguments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heard {
    pub kind: i32,
    pub name: String,
    pub arguments: BTreeMap<String, String>,
}

/// An instruction with a tag: the tag, and the number of its innermost loop, 0 if it is in none.
pub type Tagged = (u64, u64);

/// LLVM, set up once.
pub struct Compiler {
    machine: TargetMachine,
}

/// A module.
pub struct Module<'c> {
    module: inkwell::module::Module<'c>,
}

/// Compiled code, which lives as long as this.
pub struct Compiled<'c> {
    calls: Vec<extern "C" fn()>,
    sections: Sections,
    _engine: ExecutionEngine<'c>,
}

impl Compiler {
    /// For this machine. With the features of its processor, or with the least that all have.
    pub fn new(wide: bool) -> Result<Self> {
        Target::initialize_x86(&InitializationConfig::default());
        let triple = TargetMachine::get_default_triple();
        let target = Target::from_triple(&triple).map_err(|e| anyhow!("{e}"))?;
        let [cpu, features] = match wide {
            true => [
                TargetMachine::get_host_cpu_name(),
                TargetMachine::get_host_cpu_features(),
            ]
            .map(|text| text.to_string()),
            false => ["x86-64", ""].map(String::from),
        };
        let machine = target.create_target_machine(
            &triple,
            &cpu,
            &features,
            OptimizationLevel::None,
            RelocMode::Default,
            CodeModel::JITDefault,
        );
        Ok(Compiler {
            machine: machine.context("no code can be made for this machine")?,
        })
    }

    /// Reads a module, as text or bitcode.
    pub fn read<'c>(&self, context: &'c Context, text: &[u8]) -> Result<Module<'c>> {
        let buffer = MemoryBuffer::create_from_memory_range_copy(text, "program");
        let module = context
            .create_module_from_ir(buffer)
            .map_err(|e| anyhow!("{e}"))?;
        Ok(Module { module })
    }
}

impl<'c> Module<'c> {
    /// Runs passes, as opt names them; `options` are those of the pass in default pipelines. What it
    /// says is the result, refusals only if they are wanted.
    pub fn run_passes(
        &self,
        compiler: &Compiler,
        passes: &str,
        options: &str,
        refusals: bool,
    ) -> Result<Vec<Heard>> {
        let mut heard: Vec<Heard> = Vec::new();
        let (passes, options) = (CString::new(passes)?, CString::new(options)?);
        let register = plugin::llvmGetPassPluginInfo().register;
        // What the pass itself verifies must not depend on what was verified before.
        // SAFETY: an option of LLVM's that nobody else reads.
        unsafe { fz_verify_scopes(true) };
        // SAFETY: a live module and target, strings that outlive the call, and a listener that is
        // called before it returns, with the vector that it was made for.
        let error = unsafe {
            fz_run_passes(
                self.module.as_mut_ptr().cast(),
                compiler.machine.as_mut_ptr().cast(),
                passes.as_ptr(),
                options.as_ptr(),
                register,
                hear,
                (&raw mut heard).cast(),
                refusals,
            )
        };
        if !error.is_null() {
            // SAFETY: a message that LLVM made, freed once.
            let message = unsafe {
                let message = CStr::from_ptr(error).to_string_lossy().into_owned();
                LLVMDisposeMessage(error);
                message
            };
            bail!("{message}");
        }
        Ok(heard)
    }

    /// Is it well-formed? If not, why. Scopes count as part of that, unless LLVM's vectorizer has run: its loops
    /// declare those of the original one again.
    pub fn verify(&self, scopes: bool) -> Result<(), String> {
        // SAFETY: an option of LLVM's that nobody else reads.
        unsafe { fz_verify_scopes(scopes) };
        self.module.verify().map_err(|e| e.to_string())
    }

    /// Instructions with tags.
    pub fn tagged(&self) -> Vec<Tagged> {
        let mut found: Vec<Tagged> = Vec::new();
        // SAFETY: as for `run_passes`.
        unsafe {
            fz_tagged_loops(
                self.module.as_mut_ptr().cast(),
                note_tag,
                (&raw mut found).cast(),
            )
        };
        found
    }

    /// As bitcode.
    pub fn bitcode(&self) -> Vec<u8> {
        self.module.write_bitcode_to_memory().as_slice().to_vec()
    }

    /// As text.
    pub fn text(&self) -> String {
        self.module.print_to_string().to_string()
    }

    /// Compiles it: functions without arguments, by name, and globals where they are said to be.
    pub fn compile(&self, calls: &[String], globals: &[(String, usize)]) -> Result<Compiled<'c>> {
        let sections = Sections::new();
        let (level, model) = (OptimizationLevel::None, CodeModel::JITDefault);
        let engine = self
            .module
            .create_mcjit_execution_engine_with_memory_manager(
                sections.clone(),
                level,
                model,
                false,
                true,
            )
            .map_err(|e| anyhow!("{e}"))?;
        for (name, address) in runtime::functions() {
            if let Some(function) = self.module.get_function(name) {
                engine.add_global_mapping(&function, address);
            }
        }
        for (name, address) in globals {
            if let Some(global) = self.module.get_global(name) {
                engine.add_global_mapping(&global, *address);
            }
        }
        let function = |name: &String| {
            let address = engine.get_function_address(name)?;
            // SAFETY: the module has a function of that name and type.
            Ok(unsafe { std::mem::transmute::<usize, extern "C" fn()>(address) })
        };
        let calls: Vec<_> = calls.iter().map(function).collect::<Result<_>>()?;
        sections.remember();
        Ok(Compiled {
            calls,
            sections,
            _engine: engine,
        })
    }
}

impl Compiled<'_> {
    /// Its functions. What is static in them is as it was at first.
    pub fn afresh(&self) -> &[extern "C" fn()] {
        self.sections.set_back();
        &self.calls
    }
}

unsafe fn string(data: *const c_char, size: usize) -> String {
    if data.is_null() {
        return String::new();
    }
    // SAFETY: by contract so many bytes.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) };
    String::from_utf8_lossy(bytes).into_owned()
}

unsafe extern "C" fn hear(
    to: *mut c_void,
    kind: i32,
    text: *const c_char,
    size: usize,
    value: *const c_char,
    value_size: usize,
) {
    // SAFETY: `run_passes` passes its own vector, and C++ valid strings.
    let (heard, text, value) = unsafe {
        let heard = &mut *to.cast::<Vec<Heard>>();
        (heard, string(text, size), string(value, value_size))
    };
    match heard.last_mut() {
        Some(last) if kind == 3 => drop(last.arguments.insert(text, value)),
        _ => heard.push(Heard {
            kind,
            name: text,
            arguments: BTreeMap::new(),
        }),
    }
}

unsafe extern "C" fn note_tag(to: *mut c_void, tag: u64, inner: u64) {
    // SAFETY: `tagged` passes its own vector.
    unsafe { (*to.cast::<Vec<Tagged>>()).push((tag, inner)) };
}
