# How every target of the project is compiled, and nobody else's: what links the
# library sees none of it.
#
# Warnings are errors when noughts is built by itself. A release is hardened: the
# program is loaded at a random place, its tables of addresses are read-only once it
# runs, returns and indirect calls are checked, and library calls that know the size
# of what they write to look at it.
option(NOUGHTS_WERROR "Treat warnings as errors" ${PROJECT_IS_TOP_LEVEL})
option(NOUGHTS_HARDEN "Build with the compiler's protections against misuse of memory" ON)
option(NOUGHTS_ASSERTS "Keep assertions in optimised builds" OFF)
set(NOUGHTS_SANITIZE "" CACHE STRING "Sanitizers to build with, such as address,undefined")
option(NOUGHTS_COVERAGE "Count which lines run; needs gcc" OFF)
option(NOUGHTS_FUZZ "Build the libFuzzer programs; needs clang" OFF)

add_library(noughts_flags INTERFACE)
target_compile_options(noughts_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow)
if(NOUGHTS_WERROR)
  target_compile_options(noughts_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC 12 reports false positives of these from inlined library code at -O3.
  target_compile_options(noughts_flags INTERFACE -Wno-maybe-uninitialized -Wno-array-bounds
    -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict)
endif()

set(NOUGHTS_ON_X86_64 OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|amd64|AMD64")
  set(NOUGHTS_ON_X86_64 ON)
  # Every x86-64 of the last ten years has these (population count, SSE 4.2); what
  # needs more is compiled apart and chosen at run time (cmake/isa.cmake).
  add_compile_options(-march=x86-64-v2)
endif()

# The libraries may become part of a shared one; nothing of them is visible there.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)

if(NOUGHTS_HARDEN AND NOT NOUGHTS_SANITIZE)
  target_compile_options(noughts_flags INTERFACE -fstack-protector-strong
    $<$<BOOL:${NOUGHTS_ON_X86_64}>:-fstack-clash-protection>
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
  if(NOUGHTS_ON_X86_64)
    target_compile_options(noughts_flags INTERFACE -fcf-protection=full)
  endif()
  target_link_options(noughts_flags INTERFACE -Wl,-z,relro,-z,now,-z,noexecstack)
endif()
if(NOUGHTS_ASSERTS)
  target_compile_options(noughts_flags INTERFACE -UNDEBUG -D_GLIBCXX_ASSERTIONS)
endif()
# Whether a line ran is all that is asked (tools/coverage), so counters need not be atomic.
if(NOUGHTS_COVERAGE)
  target_compile_options(noughts_flags INTERFACE --coverage -fprofile-update=single)
  target_link_options(noughts_flags INTERFACE --coverage)
endif()
if(NOUGHTS_SANITIZE)
  target_compile_options(noughts_flags INTERFACE -fsanitize=${NOUGHTS_SANITIZE}
    -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  target_link_options(noughts_flags INTERFACE -fsanitize=${NOUGHTS_SANITIZE})
  target_compile_definitions(noughts_flags INTERFACE NOUGHTS_SANITIZED=1)
endif()
