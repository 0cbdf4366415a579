# Writes SOURCE: every file of FOLDER as an Asset (serve/assets.h), plain and
# packed with gzip into PACKED. The assembler includes the bytes as they are, so
# the compiler never sees them.
set(type_html "text/html; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_svg "image/svg+xml")
set(type_png "image/png")
file(REMOVE_RECURSE ${PACKED})
file(MAKE_DIRECTORY ${PACKED})
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
set(bytes "")
set(names "")
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
  foreach(form IN ITEMS plain gzip)
    if(form STREQUAL plain)
      set(path ${FOLDER}/${file})
    else()
      set(path ${packed})
    endif()
    set(name noughts_page_${number}_${form})
    string(APPEND bytes "    \".global ${name}, ${name}_end\\n${name}: .incbin \\\"${path}\\\"\\n${name}_end: .byte 0\\n\"\n")
    string(APPEND names "extern const char ${name}[], ${name}_end[];\n")
  endforeach()
  set(name noughts_page_${number})
  string(APPEND entries "    {\"/${file}\", \"${type}\", \"\\\"${hash}\\\"\", view(${name}_plain, ${name}_plain_end),\n     view(${name}_gzip, ${name}_gzip_end)},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${SOURCE} "// Written by cmake/embed_assets.cmake.
#include \"noughts/serve/assets.h\"

asm(\".section .rodata\\n\"
${bytes}    \".text\\n\");
extern \"C\" {
${names}}

namespace noughts::serve {

std::span<const Asset> all_assets() {
  const auto view = [](const char* begin, const char* end) {
    return std::string_view(begin, static_cast<std::size_t>(end - begin));
  };
  static const Asset assets[] = {
${entries}  };
  return assets;
}

}  // namespace noughts::serve
")
