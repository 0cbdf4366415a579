# Makes the page in OUT from WEB with ESBUILD: what index.html names as /src/FILE is
# bundled into OUT/assets under a name with a hash of its content, which may be
# cached for ever; public/ is copied.
file(REMOVE_RECURSE ${OUT})
file(READ ${WEB}/index.html index)
string(REGEX MATCHALL "\"/src/[^\"]+\"" names "${index}")
list(TRANSFORM names REPLACE "\"/src/([^\"]+)\"" "\\1")
set(entries ${names})
list(TRANSFORM entries PREPEND src/)
execute_process(COMMAND ${ESBUILD} ${entries} --bundle --minify --format=esm --target=es2022
  --log-level=warning --charset=utf8 --external:../type.woff2 --entry-names=[name]-[hash] --outdir=${OUT}/assets
  WORKING_DIRECTORY ${WEB} COMMAND_ERROR_IS_FATAL ANY)
foreach(name IN LISTS names)
  get_filename_component(stem ${name} NAME_WE)
  get_filename_component(extension ${name} LAST_EXT)
  string(REPLACE .ts .js extension ${extension})
  file(GLOB made RELATIVE ${OUT} ${OUT}/assets/${stem}-*${extension})
  list(LENGTH made count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "${name} should have become one file, not: ${made}")
  endif()
  string(REPLACE "\"/src/${name}\"" "\"/${made}\"" index "${index}")
endforeach()
file(COPY ${WEB}/public/ DESTINATION ${OUT})
file(WRITE ${OUT}/index.html "${index}")
