# Files inside the program, for the scripts that write a source with them: embed(NAME FILE)
# for each, then embed_source(FILE HEADER TEXT). The bytes stand between NAME and NAME_end,
# both `const unsigned char[]`, and a zero follows them. The assembler includes them as they
# are, so the compiler never sees them.
set(EMBED_BYTES "")
set(EMBED_NAMES "")

function(embed name file)
  set(bytes "    \".global ${name}, ${name}_end\\n.balign 8\\n${name}: .incbin \\\"${file}\\\"\\n${name}_end: .byte 0\\n\"\n")
  set(EMBED_BYTES "${EMBED_BYTES}${bytes}" PARENT_SCOPE)
  set(EMBED_NAMES "${EMBED_NAMES}extern const unsigned char ${name}[], ${name}_end[];\n" PARENT_SCOPE)
endfunction()

function(embed_source file header text)
  get_filename_component(writer ${CMAKE_SCRIPT_MODE_FILE} NAME)
  file(WRITE ${file} "// Written by cmake/${writer}.
#include \"${header}\"

asm(\".section .rodata\\n\"
${EMBED_BYTES}    \".text\\n\");
extern \"C\" {
${EMBED_NAMES}}

${text}")
endfunction()
