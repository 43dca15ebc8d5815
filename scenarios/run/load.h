#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "scenarios/document/document.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline run {

/// A scenario that may have more cells than fit into memory at once.
class ScenarioStream {
 public:
  /// Reads it as load_scenario() does, but not its cells yet. THROWS InputError.
  ScenarioStream(const std::filesystem::path& file, const Overrides& overrides);

  std::int64_t cells() const { return cells_; }
  const std::string& title() const { return document_.title; }
  /// Returns whether there are more cells than fit into memory at once.
  bool is_long() const;
  /// Returns all of it, as from load_scenario(). THROWS InputError, also if it is long.
  Scenario whole() const;
  /// Passes all cells on in order, in parts, as long as `use` returns true: each part is a scenario
  /// that can run separately, with the number of its first cell. An expectation that names none of
  /// a part's cells is marked as skipped there. THROWS InputError at a cell that cannot be run.
  void for_each_part(const std::function<bool(Scenario part, std::int64_t first)>& use) const;

 private:
  Document document_;
  std::int64_t cells_ = 0;
};

/// Reads, completes and checks a scenario: all its cells can be run, and all its expectations are
/// of fields of results. THROWS InputError.
/// An empty path means no file: defaults and overrides only; "-" is standard input. `defaults` are
/// values for keys that neither the file nor the overrides give.
Scenario load_scenario(const std::filesystem::path& file, const Overrides& overrides = {},
                       Unsupported unsupported = Unsupported::kAsWritten,
                       const Overrides& defaults = {});

/// Reads the document of a file, with the file's name as title if it has none; returns an empty one
/// for an empty path. THROWS InputError.
Document load_document(const std::filesystem::path& file);

/// Does the same as load_scenario for text; `name` stands for the file in errors.
Scenario parse_scenario(std::string_view text, const std::string& name,
                        const Overrides& overrides = {},
                        Unsupported unsupported = Unsupported::kAsWritten,
                        const Overrides& defaults = {});

}  // namespace orrery::inline run
