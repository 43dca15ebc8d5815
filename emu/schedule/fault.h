#pragma once

#include <cstdint>
#include <string_view>

namespace orrery {

/// What is wrong with a schedule, in the order in which it is looked for.
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
/// "syntax" to "result".
std::string_view fault_name(Fault fault);

}  // namespace orrery
