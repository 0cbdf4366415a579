# Writes SOURCE: every file of FOLDER as a InMemory (quixo/tables/probe.h), given by NAME_files().
include(${CMAKE_CURRENT_LIST_DIR}/embed.cmake)
file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
set(entries "")
set(number 0)
foreach(file IN LISTS files)
  set(name noughts_${NAME}_${number})
  embed(${name} ${FOLDER}/${file})
  string(APPEND entries "      {\"${file}\", {${name}, ${name}_end}},\n")
  math(EXPR number "${number} + 1")
endforeach()
embed_source(${SOURCE} noughts/quixo/tables/probe.h "namespace noughts::quixo::tables {

std::span<const InMemory> ${NAME}_files();
std::span<const InMemory> ${NAME}_files() {
  static const InMemory files[] = {
${entries}  };
  return files;
}

}  // namespace noughts::quixo::tables
")
