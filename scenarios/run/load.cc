#include "scenarios/run/load.h"

#include <iostream>

#include <fmt/format.h>

#include "scenarios/document/sweep.h"
#include "scenarios/run/expect.h"
#include "scenarios/run/plugin/limits.h"
#include "scenarios/run/plugin/plugin.h"
#include "scenarios/spec/problem.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/text_file.h"

namespace orrery::inline run {

namespace {

constexpr std::int64_t kPart = 10'000;  ///< cells

constexpr std::size_t kMostScenarioBytes = 16u << 20;

Scenario make_scenario(Document document, const Overrides& overrides, Unsupported unsupported,
                       const Overrides& defaults) {
  const GivenValue opens_on = document.opens_on;
  Scenario scenario = expand(std::move(document), overrides, unsupported, defaults);
  if (overrides.empty() && !opening_cell(opens_on, scenario.cells))
    throw InputError(opens_on.place, "opens_on",
                     {fmt::format("no cell is named '{}'", opens_on.text),
                      "values of the sweep, joined by dots as in [expect]"});
  interpret_expectations(scenario);
  return scenario;
}

/// Lets runs of plug-ins check their data, unless the payload is given, or buffers with contents could take more memory
/// than a plug-in may.
void check_plugins(const Document& document, std::vector<RunSpec>& cells) {
  const auto is_payload = [](const GivenKey& given) { return given.key->name == "payload"; };
  if (std::ranges::any_of(document.keys, is_payload)) return;
  for (RunSpec& cell : cells) {
    if (!cell.skipped.empty() || find_plugin_algorithm(cell.collective, cell.algorithm) == nullptr)
      continue;
    RunSpec real = cell;
    real.payload = PayloadKind::kReal;
    if (2 * memory_estimate(real) <= plugin_limits().memory)
      cell.payload = PayloadKind::kProvenance;
  }
}

}  // namespace

ScenarioStream::ScenarioStream(const std::filesystem::path& file, const Overrides& overrides)
    : document_(with_options(load_document(file), overrides, Unsupported::kAsWritten, {})),
      cells_(cell_count(document_)) {}

bool ScenarioStream::is_long() const {
  return cells_ > kMostCells;
}

Scenario ScenarioStream::whole() const {
  Scenario scenario = expand(document_, {}, Unsupported::kAsWritten, {});
  check_plugins(document_, scenario.cells);
  interpret_expectations(scenario);
  scenario.file = document_.name;
  return scenario;
}

void ScenarioStream::for_each_part(
    const std::function<bool(Scenario part, std::int64_t first)>& use) const {
  CellStream stream(document_);
  for (std::int64_t first = 0; first < cells_; first += kPart) {
    Scenario part = stream.next(kPart);
    check_plugins(document_, part.cells);
    interpret_for_part(part);
    if (!use(std::move(part), first)) return;
  }
}

Scenario parse_scenario(std::string_view text, const std::string& name, const Overrides& overrides,
                        Unsupported unsupported, const Overrides& defaults) {
  return make_scenario(read_document(text, name), overrides, unsupported, defaults);
}

Document load_document(const std::filesystem::path& file) {
  if (file.empty()) return {};
  if (file == "-")
    return read_document(read_stream(std::cin, "standard input", kMostScenarioBytes),
                         "standard input");
  const std::filesystem::path found = find_scenario(file);
  Document document = read_document(read_text_file(found), found.string());
  if (document.title.empty()) document.title = found.stem().string();
  return document;
}

Scenario load_scenario(const std::filesystem::path& file, const Overrides& overrides,
                       Unsupported unsupported, const Overrides& defaults) {
  const Document document = load_document(file);
  Scenario scenario = make_scenario(document, overrides, unsupported, defaults);
  scenario.file = document.name;
  return scenario;
}

}  // namespace orrery::inline run
