# Switches loop fusion on for targets of a CMake project:
#
#     find_package(LoopFuse REQUIRED)
#     loopfuse_enable(TARGET [OPTIONS OPTION...])
#
# The target's C and C++ sources are to be compiled by clang 22, Fortran sources by flang 22. OPTIONS are
# parameters of the pass, as in `loop-fuse<...>`: `no-profit`, `place=early`. The pass runs where the
# optimiser does, from -O1 on: in CMake's configurations Release, RelWithDebInfo and MinSizeRel. There
# CMake before 3.27 gives flang no -O: then -O3, -O2 and -O2 are added (flang has no -Os).
#
# Defines LoopFuse_PLUGIN, the plugin's path. Set LoopFuse_PLUGIN before, or the environment's
# LOOPFUSE_PLUGIN, for another one.

cmake_minimum_required(VERSION 3.20)

if(NOT LoopFuse_PLUGIN AND DEFINED ENV{LOOPFUSE_PLUGIN})
  set(LoopFuse_PLUGIN "$ENV{LOOPFUSE_PLUGIN}")
endif()
if(NOT LoopFuse_PLUGIN)
  # Installed as <prefix>/lib/cmake/LoopFuse, beside <prefix>/lib/libloopfuse.so.
  get_filename_component(LoopFuse_PLUGIN "${CMAKE_CURRENT_LIST_DIR}/../../libloopfuse.so" ABSOLUTE)
endif()
if(NOT EXISTS "${LoopFuse_PLUGIN}")
  set(LoopFuse_FOUND FALSE)
  set(LoopFuse_NOT_FOUND_MESSAGE
      "there is no plugin ${LoopFuse_PLUGIN}: name it by -DLoopFuse_PLUGIN=.../libloopfuse.so")
  return()
endif()

# Sets `result` to what is wrong with the compiler of a language, empty if nothing is.
function(_loopfuse_check_compiler language result)
  set(id "${CMAKE_${language}_COMPILER_ID}")
  set(version "${CMAKE_${language}_COMPILER_VERSION}")
  if(language STREQUAL "Fortran")
    set(wanted_id LLVMFlang)
    set(wanted "flang 22")
  else()
    set(wanted_id Clang)
    set(wanted "clang 22")
  endif()
  set(${result} "" PARENT_SCOPE)
  # CMake before 3.24 knows no LLVMFlang, some releases do not find out its version.
  if(NOT id STREQUAL wanted_id)
    set(${result} "${id} ${version} is not ${wanted}" PARENT_SCOPE)
  elseif(version AND NOT version MATCHES "^22\\.")
    set(${result} "${id} ${version} is not ${wanted}" PARENT_SCOPE)
  endif()
endfunction()

# The options that make flang optimise a target in the configurations in which CMake, before 3.27, gives
# it none.
function(_loopfuse_optimise_fortran target)
  foreach(config_option IN ITEMS "Release;-O3" "RelWithDebInfo;-O2" "MinSizeRel;-O2")
    list(GET config_option 0 config)
    list(GET config_option 1 option)
    string(TOUPPER "${config}" upper)
    if("${CMAKE_Fortran_FLAGS} ${CMAKE_Fortran_FLAGS_${upper}}" MATCHES "-O")
      continue()
    endif()
    target_compile_options(
      "${target}" PRIVATE "$<$<AND:$<COMPILE_LANGUAGE:Fortran>,$<CONFIG:${config}>>:${option}>")
  endforeach()
endfunction()

function(loopfuse_enable target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "loopfuse_enable(TARGET [OPTIONS OPTION...]) takes no "
                        "\"${arg_UNPARSED_ARGUMENTS}\"")
  endif()
  if(NOT TARGET "${target}")
    message(FATAL_ERROR "loopfuse_enable: there is no target ${target}")
  endif()

  get_property(enabled GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(fusing "")
  set(wrong "")
  foreach(language IN ITEMS C CXX Fortran)
    if(NOT language IN_LIST enabled)
      continue()
    endif()
    _loopfuse_check_compiler(${language} problem)
    if(problem)
      list(APPEND wrong "${language}: ${problem}")
    else()
      list(APPEND fusing ${language})
    endif()
  endforeach()
  list(JOIN wrong "; " wrong)
  if(NOT fusing)
    message(FATAL_ERROR "loopfuse_enable(${target}): no compiler can load the plugin (${wrong}); "
                        "configure with -DCMAKE_C_COMPILER=clang-22 or the like")
  elseif(wrong)
    message(WARNING "loopfuse_enable(${target}): loops of some sources are not fused (${wrong})")
  endif()

  if("Fortran" IN_LIST fusing)
    _loopfuse_optimise_fortran("${target}")
  endif()
  list(JOIN fusing "," fusing)
  set(is_ours "$<COMPILE_LANGUAGE:${fusing}>")
  target_compile_options("${target}" PRIVATE "$<${is_ours}:-fpass-plugin=${LoopFuse_PLUGIN}>")
  foreach(option IN LISTS arg_OPTIONS)
    target_compile_options(
      "${target}" PRIVATE "$<${is_ours}:SHELL:-mllvm -loop-fuse-options=${option}>")
  endforeach()
endfunction()
