#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "scenarios/document/document.h"

namespace orrery::inline document {

/// Returns all cells of a document with other values for some of its keys, completed and checked.
/// Its expectations stay as written: run/load.h, which loads scenarios, interprets them, as it
/// knows the fields of results. THROWS InputError, also for more than kMostCells.
Scenario expand(Document document, const Overrides& overrides, Unsupported unsupported,
                const Overrides& defaults);

/// The largest number of cells that are held at once.
constexpr std::int64_t kMostCells = 100'000;

/// Applies options to a document. THROWS InputError.
Document with_options(Document document, const Overrides& overrides, Unsupported unsupported,
                      const Overrides& defaults);

/// Returns the product of the lengths of its lists, or 2^63 - 1 if that is more.
std::int64_t cell_count(const Document& document);

/// The cells of a document from with_options(), part by part.
class CellStream {
 public:
  /// Creates a stream. THROWS InputError for values that are wrong by themselves.
  explicit CellStream(Document document);
  ~CellStream();

  /// Returns a scenario with the next `most` cells, or fewer at the end; with none after it. THROWS
  /// InputError.
  Scenario next(std::int64_t most);

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Returns the first cell with the name in Document::opens_on, or the first cell if there is no
/// name. Nothing if no cell has that name.
std::optional<std::size_t> opening_cell(const GivenValue& name, const std::vector<RunSpec>& cells);

}  // namespace orrery::inline document
