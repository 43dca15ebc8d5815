#include "scenarios/run/load.h"

#include "scenarios/document/library.h"
#include "scenarios/document/sweep.h"
#include "scenarios/document/text_file.h"
#include "scenarios/run/expect.h"

namespace orrery {
namespace {

Scenario make_scenario(Document document, const Overrides& overrides, Unsupported unsupported,
                       const Overrides& defaults) {
  Scenario scenario = expand(std::move(document), overrides, unsupported, defaults);
  interpret_expectations(scenario);
  return scenario;
}

}  // namespace

Scenario parse_scenario(std::string_view text, const std::string& name, const Overrides& overrides,
                        Unsupported unsupported, const Overrides& defaults) {
  return make_scenario(read_document(text, name), overrides, unsupported, defaults);
}

Scenario load_scenario(const std::filesystem::path& file, const Overrides& overrides,
                       Unsupported unsupported, const Overrides& defaults) {
  if (file.empty()) return make_scenario(Document{}, overrides, unsupported, defaults);
  const std::filesystem::path found = find_scenario(file);
  Scenario scenario =
      parse_scenario(read_text_file(found), found.string(), overrides, unsupported, defaults);
  scenario.file = found;
  if (scenario.title.empty()) {
    scenario.title = found.stem().string();
    for (RunSpec& cell : scenario.cells) cell.title = scenario.title;
  }
  return scenario;
}

}  // namespace orrery
