#pragma once

#include <span>
#include <string_view>

/// The lines of a trace (json_lines.h), described for its readers.
namespace orrery::inline trace {

struct TraceField {
  std::string_view name;  ///< times end in "_ps": picoseconds
  std::string_view meaning;
};

struct TraceLine {
  std::string_view event;   ///< the value of the field "event"
  std::string_view levels;  ///< the levels that have such lines
  std::string_view meaning;
  std::span<const TraceField> fields;  ///< all except "event", in order
};

std::span<const TraceLine> trace_lines();

}  // namespace orrery::inline trace
