#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "scenarios/document/document.h"
#include "scenarios/spec/scenario.h"

namespace orrery {

/// A scenario that may have more cells than are held at once.
class ScenarioStream {
 public:
  /// Reads it as load_scenario() does, but no cell of it yet. THROWS InputError.
  ScenarioStream(const std::filesystem::path& file, const Overrides& overrides);

  std::int64_t cells() const { return cells_; }
  const std::string& title() const { return document_.title; }
  /// Whether there are more cells than are held at once.
  bool is_long() const;
  /// All of it, as from load_scenario(). THROWS InputError, also if it is long.
  Scenario whole() const;
  /// Hands over all cells in order, in parts, each a scenario that can be run by itself, and the number of
  /// its first cell, for as long as `use` returns true. An expectation that names none of a part's cells
  /// is marked as skipped there. THROWS InputError when it comes to a cell that cannot be run.
  void for_each_part(const std::function<bool(Scenario part, std::int64_t first)>& use) const;

 private:
  Document document_;
  std::int64_t cells_ = 0;
};

/// Reads, completes and checks a scenario: whatever it returns can be run, and what it expects are fields
/// of results. THROWS InputError.
/// An empty path means no file: defaults and overrides only; "-" is standard input. `defaults` are values for keys that
/// neither the file nor the overrides give.
Scenario load_scenario(const std::filesystem::path& file, const Overrides& overrides = {},
                       Unsupported unsupported = Unsupported::kAsWritten,
                       const Overrides& defaults = {});

/// The document of a file, whose name is its title where it has none; an empty one for an empty path.
/// THROWS InputError.
Document load_document(const std::filesystem::path& file);

/// As load_scenario, but from text; `name` stands for the file in errors.
Scenario parse_scenario(std::string_view text, const std::string& name,
                        const Overrides& overrides = {},
                        Unsupported unsupported = Unsupported::kAsWritten,
                        const Overrides& defaults = {});

}  // namespace orrery
