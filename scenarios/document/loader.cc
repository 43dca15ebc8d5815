#include <algorithm>

#include <fmt/format.h>

#include "scenarios/document/document.h"
#include "scenarios/document/library.h"
#include "scenarios/document/text_file.h"
#include "scenarios/document/validate.h"
#include "scenarios/run/expect.h"

namespace orrery {
namespace {

constexpr std::size_t kMaxCells = 100'000;

/// One choice of values: index of the value of each key.
using Choice = std::vector<std::size_t>;

/// Counts up, the last key fastest. False after the last choice.
bool next(Choice& choice, const std::vector<GivenKey>& given) {
  for (std::size_t i = choice.size(); i-- > 0;) {
    if (++choice[i] < given[i].values.size()) return true;
    choice[i] = 0;
  }
  return false;
}

const GivenValue* value_of(std::string_view name, const std::vector<GivenKey>& given,
                           const Choice& choice) {
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i].key->name == name) return &given[i].values[choice[i]];
  return nullptr;
}

/// "file:3:5: run.bytes: message", or "--bytes: message".
[[noreturn]] void fail(const std::string& document, const Key& key, const GivenValue* value,
                       std::string message, const std::string& cell) {
  const std::string prefix = fmt::format("{}: ", key.name);
  if (message.starts_with(prefix)) message.erase(0, prefix.size());
  if (message.find("expected") == std::string::npos)
    message += fmt::format("; expected {}", key.expected);
  const std::string where = cell.empty() ? "" : fmt::format(" (cell {})", cell);
  if (value != nullptr && value->place == option_name(key))
    throw InputError(fmt::format("{}: {}{}", value->place, message, where));
  const std::string& place = value != nullptr ? value->place : document;
  throw InputError(fmt::format("{}{}{}.{}: {}{}", place, place.empty() ? "" : ": ", key.table,
                               key.name, message, where));
}

class Sweep {
 public:
  explicit Sweep(const Document& document) : document_(document) {
    check_size();
    check_values();
  }

  void append_cells(Scenario& scenario) {
    for (const GivenKey& g : document_.keys)
      if (g.values.size() > 1) scenario.swept.emplace_back(g.key->name);
    Choice choice(document_.keys.size(), 0);
    do {
      scenario.cells.push_back(make_cell(choice));
    } while (next(choice, document_.keys));
  }

 private:
  void check_size() const {
    std::size_t cells = 1;
    for (const GivenKey& g : document_.keys) {
      if (cells > kMaxCells / g.values.size())
        throw InputError(
            fmt::format("{}: the lists make more than {} cells; expected a smaller sweep",
                        document_.name, kMaxCells));
      cells *= g.values.size();
    }
  }

  /// Each by itself, before their combinations.
  void check_values() const {
    for (const GivenKey& g : document_.keys) {
      RunSpec spec = empty_cell();
      for (const GivenValue& value : g.values) set(spec, *g.key, value);
    }
  }

  RunSpec empty_cell() const {
    RunSpec spec;
    spec.title = document_.title;
    spec.directory = std::filesystem::path(document_.name).parent_path();
    return spec;
  }

  RunSpec make_cell(const Choice& choice) {
    RunSpec spec = empty_cell();
    for (std::size_t i = 0; i < choice.size(); ++i)
      if (document_.keys[i].values.size() > 1)
        spec.swept.emplace_back(document_.keys[i].key->name,
                                document_.keys[i].values[choice[i]].text);
    for (const Key& key : keys())
      if (const GivenValue* value = value_of(key.name, document_.keys, choice))
        set(spec, key, *value);
    if (const auto refusal = validator_.complete(spec)) {
      if (!refusal->unsupported || !document_.skip_unsupported)
        fail(document_.name, *find_key(refusal->key),
             value_of(refusal->key, document_.keys, choice), refusal->message, cell_name(spec));
      spec.skipped = refusal->message;
    }
    return spec;
  }

  void set(RunSpec& spec, const Key& key, const GivenValue& value) const {
    try {
      key.set(spec, value.text);
    } catch (const std::invalid_argument& e) {
      fail(document_.name, key, &value, e.what(), "");
    }
  }

  const Document& document_;
  Validator validator_;
};

Scenario make_scenario(Document document, const Overrides& overrides, Unsupported unsupported,
                       const Overrides& defaults) {
  apply_overrides(document, overrides);
  apply_defaults(document, defaults);
  document.skip_unsupported = document.skip_unsupported || unsupported == Unsupported::kSkip;
  Scenario scenario;
  scenario.title = document.title;
  scenario.description = document.description;
  Sweep(document).append_cells(scenario);
  if (document.changed) {
    scenario.expectations_dropped = !document.expectations.empty();
    return scenario;
  }
  scenario.expectations = std::move(document.expectations);
  if (document.narrowed)
    std::erase_if(scenario.expectations, [&](const Expectation& e) {
      return std::ranges::none_of(scenario.cells,
                                  [&](const RunSpec& cell) { return selects(e.key, cell); });
    });
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

std::string cell_name(const RunSpec& spec) {
  std::string name;
  for (const auto& [key, value] : spec.swept)
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", key, value);
  return name;
}

}  // namespace orrery
