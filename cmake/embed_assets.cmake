# Writes SOURCE: every file of FOLDER as an Asset (serve/assets.h), plain and
# packed with gzip into PACKED.
include(${CMAKE_CURRENT_LIST_DIR}/embed.cmake)
set(type_html "text/html; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_svg "image/svg+xml")
set(type_png "image/png")
set(type_woff2 "font/woff2")
file(REMOVE_RECURSE ${PACKED})
file(MAKE_DIRECTORY ${PACKED})
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
set(entries "")
set(number 0)
foreach(file IN LISTS files)
  file(SHA256 ${FOLDER}/${file} hash)
  string(SUBSTRING ${hash} 0 16 hash)
  get_filename_component(extension ${file} LAST_EXT)
  string(SUBSTRING ${extension} 1 -1 extension)
  if(NOT DEFINED type_${extension})
    message(FATAL_ERROR "no content type is known for ${file}")
  endif()
  set(type "${type_${extension}}")
  set(packed ${PACKED}/${number}.gz)
  execute_process(COMMAND gzip -9nc ${FOLDER}/${file} OUTPUT_FILE ${packed} COMMAND_ERROR_IS_FATAL ANY)
  set(name noughts_page_${number})
  embed(${name}_plain ${FOLDER}/${file})
  embed(${name}_gzip ${packed})
  string(APPEND entries "    {\"/${file}\", \"${type}\", \"\\\"${hash}\\\"\", view(${name}_plain, ${name}_plain_end),\n     view(${name}_gzip, ${name}_gzip_end)},\n")
  math(EXPR number "${number} + 1")
endforeach()
embed_source(${SOURCE} noughts/serve/assets.h "namespace noughts::serve {

std::span<const Asset> all_assets() {
  const auto view = [](const unsigned char* begin, const unsigned char* end) {
    return std::string_view(reinterpret_cast<const char*>(begin), reinterpret_cast<const char*>(end));
  };
  static const Asset assets[] = {
${entries}  };
  return assets;
}

}  // namespace noughts::serve
")
