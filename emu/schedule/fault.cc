#include "emu/schedule/fault.h"

#include <cstddef>

namespace orrery {

std::string_view fault_name(Fault fault) {
  constexpr std::string_view kFaults[] = {"syntax", "attribute",  "structure", "peer",  "channel",
                                          "bounds", "dependency", "unmatched", "count", "deadlock",
                                          "race",   "undefined",  "result"};
  return kFaults[static_cast<std::size_t>(fault)];
}

}  // namespace orrery
