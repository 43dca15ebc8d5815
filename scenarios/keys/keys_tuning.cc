// Keys of [run] by which algorithms are tuned.
#include <algorithm>

#include "algorithms/algorithm.h"
#include "scenarios/keys/idle.h"
#include "scenarios/keys/key_values.h"
#include "scenarios/spec/given_groups.h"

namespace orrery::inline keys {
namespace {

using List = Key::List;
using Part = Key::Part;

constexpr std::array<Named<int>, 1> kRadices{{{"auto", 0, "the best on this network"}}};
constexpr std::array<Named<int>, 1> kAggregations{{{"auto", 0, "no limit"}}};
constexpr std::array<Word, 3> kBlocks{
    {{"auto", "the best for the costs"},
     {"F=100", "of at most 100 sqrt(m/q) bytes, q = ceil(log2 p), as Träff cuts broadcasts"},
     {"G=40", "sqrt(m q)/40 of them, as Träff cuts allgathervs"}}};
constexpr std::array<Word, 3> kGroups{
    {{"auto", "by host where one has several ranks, else by switch, else near a square"},
     {"host", "the ranks of one host"},
     {"switch", "the hosts of one switch"}}};
constexpr std::array<Named<Order>, 2> kOrders{
    {{"linear", Order::kLinear, "r with r XOR 2^s"},
     {"torus", Order::kTorus, "dimension by dimension of a torus"}}};
constexpr std::array<Word, 4> kSkips{
    {{"halving", "half of the last, rounded up, down to 1"},
     {"power-of-two", "the powers of two below p, the largest first"},
     {"linear", "p - 1, p - 2, ..., 1"},
     {"sqrt", "in steps of the root of p, rounded up, then halving"}}};
void set_skips(RunSpec& s, std::string_view text) {
  s.skips = std::string(text);
  s.tuning.skips.clear();
  if (!text.starts_with("list:")) {
    constexpr std::array<std::string_view, 4> names{"halving", "power-of-two", "linear", "sqrt"};
    if (std::ranges::find(names, text) == names.end())
      throw unknown(text, one_of(names) + ", or a list", names);
    return;
  }
  for (const std::string_view skip : list_items(text)) s.tuning.skips.push_back(parse_int(skip, 1));
}

void set_groups(RunSpec& s, std::string_view text) {
  check_groups_text(text);
  s.groups = std::string(text);
}

int number_or_auto(std::string_view text, int least) {
  return text == "auto" ? 0 : parse_int(text, least);
}

void set_blocks(RunSpec& s, std::string_view text) {
  s.block_rule = read_block_rule(text);
  s.tuning.blocks = s.block_rule.given() ? 0 : number_or_auto(text, 1);
}

}  // namespace

std::vector<Key> tuning_keys() {
  return {
      {.name = "blocks",
       .value = "N|auto|F=X|G=X",
       .expected = "an integer of at least 1, auto, or a rule such as F=100 or G=40",
       .meaning = "Blocks that a pipelined algorithm cuts its vector into. F=X: as few as possible "
                  "of at most X sqrt(m/q) bytes, m bytes and q = ceil(log2 p); G=X: sqrt(m q)/X, "
                  "rounded down, at least 1. Both are Träff's (2023, Sec. 3).",
       .standard = "auto (the best for the costs)",
       .phrase = "{} blocks",
       .choices = words_of<kBlocks>,
       .idle = idle_tuning<&Algorithm::pipelined>,
       .set = set_blocks,
       .get =
           [](const RunSpec& s) {
             return s.block_rule.given() ? s.block_rule.text() : auto_or_number(s.tuning.blocks);
           }},
      {.name = "radix",
       .value = "K|auto",
       .expected = "an integer of at least 2, or auto",
       .meaning = "Radix k of algorithms such as k-nomial trees: in a round a rank has k-1 "
                  "messages in flight.",
       .standard = "auto (the best on this network)",
       .phrase = "radix {}",
       .choices = words_of<kRadices>,
       .idle = idle_tuning<&Algorithm::radixed>,
       .set = [](RunSpec& s, std::string_view t) { s.tuning.radix = number_or_auto(t, 2); },
       .get = [](const RunSpec& s) { return auto_or_number(s.tuning.radix); }},
      {.name = "aggregation",
       .value = "A|auto",
       .expected = "an integer of at least 1, or auto",
       .meaning = "Largest number of blocks that a rank of PAT handles in one step, rounded down "
                  "to a power of two.",
       .standard = "auto (no limit)",
       .phrase = "aggregation {}",
       .choices = words_of<kAggregations>,
       .idle = idle_tuning<&Algorithm::aggregating>,
       .set = [](RunSpec& s, std::string_view t) { s.tuning.aggregation = number_or_auto(t, 1); },
       .get = [](const RunSpec& s) { return auto_or_number(s.tuning.aggregation); }},
      {.name = "groups",
       .value = "host|switch|N|list:G,..",
       .expected = "auto, host, switch, a number of ranks, or a list with the group of each rank",
       .meaning =
           "Groups of ranks for algorithms of several levels; with slashes between them groups of "
           "groups, the finest first: host/switch, 4/16.",
       .standard = "auto (by host or switch where there are several)",
       .phrase = "groups {}",
       .list = List::kNumbers,
       .choices = words_of<kGroups>,
       .idle = idle_groups,
       .set = set_groups,
       .get = [](const RunSpec& s) { return s.groups; }},
      word_key<kOrders, &RunSpec::tuning, &Tuning::order>(
          {.name = "order",
           .meaning = "Order in which recursive doubling and rabenseifner pair ranks: r with r XOR "
                      "2^s, or dimension by dimension of a torus.",
           .standard = "linear",
           .phrase = "{} order",
           .idle = idle_tuning<&Algorithm::ordered>}),
      {.name = "skips",
       .value = "NAME|list:S,..",
       .expected = "halving, power-of-two, linear, sqrt or a list",
       .meaning = "Distances of the circulant reductions, one for each round.",
       .standard = "halving",
       .phrase = "{} skips",
       .list = List::kNumbers,
       .choices = words_of<kSkips>,
       .idle = idle_tuning<&Algorithm::skipped>,
       .set = set_skips,
       .get = [](const RunSpec& s) { return s.skips; }},
  };
}

}  // namespace orrery::inline keys
