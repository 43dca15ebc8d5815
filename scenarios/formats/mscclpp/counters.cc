#include "scenarios/formats/mscclpp/counters.h"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace orrery::mscclpp {
namespace {

std::int64_t total(const std::map<std::int64_t, std::vector<std::int32_t>>& threads) {
  std::int64_t sum = 0;
  for (const auto& [thread, actions] : threads) sum += std::ssize(actions);
  return sum;
}

}  // namespace

void Counters::place(const Placed& placed) {
  for (const Use& u : unplaced_) {
    Counter& c = counters_[u.key];
    (u.acquires ? c.acquires : c.releases)[u.thread].push_back(placed.at(u.id));
  }
  unplaced_.clear();
}

void Counters::join(Plan& plan) const {
  for (const auto& [key, counter] : counters_)
    if (const std::int64_t signals = total(counter.releases), waits = total(counter.acquires);
        key.kind != 2 && signals > waits)
      throw PlanError(
          Fault::kUnmatched, plan, counter.releases.begin()->second.back(),
          fmt::format("gpu {}: {} signals from gpu {} on {} channel {} without a wait", key.to,
                      signals - waits, key.from, key.kind == 1 ? "port" : "memory", key.number));
  for (const auto& [key, counter] : counters_) join(plan, key, counter);
}

/// Adds dependencies: before a thread takes for the m-th time, m - start must have been added. It
/// requires those additions of a thread that the others together cannot replace.
void Counters::join(Plan& plan, const CounterKey& key, const Counter& counter) {
  const std::int64_t releases = total(counter.releases);
  std::int64_t taken = 0;
  for (const auto& [thread, actions] : counter.acquires)
    for (std::int64_t m = 1; m <= std::ssize(actions); ++m) {
      const std::int32_t action = actions[static_cast<std::size_t>(m - 1)];
      const std::int64_t needed = m - counter.start;
      if (needed > releases || ++taken > releases + counter.start) {
        plan.hopeless.push_back({action, key.kind == 2 ? "for a release of its semaphore"
                                                       : "for a signal that is never sent"});
        continue;
      }
      for (const auto& [other, added] : counter.releases)
        if (const std::int64_t certain = needed - (releases - std::ssize(added)); certain >= 1)
          plan.precedences.push_back({action, added[static_cast<std::size_t>(certain - 1)]});
    }
}

void Packets::place(const Placed& placed) {
  for (; placed_reads_ < reads_.size(); ++placed_reads_)
    reads_[placed_reads_].first = placed.at(reads_[placed_reads_].first);
  for (; placed_writes_ < writes_.size(); ++placed_writes_)
    writes_[placed_writes_].first = placed.at(writes_[placed_writes_].first);
}

void Packets::join(Plan& plan) const {
  std::map<std::tuple<std::int32_t, Buffer, std::int32_t>, std::vector<std::int32_t>>
      writers;  // by rank, buffer and part
  for (const auto& [action, chunks] : writes_)
    for (std::int32_t j = 0; j < chunks.count; ++j)
      writers[{chunks.rank, chunks.buffer, chunks.first + j}].push_back(action);
  for (const auto& [action, chunks] : reads_) {
    std::set<std::int32_t> wanted;
    for (std::int32_t j = 0; j < chunks.count; ++j) {
      const auto found = writers.find({chunks.rank, chunks.buffer, chunks.first + j});
      if (found == writers.end()) {
        plan.hopeless.push_back({action, "for packets that are never written"});
        break;
      }
      wanted.insert(found->second.begin(), found->second.end());
    }
    for (const std::int32_t writer : wanted) plan.precedences.push_back({action, writer});
  }
}

void Barriers::pass(std::pair<std::int32_t, std::int32_t> barrier, std::int32_t block,
                    std::int32_t blocks, std::int32_t arrives, std::int32_t leaves) {
  passes_.push_back({barrier, block, blocks, arrives, leaves});
}

void Barriers::place(const Placed& placed) {
  for (; placed_ < passes_.size(); ++placed_) {
    Pass& p = passes_[placed_];
    p.arrives = placed.at(p.arrives);
    p.leaves = placed.at(p.leaves);
  }
}

void Barriers::join(Plan& plan) const {
  std::map<std::pair<std::int32_t, std::int32_t>, std::map<std::int32_t, std::vector<const Pass*>>>
      all;
  for (const Pass& p : passes_) all[p.barrier][p.block].push_back(&p);
  for (const Pass& p : passes_) {
    const auto& blocks = all.at(p.barrier);
    if (std::ssize(blocks) > p.blocks)
      throw PlanError(
          Fault::kStructure, plan, p.arrives,
          fmt::format("{} thread blocks come to a barrier of {}", blocks.size(), p.blocks));
    const auto& own = blocks.at(p.block);
    const auto k = static_cast<std::size_t>(std::ranges::find(own, &p) - own.begin());
    std::int32_t others = 0;
    for (const auto& [block, passes] : blocks)
      if (k < passes.size()) {
        ++others;
        if (block != p.block) plan.precedences.push_back({p.leaves, passes[k]->arrives});
      }
    if (others < p.blocks)
      plan.hopeless.push_back({p.leaves, "for thread blocks that do not come to the barrier"});
  }
}

}  // namespace orrery::mscclpp
