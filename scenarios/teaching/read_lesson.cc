#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <ranges>

#include <fmt/format.h>

#include "emu/base/printable.h"
#include "emu/base/quantity.h"
#include "emu/base/read_toml.h"
#include "scenarios/document/document.h"
#include "scenarios/teaching/lesson.h"
#include "scenarios/teaching/translate.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/translation.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {
namespace {

constexpr std::array<std::string_view, 7> kShown{"network", "blocks", "tree",   "timeline",
                                                 "listing", "report", "compare"};

struct QuestionKind {
  std::string_view name;
  Value::Kind kind;
};
constexpr std::array kQuestionKinds{
    QuestionKind{"number", Value::Kind::kQuantity}, QuestionKind{"choice", Value::Kind::kWord},
    QuestionKind{"rank", Value::Kind::kRank},       QuestionKind{"ranks", Value::Kind::kRanks},
    QuestionKind{"link", Value::Kind::kLink},       QuestionKind{"links", Value::Kind::kLinks},
    QuestionKind{"block", Value::Kind::kBlock},     QuestionKind{"blocks", Value::Kind::kBlocks},
    QuestionKind{"order", Value::Kind::kOrder},     QuestionKind{"row", Value::Kind::kRow}};

/// A reader of one table; every key of it has to be known.
class TableReader {
 public:
  using Entry = std::function<void(const toml::node&)>;

  TableReader(const std::string& file, std::string path, const toml::table& table)
      : file_(file), path_(std::move(path)), table_(table) {}

  Place place() const { return place_of(table_.source()); }

  void text(std::string_view name, const std::function<void(const std::string&)>& use) {
    add(name, [this, name, use](const toml::node& node) {
      use_value(name, node, printable(text_of_node(name, node)), use);
    });
  }
  void integer(std::string_view name, int& value) {
    add(name, [this, name, &value](const toml::node& node) {
      const auto* i = node.as_integer();
      if (i == nullptr || i->get() < 0 || i->get() > std::numeric_limits<int>::max())
        fail(node, name, {.what = "", .expected = "a number from 0"});
      value = static_cast<int>(i->get());
    });
  }
  void add(std::string_view name, Entry entry) { entries_.emplace_back(name, std::move(entry)); }

  /// Reads all keys of the table. THROWS InputError for unknown keys, and for missing ones in
  /// `needed`.
  void read(std::initializer_list<std::string_view> needed) {
    for (auto&& [key, node] : table_) {
      const auto entry =
          std::ranges::find(entries_, key.str(), &std::pair<std::string_view, Entry>::first);
      if (entry == entries_.end()) unknown(key);
      entry->second(node);
    }
    for (const std::string_view name : needed)
      if (!table_.contains(name))
        throw InputError(place(), path_, {fmt::format("it has no {}", name), std::string(name)});
  }

  [[noreturn]] void fail(const toml::node& node, std::string_view name, Complaint complaint) const {
    throw InputError(place_of(node.source()), fmt::format("{}.{}", path_, name),
                     std::move(complaint));
  }

  std::string text_of_node(std::string_view name, const toml::node& node) const {
    if (const auto text = scalar_text(node)) return *text;
    fail(node, name, {.what = "", .expected = "text in quotes"});
  }

  std::vector<std::string> texts_of_node(std::string_view name, const toml::node& node) const {
    const toml::array* list = node.as_array();
    if (list == nullptr) return {text_of_node(name, node)};
    std::vector<std::string> texts;
    for (const toml::node& item : *list) texts.push_back(text_of_node(name, item));
    return texts;
  }

  Place place_of(const toml::source_region& at) const {
    return {at.path ? *at.path : file_, static_cast<int>(at.begin.line),
            static_cast<int>(at.begin.column)};
  }

 private:
  void use_value(std::string_view name, const toml::node& node, const std::string& value,
                 const std::function<void(const std::string&)>& use) const {
    try {
      use(value);
    } catch (const ValueError& e) {
      fail(node, name, e.complaint());
    }
  }

  [[noreturn]] void unknown(const toml::key& key) const {
    throw InputError(place_of(key.source()), fmt::format("{}.{}", path_, key.str()),
                     unknown_word(key.str(), std::views::keys(entries_), "unknown key"));
  }

