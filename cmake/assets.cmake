# The page inside the program.
#
#   noughts_page(noughts_serve)
#
# builds the page in web/ (with npm; NOUGHTS_PAGE=OFF leaves it out) and adds its
# files to the target: embed_assets.cmake packs them with gzip and writes one C++
# source that includes them as they are.

option(NOUGHTS_PAGE "Build the explorer page into the program; needs Node and npm" ON)

function(noughts_page target)
  set(web ${PROJECT_SOURCE_DIR}/web)
  set(out ${PROJECT_BINARY_DIR}/page)
  set(source ${PROJECT_BINARY_DIR}/page.cpp)
  if(NOUGHTS_PAGE)
    find_program(NPM npm REQUIRED)
    # Packages are fetched only when the list of them changed.
    add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/page-packages
      COMMAND ${CMAKE_COMMAND} -E chdir ${web} ${NPM} ci --silent --no-audit --no-fund --ignore-scripts
      COMMAND ${CMAKE_COMMAND} -E touch ${PROJECT_BINARY_DIR}/page-packages
      DEPENDS ${web}/package.json ${web}/package-lock.json
      COMMENT "Fetching what the page is built with" VERBATIM)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${web}/src/* ${web}/public/*)
    add_custom_command(OUTPUT ${out}/index.html
      COMMAND ${CMAKE_COMMAND} -E chdir ${web} ${NPM} run --silent build -- --logLevel warn --outDir ${out}
      DEPENDS ${files} ${web}/index.html ${web}/vite.config.ts ${web}/tsconfig.json
        ${PROJECT_BINARY_DIR}/page-packages
      COMMENT "Building the page" VERBATIM)
    set(index ${out}/index.html)
  else()
    set(out ${PROJECT_BINARY_DIR}/no-page)
    file(WRITE ${out}/index.html "<!doctype html><title>noughts</title><p>This build has no page; the API is at /api/v1/.\n")
    set(index ${out}/index.html)
  endif()
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${out} -DPACKED=${PROJECT_BINARY_DIR}/page-packed
      -DSOURCE=${source} -P ${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake
    DEPENDS ${index} ${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake
    COMMENT "Packing the page" VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()
