#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/keys/kind.h"
#include "scenarios/spec/scenario.h"

/// The keys of scenarios. This one table is what the TOML loader, the command's options, its help
/// and lists, headings of reports, columns of results and the window share.
namespace orrery {

struct Key {
  /// A value that has a name.
  struct Choice {
    std::string word;
    std::string meaning;
  };
  /// Where the heading of a report says a value. Those of the same part stand in the order of the
  /// table.
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
  /// What a list in a file, or "list:1,2,3", is.
  enum class List {
    kSweep,    ///< a sweep over its values
    kNumbers,  ///< one value, if it holds integers
    kTexts     ///< one value
  };

  std::string_view table{};  ///< one of key_tables()
  std::string_view name{};   ///< "link_bandwidth"; the option is --link-bandwidth
  /// Stands for the value in help: "BANDWIDTH". Empty in the tables of keys_*.cc: all choices.
  std::string value{};
  /// "a bandwidth such as 400Gb/s", for errors and help. Empty there: one of the choices.
  std::string expected{};
  /// What it is. There "{}" stands for the choices and what they mean.
  std::string meaning{};
  std::string help{};           ///< the meaning and the default; empty there
  std::string_view standard{};  ///< the default as people put it: "as link_bandwidth"
  Part part = Part::kNowhere;
  std::string_view phrase{};   ///< how the heading says it: "{} mapping"
  bool always_said = false;    ///< in the heading; otherwise only what is not the default
  std::string_view follows{};  ///< the key whose value it has by default; empty: none
  Kind kind = Kind::kText;     ///< of its field in the results
  List list = List::kSweep;
  /// The values that have names, where the keys before it are as in the spec; null: none.
  std::vector<Choice> (*choices)(const RunSpec&) = nullptr;
  /// Why its value changes nothing in a complete cell, in words ("allreduce has no root"); empty: it may
  /// change something. Null: it always may.
  std::string (*idle)(const RunSpec&) = nullptr;
  /// Puts a value into a spec. THROWS ValueError, or std::invalid_argument whose text is whole.
  void (*set)(RunSpec&, std::string_view text) = nullptr;
  /// The value of a spec as text that `set` accepts.
  std::string (*get)(const RunSpec&) = nullptr;
};

/// All keys, table by table. Values are applied in this order, whatever the order in a file.
std::span<const Key> keys();

/// The tables that have keys, in their order in references: "network", "cost", "run", "conditions".
std::span<const std::string_view> key_tables();

/// Null if there is none.
const Key* find_key(std::string_view name);

/// Keys of an [[operation]]: name, among, after, repeat, messages, compute and processor. Their
/// setters fill RunSpec::operation.
std::span<const Key> own_keys_of_operations();
/// Those, and the keys of [run] that an operation may have as well.
std::vector<const Key*> keys_of_operations();
/// Returns null if there is none.
const Key* find_key_of_operations(std::string_view name);

/// Appends a key, for tests. Before any other use of the tables.
void add_key(Key key);
/// "network.link_bandwidth".
std::string path_of(const Key& key);

/// "--link-bandwidth".
std::string option_name(const Key& key);

/// The values that a text in a list stands for: those of a range (value_ranges.h), otherwise itself, which the
/// key may then refuse.
std::vector<std::string> expanded(const Key& key, const std::string& text);

/// "torus:8x8,two-tier:5,11" -> "torus:8x8" and "two-tier:5,11": cuts a list of values of `key` at
/// its commas, but not at those inside a value, and puts in the values of ranges.
std::vector<std::string> split_values(const Key& key, std::string_view list);

/// What a scenario is that gives no keys.
const RunSpec& default_spec();

/// Sets the size of the problem, and how it is written.
void give_bytes(RunSpec& spec, Bytes bytes);

/// The values of the key that have names; none if it has none.
std::vector<Key::Choice> choices_of(const Key& key, const RunSpec& spec = default_spec());

/// "per-link: one for each link of the host; unlimited: ...". Nothing where the meaning of the key says
/// it, or which list has them.
std::string choices_text(const Key& key);

}  // namespace orrery