  const std::string& file_;
  std::string path_;
  const toml::table& table_;
  std::vector<std::pair<std::string_view, Entry>> entries_;
};

std::function<void(const std::string&)> to(std::string& text) {
  return [&text](const std::string& value) { text = value; };
}
std::function<void(const std::string&)> to(Text& text) {
  return [&text](const std::string& value) { text = Text(value); };
}
/// Returns a reader of an answer; refuses one that no run can change.
std::function<void(const std::string&)> to(Expression& expression) {
  return [&expression](const std::string& value) {
    expression = Expression(value);
    if (expression.is_typed())
      throw ValueError({fmt::format("'{}' is typed, not computed from the run", value),
                        "a metric such as rounds, or one of `orrery list answers`"});
  };
}

void check_word(const std::string& value, std::span<const std::string_view> known) {
  if (std::ranges::find(known, value) == known.end()) throw ValueError(unknown_word(value, known));
}

Value::Kind kind_of(const std::string& name) {
  std::vector<std::string_view> names;
  for (const QuestionKind& k : kQuestionKinds) {
    if (k.name == name) return k.kind;
    names.push_back(k.name);
  }
  check_word(name, names);
  return {};
}

/// Reads "5%", or a quantity.
AnswerTolerance tolerance_of(const std::string& text) {
  if (text.ends_with('%'))
    return {parse_quantity(std::string_view(text).substr(0, text.size() - 1)).amount / 100, {}};
  return {0, parse_quantity(text)};
}

void check_follow(const std::string& text) {
  static constexpr std::array<std::string_view, 3> kThings{"rank", "link", "block"};
  check_word(text.substr(0, text.find(' ')), kThings);
}

/// Calls f for every table of a list of tables.
template <class F>
void for_each_table(const TableReader& reader, std::string_view name, const toml::node& node,
                    F&& f) {
  const toml::array* list = node.as_array();
  if (list == nullptr || !node.is_array_of_tables())
    reader.fail(node, name, {.what = "", .expected = fmt::format("tables: [[{}]]", name)});
  for (const toml::node& item : *list) f(*item.as_table());
}

const toml::table& table_in(const TableReader& reader, std::string_view name,
                            const toml::node& node) {
  if (const toml::table* table = node.as_table()) return *table;
  reader.fail(node, name, {.what = "", .expected = "a table"});
}

Hint read_hint(const std::string& file, const toml::table& table) {
  Hint hint;
  TableReader reader(file, "page.question.hint", table);
  hint.place = reader.place();
  reader.text("answer", to(hint.answer));
  reader.text("text", to(hint.text));
  reader.read({"answer", "text"});
  return hint;
}

Question read_question(const std::string& file, const toml::table& table) {
  Question q;
  TableReader reader(file, "page.question", table);
  q.place = reader.place();
  reader.text("kind", [&](const std::string& text) { q.kind = kind_of(text); });
  reader.text("ask", to(q.ask));
  reader.text("answer", to(q.answer));
  reader.text("unit", [&](const std::string& text) { parse_quantity("1" + text), q.unit = text; });
  reader.text("tolerance", [&](const std::string& text) { q.tolerance = tolerance_of(text); });
  reader.add("choices",
             [&](const toml::node& node) { q.choices = reader.texts_of_node("choices", node); });
  reader.text("explain", to(q.explain));
  reader.add("hint", [&](const toml::node& node) {
    for_each_table(reader, "hint", node,
                   [&](const toml::table& t) { q.hints.push_back(read_hint(file, t)); });
  });
  reader.read({"kind", "ask", "answer"});
  const bool is_number = q.kind == Value::Kind::kQuantity;
  if (!is_number && (q.tolerance || !q.unit.empty()))
    throw InputError(q.place, "page.question",
                     {"only a number has a unit or a tolerance", "kind = \"number\""});
  if (!q.choices.empty() && q.kind != Value::Kind::kWord)
    throw InputError(q.place, "page.question",
                     {"only one of several has choices", "kind = \"choice\""});
  return q;
}

Overrides read_overrides(const TableReader& reader, const toml::table& table) {
  Overrides overrides;
  for (auto&& [key, node] : table)
    overrides.emplace_back(std::string(key.str()),
                           fmt::format("{}", fmt::join(reader.texts_of_node("set", node), ",")));
  return overrides;
}

void read_moment(TableReader& reader, Page& page) {
  reader.add("round", [&](const toml::node& node) {
    const auto* i = node.as_integer();
    if (i == nullptr || i->get() < 0 || i->get() > 1'000'000)
      reader.fail(node, "round", {.what = "", .expected = "the number of a round, from 0"});
    page.moment.round = static_cast<int>(i->get());
  });
  reader.text("when", [&](const std::string& text) {
    static constexpr std::array<std::string_view, 2> kWhen{"before", "after"};
    check_word(text, kWhen);
    page.moment.after = text == "after";
  });
  reader.text("time", [&](const std::string& text) { page.moment.time = parse_time(text); });
}

Page read_page(const std::string& file, const toml::table& table, int number) {
  Page page;
  page.number = number;
  TableReader reader(file, "page", table);
  page.place = reader.place();
  reader.text("title", to(page.title));
  reader.text("text", to(page.text));
  reader.text("notes", to(page.notes));
  reader.text("scenario", to(page.scenario));
  reader.text("cell", to(page.cell));
  reader.add("set", [&](const toml::node& node) {
    page.overrides = read_overrides(reader, table_in(reader, "set", node));
  });
  read_moment(reader, page);
  reader.text("show", [&](const std::string& text) { check_word(text, kShown), page.show = text; });
  reader.text("follow", [&](const std::string& text) { check_follow(text), page.follow = text; });
  reader.text("with", to(page.with));
  reader.add("question", [&](const toml::node& node) {
    page.question = read_question(file, table_in(reader, "question", node));
  });
  reader.read({"title", "text"});
  if (page.moment.round && page.moment.time)
    throw InputError(page.place, "page", {"round and time are both given", "one of them"});
  if ((page.show == "compare") != !page.with.empty())
    throw InputError(page.place, "page.with",
                     {page.with.empty() ? "it is missing" : "nothing is compared",
                      "with = CELL beside show = \"compare\""});
  return page;
}

void read_head(const std::string& file, const toml::table& table, Lesson& lesson) {
  TableReader reader(file, "lesson", table);
  reader.integer("number", lesson.number);
  reader.integer("minutes", lesson.minutes);
  reader.text("goal", to(lesson.goal));
  reader.read({"goal"});
}

/// Returns the name under which find_scenario() finds it.
std::string name_of(const std::filesystem::path& file) {
  const auto relative = file.lexically_relative(scenario_directory());
  const bool inside = !relative.empty() && *relative.begin() != "..";
  return (inside ? std::filesystem::path(relative).replace_extension() : file).string();
}

toml::table parsed(const std::filesystem::path& file) {
  try {
    return read_toml(read_text_file(file), file.string());
  } catch (const toml::parse_error& e) {
    throw InputError({file.string(), static_cast<int>(e.source().begin.line)}, "",
                     {.what = std::string(e.description()), .whole = true});
  }
}

bool lesson_precedes(const Lesson& a, const Lesson& b) {
  const auto key = [](const Lesson& l) { return std::tuple(l.number == 0, l.number, l.name); };
  return key(a) < key(b);
}

}  // namespace

