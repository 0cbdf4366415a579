# run(COMMAND ...): must succeed; what it printed is in `said`. It runs in `folder`,
# if that is set.
macro(run)
  if(NOT folder)
    set(folder ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY ${folder} RESULT_VARIABLE code
    OUTPUT_VARIABLE said ERROR_VARIABLE complained)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGV}\nended with ${code}:\n${said}${complained}")
  endif()
endmacro()

function(expect_text expected)
  if(NOT said STREQUAL expected)
    message(FATAL_ERROR "expected:\n${expected}\nsaid:\n${said}")
  endif()
endfunction()
