#pragma once

#include <string>
#include <vector>

#include "scenarios/keys/keys.h"
#include "scenarios/text/named_values.h"

/// Parts of the tables of keys (keys_*.cc).
namespace orrery::inline keys {

/// A word that is its own value.
struct Word {
  std::string_view word, meaning;
};

/// Returns the words of a table, for Key::choices.
template <const auto& table>
std::vector<Key::Choice> words_of(const RunSpec& /*spec*/) {
  std::vector<Key::Choice> choices;
  for (const auto& choice : table)
    if (!choice.meaning.empty())
      choices.push_back({std::string(choice.word), std::string(choice.meaning)});
  return choices;
}

/// Returns a key whose values are the words of a table, and which a member has: RunSpec::packs, or
/// RunSpec::engine and EngineOptions::sync (a fold over the operator .*).
template <const auto& table, auto... members>
Key word_key(Key key) {
  key.choices = words_of<table>;
  key.set = [](RunSpec& s, std::string_view v) { (s.*....*members) = choose(v, table); };
  key.get = [](const RunSpec& s) { return word_for((s.*....*members), table); };
  return key;
}

/// Puts keys into a table, and fills in the members that follow from the others.
std::vector<Key> completed(std::string_view table, std::vector<Key> keys);

std::vector<Key> network_keys();
std::vector<Key> port_keys();
std::vector<Key> host_keys();
std::vector<Key> cost_keys();
std::vector<Key> run_keys();
std::vector<Key> tuning_keys();    ///< of [run], for algorithms
std::vector<Key> data_keys();      ///< of [run]: sizes by rank, root, operator, datatype
std::vector<Key> neighbor_keys();  ///< of [run], of collectives among neighbours in a grid
std::vector<Key> engine_keys();    ///< the last ones of [run]: payload, protocol, seed
std::vector<Key> condition_keys();

}  // namespace orrery::inline keys
