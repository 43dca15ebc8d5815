#include "scenarios/teaching/forms.h"

#include <array>

#include <fmt/format.h>

#include "scenarios/keys/keys.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {
namespace {

constexpr std::array kPlaces{
    PlaceMeaning{"R", "a rank: its number, or root"},
    PlaceMeaning{"K",
                 "a round: its number, from 0, or last; \"each round\" for \"round K\" makes a "
                 "row of the values of all rounds"},
    PlaceMeaning{"A", "an end of a link: the number of a host, its name, or switch:2"},
    PlaceMeaning{"B", "the other end of it"},
    PlaceMeaning{"X", "a block, by its name"},
    PlaceMeaning{"KEY", "a key that the scenario sweeps: algorithm"},
    PlaceMeaning{"METRIC", "a metric of the results: completion_time"}};

constexpr int kMostNumber = 1'000'000;

std::vector<std::string_view> swept_keys() {
  std::vector<std::string_view> names;
  for (const Key& key : all_keys()) names.push_back(key.name);
  return names;
}

/// Checks for a number, or the word that may stand for one.
void check_number(std::string_view what, const std::string& text, std::string_view or_word) {
  if (text == or_word) return;
  try {
    parse_integer(text, 0, kMostNumber);
  } catch (const ValueError&) {
    throw ValueError(
        {fmt::format("'{}' is not a {}", text, what), fmt::format("its number or {}", or_word)});
  }
}

void check_name(std::string_view what, const std::string& text, bool known,
                const std::vector<std::string_view>& names) {
  if (!known)
    throw ValueError(
        {.what = fmt::format("'{}' is not a {}", text, what), .nearest = nearest_of(text, names)});
}

}  // namespace

std::span<const PlaceMeaning> place_meanings() {
  return kPlaces;
}

std::vector<const Form*> forms() {
  std::vector<const Form*> all;
  for (const auto table : {message_forms(), block_forms(), link_forms(), run_forms()})
    for (const Form& form : table) all.push_back(&form);
  return all;
}

void check_place(std::string_view name, const std::string& text) {
  if (name == "R") check_number("rank", text, "root");
  if (name == "K") check_number("round", text, "last");
  if (name == "KEY") check_name("key", text, find_key(text) != nullptr, swept_keys());
  if (name == "METRIC") check_name("metric", text, find_field(text) != nullptr, field_names());
}

int rank_at(const Subject& subject, const Places& places, std::string_view name) {
  const std::string& text = places.find(name)->second;
  const RunSpec& spec = subject.result().spec;
  const int rank =
      text == "root" ? spec.root : static_cast<int>(parse_integer(text, 0, kMostNumber));
  if (rank < spec.ranks) return rank;
  throw NoAnswer(
      fmt::format("rank {} does not exist; the run has ranks 0 to {}", rank, spec.ranks - 1));
}

int round_at(const Subject& subject, const Places& places) {
  const auto place = places.find("K");
  if (place == places.end()) return -1;
  const int rounds = subject.evidence().rounds();
  const int round = place->second == "last"
                        ? rounds - 1
                        : static_cast<int>(parse_integer(place->second, 0, kMostNumber));
  if (round >= 0 && round < rounds) return round;
  throw NoAnswer(fmt::format("round {} does not exist; the run has rounds 0 to {}", place->second,
                             rounds - 1));
}

bool is_after(const Places& places) {
  return places.find("after|before")->second == "after";
}

}  // namespace orrery::teaching
