#!/bin/sh
# Whether a program has the protections of cmake/flags.cmake: hardened.sh PROGRAM
program=$1
missing=0
expect() { # WHAT PATTERN COMMAND..., which prints something about the program
  what=$1 pattern=$2
  shift 2
  "$@" "$program" | grep -q "$pattern" || { echo "$program: no $what" && missing=1; }
}
expect "random address" 'Type: *DYN' readelf -hW
expect "read-only relocations" GNU_RELRO readelf -lW
expect "immediate binding" BIND_NOW readelf -dW
expect "stack without execution" 'GNU_STACK.* RW ' readelf -lW
expect "stack protector" __stack_chk_fail readelf -W --dyn-syms
expect "checked library calls" '__[a-z]*printf_chk' readelf -W --dyn-syms
# The start-up code of the system has a few of these marks by itself.
if [ "$(uname -m)" = x86_64 ]; then
  marks=$(objdump -d --no-show-raw-insn "$program" | grep -c endbr64)
  [ "$marks" -gt 1000 ] || { echo "$program: no control-flow protection" && missing=1; }
fi
exit $missing
