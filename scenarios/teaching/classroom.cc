#include "scenarios/teaching/classroom.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "scenarios/document/sweep.h"
#include "scenarios/run/load.h"
#include "scenarios/teaching/forms.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {
namespace {

/// Returns the cell that a page shows. THROWS InputError.
std::size_t cell_of(const Page& page, const Laboratory& laboratory) {
  const auto found = opening_cell({page.cell, page.place}, laboratory.scenario().cells);
  if (found) return *found;
  throw InputError(page.place, "page.cell",
                   {fmt::format("no cell is named '{}'", page.cell),
                    "values of the sweep, joined by dots as in [expect]"});
}

bool is_whole(const Quantity& q) {
  return q.is_plain() && q.amount >= 0 &&
         q.amount == static_cast<double>(static_cast<int>(q.amount));
}

/// Converts a value: one of several things is one of them; a whole number may be a rank.
Value as_kind(Value value, Value::Kind wanted) {
  using Kind = Value::Kind;
  if (value.kind == wanted) return value;
  if (wanted == Kind::kRank && value.kind == Kind::kQuantity && is_whole(value.quantity))
    return {Kind::kRank, {}, {fmt::format("{}", static_cast<int>(value.quantity.amount))}};
  if (wanted == Kind::kWord && value.kind == Kind::kQuantity) return word(text_of(value));
  const bool is_element = (wanted == Kind::kRank && value.kind == Kind::kRanks) ||
                          (wanted == Kind::kLink && value.kind == Kind::kLinks) ||
                          (wanted == Kind::kBlock && value.kind == Kind::kBlocks);
  const bool is_set = (wanted == Kind::kRanks && value.kind == Kind::kRank) ||
                      (wanted == Kind::kLinks && value.kind == Kind::kLink) ||
                      (wanted == Kind::kBlocks && value.kind == Kind::kBlock);
  if (is_set || (is_element && value.names.size() == 1))
    return {wanted, {}, std::move(value.names)};
  throw NoAnswer(fmt::format("the answer '{}' is a {}; expected a {}", text_of(value),
                             kind_name(value.kind), kind_name(wanted)));
}

/// Returns the values of the swept key that has `name` among them.
std::vector<std::string> values_beside(const std::string& name, const Scenario& scenario) {
  std::vector<std::string> values;
  for (const RunSpec& cell : scenario.cells)
    for (const auto& [key, value] : cell.swept) {
      const bool is_key = std::ranges::any_of(scenario.cells, [&, k = key](const RunSpec& c) {
        return std::ranges::find(c.swept, std::pair(k, name)) != c.swept.end();
      });
      if (is_key && std::ranges::find(values, value) == values.end()) values.push_back(value);
    }
  return values;
}

}  // namespace

std::shared_ptr<Laboratory> Classroom::laboratory(const Page& page) {
  auto& known = laboratories_[{page.scenario, page.overrides}];
  if (known != nullptr) return known;
  try {
    known = std::make_shared<Laboratory>(
        load_scenario(page.scenario.empty() ? lesson_->file : std::filesystem::path(page.scenario),
                      page.overrides, Unsupported::kSkip));
  } catch (const InputError& e) {
    throw InputError(
        page.place, "page",
        {.what = e.place().is_option ? e.what() : fmt::format("{}", e.what()), .whole = true});
  }
  return known;
}

Scene Classroom::scene(const Page& page) {
  Scene scene{laboratory(page), 0};
  scene.cell = cell_of(page, *scene.laboratory);
  return scene;
}

Value answer_of(const Page& page, const Scene& scene) {
  return as_kind(scene.value(page.question->answer), page.question->kind);
}

std::vector<std::string> options_of(const Page& page, const Scene& scene) {
  const Question& q = *page.question;
  if (q.kind != Value::Kind::kWord && q.kind != Value::Kind::kOrder) return {};
  if (!q.choices.empty()) return q.choices;
  const Value answer = answer_of(page, scene);
  std::vector<std::string> options = answer.names;
  if (options == std::vector<std::string>{"yes"} || options == std::vector<std::string>{"no"})
    return {"yes", "no"};
  if (q.kind == Value::Kind::kWord)
    options = values_beside(answer.names.front(), scene.laboratory->scenario());
  sort_names(options);
  return options;
}

namespace {

/// Returns "3 -> 4" for "3->4" and "link 3 -> 4".
std::string link_of(std::string_view text) {
  const std::size_t arrow = text.find("->");
  if (arrow == std::string_view::npos)
    throw ValueError(
        {fmt::format("'{}' is not a link", text), std::string(kind_syntax(Value::Kind::kLink))});
  return fmt::format("{} -> {}", trimmed(text.substr(0, arrow)), trimmed(text.substr(arrow + 2)));
}

/// Returns the first option for "a"; otherwise the option of its text.
std::string option_of(const std::vector<std::string>& options, std::string_view text) {
  const auto found = std::ranges::find(options, text);
  if (found != options.end()) return *found;
  const auto letter =
      text.size() == 1 ? static_cast<std::size_t>(text.front() - 'a') : options.size();
  if (letter < options.size()) return options[letter];
  throw ValueError(unknown_word(text, options, fmt::format("'{}' is not one of them", text)));
}

std::string_view without_word(std::string_view text, Value::Kind kind) {
  text = trimmed(text);
  const std::string_view name = kind_name(kind);
  return text.starts_with(name) ? trimmed(text.substr(name.size())) : text;
}

/// Reads a quantity; a number without a unit has the unit of the question.
Quantity quantity_of(const Question& q, std::string_view text) {
  const Quantity given = parse_quantity(text);
  if (!given.is_plain() || q.unit.empty()) return given;
  Quantity unit = parse_quantity("1" + q.unit);
  unit.amount *= given.amount;
  return unit;
}

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(text, ',')) parts.emplace_back(part);
  return parts;
}

