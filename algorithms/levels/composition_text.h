#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orrery {

/// A part as it is named: "intra", "ring".
struct NamedPart {
  std::string key, name;
};

/// "hierarchical(intra=ring, inter=swing)", read.
struct CompositionText {
  std::string base;
  std::vector<NamedPart> parts;

  /// As it is written: with a comma and a space between parts.
  std::string text() const;
};

/// THROWS std::invalid_argument, naming the place: parentheses that do not match, a part without a name, one that is
/// named twice, more than two without a key.
CompositionText read_composition(std::string_view name);

}  // namespace orrery
