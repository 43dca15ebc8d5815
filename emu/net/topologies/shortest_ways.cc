#include "emu/net/topologies/shortest_ways.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

namespace orrery::inline net {
namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

/// Returns the paths that count, in eight bits.
std::uint8_t paths_of(std::uint32_t paths) {
  return static_cast<std::uint8_t>(std::min<std::uint32_t>(kMostPaths, paths));
}

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

ShortestWays::ShortestWays(int hosts, std::vector<bool> forwards, std::span<const Link> links,
                           std::size_t most_kept)
    : forwards_(std::move(forwards)),
      width_(forwards_.size(), 1),
      column_(forwards_.size(), kNowhere),
      most_kept_(most_kept),
      number_(next_number()) {
  for (std::size_t n = 0; n < forwards_.size(); ++n) beside_.push_back(static_cast<NodeId>(n));
  find_edges(hosts, links);
  for (std::size_t n = 0; n < forwards_.size(); ++n) {
    if (is_edge(static_cast<NodeId>(n))) continue;
    column_[n] = passes_.size();
    passes_.push_back(forwards_[n]);
  }
  list_neighbours(links);
  rows_ = std::vector<std::atomic<const Row*>>(passes_.size());
}

ShortestWays::~ShortestWays() {
  for (auto& row : rows_) delete row.load();
}

/// Finds hosts with one neighbour. A host whose only neighbour is such a host itself does not
/// count: one of the two remains.
void ShortestWays::find_edges(int hosts, std::span<const Link> links) {
  constexpr NodeId kNone = -1, kSeveral = -2;
  std::vector<NodeId> only(forwards_.size(), kNone);
  std::vector<int> count(forwards_.size(), 0);
  for (const Link& link : links)
    for (const auto& [node, other] : {std::pair(link.from, link.to), {link.to, link.from}}) {
      const auto n = static_cast<std::size_t>(node);
      only[n] = only[n] == kNone || only[n] == other ? other : kSeveral;
      ++count[n];
    }
  for (std::size_t n = 0; n < static_cast<std::size_t>(hosts); ++n) {
    if (only[n] < 0 || is_edge(only[n])) continue;
    beside_[n] = only[n];
    width_[n] = paths_of(static_cast<std::uint32_t>(count[n]));
  }
}

void ShortestWays::list_neighbours(std::span<const Link> links) {
  next_ = Grouped<std::uint32_t>(passes_.size(), [&](auto add) {
    for (const Link& link : links) {
      if (is_edge(link.from) || is_edge(link.to)) continue;
      const std::size_t a = core(link.from), b = core(link.to);
      add(a, static_cast<std::uint32_t>(b)), add(b, static_cast<std::uint32_t>(a));
    }
  });
}

/// Searches breadth-first from `to`, back through nodes that forward, until all nodes as near as `stop_at` are complete.
/// REQUIRES a row in which no way is known.
void ShortestWays::search(std::size_t to, std::size_t stop_at, Row& row,
                          std::vector<std::uint32_t>& reached) const {
  row[to].distance = 0, row[to].paths = 1;
  reached.assign(1, static_cast<std::uint32_t>(to));
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Ways here = row[reached[i]];
    if (stop_at != kNowhere && here.distance >= row[stop_at].distance) return;
    if (i > 0 && !passes_[reached[i]]) continue;
    for (const std::uint32_t next : next_[reached[i]]) {
      Ways& there = row[next];
      if (there.distance == kUnreached) {
        there.distance = (here.distance + 1) & kUnreached;
        reached.push_back(next);
      }
      if (there.distance == here.distance + 1) there.paths = paths_of(there.paths + here.paths);
    }
  }
}

/// Returns a row of paths to `to` that is complete up to `from`.
const ShortestWays::Row& ShortestWays::row_that_has(NodeId from, NodeId to) const {
  const std::size_t target = core(to);
  if (const Row* const kept = rows_[target].load(std::memory_order_acquire)) return *kept;
  if (kept_.fetch_add(passes_.size()) + passes_.size() <= most_kept_) {
    auto row = std::make_unique<Row>(passes_.size());
    std::vector<std::uint32_t> reached;
    search(target, kNowhere, *row, reached);
    const Row* known = nullptr;
    if (rows_[target].compare_exchange_strong(known, row.get())) return *row.release();
    kept_ -= passes_.size();
    return *known;
  }
  kept_ -= passes_.size();
  return last_row(target, core(from));
}

const ShortestWays::Row& ShortestWays::last_row(std::size_t to, std::size_t from) const {
  thread_local Last last;
  const bool known = last.of == number_ && last.to == to;
  if (known && last.row[from].distance != kUnreached) return last.row;
  if (last.of == number_)
    for (const std::uint32_t n : last.reached) last.row[n] = Ways();
  else
    last.row.assign(passes_.size(), Ways());
  last.of = number_, last.to = to;
  search(to, known ? kNowhere : from, last.row, last.reached);
  return last.row;
}

ShortestWays::Ways ShortestWays::on(const Row& row, NodeId from, NodeId to) const {
  if (from == to) return {.distance = 0, .paths = 1};
  const auto a = static_cast<std::size_t>(beside_[static_cast<std::size_t>(from)]),
             b = static_cast<std::size_t>(beside_[static_cast<std::size_t>(to)]);
  const bool passes = (!is_edge(from) || static_cast<NodeId>(a) == to || forwards_[a]) &&
                      (!is_edge(to) || static_cast<NodeId>(b) == from || forwards_[b]);
  Ways ways = passes ? row[core(from)] : Ways();
  if (ways.distance == kUnreached) return ways;
  ways.distance =
      (ways.distance + (is_edge(from) ? 1U : 0U) + (is_edge(to) ? 1U : 0U)) & kUnreached;
  ways.paths = paths_of(std::uint32_t{ways.paths} * width_[static_cast<std::size_t>(from)] *
                        width_[static_cast<std::size_t>(to)]);
  return ways;
}

ShortestWays::Ways ShortestWays::between(NodeId from, NodeId to) const {
  return on(row_that_has(from, to), from, to);
}

bool ShortestWays::is_nearer(NodeId next, NodeId node, NodeId to) const {
  const Row& row = row_that_has(node, to);
  return on(row, next, to).distance < on(row, node, to).distance;
}

}  // namespace orrery::inline net
