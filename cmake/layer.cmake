# A layer is one folder of src/: one static library, one gate.
#
#   noughts_layer(quixo/tables SOURCES manifest.cpp ... USES core store quixo)
#
# makes the target noughts_quixo_tables. Headers are included as
# "noughts/quixo/tables/manifest.h". A layer sees its own headers and those of the
# layers it USES, and no others: its include path is a gate, a folder in the build
# tree with a link to each header of the layer. So an arrow that points the wrong
# way does not compile (tests/layers tries). LIBRARIES are of others: imported targets,
# or files that find_library found. The installed package finds the same ones again
# (cmake/package.cmake). A LIGHT layer only words, renders or passes on what others
# computed, and is compiled with little optimisation, which takes a quarter less time.

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

# What others made, as targets; a file becomes one, so that nothing installed holds its
# path. How each can be found again is kept, users before what they use:
#     package fmt    module ZSTD libzstd    library gmp
function(noughts_libraries result)
  set(targets "")
  set(needs "")
  foreach(library IN LISTS ARGN)
    if(library MATCHES "^PkgConfig::(.*)")
      list(APPEND needs "module ${CMAKE_MATCH_1} ${${CMAKE_MATCH_1}_MODULE_NAME}")
    elseif(library MATCHES "^(.*)::")
      list(APPEND needs "package ${CMAKE_MATCH_1}")
    elseif(library MATCHES "/lib([^/]+)\\.(so|a)[^/]*$")
      set(name ${CMAKE_MATCH_1})
      if(NOT TARGET noughts::lib${name})
        add_library(noughts::lib${name} INTERFACE IMPORTED GLOBAL)
        target_link_libraries(noughts::lib${name} INTERFACE ${library})
      endif()
      set(library noughts::lib${name})
      list(APPEND needs "library ${name}")
    else()
      message(FATAL_ERROR "how is ${library} found?")
    endif()
    list(APPEND targets ${library})
  endforeach()
  get_property(known GLOBAL PROPERTY NOUGHTS_NEEDS)
  list(APPEND needs ${known})
  list(REMOVE_DUPLICATES needs)
  set_property(GLOBAL PROPERTY NOUGHTS_NEEDS "${needs}")
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

# Most of the time it takes to compile a source goes into the headers that it includes.
# So a build from nothing compiles several sources as one: up to ten of a layer that
# are about the same family. Names in unnamed namespaces must differ within such a
# group. What nearly all include is compiled once before. With ccache, which remembers
# single sources, each is compiled alone.
set(NOUGHTS_UNITY_DEFAULT ON)
if(CCACHE)
  set(NOUGHTS_UNITY_DEFAULT OFF)
endif()
option(NOUGHTS_UNITY "Compile several sources as one" ${NOUGHTS_UNITY_DEFAULT})

function(noughts_unite target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    set(family "")
    if(source MATCHES "(quixo|quantum|hyper)")
      set(family ${CMAKE_MATCH_1})
    endif()
    math(EXPR count_${family} "0${count_${family}} + 1")
    math(EXPR batch "(${count_${family}} - 1) / 10")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${family}${batch}")
  endforeach()
endfunction()

# Headers compiled by gcc bring their own optimisation along, whatever the source is
# compiled with; so there are those for LIGHT targets and those for others.
#     noughts_compile_headers(noughts_headers LINKS noughts_core HEADERS <fmt/format.h> ...)
# makes noughts_headers and noughts_headers_light. For programs (PROGRAM) code is made in another way
# than for libraries.
function(noughts_compile_headers name)
  cmake_parse_arguments(COMPILED "PROGRAM" "" "LINKS;HEADERS" ${ARGN})
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/headers.cpp CONTENT "")
  foreach(target ${name} ${name}_light)
    if(COMPILED_PROGRAM)
      add_executable(${target} ${PROJECT_BINARY_DIR}/headers.cpp)
    else()
      add_library(${target} OBJECT ${PROJECT_BINARY_DIR}/headers.cpp)
    endif()
    target_link_libraries(${target} PRIVATE ${COMPILED_LINKS} noughts_flags)
    target_compile_features(${target} PRIVATE cxx_std_20)
    target_precompile_headers(${target} PRIVATE ${COMPILED_HEADERS})
  endforeach()
  noughts_light(${name}_light)
endfunction()

# How a target is optimised if not as the build type says: LIGHT ones little.
function(noughts_light target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

function(noughts_layer name)
  cmake_parse_arguments(LAYER "LIGHT" "" "SOURCES;USES;LIBRARIES" ${ARGN})
  set_property(GLOBAL APPEND PROPERTY NOUGHTS_LAYERS ${name})
  string(REPLACE "/" "_" short ${name})
  set(target noughts_${short})
  set(gate ${PROJECT_BINARY_DIR}/gates/${short})
  file(REMOVE_RECURSE ${gate})
  file(MAKE_DIRECTORY ${gate}/noughts/${name})
  file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}
    ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  foreach(header IN LISTS headers)
    file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${header} ${gate}/noughts/${name}/${header} SYMBOLIC)
  endforeach()
  add_library(${target} STATIC ${LAYER_SOURCES})
  if(NOUGHTS_UNITY)
    noughts_unite(${target} ${LAYER_SOURCES})
    if(name STREQUAL core)
      noughts_compile_headers(noughts_headers LINKS noughts_core
        HEADERS <fmt/format.h> <algorithm> <array> <atomic> <bit> <chrono> <filesystem> <functional>
          <map> <memory> <mutex> <optional> <set> <span> <string> <unordered_map> <unordered_set>
          <vector>)
    elseif(LAYER_LIGHT)
      target_precompile_headers(${target} REUSE_FROM noughts_headers_light)
    else()
      target_precompile_headers(${target} REUSE_FROM noughts_headers)
    endif()
  endif()
  if(LAYER_LIGHT)
    noughts_light(${target})
  endif()
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${gate}>)
  noughts_targets(uses ${LAYER_USES})
  noughts_libraries(libraries ${LAYER_LIBRARIES})
  target_link_libraries(${target}
    PUBLIC ${uses} ${libraries}
    PRIVATE $<BUILD_INTERFACE:noughts_flags>)
endfunction()

# The lines of data/FILE in the layer's target, as NAMELines in NAMESPACE (cmake/embed_text.cmake).
function(noughts_text target name file namespace)
  set(text ${PROJECT_SOURCE_DIR}/data/${file})
  set(source ${PROJECT_BINARY_DIR}/${name}.cpp)
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DTEXT=${text} -DSOURCE=${source} -DNAME=${name} -DNAMESPACE=${namespace}
      -P ${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake
    DEPENDS ${text} ${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake
    COMMENT "Putting ${file} into the program" VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()
