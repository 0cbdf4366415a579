# A project that has noughts inside, as a folder or by FetchContent: only the library is
# built, its names do not get in the way, its flags do not leak.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
file(REMOVE_RECURSE ${SCRATCH})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/subproject -B ${SCRATCH} -G Ninja
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${COMPILER}
  -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -DNOUGHTS_SOURCE=${SOURCE})
run(${CMAKE_COMMAND} --build ${SCRATCH} --target version doors)
run(${SCRATCH}/version)
