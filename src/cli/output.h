// The one writer of the program: all that it says goes through here, and none of it throws.
// Output can be lost at any time: a full device, a reader that left, a terminal that was closed.
#pragma once

#include <string_view>

namespace noughts::cli {

// 0, or the errno of what went wrong. A signal that somebody handles ends a wait (EINTR).
int write_out(int descriptor, std::string_view text) noexcept;

// To standard error; that it cannot be written changes nothing.
void say(std::string_view text) noexcept;

// Standard input, output and error are open afterwards, if only to fail: else the first file that
// the program opens would get their numbers, and its errors would be written into a table.
void keep_standard_descriptors() noexcept;

}  // namespace noughts::cli
