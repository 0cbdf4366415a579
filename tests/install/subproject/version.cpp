#include <noughts/core/text.h>
#include <noughts/version.h>

int main() {
  const int signed_and_unsigned = -1;
  // A warning here would be an error in noughts; it is not for its users.
  if (signed_and_unsigned == sizeof(int)) return 1;
  return noughts::kVersion.empty() || NOUGHTS_VERSION < 200;
}
