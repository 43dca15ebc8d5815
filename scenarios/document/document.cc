#include "scenarios/document/document.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <ranges>

#include <fmt/format.h>

#include "emu/base/printable.h"
#include "emu/base/read_toml.h"
#include "emu/net/imports/import.h"
#include "scenarios/document/read_operations.h"
#include "scenarios/text/benchmark_log.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline document {
namespace {

constexpr std::string_view kSkip = "skip_unsupported";
constexpr std::array<std::string_view, 12> kTopLevel{
    "title", "description", "opens_on",  "include", "network", "cost",
    "run",   "conditions",  "operation", "expect",  "lesson",  "page"};

using TomlEntry = std::pair<const toml::key*, const toml::node*>;

/// Returns the entries of a table in the order of the file; toml++ sorts them by name.
std::vector<TomlEntry> in_file_order(const toml::table& table) {
  std::vector<TomlEntry> entries;
  for (auto&& [key, node] : table) entries.emplace_back(&key, &node);
  std::ranges::sort(entries, {}, [](const TomlEntry& e) {
    const auto& at = e.first->source().begin;
    return std::pair(at.line, at.column);
  });
  return entries;
}

class Reader {
 public:
  explicit Reader(Document& document) : document_(document) {}

  void read(const toml::table& root) {
    for (const auto& [key, node] : in_file_order(root)) read_top(key->str(), *key, *node);
  }

  /// Reads a cost file, for messages of `size`.
  void read_costs(const toml::table& root, std::optional<Bytes> size) {
    std::string ranges;
    bool found = false;
    for (const auto& [key, node] : in_file_order(root)) {
      const std::string_view name = key->str();
      if (name == "network" || name == "cost") {
        read_table(name, table_of(name, *node));
      } else if (name == "range" && node->is_array_of_tables()) {
        for (const toml::node& range : *node->as_array())
          found |= read_range(*range.as_table(), size, ranges);
      } else {
        fail(key->source(), name, {"unknown in a file of costs", "[network], [cost] or [[range]]"});
      }
    }
    if (size && !found)
      throw InputError({document_.name}, "",
                       {fmt::format("no [[range]] holds messages of {}; there are {}",
                                    size_text(*size), ranges.empty() ? "none" : ranges)});
  }

 private:
  Place place(const toml::source_region& at) const {
    return {document_.name, static_cast<int>(at.begin.line), static_cast<int>(at.begin.column)};
  }

  [[noreturn]] void fail(const toml::source_region& at, std::string_view path,
                         Complaint complaint) const {
    throw InputError(place(at), std::string(path), std::move(complaint));
  }
  [[noreturn]] void fail_expected(const toml::source_region& at, std::string_view path,
                                  std::string what) const {
    fail(at, path, {.what = "", .expected = std::move(what)});
  }

  void read_top(std::string_view name, const toml::key& key, const toml::node& node) {
    if (name == "title") {
      document_.title = printable(text_of_string(name, node));
    } else if (name == "description") {
      document_.description = printable(text_of_string(name, node));
    } else if (name == "opens_on") {
      document_.opens_on = {text_of_string(name, node), place(node.source())};
    } else if (name == "include") {
      document_.include = {text_of_string(name, node), place(node.source())};
    } else if (name == "expect") {
      read_expect(table_of(name, node), "");
    } else if (name == "operation") {
      document_.operations = read_operations(node, document_.name);
    } else if (name == "lesson") {
      table_of(name, node);  // lessons read its contents and the pages
    } else if (name == "page") {
      if (!node.is_array_of_tables()) fail_expected(node.source(), name, "tables: [[page]]");
    } else if (std::ranges::find(key_tables(), name) != key_tables().end()) {
      read_table(name, table_of(name, node));
    } else if (const Key* known = find_key(name)) {
      fail(key.source(), name, of_another_table(*known));
    } else {
      fail(key.source(), name,
           unknown_word(name, kTopLevel, node.is_table() ? "unknown table" : "unknown key"));
    }
  }

  const toml::table& table_of(std::string_view name, const toml::node& node) const {
    if (const toml::table* table = node.as_table()) return *table;
    fail_expected(node.source(), name, fmt::format("a table: [{}]", name));
  }

  /// Takes the keys of a range that holds `size`; returns whether it does. Describes it in
  /// `ranges`.
  bool read_range(const toml::table& range, std::optional<Bytes> size, std::string& ranges) {
    Bytes from{0}, to{std::numeric_limits<std::int64_t>::max()};
    std::vector<GivenKey> given;
    for (const auto& [name, node] : in_file_order(range)) {
      const std::string path = fmt::format("range.{}", name->str());
      if (name->str() == "from" || name->str() == "to") {
        (name->str() == "from" ? from : to) = size_of(path, *node);
        continue;
      }
      const Key* key = find_key(name->str());
      if (key == nullptr || (key->table != "network" && key->table != "cost"))
        fail(name->source(), path, {"unknown key", "from, to or a key of [network] or [cost]"});
      given.push_back({key, values_of(*key, path, *node), true});
      check_values(given.back(), path);
    }
    if (from >= to)
      fail(range.source(), "range", {"it holds no size", "from to be smaller than to"});
    ranges +=
        fmt::format("{}{} to {}", ranges.empty() ? "" : ", ", size_text(from),
                    to.count() == std::numeric_limits<std::int64_t>::max() ? "any" : size_text(to));
    if (!size || *size < from || *size >= to) return false;
    for (GivenKey& key : given) {
      std::erase_if(document_.keys, [&](const GivenKey& k) { return k.key == key.key; });
      document_.keys.push_back(std::move(key));
    }
    return true;
  }

