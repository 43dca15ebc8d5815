#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orrery::inline algorithms {

/// A named part: "intra", "ring".
struct NamedPart {
  std::string key, name;
};

/// The parsed text "hierarchical(intra=ring, inter=swing)".
struct CompositionText {
  std::string base;
  std::vector<NamedPart> parts;

  /// Returns the text, with a comma and a space between parts.
  std::string text() const;
};

/// Parses a composition. THROWS std::invalid_argument with the place: unbalanced parentheses, a
/// part without a name, a repeated name, more than two parts without a key.
CompositionText read_composition(std::string_view name);

}  // namespace orrery::inline algorithms
