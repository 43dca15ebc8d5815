#include "scenarios/document/sweep.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/document/selectors.h"
#include "scenarios/document/validate.h"

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

/// `value` is null where the key is not given.
[[noreturn]] void fail(const std::string& document, const Key& key, const GivenValue* value,
                       Complaint complaint, const std::string& remark = {}) {
  throw InputError(value != nullptr ? value->place : Place{document}, path_of(key),
                   std::move(complaint), std::string(key.expected), remark);
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
            {document_.name}, "",
            {fmt::format("the lists make more than {} cells", kMaxCells), "a smaller sweep"});
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
    Preparation result = validator_.prepare(std::move(spec));
    if (auto* const cell = std::get_if<Prepared>(&result)) return std::move(cell->spec);
    return skipped(std::get<Refusal>(std::move(result)), choice);
  }

  /// THROWS unless cells may be skipped.
  RunSpec skipped(Refusal refusal, const Choice& choice) const {
    if (!refusal.unsupported || !document_.skip_unsupported) {
      const std::string cell = cell_name(refusal.spec);
      fail(document_.name, *find_key(refusal.key), value_of(refusal.key, document_.keys, choice),
           refusal.complaint, cell.empty() ? "" : fmt::format("cell {}", cell));
    }
    refusal.spec.skipped = refusal.message();
    return std::move(refusal.spec);
  }

  void set(RunSpec& spec, const Key& key, const GivenValue& value) const {
    try {
      key.set(spec, value.text);
    } catch (const std::invalid_argument& e) {
      fail(document_.name, key, &value, complaint_of(e));
    }
  }

  const Document& document_;
  Validator validator_;
};

}  // namespace

Scenario expand(Document document, const Overrides& overrides, Unsupported unsupported,
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
  return scenario;
}

std::string cell_name(const RunSpec& spec) {
  std::string name;
  for (const auto& [key, value] : spec.swept)
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", key, value);
  return name;
}

}  // namespace orrery
