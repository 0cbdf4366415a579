# Installs BUILD, moves the tree, builds examples/ against it in two ways (CMake and
# pkg-config), runs them and compares what they print with examples/expected/.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
file(REMOVE_RECURSE ${SCRATCH})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/first)
file(RENAME ${SCRATCH}/first ${SCRATCH}/prefix)  # nothing may remember where it was
set(prefix ${SCRATCH}/prefix)

foreach(file IN ITEMS bin/noughts include/noughts/version.h include/noughts/play.h include/noughts/quixo.h
    include/noughts/quantum.h include/noughts/hyper.h lib/cmake/noughts/noughts-config.cmake
    lib/pkgconfig/noughts.pc lib/libnoughts_core.a share/man/man1/noughts.1 share/man/man1/noughts-solve.1
    share/bash-completion/completions/noughts share/zsh/vendor-completions/_noughts
    lib/systemd/system/noughts.service share/doc/noughts/LICENSE)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()
# What users include, and what that needs; nothing else.
file(GLOB_RECURSE headers ${prefix}/include/*.h)
list(LENGTH headers count)
if(count GREATER 50)
  message(FATAL_ERROR "${count} headers are installed: which of them do users need?")
endif()
# The names of the program's functions serve nobody there.
run(readelf -SW ${prefix}/bin/noughts)
if(said MATCHES "\\.symtab")
  message(FATAL_ERROR "the program is not stripped")
endif()
file(GLOB_RECURSE texts ${prefix}/lib/*.cmake ${prefix}/lib/*.pc ${prefix}/include/*)
foreach(file IN LISTS texts)
  file(READ ${file} text)
  foreach(folder IN ITEMS ${SOURCE} ${BUILD} ${SCRATCH})
    string(FIND "${text}" "${folder}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${file} names ${folder}")
    endif()
  endforeach()
endforeach()

run(${prefix}/bin/noughts --version)
if(NOT said MATCHES "^noughts ${VERSION}\ncompiler +[^\n]+\ninstructions +[^\n]+\n$")
  message(FATAL_ERROR "--version says: ${said}")
endif()
# The man page has a section for each command that the program has.
run(${prefix}/bin/noughts --help)
string(REGEX MATCH "Subcommands:.*" verbs "${said}")
string(REGEX MATCHALL "\n  [a-z]+" verbs "${verbs}")
list(LENGTH verbs count)
if(count LESS 10)
  message(FATAL_ERROR "the help names only ${count} commands")
endif()
file(READ ${prefix}/share/man/man1/noughts.1 page)
foreach(verb IN LISTS verbs)
  string(STRIP ${verb} verb)
  if(NOT page MATCHES "\n\\.SS noughts ${verb}[ \n]")
    message(FATAL_ERROR "the man page does not know ${verb}")
  endif()
  # Each has a page of its own, with every option of its help.
  run(${prefix}/bin/noughts ${verb} --help)
  file(READ ${prefix}/share/man/man1/noughts-${verb}.1 own)
  string(REGEX MATCHALL "--[a-z-]+" options "${said}")
  foreach(option IN LISTS options)
    string(REPLACE "-" "\\-" shown "${option}")
    string(FIND "${own}" "${shown}" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "noughts-${verb}(1) does not know ${option}")
    endif()
  endforeach()
endforeach()

run(${CMAKE_COMMAND} -S ${SOURCE}/examples -B ${SCRATCH}/examples -G Ninja -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -DCMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${SCRATCH}/examples)

file(MAKE_DIRECTORY ${SCRATCH}/work)
set(folder ${SCRATCH}/work)
run(${prefix}/bin/noughts solve quixo --size 3 --steps --tables tables --quiet)
function(example name)
  run(${SCRATCH}/examples/${name} ${ARGN})
  file(READ ${SOURCE}/examples/expected/${name}.txt expected)
  expect_text("${expected}")
endfunction()
example(quixo_probe tables 3 "X../.O./... X")
example(quantum_value "X1.1-9 O2.1-3 X3.1-3 selA" 3/4)
example(hyper_winner 5 2 2 proofs)
# The certificate is one that the program takes too.
run(${prefix}/bin/noughts verify hyper --certificate proofs/proof-1.cert)

# The programs of docs/guide/library.md, linked as it says. The README shows the first of them, too.
file(READ ${SOURCE}/docs/guide/library.md guide)
string(REGEX MATCH "```cpp\n(#include <noughts/play.h>[^`]*)```" found "${guide}")
set(values "${CMAKE_MATCH_1}")
string(REGEX MATCH "```cmake\n(find_package[^`]*)```" found "${guide}")
set(linked "${CMAKE_MATCH_1}")
string(REGEX MATCH "```cpp\n(const auto rules[^`]*)```" found "${guide}")
set(playout "${CMAKE_MATCH_1}")
string(REGEX MATCHALL "\n" lines "${values}")
list(LENGTH lines count)
if(count GREATER 16 OR NOT linked OR NOT playout)
  message(FATAL_ERROR "docs/guide/library.md shows no short program, or not how it is linked or plays")
endif()
file(READ ${SOURCE}/README.md readme)
string(FIND "${readme}" "${values}" there)
if(there EQUAL -1)
  message(FATAL_ERROR "README.md and docs/guide/library.md show different programs")
endif()
file(WRITE ${SCRATCH}/guide/mine.cpp "${values}")
file(WRITE ${SCRATCH}/guide/playout.cpp "#include <noughts/play.h>
int main() {
using namespace noughts;
${playout}}
")
string(REPLACE "(mine " "(playout " also "${linked}")
file(WRITE ${SCRATCH}/guide/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(mine LANGUAGES CXX)
add_executable(mine mine.cpp)
add_executable(playout playout.cpp)
${linked}${also}")
run(${CMAKE_COMMAND} -S ${SCRATCH}/guide -B ${SCRATCH}/guide/build -G Ninja -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -DCMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${SCRATCH}/guide/build)
run(${SCRATCH}/guide/build/playout)
run(${SCRATCH}/guide/build/mine)
file(READ ${SOURCE}/examples/expected/guide.txt expected)
expect_text("${expected}")

# The same with pkg-config, which finds what the static libraries need.
set(ENV{PKG_CONFIG_PATH} ${prefix}/lib/pkgconfig)
run(pkg-config --static --cflags --libs noughts)
separate_arguments(flags UNIX_COMMAND "${said}")
run(${COMPILER} -std=c++20 ${SOURCE}/examples/quantum_value.cpp -o ${SCRATCH}/examples/quantum_value ${flags})
example(quantum_value "X1.1-9 O2.1-3 X3.1-3 selA" 3/4)
