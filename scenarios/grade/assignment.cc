#include "scenarios/grade/assignment.h"

#include <array>
#include <cmath>
#include <ranges>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/collective.h"
#include "emu/base/read_toml.h"
#include "scenarios/grade/bounds.h"
#include "scenarios/keys/keys.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline grade {
namespace fs = std::filesystem;
namespace {

constexpr std::array<std::string_view, 4> kKinds{"source", "project", "plugin", "schedule"};
constexpr std::array<std::string_view, 13> kCalls{
    "send",         "recv", "sendrecv", "isend", "irecv", "wait", "reduce",
    "reduce_front", "copy", "scratch",  "join",  "lanes", "sub"};
constexpr double kMostPoints = 1e6;
constexpr int kMostRandom = 1000;

using Names = std::span<const std::string_view>;

/// A reader of tables that knows its place for errors.
class AssignmentReader {
 public:
  AssignmentReader(Assignment& into, std::string file, bool is_hidden)
      : into_(into), file_(std::move(file)), hidden_file_(is_hidden) {}

  void read(const toml::table& root) {
    for (auto&& [key, node] : root) read_top(key, node);
  }
  const std::string& hidden() const { return hidden_; }

 private:
  Place place(const toml::source_region& at) const {
    return {file_, static_cast<int>(at.begin.line), static_cast<int>(at.begin.column)};
  }
  [[noreturn]] void fail(const toml::node& node, const std::string& path,
                         Complaint complaint) const {
    throw InputError(place(node.source()), path, std::move(complaint));
  }
  [[noreturn]] void unknown(const toml::key& key, const std::string& table, Names known) const {
    throw InputError(place(key.source()), table + std::string(key.str()),
                     unknown_word(key.str(), known, "unknown key"));
  }

  void read_top(const toml::key& key, const toml::node& node) {
    const std::string_view name = key.str();
    if (name == "seed" && hidden_file_)
      into_.seed = static_cast<std::uint64_t>(integer("seed", node, 0, INT64_MAX));
    else if (name == "part")
      read_parts(node);
    else if (hidden_file_)
      unknown(key, "", std::array<std::string_view, 2>{"seed", "part"});
    else
      read_own(key, node);
  }

  /// Reads a key that the teacher's file does not have.
  void read_own(const toml::key& key, const toml::node& node) {
    const std::string_view name = key.str();
    if (name == "title")
      into_.title = text("title", node);
    else if (name == "collective")
      read_collective(node);
    else if (name == "hidden")
      hidden_ = text("hidden", node);
    else if (name == "allowed")
      read_allowed(table("allowed", node));
    else if (name == "limits")
      read_limits(table("limits", node));
    else
      unknown(key, "",
              std::array<std::string_view, 6>{"title", "collective", "hidden", "allowed", "limits",
                                              "part"});
  }

  void read_collective(const toml::node& node) {
    into_.collective = text("collective", node);
    try {
      find_collective(into_.collective);
    } catch (const std::invalid_argument& e) {
      fail(node, "collective", complaint_of(e));
    }
  }

  void read_allowed(const toml::table& t) {
    for (auto&& [key, node] : t)
      if (key.str() == "submissions")
        into_.kinds = words("allowed.submissions", node, kKinds);
      else if (key.str() == "calls")
        into_.calls = words("allowed.calls", node, kCalls);
      else
        unknown(key, "allowed.", std::array<std::string_view, 2>{"submissions", "calls"});
  }

  void read_limits(const toml::table& t) {
    for (auto&& [key, node] : t) {
      const std::string path = "limits." + std::string(key.str());
      if (key.str() == "build_time")
        into_.build.time = duration(path, node);
      else if (key.str() == "build_memory")
        into_.build.memory = bytes(path, node);
      else if (key.str() == "processes")
        into_.build.processes = static_cast<int>(integer(path, node, 4, 4096));
      else if (key.str() == "run_time")
        into_.run.altogether = into_.run.busy = into_.run.silent = duration(path, node);
      else if (key.str() == "run_memory")
        into_.run.memory = bytes(path, node);
      else if (key.str() == "all_time")
        into_.all = duration(path, node);
      else
        unknown(key, "limits.",
                std::array<std::string_view, 6>{"build_time", "build_memory", "processes",
                                                "run_time", "run_memory", "all_time"});
    }
  }

