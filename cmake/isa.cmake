# Run-time choice of vector instructions.
#
#   noughts_isa_variants(noughts_quixo kernels.cpp)
#
# compiles one source several times, each for another instruction set, with
# NOUGHTS_ISA set to the name of the variant: the source puts everything it
# defines into a namespace of that name. On other architectures, and under
# sanitizers, only `baseline` is built. core/isa.h says which to call.
#
# Such a source must not instantiate inline library code (containers,
# algorithms): the linker keeps one copy of each, and could keep the one that
# an older machine cannot run.

include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-march=x86-64-v3 NOUGHTS_HAS_V3)
set(NOUGHTS_V4_FLAGS -march=x86-64-v4 -mavx512vbmi -mavx512vpopcntdq -mgfni -mprefer-vector-width=512)
string(REPLACE ";" " " flags "${NOUGHTS_V4_FLAGS}")
check_cxx_compiler_flag("${flags}" NOUGHTS_HAS_V4)
if(NOT NOUGHTS_ON_X86_64 OR NOUGHTS_SANITIZE)
  set(NOUGHTS_HAS_V3 OFF)
  set(NOUGHTS_HAS_V4 OFF)
endif()

function(noughts_isa_variants target source)
  set(variants baseline)
  if(NOUGHTS_HAS_V3 AND NOUGHTS_HAS_V4)
    list(APPEND variants v3 v4)
    target_compile_definitions(${target} PRIVATE NOUGHTS_HAS_X86_VARIANTS=1)
  endif()
  foreach(variant IN LISTS variants)
    get_filename_component(stem ${source} NAME_WE)
    set(object ${target}_${stem}_${variant})
    add_library(${object} OBJECT ${source})
    target_compile_definitions(${object} PRIVATE NOUGHTS_ISA=${variant})
    target_include_directories(${object} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    target_link_libraries(${object} PRIVATE noughts_flags)
    # Wide vectors never cross the border of such a source, so how they would be
    # passed does not matter.
    # g++ 12 takes its own intrinsics for uninitialised.
    target_compile_options(${object} PRIVATE -Wno-psabi -Wno-uninitialized
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    if(variant STREQUAL v3)
      target_compile_options(${object} PRIVATE -march=x86-64-v3)
    elseif(variant STREQUAL v4)
      target_compile_options(${object} PRIVATE ${NOUGHTS_V4_FLAGS})
    endif()
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${object}>)
  endforeach()
endfunction()