Lesson read_lesson(std::string_view text, const std::string& name,
                   const std::filesystem::path& translation) {
  Lesson lesson;
  lesson.file = name;
  lesson.name = name_of(name);
  lesson.title = read_document(text, name).title;
  toml::table root = read_toml(text, name);
  if (!translation.empty()) {
    translate(root, parsed(translation));
    lesson.title = root["title"].value_or(lesson.title);
  }
  if (const toml::table* head = root["lesson"].as_table()) read_head(name, *head, lesson);
  constexpr std::size_t kMostPages = 1000;  // hours for a class
  if (const toml::array* pages = root["page"].as_array()) {
    if (pages->size() > kMostPages)
      throw InputError({name}, "page",
                       {fmt::format("there are more than {}", kMostPages), "several lessons"});
    for (const toml::node& page : *pages)
      lesson.pages.push_back(
          read_page(name, *page.as_table(), static_cast<int>(lesson.pages.size()) + 1));
  }
  if (lesson.pages.empty())
    throw InputError({name}, "", {"it has no pages", "a lesson with [[page]]s"});
  return lesson;
}

bool has_pages(std::string_view text) {
  return text.find("[[page]]") != std::string_view::npos;
}

bool is_lesson(const std::filesystem::path& file) {
  return !file.empty() && file != "-" && has_pages(read_text_file(find_scenario(file)));
}

Lesson load_lesson(const std::filesystem::path& file, std::string_view language) {
  const auto found = find_scenario(file);
  return read_lesson(read_text_file(found), found.string(), translation_of(found, language));
}

std::vector<Lesson> built_in_lessons(std::string_view language) {
  std::vector<Lesson> lessons;
  for (const auto& path : built_in_scenarios()) {
    const auto file = scenario_directory() / path;
    const std::string text = read_text_file(file);
    if (has_pages(text))
      lessons.push_back(read_lesson(text, file.string(), translation_of(file, language)));
  }
  std::ranges::sort(lessons, lesson_precedes);
  return lessons;
}

}  // namespace orrery::teaching
