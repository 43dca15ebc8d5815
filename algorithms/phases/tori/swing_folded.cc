#include "algorithms/phases/tori/swing_folded.h"

#include <algorithm>
#include <cmath>

#include "emu/net/network.h"

namespace orrery::inline algorithms {

namespace {

constexpr int kMostTurns = 8;
constexpr int kTurns =
    128;  // times the nodes of a line: on long ones the steps take most of the time

bool is_odd(int side) {
  return side > 1 && side % 2 == 1;
}

/// Returns the sides row-major, for the constructor of Torus.
std::vector<int> even_sides(const Torus& torus) {
  std::vector<int> dims;
  dims.reserve(torus.sides().size());
  for (int i = torus.dimensions() - 1; i >= 0; --i)
    dims.push_back(torus.side(i) - (is_odd(torus.side(i)) ? 1 : 0));
  return dims;
}

/// A plan of participants, with the ranks of a fold as its peers.
template <class Plan>
class Renamed {
 public:
  Renamed(Plan& plan, const EvenFold& fold) : plan_(plan), fold_(fold) {}

  int steps() const { return plan_.steps(); }
  bool holds_up(int, int) const { return true; }
  bool settles(int) const { return false; }
  int returns(int s) const { return s; }
  template <class F>
  void for_each_exchange(int s, int, F&& f) {
    plan_.for_each_exchange(s, s, [&](int peer, const auto& give, const auto& keep) {
      f(fold_.rank_of(peer), give, keep);
    });
  }

