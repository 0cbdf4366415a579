# quixo_goals against the game in which fortresses win, on the full board of 5x5: what that game
# decides and Quixo does not are the draws in which a player forces a fortress.
#
#     cmake -DNOUGHTS=PROGRAM -DGOALS=PROGRAM -DFOLDER=FOLDER -P quixo_goals.cmake
file(REMOVE_RECURSE ${FOLDER})

function(run output)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN} ended with ${code}")
  endif()
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

set(solve ${NOUGHTS} solve quixo --size 5 --tiers 25..25 --no-ranks --json)
run(quixo ${solve} --tables ${FOLDER})
run(fortress ${solve} --fortress-wins)
run(found ${GOALS} ${FOLDER} 25)
foreach(value win loss)
  string(JSON less GET "${quixo}" ${value})
  string(JSON more GET "${fortress}" ${value})
  math(EXPR forced_${value} "${more} - ${less}")
endforeach()
set(expected "the mover forces the fortress in ${forced_win} [^,]*, the other in ${forced_loss} ")
if(forced_win EQUAL 0 OR NOT found MATCHES "${expected}")
  message(FATAL_ERROR "expected ${forced_win} and ${forced_loss}, found: ${found}")
endif()
file(REMOVE_RECURSE ${FOLDER})
