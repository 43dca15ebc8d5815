#include "scenarios/run/score/counterparts.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "emu/base/letters.h"
#include "scenarios/text/csv_table.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/words.h"

namespace orrery::inline run {

namespace {

constexpr std::array<std::string_view, 9> kNeededColumns{"machine",   "timestamp",  "nodes",
                                                         "ranks",     "collective", "impl",
                                                         "algorithm", "bytes",      "median_s"};

MeasuredRow row_of(const CsvLine& line) {
  MeasuredRow r;
  r.line = line.line();
  r.machine = line.word("machine");
  r.timestamp = line.word("timestamp");
  r.nodes = line.count("nodes");
  r.ranks = line.count("ranks");
  r.tasks_per_node = line.optional_count("tasks_per_node");
  r.shape = line.optional("shape");
  r.collective = collective_name(line.word("collective"));
  r.implementation = line.text("impl");
  r.algorithm = line.word("algorithm");
  r.segment = line.optional("segment");
  r.ports = line.optional("ports");
  r.bytes = Bytes(line.number<std::int64_t>("bytes", 0, "a number of bytes"));
  if (!line.optional("count").empty())
    r.count = line.number<std::int64_t>("count", 0, "a number of elements");
  r.seconds = line.number<double>("median_s", 0, "seconds, more than 0");
  if (r.seconds == 0) line.refuse("median_s", "0", "seconds, more than 0");
  const std::string ignored = line.optional("ignored");
  if (!ignored.empty() && ignored != "0" && ignored != "1")
    line.refuse("ignored", fmt::format("'{}'", ignored), "0, 1 or nothing");
  r.ignored = ignored == "1";
  return r;
}

constexpr std::string_view kAllPorts = "-UTOFU-0-2D", kSameNames = "same names",
                           kNoCounterpart = "-";

std::vector<std::string> pieces(std::string_view text, std::string_view separators) {
  std::vector<std::string> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (const auto piece = trimmed(text.substr(0, end)); !piece.empty()) found.emplace_back(piece);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

std::string without_brackets(std::string_view text) {
  std::string rest;
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (depth == 0) rest += c;
    if (c == ')') --depth;
  }
  return rest;
}

bool is_collective(std::string_view word) {
  const auto all = collectives();
  return std::ranges::find(all, word, &Collective::name) != all.end();
}

/// Returns the collectives in the last brackets of the text, and cuts them off; nothing if it ends
/// otherwise.
std::vector<std::string> take_collectives(std::string& text) {
  const std::size_t open = text.rfind('(');
  if (open == std::string::npos || !trimmed(text).ends_with(')')) return {};
  std::vector<std::string> names;
  for (const std::string& word : pieces(std::string_view(text).substr(open + 1), ",)"))
    if (!is_collective(names.emplace_back(collective_name(word)))) return {};
  text.resize(open);
  return names;
}

std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names = pieces(without_brackets(text), ",/");
  if (std::ranges::find(names, "all") != names.end()) names.clear();
  return names;
}

/// Returns a_x, a_y for "a_x/y".
std::vector<std::string> variants_of(const std::string& label) {
  std::vector<std::string> parts = pieces(label, "/");
  if (parts.empty()) return parts;
  const std::size_t stem = parts.front().rfind('_') + 1;
  for (std::size_t i = 1; i < parts.size(); ++i)
    parts[i] = parts.front().substr(0, stem) + parts[i];
  return parts;
}

/// Returns {A-X, A-Y}, {B-X, B-Y} for "A-/B- X, Y"; without prefixes a list for each name.
std::vector<std::vector<std::string>> label_groups(const std::string& text) {
  std::vector<std::string> prefixes{""};
  std::string rest = text;
  const std::size_t blank = rest.find(' ');
  const std::string first = rest.substr(0, std::min(blank, rest.size()));
  if (blank != std::string::npos && first.ends_with('-') && first.find("-/") != std::string::npos) {
    prefixes = pieces(first, "/");
    rest = rest.substr(blank);
  }
  std::vector<std::string> labels;
  for (const std::string& item : pieces(rest, ","))
    for (std::string& label : variants_of(item)) labels.push_back(std::move(label));
  std::vector<std::vector<std::string>> groups;
  if (prefixes.size() == 1) {
    for (std::string& label : labels) groups.push_back({std::move(label)});
    return groups;
  }
  for (const std::string& prefix : prefixes) {
    groups.emplace_back();
    for (const std::string& label : labels) groups.back().push_back(prefix + label);
  }
  return groups;
}

/// Returns {"a key=value", "b key=value"} for "a / b key=value".
std::vector<std::string> alternatives_of(std::string_view orrery) {
  std::vector<std::string> parts;
  for (std::size_t at = orrery.find(" / "); at != std::string_view::npos; at = orrery.find(" / ")) {
    parts.emplace_back(trimmed(orrery.substr(0, at)));
    orrery.remove_prefix(at + 3);
  }
  parts.emplace_back(trimmed(orrery));
  const std::size_t tail = std::min(parts.back().find(' '), parts.back().size());
  if (parts.size() > 1)
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) parts[i] += parts.back().substr(tail);
  return parts;
}

bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= text.size(); ++at)
    if (matches(rest, text.substr(at))) return true;
  return false;
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::ranges::find(names, name) != names.end();
}

bool uses_all_ports(const MeasuredRow& row) {
  const auto dimensions = 1 + std::ranges::count(row.shape, 'x');
  return !row.shape.empty() && row.segment == "0" && row.ports == fmt::format("{}", 2 * dimensions);
}

/// Conditions under which libraries run another algorithm than the requested one.
constexpr std::array<std::pair<std::string_view, bool (*)(const MeasuredRow&)>, 3> kConditions{{
    {"count < ranks", [](const MeasuredRow& row) { return row.elements() < row.ranks; }},
    {"ranks odd", [](const MeasuredRow& row) { return row.ranks % 2 != 0; }},
    {"ranks not 2^q", [](const MeasuredRow& row) { return !is_power_of_two(row.ranks); }},
}};

/// Returns the condition of a line; null if it has none.
bool (*condition_of(const CsvLine& line))(const MeasuredRow&) {
  const std::string name = line.optional("if");
  if (name.empty()) return nullptr;
  for (const auto& [known, holds] : kConditions)
    if (known == name) return holds;
  line.refuse("if", fmt::format("'{}'", name),
              "count < ranks, ranks odd, ranks not 2^q or nothing");
}

/// Returns the counterpart of the same name, if the catalogue has it.
std::variant<Counterpart, std::string> existing(Counterpart c) {
  for (const Algorithm* a : catalog())
    if (a->collective == c.collective &&
        a->name == std::string_view(c.algorithm).substr(0, c.algorithm.find('(')))
      return c;
  return fmt::format("no counterpart: {} {} is unknown here", c.collective, c.algorithm);
}

/// Returns the word for the row's collective in a list such as "gatherv/scatterv", by its place
/// among the mapping's collectives.
std::string own_part(const std::string& word, const std::vector<std::string>& collectives,
                     const std::string& collective) {
  const std::vector<std::string> parts = pieces(word, "/");
  const auto at =
      static_cast<std::size_t>(std::ranges::find(collectives, collective) - collectives.begin());
  return parts.size() > 1 && at < parts.size() ? parts[at] : parts.front();
}

}  // namespace

std::string collective_name(std::string_view word) {
  static const std::map<std::string_view, std::string_view> kOthers{
      {"bcast", "broadcast"}, {"RS", "reduce-scatter"}, {"AG", "allgather"}};
  if (const auto found = kOthers.find(word); found != kOthers.end())
    return std::string(found->second);
  return with_hyphens(word);
}

std::vector<MeasuredRow> read_measured(const std::string& path, const GivenFacts& given,
                                       std::vector<std::string>* warnings) {
  CsvTable table = read_csv_file(path);
  if (warnings != nullptr)
    warnings->insert(warnings->end(), table.warnings.begin(), table.warnings.end());
  if (is_benchmark(table)) table = measured_rows(table, given);
  for (const std::string_view name : kNeededColumns)
    if (std::ranges::find(table.head, name) == table.head.end())
      throw InputError({path}, "",
                       {fmt::format("has no column '{}'", name),
                        fmt::format("the columns {}", fmt::join(kNeededColumns, ", "))});
  std::vector<MeasuredRow> rows;
  rows.reserve(table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) rows.push_back(row_of(CsvLine(table, i)));
  return rows;
}