  void read_parts(const toml::node& node) {
    if (!node.is_array_of_tables()) fail(node, "part", {"", "tables: [[part]]"});
    for (const toml::node& part : *node.as_array()) read_part(*part.as_table());
  }

  void read_part(const toml::table& t) {
    GradedPart part;
    part.place = place(t.source());
    part.hidden = hidden_file_;
    for (auto&& [key, node] : t) read_part_key(part, key, node);
    const auto lacks = [&](const char* what) {
      fail(t, "part", {fmt::format("it has no {}", what), "one"});
    };
    if (part.name.empty()) lacks("name");
    if (part.points <= 0) lacks("points");
    if (part.cases.empty() && part.draws.empty()) lacks("[part.cases]");
    into_.parts.push_back(std::move(part));
  }

  void read_part_key(GradedPart& part, const toml::key& key, const toml::node& node) {
    const std::string_view name = key.str();
    if (name == "name")
      part.name = text("part.name", node);
    else if (name == "points")
      part.points = points(node);
    else if (name == "award")
      part.all = word("part.award", node, std::array<std::string_view, 2>{"share", "all"}) == "all";
    else if (name == "hidden")
      part.hidden = boolean("part.hidden", node) || hidden_file_;
    else if (name == "cases")
      read_cases(part, table("part.cases", node));
    else if (name == "random")
      read_random(part, table("part.random", node));
    else if (name == "at_most")
      read_bounds(part, table("part.at_most", node));
    else
      unknown(key, "part.",
              std::array<std::string_view, 7>{"name", "points", "award", "hidden", "cases",
                                              "random", "at_most"});
  }

  void check_key(const std::string& path, const toml::key& key) const {
    const std::string_view name = key.str();
    for (const std::string_view own : {"collective", "algorithm", "schedule", "seed"})
      if (name == own)
        throw InputError(place(key.source()), path,
                         {"is not for a part", "another key of a scenario"});
    if (find_key(name) != nullptr) return;
    throw InputError(place(key.source()), path,
                     {"unknown key", "a key of a scenario",
                      nearest_of(name, std::views::transform(all_keys(), &Key::name))});
  }

  void read_cases(GradedPart& part, const toml::table& t) {
    for (auto&& [key, node] : t) {
      const std::string path = "part.cases." + std::string(key.str());
      check_key(path, key);
      part.cases.emplace_back(key.str(), fmt::format("{}", fmt::join(values(path, node), ",")));
    }
  }

  void read_random(GradedPart& part, const toml::table& t) {
    part.random = 1;
    for (auto&& [key, node] : t) {
      const std::string path = "part.random." + std::string(key.str());
      if (key.str() == "cases") {
        part.random = static_cast<int>(integer(path, node, 1, kMostRandom));
        continue;
      }
      check_key(path, key);
      part.draws.push_back({std::string(key.str()), values(path, node)});
    }
  }

  void read_bounds(GradedPart& part, const toml::table& t) {
    for (auto&& [key, node] : t) {
      const std::string path = "part.at_most." + std::string(key.str());
      Bound bound{std::string(key.str()), scalar(path, node)};
      try {
        check_bound(bound, into_.collective);
      } catch (const std::invalid_argument& e) {
        fail(node, path, {.what = e.what(), .whole = true});
      }
      part.at_most.push_back(std::move(bound));
    }
  }

