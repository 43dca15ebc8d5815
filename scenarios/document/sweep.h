#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "scenarios/document/document.h"

namespace orrery {

/// All cells of a document with other values for some of its keys, completed and checked. Its expectations
/// are as they are written: what they can be about is known where results
/// are (run/load.h, which is what loads scenarios). THROWS InputError, also for more than kMostCells.
Scenario expand(Document document, const Overrides& overrides, Unsupported unsupported,
                const Overrides& defaults);

/// More cells than these are not held at once.
constexpr std::int64_t kMostCells = 100'000;

/// What options make of a document. THROWS InputError.
Document with_options(Document document, const Overrides& overrides, Unsupported unsupported,
                      const Overrides& defaults);

/// The product of the lengths of its lists, or 2^63 - 1 where that is more.
std::int64_t cell_count(const Document& document);

/// The cells of a document part by part, of what with_options() returns.
class CellStream {
 public:
  /// THROWS InputError for values that are wrong by themselves.
  explicit CellStream(Document document);
  ~CellStream();

  /// A scenario with the next `most` cells, or fewer at the end; with none behind it. THROWS InputError.
  Scenario next(std::int64_t most);

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// The first cell of the name that Document::opens_on has, or simply the first where there is no name.
/// Nothing if no cell is called so.
std::optional<std::size_t> opening_cell(const GivenValue& name, const std::vector<RunSpec>& cells);

}  // namespace orrery
