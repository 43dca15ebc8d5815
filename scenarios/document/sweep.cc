#include "scenarios/document/sweep.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "emu/engine/fibers/stacks.h"
#include "scenarios/cell/given_operations.h"
#include "scenarios/cell/validate.h"
#include "scenarios/document/selectors.h"
#include "scenarios/keys/keys.h"
#include "scenarios/spec/schedule_format.h"
#include "scenarios/text/value_ranges.h"

namespace orrery::inline document {
namespace {

constexpr std::string_view kAll = "all";

/// One choice of values: index of the value of each key.
using Choice = std::vector<std::size_t>;

/// Counts up, the last key fastest. Returns false after the last choice.
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

/// Throws an InputError for a key; `value` is null if it is not given.
[[noreturn]] void fail_key(const std::string& document, const Key& key, const GivenValue* value,
                           Complaint complaint, const std::string& remark = {}) {
  throw InputError(value != nullptr ? value->place : Place{document}, path_of(key),
                   std::move(complaint), std::string(key.expected), remark);
}

/// Returns the complaint on a value; a wrong range stays as written.
Complaint complaint_of_value(const std::string& text, const std::exception& error) {
  if (is_range(text)) try {
      values_in(text);
    } catch (const ValueError& e) {
      return e.complaint();
    }
  return complaint_of(error);
}

bool is_rooted(std::string_view collective) {
  return std::ranges::any_of(collectives(),
                             [&](const Collective& c) { return c.name == collective && c.rooted; });
}

class Sweep {
 public:
  explicit Sweep(const Document& document)
      : document_(document),
        operations_(document.operations.empty()
                        ? nullptr
                        : std::make_shared<const std::vector<GivenOperation>>(document.operations)),
        validator_(document.skip_unsupported),
        choice_(document.keys.size(), 0) {
    check_values();
  }

  /// Appends the next cells, at most `most`.
  void append_cells(Scenario& scenario, std::int64_t most) {
    const StackReserve stacks;  // of the runs that choices are made by
    for (const GivenKey& g : document_.keys)
      if (g.values.size() > 1) scenario.swept.emplace_back(g.key->name);
    const std::size_t enough = scenario.cells.size() + static_cast<std::size_t>(most);
    for (; scenario.cells.size() < enough && !ended_; ended_ = !next(choice_, document_.keys)) {
      if (auto cell = make_cell(choice_))
        scenario.cells.push_back(*std::move(cell));
      else
        ++left_out_;
    }
  }

  /// Adds remarks on keys that change nothing in any cell, and on parts that are left out.
  void add_remarks(Scenario& scenario) const {
    if (left_out_ > 0) scenario.remarks.push_back(left_out_text());
    if (const auto plain = std::ranges::find_if(scenario.cells, has_plain_gpus);
        plain != scenario.cells.end())
      scenario.remarks.push_back(fmt::format(
          "{}: all levels of links cost the same, and α is 0; set level_bandwidth, level_latency "
          "and alpha, or take a machine such as dgx-h100:4",
          plain->topology));
    for (const GivenKey& g : document_.keys) {
      if (g.included) continue;
      const auto is_used = [&](const RunSpec& c) {
        return c.skipped.empty() && idle_reason(*g.key, c).empty();
      };
      const auto first =
          std::ranges::find_if(scenario.cells, &std::string::empty, &RunSpec::skipped);
      if (first != scenario.cells.end() && std::ranges::none_of(scenario.cells, is_used))
        scenario.remarks.push_back(text_of(g, idle_reason(*g.key, *first)));
    }
  }

 private:
  /// Returns whether NVLinks, NICs and the network between nodes of GPUs have only the default costs.
  static bool has_plain_gpus(const RunSpec& cell) {
    const Costs& costs = cell.costs;
    const auto same = [&](const LinkCost& link) { return link == costs.links.front(); };
    return cell.skipped.empty() && cell.topology.starts_with("nodes:") &&
           cell.topology.find("@file:") == std::string::npos && costs.alpha == Time(0) &&
           costs.alpha_by_size.steps.empty() && std::ranges::all_of(costs.links, same);
  }

  static std::string text_of(const GivenKey& given, const std::string& reason) {
    const Place& place = given.values.front().place;
    return place.is_option ? fmt::format("{}: {}; it changes nothing", place.text(), reason)
                           : fmt::format("{}: {}: {}; it changes nothing", place.text(),
                                         path_of(*given.key), reason);
  }

  /// Checks each value separately, before their combinations.
  void check_values() {
    for (const GivenKey& g : document_.keys) {
      RunSpec spec = empty_cell();
      for (const GivenValue& value : g.values) set(spec, *g.key, value);
      if (schedule_of(spec) != nullptr) checked_ = spec.runs;
    }
  }

  RunSpec empty_cell() const {
    RunSpec spec;
    spec.title = document_.title;
    spec.directory = std::filesystem::path(document_.name).parent_path();
    return spec;
  }

