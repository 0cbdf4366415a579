# Compiles, with the include path of LAYER, one file per layer that includes a
# header of that layer: its own must be found, those in FORBIDDEN must not be.
set(flags -std=c++20 -fsyntax-only)
foreach(folder IN LISTS INCLUDES)
  if(folder STREQUAL "")
    continue()
  endif()
  list(APPEND flags "-I${folder}")
endforeach()
file(MAKE_DIRECTORY ${SCRATCH})

function(try_include target found)
  file(GLOB headers RELATIVE ${SOURCE} ${SOURCE}/${target}/*.h)
  list(GET headers 0 header)
  file(WRITE ${SCRATCH}/arrow.cpp
    "#if !__has_include(\"noughts/${header}\")\n#error the layer is out of sight\n#endif\n")
  execute_process(COMMAND ${COMPILER} ${flags} ${SCRATCH}/arrow.cpp
    RESULT_VARIABLE code ERROR_VARIABLE said)
  if(NOT code EQUAL 0 AND NOT said MATCHES "the layer is out of sight")
    message(FATAL_ERROR "the compiler failed for another reason: ${said}")
  endif()
  if(code EQUAL 0)
    set(${found} TRUE PARENT_SCOPE)
  else()
    set(${found} FALSE PARENT_SCOPE)
  endif()
endfunction()

try_include(${LAYER} found)
if(NOT found)
  message(FATAL_ERROR "${LAYER} does not see its own headers")
endif()
foreach(other IN LISTS FORBIDDEN)
  try_include(${other} found)
  if(found)
    message(FATAL_ERROR "${LAYER} can include headers of ${other}")
  endif()
endforeach()

# The same as it would happen: a file of core that includes the rules of a game.
if(LAYER STREQUAL core)
  file(WRITE ${SCRATCH}/wrong.cpp "#include \"noughts/quixo/rules.h\"\n")
  execute_process(COMMAND ${COMPILER} ${flags} ${SCRATCH}/wrong.cpp
    RESULT_VARIABLE code ERROR_VARIABLE said)
  if(code EQUAL 0 OR NOT said MATCHES "quixo/rules.h")
    message(FATAL_ERROR "a file of core that includes quixo/rules.h should not compile: ${said}")
  endif()
endif()
