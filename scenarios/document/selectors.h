#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "scenarios/spec/scenario.h"

/// Keys of [expect]: "ring.2MiB.rounds" is a field, after selectors that name cells of a sweep.
namespace orrery::inline document {

/// The prefix of an operation's fields: "operation.forward.psi".
constexpr std::string_view kOperationField = "operation.";

/// Returns "rounds".
std::string_view field_of(std::string_view key);

/// Returns "ring.2MiB"; empty if there are none.
std::string_view selectors_of(std::string_view key);

/// The words that name the cells of a sweep in selectors, found once for each cell.
class CellWords {
 public:
  /// Creates it; `cells` must outlive it. THROWS InputError if there are too many combinations of
  /// keys and cells.
  CellWords(const std::vector<RunSpec>& cells, std::size_t keys);

  /// Returns whether the selectors of `key` name cell `i`; a key without selectors names all.
  bool select(std::string_view key, std::size_t i);
  /// Returns the words of all cells that were looked at.
  std::set<std::string> known() const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  const std::vector<std::uint32_t>& words_of(std::size_t i);
  bool has(std::size_t i, std::string_view word);

  const std::vector<RunSpec>& cells_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
  std::vector<std::vector<std::uint32_t>> words_;  ///< by cell, ascending; empty: not looked at
};

}  // namespace orrery::inline document