 private:
  Plan& plan_;
  const EvenFold& fold_;
};

/// Calls f(plan, blocks of v) for a rank that takes part.
template <class F>
void on_plan(const EvenFold& fold, Slice v, int rank, F&& f) {
  with_plan(fold.participants(), fold.direction(), fold.participant_of(rank),
            [&](auto& plan, auto) {
              Renamed renamed(plan, fold);
              f(renamed, VectorBlocks(v, fold.participants().size()));
            });
}

/// Returns the stage in which the rank leaves, or the number of stages.
int leaves(const EvenFold& fold, int rank) {
  int k = 0;
  const auto stages = static_cast<int>(fold.stages().size());
  while (k < stages && fold.part(rank, k).kind != EvenFold::Part::Kind::kLeaves) ++k;
  return k;
}

/// Runs one lane of the collective.
void run_folded(Comm& c, const EvenFold& fold, Slice v) {
  const auto F = static_cast<int>(fold.stages().size());
  const int last = leaves(fold, c.rank()), steps = swing_steps(fold.participants());
  const auto half = [v](int i) { return v.block(i, 2); };
  OpenExchanges open(c);
  for (int k = 0; k < std::min(F, last + 1); ++k) {
    const EvenFold::Part part = fold.part(c.rank(), k);
    // Ranks that are too many leave: each hands one half of its vector to the rank below it and one
    // half to the rank above; these add it.
    c.round(k);
    if (part.kind == EvenFold::Part::Kind::kTakes) {
      const Slice T = c.scratch(half(part.half).count());
      open.begin(part.from, {}, T, half(part.half));
    } else if (part.kind == EvenFold::Part::Kind::kLeaves) {
      open.begin(part.below, half(0), {});
      open.begin(part.above, half(1), {});
    }
    open.settle();
  }
  if (last == F)
    on_plan(fold, v, c.rank(), [&](auto& plan, const VectorBlocks& B) {
      exchange_reduce_scatter(c, plan, B, F);
      exchange_allgather(c, plan, B, F + steps);
    });
  for (int k = std::min(F - 1, last); k >= 0; --k) {
    const EvenFold::Part part = fold.part(c.rank(), k);
    // The neighbours hand both halves of the finished vector back to the rank that had left.
    c.round(2 * F + 2 * steps - 1 - k);
    if (part.kind == EvenFold::Part::Kind::kTakes) {
      open.begin(part.from, half(part.half), {});
    } else if (part.kind == EvenFold::Part::Kind::kLeaves) {
      open.begin(part.below, {}, half(0));
      open.begin(part.above, {}, half(1));
    }
    open.settle();
  }
}

/// Adds a rank's exchanges in a stage before (`back` false) or after, in bytes.
void add_stage(std::vector<Exchange>& program, const Problem& x, Slice v,
               const EvenFold::Part& part, bool back) {
  const auto half = [&](int i) { return x.elements(v.block(i, 2).count()); };
  const auto add = [&](int peer, int i, bool sends) {
    if (half(i) == Bytes(0)) return;
    program.push_back(sends ? Exchange{peer, half(i), {}, {}, false}
                            : Exchange{peer, {}, half(i), back ? Bytes(0) : half(i), false});
  };
  if (part.kind == EvenFold::Part::Kind::kTakes) add(part.from, part.half, back);
  if (part.kind == EvenFold::Part::Kind::kLeaves) {
    add(part.below, 0, !back);
    add(part.above, 1, !back);
  }
  program.push_back(settled());
}

std::vector<Exchange> program_of(const Problem& x, const EvenFold& fold, Slice v, int rank) {
  const auto F = static_cast<int>(fold.stages().size());
  const int last = leaves(fold, rank);
  std::vector<Exchange> program;
  for (int k = 0; k < std::min(F, last + 1); ++k)
    add_stage(program, x, v, fold.part(rank, k), false);
  if (last == F)
    on_plan(fold, v, rank, [&](auto& plan, const VectorBlocks& B) {
      for (const bool allgather : {false, true})
        for (const Exchange& e : exchanges(x, plan, B, allgather)) program.push_back(e);
    });
  for (int k = std::min(F - 1, last); k >= 0; --k)
    add_stage(program, x, v, fold.part(rank, k), true);
  return program;
}

/// Returns the turn of the i-th of `count` collectives in n directions: shared with identical ones,
/// or with its mirror image.
CollectiveTurn turn_of(int i, int n, int count, int identical) {
  if (identical > 1 || n == 1) return {i / identical, count / identical};
  const int half = n / 2;
  return {i / n * half + i % half, count / 2};
}

/// Returns the longest odd side; 0: none is odd.
int longest_odd_side(const Torus& torus) {
  int longest = 0;
  for (const int side : torus.sides())
    if (is_odd(side)) longest = std::max(longest, side);
  return longest;
}

/// Returns the ports of a host, or of one of its links; 0: no message waits for another.
int ports_of(const Problem& x) {
  if (x.network == nullptr) return 1;
  const Ports& ports = x.network->ports;
  if (ports.kind == Ports::Kind::kUnlimited || ports.are_links()) return 0;
  return ports.kind == Ports::Kind::kPerLink ? 1 : ports.count;
}

/// Returns α and the latencies of the steps of a reduce-scatter, in picoseconds, at least 1.
double startups(const Problem& x, const Torus& torus) {
  const bool placed = x.network != nullptr;
  const Time alpha = placed ? x.network->costs.alpha : x.cost.alpha;
  const Time hop =
      placed ? x.network->costs.link(0).latency + x.network->costs.hop_latency : Time(0);
  Time sum{0};
  for (const int side : torus.sides())
    for (int s = 0; s < swing_steps(side); ++s) sum += alpha + std::min(delta(s), side / 2) * hop;
  return std::max(1.0, static_cast<double>(sum.count()));
}

}  // namespace

EvenFold::EvenFold(const Torus& torus, const Direction& direction)
    : torus_(torus), direction_(direction), participants_(even_sides(torus)) {
  for (const int side : torus.sides())
    out_.push_back(is_odd(side) ? (side - 1 + behind() + direction.turn.nodes(side)) % side : -1);
  for (int j = 0; j < torus.dimensions(); ++j)
    if (const int i = (direction.first + j) % torus.dimensions(); out(i) >= 0) stages_.push_back(i);
}

/// Starts the participants of both collectives at the same node of a line, so that one collective
/// goes up where the other goes down.
int EvenFold::node(int i, int a) const {
  const int d = torus_.side(i);
  return out(i) < 0 ? a : mod(out(i) + 1 + mod(a - behind(), d - 1), d);
}

int EvenFold::rank_of(int participant) const {
  return torus_.rank_at([&](int i) { return node(i, participants_.coordinate(participant, i)); });
}

int EvenFold::participant_of(int rank) const {
  return participants_.rank_at([&](int i) {
    const int x = torus_.coordinate(rank, i), d = torus_.side(i);
    return out(i) < 0 ? x : mod(mod(x - out(i) - 1, d) + behind(), d - 1);
  });
}

EvenFold::Part EvenFold::part(int rank, int stage) const {
  const int i = stages_[static_cast<std::size_t>(stage)], d = torus_.side(i);
  const int below = mod(out(i) - 1, d), above = mod(out(i) + 1, d);
  const auto at = [&](int x) { return torus_.moved(rank, i, x); };
  const int x = torus_.coordinate(rank, i);
  if (x == out(i)) return {Part::Kind::kLeaves, at(below), at(above), 0, 0};
  if (x == below) return {Part::Kind::kTakes, 0, 0, 0, at(out(i))};
  if (x == above) return {Part::Kind::kTakes, 0, 0, 1, at(out(i))};
  return {};
}

void FoldedSwing::run(Comm& c, const Call& call) const {
  const std::vector<EvenFold> all = folds(call.problem);
  const auto n = static_cast<std::int64_t>(all.size());
  run_parts(c, all.size(), [&](Comm& lane, std::size_t i) {
    run_folded(lane, all[i], call.v.block(static_cast<std::int64_t>(i), n));
  });
}

FoldedSwing::Lanes FoldedSwing::lanes(const Problem& x) const {
  const Torus torus = design.torus(x);
  const auto n = static_cast<int>(design.directions(x, torus).size());
  const int longest = longest_odd_side(torus);
  if (longest == 0 || x.dims.empty()) return {n, n};
  const int turns = std::min(longest, std::clamp(kTurns / longest, 2, kMostTurns));
  const int ports = ports_of(x);
  if (ports == 0) return {n * turns, n};
  const double transfer = static_cast<double>(x.bytes().count()) * x.cost.beta.ps;
  const double pays = std::sqrt(ports * transfer / startups(x, torus));
  const int most = std::max(1, turns / n);  // of each direction
  return {n * static_cast<int>(std::clamp<double>(std::round(pays / n), 1, most)), 1};
}

std::vector<EvenFold> FoldedSwing::folds(const Problem& x) const {
  const Torus torus = design.torus(x);
  const std::vector<Direction> directions = design.directions(x, torus);
  const auto [count, identical] = lanes(x);
  std::vector<EvenFold> all;
  all.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    Direction direction = directions[static_cast<std::size_t>(i) % directions.size()];
    direction.turn = turn_of(i, static_cast<int>(directions.size()), count, identical);
    all.emplace_back(torus, direction);
  }
  return all;
}

