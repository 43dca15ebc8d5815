#pragma once

#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "scenarios/teaching/laboratory.h"
#include "scenarios/teaching/value.h"

/// What can be asked of a run, in words: the one table of forms that answers are made of.
namespace orrery::teaching {

/// A run that has no such value, or more than one. what() says so in words: "rank 3 sends nothing in
/// round 2".
class NoAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What stands at the places of a form: {"R", "3"}, {"K", "last"}.
using Places = std::map<std::string, std::string, std::less<>>;

/// A cell that is asked about.
struct Subject {
  Laboratory& laboratory;
  std::size_t cell;

  const Evidence& evidence() const { return laboratory.evidence(cell); }
  const RunResult& result() const { return laboratory.result(cell); }
};

struct Form {
  /// Words; those in capitals are places, "a|b" is one of two words, and [...] may be left out: "bytes
  /// sent by rank R [in round K]".
  std::string_view pattern;
  Value::Kind kind;
  std::string_view meaning;  ///< one sentence without its stop
  /// THROWS NoAnswer.
  Value (*compute)(const Subject&, const Places&);
};

/// What a place stands for: "R" is "a rank: its number, or root".
struct PlaceMeaning {
  std::string_view name, meaning;
};
std::span<const PlaceMeaning> place_meanings();

std::span<const Form> message_forms();  ///< who sends what to whom when
std::span<const Form> block_forms();    ///< who holds what
std::span<const Form> link_forms();     ///< what links carry
std::span<const Form> run_forms();      ///< of cells as a whole

/// The tables above, one after the other.
std::vector<const Form*> forms();

/// THROWS ValueError if it cannot stand at that place.
void check_place(std::string_view name, const std::string& text);

/// What stands at a place, in a run. THROWS NoAnswer for a rank or a round that there is not.
int rank_at(const Subject& subject, const Places& places, std::string_view name = "R");
/// -1 where the form is used without its round.
int round_at(const Subject& subject, const Places& places);
bool is_after(const Places& places);  ///< of "after|before"

/// "3 -> 4", "3 -> switch:2": by the numbers of hosts and switches, or the names that a file gives them.
std::string link_name(const Topology& topology, LinkId link);

}  // namespace orrery::teaching
