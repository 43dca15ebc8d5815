#include "scenarios/document/read_operations.h"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "emu/base/read_toml.h"
#include "scenarios/text/words.h"

namespace orrery::inline document {

namespace {

Place place_of(const toml::node& node, const std::string& source) {
  const auto& at = node.source().begin;
  return {source, static_cast<int>(at.line), static_cast<int>(at.column)};
}

std::string operation_path(std::string_view key) {
  return fmt::format("operation.{}", key);
}

/// A value as text: integers and texts, and lists of these: "list:0,1"; lists of lists have
/// semicolons between them: "list:0,1;2,3".
class ValueText {
 public:
  ValueText(const Key& key, const std::string& source) : key_(key), source_(source) {}

  std::string of(const toml::node& node) const {
    const toml::array* const list = node.as_array();
    if (list == nullptr) return scalar(node);
    if (key_.list == Key::List::kSweep)
      throw InputError(place_of(node, source_), operation_path(key_.name),
                       {"an operation has one value for each key",
                        "one value, or a list in [run], which holds for operations without"});
    const bool nested = !list->empty() && list->front().is_array();
    std::string text = "list:";
    for (const toml::node& item : *list) {
      if (text.back() != ':') text += nested ? ';' : ',';
      if (nested != item.is_array()) fail(item);
      text += nested ? joined(*item.as_array()) : scalar(item);
    }
    return text;
  }

 private:
  [[noreturn]] void fail(const toml::node& node) const {
    throw InputError(place_of(node, source_), operation_path(key_.name),
                     {.what = "", .expected = key_.expected});
  }

  std::string joined(const toml::array& list) const {
    std::string text;
    for (const toml::node& item : list)
      text += fmt::format("{}{}", text.empty() ? "" : ",", scalar(item));
    if (text.empty()) fail(list);
    return text;
  }

  std::string scalar(const toml::node& node) const {
    if (const auto text = scalar_text(node)) return *text;
    fail(node);
  }

  const Key& key_;
  const std::string& source_;
};

[[noreturn]] void fail_unknown(const toml::key& key, const std::string& source) {
  const auto names = std::views::transform(keys_of_operations(), &Key::name);
  const std::string_view name = key.str();
  const Place place{source, static_cast<int>(key.source().begin.line),
                    static_cast<int>(key.source().begin.column)};
  Complaint complaint{fmt::format("unknown key; an operation has {}", fmt::join(names, ", ")),
                      {},
                      nearest_of(name, names)};
  if (const Key* const other = find_key(name))
    complaint = {fmt::format("is a key of [{}]: it holds for the whole run", other->table),
                 "it in that table"};
  throw InputError(place, operation_path(name), std::move(complaint));
}

GivenKey given_key(const toml::key& name, const toml::node& node, const std::string& source) {
  const Key* const key = find_key_of_operations(name.str());
  if (key == nullptr) fail_unknown(name, source);
  GivenKey given{key, {{ValueText(*key, source).of(node), place_of(node, source)}}, false};
  RunSpec unused;
  try {
    key->set(unused, given.values.front().text);
  } catch (const std::invalid_argument& e) {
    throw InputError(given.values.front().place, operation_path(key->name), complaint_of(e),
                     key->expected);
  }
  return given;
}

GivenOperation given_operation(const toml::table& table, const std::string& source) {
  GivenOperation operation{place_of(table, source), {}};
  for (auto&& [name, node] : table) operation.keys.push_back(given_key(name, node, source));
  std::ranges::sort(operation.keys, {}, [](const GivenKey& g) {
    const Place& at = g.values.front().place;
    return std::pair(at.line, at.column);
  });
  if (operation.name().empty())
    throw InputError(operation.place, "operation", {"it has no name", "name = \"forward\""});
  return operation;
}

}  // namespace

std::vector<GivenOperation> read_operations(const toml::node& node, const std::string& source) {
  if (!node.is_array_of_tables())
    throw InputError(place_of(node, source), "operation",
                     {.what = "", .expected = "tables: [[operation]]"});
  constexpr std::size_t kMost = 4096;  // each is compared with those before it
  if (node.as_array()->size() > kMost)
    throw InputError(place_of(node, source), "operation",
                     {fmt::format("there are more than {}", kMost), "repeat for what recurs"});
  std::vector<GivenOperation> operations;
  for (const toml::node& table : *node.as_array()) {
    GivenOperation operation = given_operation(*table.as_table(), source);
    const std::string name = operation.name();
    if (std::ranges::find(operations, name, &GivenOperation::name) != operations.end())
      throw InputError(operation.value("name")->place, "operation.name",
                       {fmt::format("there are two operations '{}'", name), "another name"});
    operations.push_back(std::move(operation));
  }
  return operations;
}

}  // namespace orrery::inline document