  Bytes size_of(std::string_view path, const toml::node& node) const {
    const std::string text = text_of_string(path, node);
    try {
      return parse_bytes(text);
    } catch (const ValueError& e) {
      fail(node.source(), path, e.complaint());
    }
  }

  static void check_values(const GivenKey& given, std::string_view path) {
    RunSpec unused;
    for (const GivenValue& value : given.values) try {
        given.key->set(unused, value.text);
      } catch (const std::invalid_argument& e) {
        throw InputError(value.place, std::string(path), complaint_of(e));
      }
  }

  std::string text_of_string(std::string_view name, const toml::node& node) const {
    if (const auto* text = node.as_string()) return text->get();
    fail_expected(node.source(), name, "text in quotes");
  }

  void read_table(std::string_view table, const toml::table& entries) {
    for (const auto& [name, node] : in_file_order(entries)) {
      const std::string path = fmt::format("{}.{}", table, name->str());
      const Key* key = find_key(name->str());
      if (table == "run" && name->str() == kSkip) {
        read_skip(path, *node);
      } else if (key == nullptr || key->table != table) {
        fail(name->source(), path, unknown_key(table, name->str(), key));
      } else {
        document_.keys.push_back({key, values_of(*key, path, *node), false});
      }
    }
  }

  static Complaint of_another_table(const Key& key) {
    return {fmt::format("is a key of [{}]", key.table), "it in that table"};
  }

  static Complaint unknown_key(std::string_view table, std::string_view name,
                               const Key* elsewhere) {
    if (elsewhere != nullptr) return of_another_table(*elsewhere);
    std::vector<std::string_view> here;
    for (const Key& k : all_keys())
      if (k.table == table) here.push_back(k.name);
    if (table == "run") here.push_back(kSkip);
    std::string near = nearest_of(name, here);
    if (near.empty()) near = nearest_of(name, std::views::transform(all_keys(), &Key::name));
    return {.what = fmt::format("unknown key; [{}] has {}", table, fmt::join(here, ", ")),
            .nearest = near};
  }

  void read_skip(std::string_view path, const toml::node& node) {
    if (!node.is_boolean()) fail_expected(node.source(), path, "true or false");
    document_.skip_unsupported = node.as_boolean()->get();
  }

  /// Returns a value, or the values of a sweep.
  std::vector<GivenValue> values_of(const Key& key, std::string_view path,
                                    const toml::node& node) const {
    const toml::array* list = node.as_array();
    std::vector<GivenValue> values;
    if (list == nullptr) {
      append(values, key, scalar(key, path, node), node);
      return values;
    }
    if (list->empty()) fail(node.source(), path, {"the list is empty", std::string(key.expected)});
    if (is_one_value(key, *list)) return {{list_text(path, *list), place(node.source())}};
    for (const toml::node& item : *list) {
      const bool inner = key.list != Key::List::kSweep && item.is_array();
      append(values, key, inner ? list_text(path, *item.as_array()) : scalar(key, path, item),
             item);
    }
    return values;
  }

  /// Appends the values of a range, or one.
  void append(std::vector<GivenValue>& values, const Key& key, const std::string& text,
              const toml::node& node) const {
    for (std::string& value : expanded(key, text))
      values.push_back({std::move(value), place(node.source())});
  }

  static bool is_one_value(const Key& key, const toml::array& list) {
    return key.list == Key::List::kNumbers
               ? list.front().is_integer()
               : key.list == Key::List::kTexts && list.front().is_string();
  }

  /// Returns "list:.." for items that are all like the first: integers or text.
  std::string list_text(std::string_view path, const toml::array& list) const {
    std::string text = "list:";
    const bool texts = !list.empty() && list.front().is_string();
    for (const toml::node& item : list) {
      if (texts ? !item.is_string() : !item.is_integer())
        fail_expected(item.source(), path,
                      fmt::format("{} in the list", texts ? "text in quotes" : "an integer"));
      if (text.back() != ':') text += ',';
      text += texts ? item.as_string()->get() : fmt::format("{}", item.as_integer()->get());
    }
    return text;
  }

  std::string scalar(const Key& key, std::string_view path, const toml::node& node) const {
    if (const auto text = scalar_text(node)) return *text;
    fail_expected(node.source(), path, std::string(key.expected));
  }

