#pragma once

#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "scenarios/teaching/laboratory.h"
#include "scenarios/teaching/value.h"

/// Questions about runs, in words: the one table of forms that answers are made of.
namespace orrery::teaching {

/// An error: a run has no such value, or more than one. what() says so in words: "rank 3 sends
/// nothing in round 2".
class NoAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The values at the places of a form: {"R", "3"}, {"K", "last"}.
using Places = std::map<std::string, std::string, std::less<>>;

/// A cell that a question is about.
struct Subject {
  Laboratory& laboratory;
  std::size_t cell;

  const ObservedRun& evidence() const { return laboratory.evidence(cell); }
  const RunResult& result() const { return laboratory.result(cell); }
};

struct Form {
  /// Words; those in capitals are places, "a|b" is one of two words, and [...] may be left out:
  /// "bytes sent by rank R [in round K]".
  std::string_view pattern;
  Value::Kind kind;
  std::string_view meaning;  ///< one sentence without its stop
  /// Computes the value. THROWS NoAnswer.
  Value (*compute)(const Subject&, const Places&);
};

/// The meaning of a place: "R" is "a rank: its number, or root".
struct PlaceMeaning {
  std::string_view name, meaning;
};
std::span<const PlaceMeaning> place_meanings();

std::span<const Form> message_forms();  ///< return forms on messages
std::span<const Form> block_forms();    ///< return forms on the blocks that ranks hold
std::span<const Form> link_forms();     ///< return forms on the loads of links
std::span<const Form> run_forms();      ///< return forms on cells as a whole

/// Returns the tables above, one after the other.
std::vector<const Form*> forms();

/// Checks the value of a place. THROWS ValueError.
void check_place(std::string_view name, const std::string& text);

/// Returns the rank at a place, in a run. THROWS NoAnswer for an unknown rank or round.
int rank_at(const Subject& subject, const Places& places, std::string_view name = "R");
/// Returns the round; -1 if the form is used without its round.
int round_at(const Subject& subject, const Places& places);
bool is_after(const Places& places);  ///< returns whether "after|before" is "after"

/// Returns "3 -> 4", "3 -> switch:2": by the numbers of hosts and switches, or the names from a
/// file.
std::string link_name(const Topology& topology, LinkId link);

}  // namespace orrery::teaching
