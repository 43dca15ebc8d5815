#include "scenarios/run/stream.h"

#include "scenarios/document/sweep.h"
#include "scenarios/run/expect.h"
#include "scenarios/run/load.h"

namespace orrery {
namespace {

constexpr std::int64_t kPart = 10'000;  ///< cells

}  // namespace

ScenarioStream::ScenarioStream(const std::filesystem::path& file, const Overrides& overrides)
    : document_(with_options(load_document(file), overrides, Unsupported::kAsWritten, {})),
      cells_(cell_count(document_)) {}

bool ScenarioStream::is_long() const {
  return cells_ > kMostCells;
}

Scenario ScenarioStream::whole() const {
  Scenario scenario = expand(document_, {}, Unsupported::kAsWritten, {});
  interpret_expectations(scenario);
  scenario.file = document_.name;
  return scenario;
}

void ScenarioStream::for_each_part(
    const std::function<bool(Scenario part, std::int64_t first)>& use) const {
  CellStream stream(document_);
  for (std::int64_t first = 0; first < cells_; first += kPart) {
    Scenario part = stream.next(kPart);
    interpret_for_part(part);
    if (!use(std::move(part), first)) return;
  }
}

}  // namespace orrery
