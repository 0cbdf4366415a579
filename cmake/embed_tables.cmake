# Writes SOURCE: every file of FOLDER as a TableInMemory (quixo/tables/probe.h). The
# assembler includes the bytes as they are, so the compiler never sees them.
file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
set(bytes "")
set(names "")
set(entries "")
set(number 0)
foreach(file IN LISTS files)
  set(name noughts_opening_${number})
  string(APPEND bytes "    \".global ${name}, ${name}_end\\n.balign 8\\n${name}: .incbin \\\"${FOLDER}/${file}\\\"\\n${name}_end: .byte 0\\n\"\n")
  string(APPEND names "extern const std::uint8_t ${name}[], ${name}_end[];\n")
  string(APPEND entries "      {\"${file}\", {${name}, ${name}_end}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${SOURCE} "// Written by cmake/embed_tables.cmake.
#include \"noughts/quixo/tables/probe.h\"

asm(\".section .rodata\\n\"
${bytes}    \".text\\n\");
extern \"C\" {
${names}}

namespace noughts::quixo {

std::span<const TableInMemory> opening_files();
std::span<const TableInMemory> opening_files() {
  static const TableInMemory files[] = {
${entries}  };
  return files;
}

}  // namespace noughts::quixo
")
