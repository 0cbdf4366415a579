# Writes PAGE, noughts(1), from what PROGRAM says with --help.
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
help(top)
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
${shown}.SH EXIT STATUS
0: done; 1: the answer is no, or a check found something wrong; 2: the command line or
an input is wrong; 3: a file, memory or time is missing; 130: interrupted.
.SH COMMANDS
")
subcommands_of("${top}" verbs)
foreach(verb IN LISTS verbs)
  help(text ${verb})
  subcommands_of("${text}" games)
  if(NOT games)
    verbatim("${text}" shown)
    string(APPEND page ".SS noughts ${verb}\n${shown}")
  endif()
  foreach(game IN LISTS games)
    help(text ${verb} ${game})
    verbatim("${text}" shown)
    string(APPEND page ".SS noughts ${verb} ${game}\n${shown}")
  endforeach()
endforeach()
file(WRITE ${PAGE} "${page}")