  /// Reads [expect]: "a.b.field" = value or { min = , max = }. Dotted keys without quotes arrive as
  /// nested tables.
  void read_expect(const toml::table& table, const std::string& prefix) {
    for (const auto& [name, node] : in_file_order(table)) {
      const std::string path = prefix + std::string(name->str());
      Expectation e{
          path, {document_.name, static_cast<int>(name->source().begin.line)}, {}, {}, {}};
      const toml::table* inner = node->as_table();
      if (inner == nullptr) {
        e.equals = expected_value(path, *node);
      } else if (inner->empty()) {
        fail_expected(node->source(), "expect." + path,
                      "a value, or min and max as in { max = \"60us\" }");
      } else if (inner->is_inline() || inner->contains("min") || inner->contains("max")) {
        read_bounds(path, *inner, e);
      } else {
        read_expect(*inner, path + ".");
        continue;
      }
      document_.expectations.push_back(std::move(e));
    }
  }

  void read_bounds(const std::string& path, const toml::table& table, Expectation& e) const {
    for (const auto& [name, node] : in_file_order(table)) {
      if (name->str() != "min" && name->str() != "max")
        fail(name->source(), fmt::format("expect.{}.{}", path, name->str()),
             {"unknown word", "min or max"});
      (name->str() == "min" ? e.min : e.max) = expected_value(path, *node);
    }
  }

  ExpectedValue expected_value(const std::string& path, const toml::node& node) const {
    if (const auto* s = node.as_string()) return {fmt::format("\"{}\"", s->get()), s->get()};
    if (const auto* i = node.as_integer()) return {fmt::format("{}", i->get()), i->get()};
    if (const auto* d = node.as_floating_point()) return {fmt::format("{}", d->get()), d->get()};
    if (const auto* b = node.as_boolean()) return {b->get() ? "true" : "false", b->get()};
    fail_expected(node.source(), "expect." + path,
                  "a number, true, false, or text such as \"60us\"");
  }

  Document& document_;
};

/// Returns the key of the value, or the end of the key, at `at`: `"ring.rounds"` for `"ring.rounds"
/// = 7`.
std::string key_before(std::string_view text, toml::source_position at) {
  for (toml::source_index line = 1; line < at.line; ++line) text.remove_prefix(text.find('\n') + 1);
  text = text.substr(0, text.find('\n'));
  const std::size_t equals = text.rfind('=', at.column);
  text = trimmed(text.substr(0, equals));
  const std::size_t begin = text.find_last_of("{,");
  return std::string(trimmed(begin == std::string_view::npos ? text : text.substr(begin + 1)));
}

/// Returns "an OSU allgather output", "a SimGrid platform" for a text that is none of the formats of lines, which any list
/// of words could be; empty: it is not known.
std::string kind_of_text(std::string_view text) {
  if (std::string words = benchmark_in_words(text); !words.empty()) return words;
  const imports::NetworkFormat* const format = imports::format_of_network(text);
  return format == nullptr || format == &imports::kEdgeList ? std::string()
                                                            : std::string(format->name);
}

toml::table parse_toml(std::string_view text, const std::string& name) {
  try {
    toml::table table = read_toml(text, name);
    if (table.contains("hosts"))
      throw InputError({name}, "", {"a network", "a scenario here, or --topology file:FILE"});
    return table;
  } catch (const toml::parse_error& e) {
    const auto& at = e.source().begin;
    const Place place{name, static_cast<int>(at.line), static_cast<int>(at.column)};
    const std::string key = key_before(text, at);
    if (e.description().find("cannot redefine existing") != std::string_view::npos && !key.empty())
      throw InputError(place, "", {fmt::format("{} is set twice", key), "each key once"});
    if (const std::string kind = kind_of_text(text); !kind.empty())
      throw InputError({name}, "", {kind, "a scenario here"});
    throw InputError(place, "", {.what = std::string(e.description()), .whole = true});
  }
}

}  // namespace

void include_costs(Document& document, const std::filesystem::path& directory) {
  std::erase_if(document.keys, &GivenKey::included);
  const std::string& text = document.include.text;
  const std::size_t at = std::min(text.rfind('@'), text.size());
  const std::filesystem::path beside = directory / text.substr(0, at);
  std::error_code none;
  Document costs;
  costs.name = std::filesystem::exists(beside, none) ? beside.string() : text.substr(0, at);
  try {
    std::optional<Bytes> size;
    if (at < text.size()) size = parse_bytes(std::string_view(text).substr(at + 1));
    Reader(costs).read_costs(parse_toml(read_text_file(costs.name), costs.name), size);
  } catch (const InputError& e) {
    const Place& by = document.include.place;
    throw InputError(e, by.is_option ? by.text() : fmt::format("included at {}", by.text()));
  } catch (const ValueError& e) {
    Complaint complaint = e.complaint();
    complaint.what = fmt::format("'{}': {}", text, complaint.what);
    throw InputError(document.include.place, "", std::move(complaint));
  }
  for (GivenKey& key : costs.keys) {
    if (std::ranges::find(document.keys, key.key, &GivenKey::key) != document.keys.end()) continue;
    key.included = true;
    document.keys.push_back(std::move(key));
  }
}

Document read_document(std::string_view text, const std::string& name) {
  Document document;
  document.name = name;
  Reader(document).read(parse_toml(text, name));
  if (!document.include.text.empty())
    include_costs(document, std::filesystem::path(name).parent_path());
  return document;
}

}  // namespace orrery::inline document
