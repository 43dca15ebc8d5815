#include "emu/base/complaint.h"

#include "emu/base/nearest.h"

namespace orrery::inline base {

std::string Complaint::text() const {
  std::string text = what;
  if (!expected.empty()) text += (text.empty() ? "expected " : "; expected ") + expected;
  return text + did_you_mean(nearest);
}

}  // namespace orrery::inline base
