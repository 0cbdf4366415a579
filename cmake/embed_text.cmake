# Writes SOURCE: the lines of TEXT as an array of strings, NAMELines in NAMESPACE, with their
# number, NAMELineCount.
file(STRINGS ${TEXT} lines)
list(LENGTH lines count)
set(body "")
foreach(line IN LISTS lines)
  string(APPEND body "    \"${line}\",\n")
endforeach()
file(WRITE ${SOURCE} "#include <cstddef>\n\nnamespace ${NAMESPACE} {\n\nextern const char* const ${NAME}Lines[];\nextern const std::size_t ${NAME}LineCount;\nconst char* const ${NAME}Lines[] = {\n${body}};\nconst std::size_t ${NAME}LineCount = ${count};\n\n}  // namespace ${NAMESPACE}\n")