  std::string left_out_text() const {
    const auto root = std::ranges::find(document_.keys, find_key("root"), &GivenKey::key);
    return fmt::format("{}: root {}: {} cells whose collective has no such root are left out",
                       root->values.front().place.text(), kAll, left_out_);
  }

  /// Returns whether its root is one that its collective can have.
  static bool has_root(const RunSpec& spec) {
    return spec.root == 0 || (spec.root < spec.ranks && is_rooted(spec.collective));
  }

  /// Creates a cell; returns nothing for a root that only other cells have.
  std::optional<RunSpec> make_cell(const Choice& choice) {
    RunSpec spec = empty_cell();
    for (std::size_t i = 0; i < choice.size(); ++i)
      if (document_.keys[i].values.size() > 1)
        spec.swept.emplace_back(document_.keys[i].key->name,
                                document_.keys[i].values[choice[i]].text);
    for (const Key& key : all_keys())
      if (const GivenValue* value = value_of(key.name, document_.keys, choice))
        set(spec, key, *value);
    if (operations_ != nullptr && schedule_of(spec) != nullptr)
      return skipped(
          {"schedule", {"a scenario runs a schedule or operations, not both"}, false, spec},
          choice);
    if (operations_ != nullptr) spec.runs = OperationsRun{operations_};
    Preparation result = validator_.prepare(std::move(spec));
    RunSpec& completed = std::visit([](auto& r) -> RunSpec& { return r.spec; }, result);
    if (document_.every_root && !has_root(completed)) return std::nullopt;
    if (std::holds_alternative<Prepared>(result)) return std::move(completed);
    return skipped(std::get<Refusal>(std::move(result)), choice);
  }

  /// Returns a skipped cell. THROWS unless cells may be skipped.
  RunSpec skipped(Refusal refusal, const Choice& choice) const {
    if (!refusal.unsupported || !document_.skip_unsupported) {
      const std::string cell = cell_name(refusal.spec);
      if (refusal.place) fail_in_operation(refusal, *refusal.place, cell);
      fail_key(document_.name, *find_key(refusal.key),
               value_of(refusal.key, document_.keys, choice), refusal.complaint,
               cell.empty() ? "" : fmt::format("cell {}", cell));
    }
    refusal.spec.skipped = refusal.complaint.what;
    return std::move(refusal.spec);
  }

  [[noreturn]] static void fail_in_operation(const Refusal& refusal, const Place& place,
                                             const std::string& cell) {
    throw InputError(
        place, fmt::format("operation.{}", refusal.key), refusal.complaint,
        find_key_of_operations(refusal.key)->expected,
        fmt::format("operation {}{}{}", refusal.operation, cell.empty() ? "" : ", cell ", cell));
  }

  void set(RunSpec& spec, const Key& key, const GivenValue& value) const {
    try {
      key.set(spec, value.text);
    } catch (const std::invalid_argument& e) {
      fail_key(document_.name, key, &value, complaint_of_value(value.text, e));
    }
  }

