#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/keys/kind.h"
#include "scenarios/spec/scenario.h"

/// The keys of scenarios: one table for the TOML loader, the command's options, its help and lists,
/// headings of reports, columns of results and the window.
namespace orrery::inline keys {

struct Key {
  /// A value that has a name.
  struct Choice {
    std::string word;
    std::string meaning;
  };
  /// The place of a value in the heading of a report. Values in the same part stand in the order of
  /// the table.
  enum class Part {
    kProblem,
    kNetwork,
    kRanks,
    kHosts,
    kMapping,
    kData,
    kLinks,  ///< the first of the second line: the costs
    kCosts,
    kPorts,
    kEngine,
    kNowhere
  };
  /// The meaning of a list in a file, or of "list:1,2,3".
  enum class List {
    kSweep,    ///< a sweep over its values
    kNumbers,  ///< one value, if it holds integers
    kTexts     ///< one value
  };

  std::string_view table{};  ///< one of key_tables(); empty in keys_*.cc
  std::string_view name{};   ///< "link_bandwidth"; the option is --link-bandwidth
  /// Stands for the value in help: "BANDWIDTH". Empty in the tables of keys_*.cc: all choices.
  std::string value{};
  /// "a bandwidth such as 400Gb/s", for errors and help. Empty there: one of the choices.
  std::string expected{};
  /// The meaning. "{}" in keys_*.cc stands for the choices and their meanings.
  std::string meaning{};
  std::string help{};           ///< the meaning and the default; empty there
  std::string_view standard{};  ///< the default in words: "as link_bandwidth"
  Part part = Part::kNowhere;
  std::string_view phrase{};   ///< text of the heading: "{} mapping"
  bool always_said = false;    ///< in the heading; otherwise only if not the default
  std::string_view follows{};  ///< the key that gives its default; empty: none
  Kind kind = Kind::kText;     ///< of its field in the results
  List list = List::kSweep;
  /// Returns the values that have names; keys earlier in the table are as in the spec. Null: none.
  std::vector<Choice> (*choices)(const RunSpec&) = nullptr;
  /// Returns why the value changes nothing in a complete cell, in words ("allreduce has no root");
  /// empty: it may change something. Null: it always may.
  std::string (*idle)(const RunSpec&) = nullptr;
  /// Sets a value in a spec. THROWS ValueError, or std::invalid_argument with a complete message.
  void (*set)(RunSpec&, std::string_view text) = nullptr;
  /// Returns the value of a spec as text that `set` accepts.
  std::string (*get)(const RunSpec&) = nullptr;
};

/// Returns all keys, table by table. Values are applied in this order, not in that of a file.
std::span<const Key> all_keys();

/// Returns the tables that have keys, in their order in references: "network", "cost", "run",
/// "conditions".
std::span<const std::string_view> key_tables();

/// Finds a key by its name; null if there is none.
const Key* find_key(std::string_view name);

/// Returns the keys of an [[operation]]: name, among, after, repeat, messages, compute and
/// processor. Their setters fill RunSpec::operation.
std::span<const Key> own_keys_of_operations();
/// Returns those, and the keys of [run] that an operation may have as well.
std::vector<const Key*> keys_of_operations();
/// Finds a key of operations by its name; null if there is none.
const Key* find_key_of_operations(std::string_view name);

/// Appends a key, for tests, before any other use of the tables.
void add_key(Key key);
/// Returns "network.link_bandwidth".
std::string path_of(const Key& key);

/// Returns "--link-bandwidth".
std::string option_name(const Key& key);

/// Returns the values that a text in a list stands for: those of a range (value_ranges.h),
/// otherwise the text itself, which the key may then refuse.
std::vector<std::string> expanded(const Key& key, const std::string& text);

/// Splits "torus:8x8,two-tier:5,11" into "torus:8x8" and "two-tier:5,11": cuts a list of values for
/// `key` at its commas, but not inside a value, and expands ranges.
std::vector<std::string> split_values(const Key& key, std::string_view list);

/// Returns the spec of a scenario without keys.
const RunSpec& default_spec();

/// Sets the size of the problem, as a number and as text.
void give_bytes(RunSpec& spec, Bytes bytes);

/// Returns the values of the key that have names; none if it has none.
std::vector<Key::Choice> choices_of(const Key& key, const RunSpec& spec = default_spec());

/// Returns "per-link: one for each link of the host; unlimited: ...". Empty if the key's meaning
/// has them, or names the list that has them.
std::string choices_text(const Key& key);

}  // namespace orrery::inline keys
