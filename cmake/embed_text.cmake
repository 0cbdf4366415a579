# Writes SOURCE: the lines of TEXT as an array of strings, NAMELines in namespace
# noughts::play, with their number, NAMELineCount.
file(STRINGS ${TEXT} lines)
list(LENGTH lines count)
set(body "")
foreach(line IN LISTS lines)
  string(APPEND body "    \"${line}\",\n")
endforeach()
file(WRITE ${SOURCE} "#include <cstddef>\n#include <string_view>\n\nnamespace noughts::play {\n\nextern const std::string_view ${NAME}Lines[];\nextern const std::size_t ${NAME}LineCount;\nconst std::string_view ${NAME}Lines[] = {\n${body}};\nconst std::size_t ${NAME}LineCount = ${count};\n\n}  // namespace noughts::play\n")