Counterparts::Counterparts(const std::string& path) {
  const CsvTable table = read_csv_file(path);
  for (std::size_t i = 0; i < table.rows.size(); ++i) read_line(CsvLine(table, i));
}

void Counterparts::read_line(const CsvLine& cells) {
  Pattern line;
  line.implementations = names_in(cells.text("impl"));
  line.condition = condition_of(cells);
  for (const std::string& word : names_in(cells.text("collective")))
    line.collectives.push_back(collective_name(word));
  const std::string orrery = cells.text("orrery");
  for (std::string part : pieces(cells.text("pico_label"), ";")) {
    Pattern pattern = line;
    if (auto named = take_collectives(part); !named.empty()) pattern.collectives = std::move(named);
    add(std::move(pattern), part, trimmed(orrery));
  }
}

void Counterparts::add(Pattern pattern, std::string_view labels, std::string_view orrery) {
  if (const std::size_t at = labels.find(kAllPorts); at != std::string_view::npos) {
    pattern.all_ports = true;
    labels = labels.substr(0, at);
  }
  const auto groups = label_groups(std::string(trimmed(without_brackets(labels))));
  const auto alternatives = alternatives_of(orrery);
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (const std::string& label : groups[i]) {
      patterns_.push_back(pattern);
      patterns_.back().label = label;
      patterns_.back().orrery = orrery == kSameNames                   ? ""
                                : alternatives.size() == groups.size() ? alternatives[i]
                                                                       : alternatives.front();
    }
}

std::variant<Counterpart, std::string> Counterparts::of(const MeasuredRow& row) const {
  for (const Pattern& p : patterns_) {
    if (!matches(with_hyphens(p.label), with_hyphens(row.algorithm)) ||
        !holds(p.implementations, row.implementation) || !holds(p.collectives, row.collective) ||
        (p.all_ports && !uses_all_ports(row)) || (p.condition && !p.condition(row)))
      continue;
    if (!p.orrery.empty()) return resolve(p, row);
    if (const Pattern* const same = same_name(row)) return resolve(*same, row);
    return existing({row.collective, with_hyphens(row.algorithm), {}, false});
  }
  // Benchmarks need no mapping: their algorithms have the names of the catalogue.
  if (row.implementation.empty()) return existing({row.collective, row.algorithm, {}, false});
  return std::string("no counterpart: the mapping does not name it");
}

/// Returns the pattern of another line for this name with any implementation.
const Counterparts::Pattern* Counterparts::same_name(const MeasuredRow& row) const {
  const std::string name = with_hyphens(row.algorithm);
  for (const Pattern& p : patterns_)
    if (with_hyphens(p.label) == name && !p.orrery.empty() && !p.all_ports &&
        (!p.condition || p.condition(row)) && !p.orrery.starts_with(kNoCounterpart) &&
        !p.collectives.empty() && holds(p.collectives, row.collective))
      return &p;
  return nullptr;
}

std::variant<Counterpart, std::string> Counterparts::resolve(const Pattern& pattern,
                                                             const MeasuredRow& row) const {
  if (pattern.orrery.starts_with(kNoCounterpart)) {
    const auto why = trimmed(std::string_view(pattern.orrery).substr(kNoCounterpart.size()));
    return fmt::format("no counterpart: {}", why.empty() ? "the mapping has none for it" : why);
  }
  Counterpart found{row.collective, "", {}, false};
  for (std::string word : pieces(pattern.orrery, " ")) {
    if (word.starts_with('('))
      word = word.substr(1, word.size() - 1 - (word.ends_with(')') ? 1 : 0));
    const std::string own = own_part(word, pattern.collectives, row.collective);
    const std::size_t equals = word.find('=');
    if (equals < word.find('('))
      found.keys.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    else if (word == "on" || word == "torus")
      found.on_torus = true;
    else if (is_collective(own) && found.algorithm.empty())
      found.collective = own;
    else
      found.algorithm = own;
  }
  return existing(std::move(found));
}

}  // namespace orrery::inline run
