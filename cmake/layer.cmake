# A layer is one folder of src/: one static library, one include path.
#
#   noughts_layer(quixo SOURCES rules.cpp ... USES core store)
#
# Headers are included as "quixo/rules.h". A layer sees its own headers and
# those of the layers it USES, and no others: its include path is a folder in
# the build tree that holds a single link to the source folder. So an arrow
# that points the wrong way does not compile (tests/layers tries).

add_library(noughts_flags INTERFACE)
target_compile_options(noughts_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC 12 reports false positives of these from inlined library code at -O3.
  target_compile_options(noughts_flags INTERFACE -Wno-maybe-uninitialized -Wno-array-bounds
    -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict)
endif()
if(NOUGHTS_ASSERTS)
  target_compile_options(noughts_flags INTERFACE -UNDEBUG -D_GLIBCXX_ASSERTIONS)
endif()
if(NOUGHTS_SANITIZE)
  target_compile_options(noughts_flags INTERFACE -fsanitize=${NOUGHTS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  target_link_options(noughts_flags INTERFACE -fsanitize=${NOUGHTS_SANITIZE})
  target_compile_definitions(noughts_flags INTERFACE NOUGHTS_SANITIZED=1)
endif()
if(NOUGHTS_FUZZ)
  target_compile_options(noughts_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

function(noughts_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;USES;LIBRARIES" ${ARGN})
  set_property(GLOBAL APPEND PROPERTY NOUGHTS_LAYERS ${name})
  set(gate ${CMAKE_BINARY_DIR}/gates/${name})
  file(MAKE_DIRECTORY ${gate})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${gate}/${name} SYMBOLIC)
  add_library(${name} STATIC ${LAYER_SOURCES})
  target_include_directories(${name} PUBLIC ${gate})
  target_link_libraries(${name} PUBLIC noughts_flags ${LAYER_USES} ${LAYER_LIBRARIES})
endfunction()
