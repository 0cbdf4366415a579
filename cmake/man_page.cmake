# Writes man pages into FOLDER from what PROGRAM says with --help: noughts(1), all of it, and
# noughts-VERB(1) for each verb.
function(help result)
  execute_process(COMMAND ${PROGRAM} ${ARGN} --help OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# The names under "Subcommands:".
function(subcommands_of text result)
  set(names "")
  if(text MATCHES "\nSubcommands:\n(.*)")
    string(REGEX MATCHALL "(^|\n)  [a-z][a-z0-9-]*" names "${CMAKE_MATCH_1}")
    list(TRANSFORM names REPLACE "[\n ]" "")
  endif()
  set(${result} ${names} PARENT_SCOPE)
endfunction()

# Text as it stands, for troff.
function(verbatim text result)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" text "${text}")
  set(${result} ".nf\n${text}.fi\n" PARENT_SCOPE)
endfunction()

execute_process(COMMAND ${PROGRAM} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\n.*" "" version "${version}")
help(top)
subcommands_of("${top}" verbs)

set(exit_status ".SH EXIT STATUS
0: done; 1: the answer is no, or a check found something wrong; 2: the command line or
an input is wrong; 3: a file, memory or time is missing; 130: interrupted.
")

# A section for each command at or below the words given: those that list no others.
function(sections result)
  help(text ${ARGN})
  subcommands_of("${text}" names)
  set(sections "")
  if(NOT names)
    string(REGEX MATCH "Usage: ([^[\n]*[^[\n ])" usage "${text}")
    verbatim("${text}" shown)
    set(sections ".SS ${CMAKE_MATCH_1}\n${shown}")
  endif()
  foreach(name IN LISTS names)
    sections(below ${ARGN} ${name})
    string(APPEND sections "${below}")
  endforeach()
  set(${result} "${sections}" PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${FOLDER})
verbatim("${top}" shown)
set(page ".TH NOUGHTS 1 \"\" \"${version}\" \"User commands\"
.SH NAME
noughts \\- exact solutions of Quixo, quantum tic\\-tac\\-toe and n^k tic\\-tac\\-toe
.SH SYNOPSIS
.B noughts
.I VERB
.RI [ GAME ]
.RI [ options ]
.SH DESCRIPTION
${shown}${exit_status}.SH COMMANDS
")
set(also "")
foreach(verb IN LISTS verbs)
  sections(commands ${verb})
  string(APPEND page "${commands}")
  string(APPEND also ".BR noughts\\-${verb} (1)\n")
  # "  solve    Solve a game" in the list of the program is what the verb is about.
  string(REGEX MATCH "\n  ${verb} +([^\n]*)" about "${top}")
  set(about "${CMAKE_MATCH_1}")
  string(REPLACE "-" "\\-" about "${about}")
  string(TOUPPER ${verb} title)
  file(WRITE ${FOLDER}/noughts-${verb}.1 ".TH NOUGHTS\\-${title} 1 \"\" \"${version}\" \"User commands\"
.SH NAME
noughts\\-${verb} \\- ${about}
.SH COMMANDS
${commands}${exit_status}.SH SEE ALSO
.BR noughts (1)
")
endforeach()
file(WRITE ${FOLDER}/noughts.1 "${page}.SH SEE ALSO\n${also}")
