# A layer is one folder of src/: one static library, one gate.
#
#   noughts_layer(quixo/tables SOURCES manifest.cpp ... USES core store quixo)
#
# makes the target noughts_quixo_tables, known to others as noughts::quixo_tables.
# Headers are included as "noughts/quixo/tables/manifest.h". A layer sees its own
# headers and those of the layers it USES, and no others: its include path is a
# gate, a folder in the build tree with a link to each header of the layer. So an
# arrow that points the wrong way does not compile (tests/layers tries).

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

# The targets of layers given by their folders; other targets stay as they are.
function(noughts_targets result)
  set(targets "")
  foreach(name IN LISTS ARGN)
    string(REPLACE "/" "_" target "noughts_${name}")
    if(TARGET ${target})
      list(APPEND targets ${target})
    else()
      list(APPEND targets ${name})
    endif()
  endforeach()
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

function(noughts_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;USES;LIBRARIES;ROOMS" ${ARGN})
  set_property(GLOBAL APPEND PROPERTY NOUGHTS_LAYERS ${name})
  string(REPLACE "/" "_" short ${name})
  set(target noughts_${short})
  set(gate ${PROJECT_BINARY_DIR}/gates/${short})
  file(REMOVE_RECURSE ${gate})
  foreach(room IN ITEMS . LISTS LAYER_ROOMS)
    file(MAKE_DIRECTORY ${gate}/noughts/${name}/${room})
    file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}
      ${CMAKE_CURRENT_SOURCE_DIR}/${room}/*.h)
    foreach(header IN LISTS headers)
      file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${header} ${gate}/noughts/${name}/${header} SYMBOLIC)
    endforeach()
  endforeach()
  add_library(${target} STATIC ${LAYER_SOURCES})
  add_library(noughts::${short} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${short})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${gate}>)
  noughts_targets(uses ${LAYER_USES})
  target_link_libraries(${target}
    PUBLIC ${uses} ${LAYER_LIBRARIES}
    PRIVATE $<BUILD_INTERFACE:noughts_flags>)
endfunction()
