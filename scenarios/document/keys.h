#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scenarios/document/kind.h"
#include "scenarios/document/scenario.h"

/// The keys of scenarios. This one table is what the TOML loader, the command's options, its help
/// and the window share.
namespace orrery {

struct Key {
  std::string_view table;     ///< "network", "cost" or "run"
  std::string_view name;      ///< "link_bandwidth"; the option is --link-bandwidth
  std::string_view value;     ///< "BANDWIDTH": stands for the value in help
  std::string_view expected;  ///< "a bandwidth such as 400Gb/s": for errors and help
  std::string_view help;      ///< what it is and its default, one sentence
  /// Puts a value into a spec. THROWS std::invalid_argument saying what was wrong and what was
  /// expected.
  void (*set)(RunSpec&, std::string_view text);
  /// The value of a spec as text that `set` accepts.
  std::string (*get)(const RunSpec&);
  /// What a list in a file, or "list:1,2,3", is.
  enum class List {
    kSweep,    ///< a sweep over its values
    kNumbers,  ///< one value, if it holds integers
    kTexts     ///< one value
  } list = List::kSweep;
  Kind kind = Kind::kText;  ///< of its field in the results
};

/// All keys, table by table. Values are applied in this order, whatever the order in a file.
std::span<const Key> keys();

/// Null if there is none.
const Key* find_key(std::string_view name);

/// "--link-bandwidth".
std::string option_name(const Key& key);

/// The file of that name in the folder of the scenario if there is one, otherwise `path` as it is:
/// in the current folder.
std::string found_file(const RunSpec& spec, const std::string& path);

}  // namespace orrery