std::int64_t FoldedSwing::rounds(const Problem& x) const {
  const EvenFold fold(design.torus(x), {});
  return 2 * (swing_steps(fold.participants()) + static_cast<std::int64_t>(fold.stages().size()));
}

Bytes FoldedSwing::bytes_total(const Problem& x) const {
  return 2 * (std::int64_t{x.p} - 1) * x.bytes();
}

Bytes FoldedSwing::bytes_max_rank(const Problem& x) const {
  const std::vector<EvenFold> all = folds(x);
  const auto n = static_cast<std::int64_t>(all.size());
  Bytes most;
  for (int r = 0; r < x.p; ++r) {
    Bytes sum;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Slice v = Slice(0, 1, 0, x.count).block(static_cast<std::int64_t>(i), n);
      for (const Exchange& e : program_of(x, all[i], v, r)) sum += e.out;
    }
    most = std::max(most, sum);
  }
  return most;
}

Time FoldedSwing::time(const Problem& x) const {
  const std::vector<EvenFold> all = folds(x);
  const auto n = static_cast<std::int64_t>(all.size());
  std::vector<std::vector<Exchange>> programs;
  programs.reserve(static_cast<std::size_t>(x.p));
  for (int r = 0; r < x.p; ++r)
    programs.push_back(program_of(x, all.front(), Slice(0, 1, 0, x.count).block(0, n), r));
  return n * one_port_time(programs, x.cost);
}

RoundWords FoldedSwing::words(const Problem& x, int round) const {
  const EvenFold fold(design.torus(x), {});
  const int steps = swing_steps(fold.participants());
  const int k = round - static_cast<int>(fold.stages().size());
  return design.words(fold.participants(), k < steps ? k : 2 * steps - 1 - k);
}

}  // namespace orrery::inline algorithms