  const toml::table& table(const std::string& path, const toml::node& node) const {
    if (const toml::table* t = node.as_table()) return *t;
    fail(node, path, {"", fmt::format("a table: [{}]", path)});
  }
  std::string text(const std::string& path, const toml::node& node) const {
    if (const auto* s = node.as_string()) return s->get();
    fail(node, path, {"", "text in quotes"});
  }
  bool boolean(const std::string& path, const toml::node& node) const {
    if (const auto* b = node.as_boolean()) return b->get();
    fail(node, path, {"", "true or false"});
  }
  std::int64_t integer(const std::string& path, const toml::node& node, std::int64_t min,
                       std::int64_t max) const {
    const auto* i = node.as_integer();
    if (i == nullptr || i->get() < min || i->get() > max)
      fail(node, path, {"", fmt::format("an integer from {} to {}", min, max)});
    return i->get();
  }
  std::int64_t points(const toml::node& node) const {
    const auto value = node.value<double>();
    if (!value || !(*value > 0 && *value <= kMostPoints))
      fail(node, "part.points", {"", "a number above 0, such as 25"});
    return std::llround(*value * 100);
  }
  std::chrono::milliseconds duration(const std::string& path, const toml::node& node) const {
    try {
      const Time time = parse_time(text(path, node));
      if (time < Time(1ms)) throw ValueError({"is less than 1ms"});
      return std::chrono::duration_cast<std::chrono::milliseconds>(time);
    } catch (const ValueError& e) {
      fail(node, path, {e.complaint().what, "a time such as 60s"});
    }
  }
  std::int64_t bytes(const std::string& path, const toml::node& node) const {
    try {
      return parse_bytes(text(path, node)).count();
    } catch (const ValueError& e) {
      fail(node, path, {e.complaint().what, "a size such as 1GiB"});
    }
  }
  std::string word(const std::string& path, const toml::node& node, Names known) const {
    const std::string w = text(path, node);
    if (std::ranges::find(known, w) == known.end()) fail(node, path, unknown_word(w, known));
    return w;
  }
  std::set<std::string> words(const std::string& path, const toml::node& node, Names known) const {
    const toml::array* list = node.as_array();
    if (list == nullptr || list->empty()) fail(node, path, {"", "a list of " + one_of(known)});
    std::set<std::string> all;
    for (const toml::node& item : *list) all.insert(word(path, item, known));
    return all;
  }

  std::string scalar(const std::string& path, const toml::node& node) const {
    if (const auto text = scalar_text(node)) return *text;
    fail(node, path, {"", "a number or text in quotes"});
  }
  /// Returns the values of a node; a list within a list is one value: sizes, skips.
  std::vector<std::string> values(const std::string& path, const toml::node& node) const {
    const toml::array* list = node.as_array();
    if (list == nullptr) return {scalar(path, node)};
    std::vector<std::string> all;
    for (const toml::node& item : *list)
      all.push_back(item.is_array() ? fmt::format("list:{}", fmt::join(values(path, item), ","))
                                    : scalar(path, item));
    if (all.empty()) fail(node, path, {"the list is empty", "a value"});
    return all;
  }

  Assignment& into_;
  std::string file_, hidden_;
  bool hidden_file_;
};

toml::table parse(const fs::path& file) {
  try {
    return read_toml(read_text_file(file), file.string());
  } catch (const toml::parse_error& e) {
    const auto& at = e.source().begin;
    throw InputError({file.string(), static_cast<int>(at.line), static_cast<int>(at.column)}, "",
                     {.what = std::string(e.description()), .whole = true});
  }
}

void refuse(const fs::path& file, const char* what, const char* expected) {
  throw InputError({file.string()}, "", {what, expected});
}

}  // namespace

std::int64_t Assignment::points() const {
  std::int64_t sum = 0;
  for (const GradedPart& part : parts) sum += part.points;
  return sum;
}

Assignment read_assignment(const fs::path& file) {
  Assignment a;
  a.file = file;
  a.kinds = {"source", "project", "plugin"};
  a.run.forbid_catalogue = true;
  a.run.altogether = a.run.busy = a.run.silent = std::chrono::seconds(10);
  a.run.memory = std::int64_t{256} << 20;
  const toml::table root = parse(file);
  AssignmentReader reader(a, file.string(), false);
  reader.read(root);
  if (a.collective.empty())
    refuse(file, "has no collective", "collective = \"broadcast\", or another");
  const fs::path hidden = file.parent_path() / reader.hidden();
  std::error_code error;
  a.has_hidden = !reader.hidden().empty() && fs::exists(hidden, error);
  if (a.has_hidden) AssignmentReader(a, hidden.string(), true).read(parse(hidden));
  if (a.parts.empty()) refuse(file, "has no [[part]]", "one that gives points");
  return a;
}

std::string points_text(std::int64_t hundredths) {
  if (hundredths % 100 == 0) return fmt::format("{}", hundredths / 100);
  if (hundredths % 10 == 0) return fmt::format("{}.{}", hundredths / 100, hundredths / 10 % 10);
  return fmt::format("{}.{:02}", hundredths / 100, hundredths % 100);
}

}  // namespace orrery::inline grade
