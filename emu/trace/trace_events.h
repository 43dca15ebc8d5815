#pragma once

#include <span>
#include <string_view>

/// What the lines of a trace (json_lines.h) are, for its readers.
namespace orrery {

struct TraceField {
  std::string_view name;  ///< times end in "_ps": picoseconds
  std::string_view meaning;
};

struct TraceLine {
  std::string_view event;   ///< the value of the field "event"
  std::string_view levels;  ///< at which levels such lines are written
  std::string_view meaning;
  std::span<const TraceField> fields;  ///< but "event", in their order
};

std::span<const TraceLine> trace_lines();

}  // namespace orrery
