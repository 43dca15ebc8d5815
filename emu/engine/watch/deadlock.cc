#include <algorithm>

#include <fmt/format.h>

#include "emu/engine/engine.h"

namespace orrery::inline engine {

/// The waits of ranks when no further event can happen.
class WaitReport {
 public:
  WaitReport(const Requests& requests, const Tasks& tasks, const Communicators& communicators)
      : requests_(requests),
        tasks_(tasks),
        communicators_(communicators),
        waits_for_(static_cast<std::size_t>(ranks())) {
    for (Index r = 0; r < requests.size(); ++r)
      if (is_waiting(requests[r])) waiting_.push_back(r);
    std::stable_sort(waiting_.begin(), waiting_.end(),
                     [&](Index a, Index b) { return rank_of(a) < rank_of(b); });
    for (const Index r : waiting_)
      waits_for_[static_cast<std::size_t>(rank_of(r))].push_back(peer_of(r));
    cycle_ = find_cycle();
  }

  std::string text(Time now) const {
    const auto waiting = std::count_if(waits_for_.begin(), waits_for_.end(),
                                       [](const auto& w) { return !w.empty(); });
    std::string out =
        fmt::format("deadlock at {} ps: {} of {} ranks wait for messages that cannot come\n",
                    now.count(), waiting, ranks());
    for (const Index r : waiting_) out += line(r);
    if (cycle_.empty()) return out + "no cycle: a rank waits for one that has finished";
    return out + fmt::format("cycle: {} -> {}", fmt::join(cycle_, " -> "), cycle_.front());
  }

  std::vector<Wait> waits() const {
    std::vector<Wait> all;
    for (std::size_t i = 0; i < cycle_.size(); ++i)
      all.push_back({cycle_[i], cycle_[(i + 1) % cycle_.size()], true});
    const auto known = [&](int rank, int peer) {
      return std::ranges::any_of(all,
                                 [&](const Wait& w) { return w.rank == rank && w.peer == peer; });
    };
    for (int rank = 0; rank < ranks(); ++rank)
      for (const int peer : waits_for_[static_cast<std::size_t>(rank)])
        if (!known(rank, peer)) all.push_back({rank, peer, false});
    return all;
  }

 private:
  int ranks() const { return communicators_.size(Communicators::kWorld); }
  bool is_waiting(const Request& r) const {
    return r.live && !r.done && (r.awaited || tasks_[r.task].collects);
  }
  int rank_of(Index r) const { return tasks_[requests_[r].task].rank; }
  int peer_of(Index r) const {
    return communicators_.world_rank(requests_[r].comm, requests_[r].peer);
  }
  bool has_finished(int rank) const {
    return tasks_[static_cast<Index>(rank)].state == Task::State::kEnded;
  }

  std::string line(Index index) const {
    const Request& r = requests_[index];
    return fmt::format("  rank {} waits in {} rank {} (tag {}, round {}{}){}\n", rank_of(index),
                       r.kind == Request::Kind::kSend ? "send to" : "recv from", peer_of(index),
                       r.tag, r.round, r.comm == 0 ? "" : fmt::format(", communicator {}", r.comm),
                       has_finished(peer_of(index)) ? ", which has finished" : "");
  }

  /// Searches a cycle depth-first; a rank that leads nowhere is not visited again.
  std::vector<int> find_cycle() const {
    std::vector<char> done(waits_for_.size());
    for (int start = 0; start < ranks(); ++start) {
      std::vector<int> path{start};
      std::vector<std::size_t> next{0};
      while (!path.empty()) {
        const auto at = static_cast<std::size_t>(path.back());
        if (done[at] != 0 || next.back() == waits_for_[at].size()) {
          done[at] = 1;
          path.pop_back();
          next.pop_back();
          continue;
        }
        const int peer = waits_for_[at][next.back()++];
        if (const auto seen = std::find(path.begin(), path.end(), peer); seen != path.end())
          return {seen, path.end()};
        path.push_back(peer);
        next.push_back(0);
      }
    }
    return {};
  }

  const Requests& requests_;
  const Tasks& tasks_;
  const Communicators& communicators_;
  std::vector<std::vector<int>> waits_for_;  // by rank
  std::vector<int> cycle_;                   // ranks, each waits for the next; empty: no cycle
  std::vector<Index> waiting_;               // requests by rank, then by age of the table entry
};

DeadlockError deadlock_of(const Requests& requests, const Tasks& tasks,
                          const Communicators& communicators, Time now) {
  const WaitReport report(requests, tasks, communicators);
  return {report.text(now), tasks.unfinished(), report.waits()};
}

}  // namespace orrery::inline engine
