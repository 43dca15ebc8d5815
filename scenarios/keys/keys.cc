#include "scenarios/keys/keys.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include "emu/base/letters.h"
#include "scenarios/keys/key_values.h"
#include "scenarios/spec/presets.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/value_ranges.h"

namespace orrery::inline keys {
namespace {

/// Returns "full: sends and receives at the same time; half: both share the ports".
std::string meanings_of(const std::vector<Key::Choice>& choices) {
  std::string text;
  for (const Key::Choice& choice : choices)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", choice.word, choice.meaning);
  return text;
}

/// Fills in the members of a key that follow from the others.
Key completed(Key key) {
  const std::vector<Key::Choice> choices = choices_of(key);
  std::vector<std::string_view> words;
  words.reserve(choices.size());
  for (const Key::Choice& choice : choices) words.push_back(choice.word);
  if (key.value.empty()) key.value = fmt::format("{}", fmt::join(words, "|"));
  if (key.expected.empty()) key.expected = one_of(words);
  key.meaning = fmt::format(fmt::runtime(key.meaning), meanings_of(choices));
  key.help = fmt::format("{} Default: {}", key.meaning, key.standard);
  return key;
}

std::vector<Key> built_in_keys() {
  using Part = Key::Part;
  std::vector<Key> all;
  /// Adds a part of a table; its keys are in `part` unless they name another.
  const auto add = [&](std::string_view table, std::vector<Key> keys, Part part = Part::kNowhere) {
    for (Key& key : keys)
      if (key.part == Part::kNowhere) key.part = part;
    std::ranges::move(completed(table, std::move(keys)), std::back_inserter(all));
  };
  add("network", network_keys());
  add("network", port_keys(), Part::kPorts);
  add("network", host_keys());
  add("cost", cost_keys(), Part::kCosts);
  add("run", run_keys());
  add("run", tuning_keys(), Part::kProblem);
  add("run", data_keys(), Part::kProblem);
  add("run", neighbor_keys(), Part::kProblem);
  add("run", engine_keys(), Part::kEngine);
  add("conditions", condition_keys(), Part::kEngine);
  return all;
}

std::vector<Key>& key_table() {
  static std::vector<Key> keys = built_in_keys();
  return keys;
}

/// Returns whether a parenthesis is open; commas in it do not end values: hierarchical(intra=ring,
/// inter=swing).
bool is_open(std::string_view item) {
  return std::ranges::count(item, '(') > std::ranges::count(item, ')');
}

bool continues_value(const Key& key, std::string_view previous, std::string_view item) {
  if (is_open(previous)) return true;
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  if (key.list == Key::List::kTexts)
    return previous.starts_with("list:") && !item.starts_with("list:");
  if (key.list == Key::List::kNumbers)  // other values are names
    return previous.starts_with("list:") && (item.empty() || !is_letter(item.front()));
  if (key.name != "topology") return false;
  if (previous.starts_with("nodes:") && previous.find('@') == std::string_view::npos)
    return true;                                                   // nodes:4x8,mesh,nics=2@star:8
  if (item == "striped") return find_preset(previous) != nullptr;  // lumi:4,striped
  if (item == "one-link") return previous.starts_with("torus:");   // torus:2x4,one-link
  return !item.empty() &&
         item.find_first_not_of("0123456789;") == std::string_view::npos;  // fat-tree:4,4;1,2
}

}  // namespace

std::vector<Key> completed(std::string_view table, std::vector<Key> keys) {
  for (Key& key : keys) {
    key.table = table;
    key = completed(std::move(key));
  }
  return keys;
}

std::span<const Key> all_keys() {
  return key_table();
}

std::span<const std::string_view> key_tables() {
  static constexpr std::array<std::string_view, 4> kTables{"network", "cost", "run", "conditions"};
  return kTables;
}

const Key* find_key(std::string_view name) {
  const auto found = std::ranges::find(all_keys(), name, &Key::name);
  return found == all_keys().end() ? nullptr : &*found;
}

void add_key(Key key) {
  key_table().push_back(completed(std::move(key)));
}

std::string path_of(const Key& key) {
  return fmt::format("{}.{}", key.table, key.name);
}

std::string option_name(const Key& key) {
  return "--" + with_hyphens(key.name);
}

std::vector<std::string> expanded(const Key& key, const std::string& text) {
  if (key.name != "schedule") try {
      return values_in(text);
    } catch (const ValueError&) {
    }
  return {text};
}

std::vector<std::string> split_values(const Key& key, std::string_view list) {
  std::vector<std::string> items;
  for (const std::string_view item : split(list, ',')) {
    if (!items.empty() && continues_value(key, items.back(), item)) {
      items.back() += fmt::format("{}{}", is_open(items.back()) ? ", " : ",", item);
    } else {
      items.emplace_back(item);
    }
  }
  std::vector<std::string> values;
  for (const std::string& item : items)
    for (std::string& value : expanded(key, item)) values.push_back(std::move(value));
  return values;
}

const RunSpec& default_spec() {
  static const RunSpec spec;
  return spec;
}

void give_bytes(RunSpec& spec, Bytes bytes) {
  spec.bytes = bytes;
  spec.bytes_text = size_text(bytes);
}

std::vector<Key::Choice> choices_of(const Key& key, const RunSpec& spec) {
  return key.choices ? key.choices(spec) : std::vector<Key::Choice>();
}

std::string choices_text(const Key& key) {
  const std::vector<Key::Choice> choices = choices_of(key);
  const bool is_told = key.meaning.find("orrery list") != std::string::npos ||
                       std::ranges::any_of(choices, [&](const Key::Choice& choice) {
                         return key.help.find(choice.word + ": ") != std::string::npos ||
                                key.help.find(choice.meaning) != std::string::npos;
                       });
  return is_told ? std::string() : meanings_of(choices);
}

}  // namespace orrery::inline keys