std::vector<std::string> order_of(const std::vector<std::string>& options, std::string_view text) {
  std::vector<std::string> order;
  for (const std::string& part : parts_of(text)) order.push_back(option_of(options, part));
  std::vector<std::string> sorted = order;
  sort_names(sorted);
  if (sorted.size() != options.size() || order.size() != options.size())
    throw ValueError({"not all of them, each once", fmt::format("{}", fmt::join(options, ", "))});
  return order;
}

std::vector<std::string> links_of(std::string_view text) {
  std::vector<std::string> links;
  for (const std::string& part : parts_of(text)) links.push_back(link_of(part));
  return links;
}

std::string rank_of(std::string_view text) {
  parse_integer(text, 0, 1'000'000);
  return std::string(text);
}

bool is_near(const Question& q, const Quantity& answer, const Quantity& given) {
  const double off = std::abs(answer.amount - given.amount);
  return answer.is_like(given) &&
         off <= allowed_error(q, answer) * (1 + 1e-9) + 1e-15 * std::abs(answer.amount);
}

/// Returns whether answers are equal; sets are equal in any order.
bool is_same(const Question& q, const Value& answer, const Value& given) {
  if (q.kind == Value::Kind::kQuantity) return is_near(q, answer.quantity, given.quantity);
  if (q.kind != Value::Kind::kLinks) return answer.names == given.names;
  return std::ranges::is_permutation(answer.names, given.names);
}

}  // namespace

Value response_of(const Question& q, const std::vector<std::string>& options,
                  std::string_view text) {
  using Kind = Value::Kind;
  const std::string_view given = without_word(text, q.kind);
  if (given.empty()) throw ValueError({"nothing is given", std::string(kind_syntax(q.kind))});
  switch (q.kind) {
    case Kind::kQuantity:
      return {q.kind, quantity_of(q, given)};
    case Kind::kWord:
      return word(option_of(options, given));
    case Kind::kOrder:
      return {q.kind, {}, order_of(options, given)};
    case Kind::kRow:
      return {q.kind, {}, parts_of(given)};
    case Kind::kLink:
      return {q.kind, {}, {link_of(given)}};
    case Kind::kLinks:
      return {q.kind, {}, links_of(given)};
    case Kind::kRank:
      return {q.kind, {}, {rank_of(given)}};
    case Kind::kBlock:
      return {q.kind, {}, {std::string(given)}};
    default:
      return {q.kind, {}, split_names(given)};
  }
}

/// Returns the allowed error; whole numbers have to be exact by default.
double allowed_error(const Question& q, const Quantity& answer) {
  const bool counts = answer.is_plain() && answer.amount == std::round(answer.amount);
  const AnswerTolerance t = q.tolerance.value_or(AnswerTolerance{counts ? 0 : 0.01, {}});
  return t.absolute ? t.absolute->amount : t.relative * std::abs(answer.amount);
}

Verdict judge(const Page& page, const Scene& scene, const Value& response) {
  const Question& q = *page.question;
  if (is_same(q, answer_of(page, scene), response)) return {true, {}};
  for (const Hint& hint : q.hints)
    if (is_same(q, as_kind(scene.value(hint.answer), q.kind), response))
      return {false, scene.filled(hint.text)};
  return {false, std::string(place_to_look(page.show))};
}

std::string_view place_to_look(std::string_view show) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kPlaces{
      {{"blocks", "Read the page again, and look at the blocks that each rank holds."},
       {"tree", "Read the page again, and follow the arrows of the tree."},
       {"timeline", "Read the page again, and follow the rows of the timeline."},
       {"report", "Read the page again, and count the rounds and bytes of each run."},
       {"compare", "Read the page again, and count the rounds and bytes of each run."}}};
  const auto* const place = std::ranges::find(kPlaces, show, [](const auto& p) { return p.first; });
  return place == kPlaces.end() ? "Read the page again, and step through the rounds that are shown."
                                : place->second;
}

void check_moment(const Page& page, const Scene& scene) {
  const Moment& moment = page.moment;
  const ObservedRun& e = scene.laboratory->evidence(scene.cell);
  if (moment.round && *moment.round >= e.rounds())
    throw NoAnswer(fmt::format("round {} does not exist; the run has rounds 0 to {}", *moment.round,
                               e.rounds() - 1));
  if (moment.time && is_measured(e.result) && *moment.time > e.result.metrics.completion)
    throw NoAnswer(fmt::format("the run ends at {}, before {}",
                               short_time(e.result.metrics.completion), short_time(*moment.time)));
}

void check_follow(const Page& page, const Scene& scene) {
  if (page.follow.empty()) return;
  const ObservedRun& e = scene.laboratory->evidence(scene.cell);
  const std::string thing = page.follow.substr(0, page.follow.find(' '));
  const std::string name = page.follow.substr(std::min(page.follow.size(), thing.size() + 1));
  bool found = false;
  if (thing == "rank")
    for (int r = 0; r < e.ranks(); ++r) found |= fmt::format("{}", r) == name;
  else if (thing == "block")
    for (int b = 0; b < e.blocks.count(); ++b) found |= block_name(e.blocks, b) == name;
  else
    for (LinkId link = 0; link < e.network.topology->link_count(); ++link)
      found |= link_name(*e.network.topology, link) == name;
  if (!found) throw NoAnswer(fmt::format("{} does not exist in this run", page.follow));
}

}  // namespace orrery::teaching