  const Document& document_;
  std::shared_ptr<const std::vector<GivenOperation>> operations_;  ///< null: none
  Validator validator_;
  /// The latest checked files, kept so that cells share them.
  std::variant<CollectiveRun, ScheduleRun, OperationsRun> checked_;
  Choice choice_;  ///< the next cell's
  bool ended_ = false;
  std::size_t left_out_ = 0;
};

/// Returns the scenario without its cells.
Scenario head_of(const Document& document) {
  Scenario scenario;
  scenario.title = document.title;
  scenario.description = document.description;
  scenario.expectations = document.expectations;
  scenario.overridden = document.overridden;
  return scenario;
}

/// Returns the collective of a schedule's file; kNoCollective if it cannot be read, which is complained of later.
std::string planned_collective(const Key& schedule, const std::string& file,
                               const Document& document) {
  RunSpec spec;
  spec.directory = std::filesystem::path(document.name).parent_path();
  try {
    schedule.set(spec, file);
  } catch (const std::invalid_argument&) {
    return std::string(kNoCollective);
  }
  return spec.collective;
}

/// Returns the collectives of a document, also those of its schedules.
std::vector<std::string> collectives_of(const Document& document) {
  std::vector<std::string> names, planned;
  for (const GivenKey& given : document.keys)
    for (const GivenValue& value : given.values)
      if (given.key->name == "collective")
        names.push_back(value.text);
      else if (given.key->name == "schedule")
        planned.push_back(planned_collective(*given.key, value.text, document));
  if (!names.empty()) return names;
  return planned.empty() ? std::vector{default_spec().collective} : planned;
}

/// Replaces "all" by all algorithms of the collectives; cells that one cannot run are skipped.
void put_in_all_algorithms(Document& document) {
  const auto given = std::ranges::find_if(
      document.keys, [](const GivenKey& g) { return g.key->name == "algorithm"; });
  if (given == document.keys.end()) return;
  const auto all = std::ranges::find(given->values, kAll, &GivenValue::text);
  if (all == given->values.end()) return;
  const Place place = all->place;
  std::vector<GivenValue> values;
  const auto add = [&](const GivenValue& value) {
    if (std::ranges::find(values, value.text, &GivenValue::text) == values.end())
      values.push_back(value);
  };
  for (const GivenValue& value : given->values) {
    if (value.text != kAll)
      add(value);
    else
      for (const std::string& collective : collectives_of(document))
        for (const std::string_view name : algorithms_of(collective))
          add({std::string(name), place});
  }
  if (values.empty()) return;  // an unknown collective is complained of later
  given->values = std::move(values);
  document.skip_unsupported = true;
}

/// Adds a plan of a collective before the named algorithms.
void put_in_plan(Document& document) {
  const auto given = [&](std::string_view name) {
    return std::ranges::find_if(document.keys,
                                [&](const GivenKey& g) { return g.key->name == name; });
  };
  const auto schedule = given("schedule"), algorithm = given("algorithm");
  if (schedule == document.keys.end() || algorithm == document.keys.end()) return;
  RunSpec place;
  place.directory = std::filesystem::path(document.name).parent_path();
  const bool plans = std::ranges::all_of(schedule->values, [&](const GivenValue& file) {
    return !file.text.empty() && format_of(found_file(place, file.text)).read_plan != nullptr;
  });
  auto& values = algorithm->values;
  if (plans && std::ranges::find(values, kNoAlgorithm, &GivenValue::text) == values.end())
    values.insert(values.begin(), {std::string(kNoAlgorithm), values.front().place});
}

/// Returns the largest number of roots in the cells of a document.
int most_roots(const Document& document) {
  int most = 1;
  Sweep sweep(document);
  for (Scenario part;; part.cells.clear()) {
    sweep.append_cells(part, kMostCells);
    if (part.cells.empty()) return most;
    for (const RunSpec& cell : part.cells)
      if (is_rooted(cell.collective)) most = std::max(most, cell.ranks);
  }
}

/// Replaces root = "all" by the numbers of all ranks.
void put_in_all_roots(Document& document) {
  const auto root = std::ranges::find(document.keys, find_key("root"), &GivenKey::key);
  if (root == document.keys.end()) return;
  const auto all = std::ranges::find(root->values, kAll, &GivenValue::text);
  if (all == root->values.end()) return;
  const Place place = all->place;
  root->values = {{"0", place}};
  document.every_root = true;
  for (int r = 1, roots = most_roots(document); r < roots; ++r)
    root->values.push_back({fmt::format("{}", r), place});
}

}  // namespace

Document with_options(Document document, const Overrides& overrides, Unsupported unsupported,
                      const Overrides& defaults) {
  apply_overrides(document, overrides);
  apply_defaults(document, defaults);
  document.skip_unsupported = document.skip_unsupported || unsupported == Unsupported::kSkip;
  put_in_all_algorithms(document);
  put_in_plan(document);
  put_in_all_roots(document);
  return document;
}

std::int64_t cell_count(const Document& document) {
  std::int64_t cells = 1;
  for (const GivenKey& g : document.keys)
    if (__builtin_mul_overflow(cells, static_cast<std::int64_t>(g.values.size()), &cells))
      return std::numeric_limits<std::int64_t>::max();
  return cells;
}

Scenario expand(Document given, const Overrides& overrides, Unsupported unsupported,
                const Overrides& defaults) {
  const Document document = with_options(std::move(given), overrides, unsupported, defaults);
  if (cell_count(document) > kMostCells)
    throw InputError({document.name}, "",
                     {fmt::format("the lists make more than {} cells", kMostCells),
                      "a smaller sweep (only orrery run takes larger ones, and streams them)"});
  Scenario scenario = head_of(document);
  Sweep sweep(document);
  sweep.append_cells(scenario, kMostCells);
  sweep.add_remarks(scenario);
  return scenario;
}

class CellStream::State {
 public:
  explicit State(Document document) : document_(std::move(document)), sweep_(document_) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  Scenario next(std::int64_t most) {
    Scenario scenario = head_of(document_);
    sweep_.append_cells(scenario, most);
    return scenario;
  }

 private:
  const Document document_;
  Sweep sweep_;
};

CellStream::CellStream(Document document) : state_(std::make_unique<State>(std::move(document))) {}
CellStream::~CellStream() = default;

Scenario CellStream::next(std::int64_t most) {
  return state_->next(most);
}

std::optional<std::size_t> opening_cell(const GivenValue& name, const std::vector<RunSpec>& cells) {
  if (name.text.empty()) return 0;
  CellWords words(cells, 1);
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (words.select(name.text + ".*", i)) return i;
  return std::nullopt;
}

}  // namespace orrery::inline document
