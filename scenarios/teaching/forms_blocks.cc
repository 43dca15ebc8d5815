#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "scenarios/teaching/forms.h"

namespace orrery::teaching {
namespace {

const BlockHistory& history_of(const Subject& s) {
  const ObservedRun& e = s.evidence();
  if (!e.history) throw NoAnswer("it is not known what the messages of this run carry");
  return *e.history;
}

/// Returns when a rank has left a round: it enters a later one, begins a message of one, or has
/// ended.
Time leaves(const ObservedRun& e, int rank, int round) {
  Time first = Time::max();
  for (const RoundEvent& r : e.trace.rounds)
    if (r.rank == rank && r.round > round) first = std::min(first, r.time);
  for (const Trace::Message* m : e.messages())
    if ((m->source == rank || m->destination == rank) && m->round > round)
      first = std::min(first, m->start);
  return first;
}

/// Returns the moment for "after|before round K" on a rank.
Time moment_of(const Subject& s, const Places& p, int rank) {
  const int round = round_at(s, p);
  return leaves(s.evidence(), rank, is_after(p) ? round : round - 1);
}

Time at_start(const Subject& s, const Places& p, int rank) {
  return !is_after(p) && round_at(s, p) == 0 ? Time(0) : moment_of(s, p, rank);
}

int column_at(const Subject& s, const Places& p) {
  const std::string& name = p.find("X")->second;
  const ObservedRun& e = s.evidence();
  const BlockHistory& history = history_of(s);
  for (int c = 0; c < history.columns(); ++c)
    if (block_name(e.blocks, history.block(c)) == name) return c;
  throw NoAnswer(fmt::format("block {} does not exist", name));
}

Value blocks_in(const Subject& s, const Places& p, bool (*counts)(BlockState)) {
  const BlockHistory& history = history_of(s);
  const int rank = rank_at(s, p);
  const Time t = at_start(s, p, rank);
  Value value{Value::Kind::kBlocks};
  for (int c = 0; c < history.columns(); ++c)
    if (counts(history.at(rank, c, t).state))
      value.names.push_back(block_name(s.evidence().blocks, history.block(c)));
  sort_names(value.names);
  return value;
}

bool is_held(BlockState state) {
  return state != BlockState::kAbsent;
}

bool is_final(BlockState state) {
  return state == BlockState::kFinal;
}

/// Returns the blocks in a rank's messages in a round; `side` selects sends or receives.
Value blocks_moved(const Subject& s, const Places& p, int MessageEvent::*side) {
  const ObservedRun& e = s.evidence();
  const int rank = rank_at(s, p), round = round_at(s, p);
  history_of(s);
  Value value{Value::Kind::kBlocks};
  for (const Trace::Message* m : e.messages()) {
    if (m->*side != rank || (round >= 0 && m->round != round)) continue;
    std::ranges::move(e.blocks_of(*m), std::back_inserter(value.names));
  }
  sort_names(value.names);
  return value;
}

Value holders(const Subject& s, const Places& p, bool (*counts)(BlockState)) {
  const BlockHistory& history = history_of(s);
  const int column = column_at(s, p);
  Value value{Value::Kind::kRanks};
  for (int r = 0; r < history.ranks(); ++r)
    if (counts(history.at(r, column, at_start(s, p, r)).state))
      value.names.push_back(fmt::format("{}", r));
  return value;
}

Value contributors(const Subject& s, const Places& p) {
  const BlockHistory& history = history_of(s);
  const int rank = rank_at(s, p);
  Value value{Value::Kind::kRanks};
  for (const Contributors& run : history.contributors(rank, column_at(s, p), at_start(s, p, rank)))
    for (int r = run.first; r <= run.last; ++r) value.names.push_back(fmt::format("{}", r));
  sort_names(value.names);
  return value;
}

constexpr std::array kBlocksForms{
    Form{"blocks of rank R after|before round K", Value::Kind::kBlocks,
         "The blocks of which R holds a part after the round, or before it",
         [](const Subject& s, const Places& p) { return blocks_in(s, p, is_held); }},
    Form{"finished blocks of rank R after|before round K", Value::Kind::kBlocks,
         "The blocks of its result that R has after the round, or before it; in a reduction those "
         "with the whole sum",
         [](const Subject& s, const Places& p) { return blocks_in(s, p, is_final); }},
    Form{"blocks sent by rank R [in round K]", Value::Kind::kBlocks,
         "The blocks in the messages that R sends",
         [](const Subject& s, const Places& p) {
           return blocks_moved(s, p, &MessageEvent::source);
         }},
    Form{"blocks received by rank R [in round K]", Value::Kind::kBlocks,
         "The blocks in the messages that R receives",
         [](const Subject& s, const Places& p) {
           return blocks_moved(s, p, &MessageEvent::destination);
         }},
    Form{"ranks with block X after|before round K", Value::Kind::kRanks,
         "The ranks that hold a part of block X",
         [](const Subject& s, const Places& p) { return holders(s, p, is_held); }},
    Form{"ranks with finished block X after|before round K", Value::Kind::kRanks,
         "The ranks that hold block X as in the result",
         [](const Subject& s, const Places& p) { return holders(s, p, is_final); }},
    Form{"contributors to block X of rank R after|before round K", Value::Kind::kRanks,
         "The ranks whose data are in R's copy of block X at that time", contributors}};

}  // namespace

std::span<const Form> block_forms() {
  return kBlocksForms;
}

}  // namespace orrery::teaching
