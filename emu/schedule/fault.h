#pragma once

#include <cstdint>
#include <string_view>

namespace orrery {

/// The faults of a schedule, in the order of the checks.
enum class Fault : std::uint8_t {
  kSyntax,
  kAttribute,
  kStructure,
  kPeer,
  kChannel,
  kBounds,
  kDependency,
  kUnmatched,
  kCount,
  kDeadlock,
  kRace,
  kUndefined,
  kResult
};
/// Returns "syntax" to "result".
std::string_view fault_name(Fault fault);

}  // namespace orrery
