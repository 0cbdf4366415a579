# The page inside the program.
#
#   noughts_page(noughts_serve)
#
# builds the page in web/ (with esbuild; NOUGHTS_PAGE=OFF leaves it out) and adds its
# files to the target: build_page.cmake bundles them, embed_assets.cmake packs them
# with gzip and writes one C++ source that includes them as they are. Neither Node nor
# the packages of web/package.json are needed for that, only for the page's tests.
# A source tarball (`make dist`) has the bundled page in web/prebuilt and needs no esbuild.

option(NOUGHTS_PAGE "Build the explorer page into the program; needs esbuild" ON)

function(noughts_page target)
  set(web ${PROJECT_SOURCE_DIR}/web)
  set(out ${PROJECT_BINARY_DIR}/page)
  set(source ${PROJECT_BINARY_DIR}/page.cpp)
  if(NOUGHTS_PAGE AND EXISTS ${web}/prebuilt/index.html)
    set(out ${web}/prebuilt)
  elseif(NOUGHTS_PAGE)
    find_program(ESBUILD esbuild REQUIRED)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${web}/src/* ${web}/npm/src/documents.ts ${web}/public/*)
    add_custom_command(OUTPUT ${out}/index.html
      COMMAND ${CMAKE_COMMAND} -DWEB=${web} -DOUT=${out} -DESBUILD=${ESBUILD}
        -P ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
      DEPENDS ${files} ${web}/index.html ${web}/embed.html ${web}/tsconfig.json ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
      COMMENT "Building the page" VERBATIM)
  else()
    set(out ${PROJECT_BINARY_DIR}/no-page)
    file(WRITE ${out}/index.html "<!doctype html><title>noughts</title><p>This build has no page; the API is at /api/v1/.\n")
  endif()
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${out} -DPACKED=${PROJECT_BINARY_DIR}/page-packed
      -DSOURCE=${source} -P ${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake
    DEPENDS ${out}/index.html ${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "Packing the page" VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()
