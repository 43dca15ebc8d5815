#include "scenarios/run/load.h"

#include <iostream>

#include <fmt/format.h>

#include "scenarios/document/sweep.h"
#include "scenarios/run/expect.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/text_file.h"

namespace orrery {
namespace {

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

}  // namespace

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

}  // namespace orrery
