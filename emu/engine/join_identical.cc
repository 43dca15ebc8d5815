// Joins identical messages.
#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "emu/base/index.h"
#include "emu/engine/executor.h"

namespace orrery::inline engine {

namespace {

using Kind = Operation::Kind;

/// Returns whether each message causes only sequential work of the sender's processor.
bool may_join(const Network& network) {
  const Ports& ports = network.ports;
  return (ports.kind == Ports::Kind::kUnlimited || ports.are_links()) &&
         network.routing != Routing::kAdaptive && !network.costs.by_size() &&
         network.costs.overhead == Time(0);
}

/// The operations of a rank, for comparison in pairs.
class Companions {
 public:
  explicit Companions(const RankSchedule& own)
      : own_(own), begins_with_(own.operations.size()), number_(own.operations.size()) {
    std::span<const Requirement> before;
    std::array<std::int32_t, 2> numbers{};
    auto next = own.requirements.begin();
    for (std::int32_t i = 0; i < std::ssize(own.operations); ++i) {
      const auto first = next;
      while (next != own.requirements.end() && next->later == i) ++next;
      const std::span<const Requirement> required(first, next);
      const bool same =
          i > 0 && own.operations[at(i)].step < 0 &&
          std::ranges::equal(required, before, {}, &Requirement::earlier, &Requirement::earlier);
      begins_with_[at(i)] = same ? begins_with_[at(i - 1)] : i;
      before = required;
      const Kind kind = own.operations[at(i)].kind;
      if (kind < Kind::kCompute) number_[at(i)] = numbers[kind == Kind::kSend ? 0 : 1]++;
    }
  }

  /// Returns whether j is the next send (or receive) after i, both begin together and are waited
  /// for together.
  bool go_together(std::int32_t i, std::int32_t j) const {
    const auto later = [this](std::int32_t which) { return own_.requirements[at(which)].later; };
    return number_[at(j)] == number_[at(i)] + 1 && begins_with_[at(i)] == begins_with_[at(j)] &&
           std::ranges::equal(own_.waiting_for(i), own_.waiting_for(j), {}, later, later);
  }

 private:
  const RankSchedule& own_;
  std::vector<std::int32_t>
      begins_with_;                   // the first operation of the round with the same requirements
  std::vector<std::int32_t> number_;  // among the sends, or the receives
};

class Joiner {
 public:
  Joiner(Schedule& schedule, const Network& network)
      : schedule_(schedule),
        network_(network),
        companions_(schedule.ranks.begin(), schedule.ranks.end()) {
    find_receives();
  }

  void join() {
    std::vector<std::vector<std::int32_t>> multiplicity;
    multiplicity.reserve(schedule_.ranks.size());
    for (const RankSchedule& own : schedule_.ranks)
      multiplicity.emplace_back(own.operations.size(), 1);
    bool any = false;
    for (std::int32_t r = 0; r < std::ssize(schedule_.ranks); ++r)
      any |= join_sends(r, multiplicity);
    if (!any) return;
    for (std::size_t r = 0; r < multiplicity.size(); ++r)
      leave_out(schedule_.ranks[r], std::move(multiplicity[r]));
  }

 private:
  /// Finds the receive of every send: the k-th send of a group matches the k-th receive.
  void find_receives() {
    std::vector<std::uint32_t> begun(at(schedule_.messages));
    std::vector<OperationPlace> receives(at(schedule_.messages));
    for (const Kind kind : {Kind::kReceive, Kind::kSend}) {
      std::ranges::fill(begun, 0);
      for (std::int32_t r = 0; r < std::ssize(schedule_.ranks); ++r) {
        const RankSchedule& own = schedule_.ranks[at(r)];
        const auto& operations = own.operations;
        if (kind == Kind::kSend) receive_of_.emplace_back(operations.size());
        for (std::int32_t i = 0; i < std::ssize(operations); ++i) {
          if (operations[at(i)].kind != kind) continue;
          const std::uint32_t first = own.groups[at(i)], message = first + begun[first]++;
          if (kind == Kind::kReceive)
            receives[message] = {r, i};
          else
            receive_of_.back()[at(i)] = receives[message];
        }
      }
    }
  }

  /// Joins the sends of rank r: `multiplicity` becomes 0 for an omitted message, which counts in
  /// the remaining one.
  bool join_sends(std::int32_t r, std::vector<std::vector<std::int32_t>>& multiplicity) const {
    const auto& operations = schedule_.ranks[at(r)].operations;
    std::int32_t before = -1, first = -1;  // the last send, and the one that represents it
    bool goes_on = false, any = false;
    for (std::int32_t i = 0; i < std::ssize(operations); ++i) {
      if (operations[at(i)].kind != Kind::kSend) continue;
      const std::int32_t last = std::exchange(before, i);
      const bool together = last >= 0 && are_identical(r, last, i);
      if (!std::exchange(goes_on, together) || !together) {
        first = i;
        continue;
      }
      any = true;
      const auto [to, receive] = receive_of_[at(r)][at(i)];
      ++multiplicity[at(r)][at(first)];
      multiplicity[at(r)][at(i)] = multiplicity[at(to)][at(receive)] = 0;
    }
    return any;
  }

  bool are_identical(std::int32_t r, std::int32_t i, std::int32_t j) const {
    const auto& operations = schedule_.ranks[at(r)].operations;
    const Operation &a = operations[at(i)], &b = operations[at(j)];
    if (a.peer != b.peer || a.amount != b.amount || !companions_[at(r)].go_together(i, j))
      return false;
    const OperationPlace p = receive_of_[at(r)][at(i)], q = receive_of_[at(r)][at(j)];
    return companions_[at(p.rank)].go_together(p.operation, q.operation) && has_one_path(r, a.peer);
  }

  bool has_one_path(int source, int destination) const {
    const NodeId from = network_.host_of[at(source)], to = network_.host_of[at(destination)];
    const Routing split =
        network_.routing == Routing::kEcmp ? Routing::kDimensionOrder : network_.routing;
    return from == to || network_.topology->path_count(from, to, split) == 1;
  }

  /// Removes operations whose `multiplicity` is 0; the others keep their requirements.
  static void leave_out(RankSchedule& own, std::vector<std::int32_t> multiplicity) {
    constexpr std::int32_t kLeftOut = -1;
    std::vector<std::int32_t> place(multiplicity.size(), kLeftOut);
    std::int32_t left = 0;
    for (std::size_t i = 0; i < multiplicity.size(); ++i) {
      if (multiplicity[i] == 0) continue;
      place[i] = left;
      own.operations[at(left)] = own.operations[i];
      own.groups[at(left)] = own.groups[i];
      multiplicity[at(left++)] = multiplicity[i];
    }
    for (Requirement& r : own.requirements)
      r = {place[at(r.later)], place[at(r.earlier)], r.only_begun};
    std::erase_if(own.requirements, [](const Requirement& r) {
      return r.later == kLeftOut || r.earlier == kLeftOut;
    });
    own.operations.resize(at(left));
    own.groups.resize(at(left));
    own.multiplicity = std::move(multiplicity);
    own.multiplicity.resize(at(left));
    own.index();
  }

  Schedule& schedule_;
  const Network& network_;
  std::vector<Companions> companions_;                   // by rank
  std::vector<std::vector<OperationPlace>> receive_of_;  // by rank and operation: receives of its
                                                         // sends
};

}  // namespace

void join_identical(Schedule& schedule, const Network& network) {
  if (may_join(network)) Joiner(schedule, network).join();
}

}  // namespace orrery::inline engine
