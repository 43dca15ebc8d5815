#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "emu/schedule/schedule.h"
#include "scenarios/formats/chakra/groups.h"
#include "scenarios/formats/chakra/node_text.h"
#include "scenarios/formats/chakra/trace_file.h"
#include "scenarios/formats/formats.h"
#include "scenarios/formats/schedule_error.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/schedule_format.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/units_text.h"

namespace orrery::chakra {
namespace {

namespace fs = std::filesystem;
using TaskKind = Operation::Kind;

[[noreturn]] void fail(const fs::path& file, const std::string& what, const std::string& expected,
                       Fault fault = Fault::kSyntax) {
  throw ScheduleError(fault, {file.string()}, {what, expected});
}

/// The traces of all ranks as one graph of operations.
class TraceReader {
 public:
  explicit TraceReader(const fs::path& any) : any_(any) {}

  Schedule read() {
    read_files();
    for (std::size_t r = 0; r < traces_.size(); ++r) add_nodes(r);
    check_sizes();
    for (auto& [group, calls] : calls_) add_collectives(group.second, calls);
    for (std::size_t r = 0; r < traces_.size(); ++r) add_dependencies(r);
    try {
      graph_.complete();
    } catch (const InvalidSchedule& e) {
      throw ScheduleError(e.fault(), {file(static_cast<std::size_t>(e.rank())).string()},
                          {e.what() + node_text(static_cast<std::size_t>(e.rank()), e.operation()),
                           "a trace that can be run"},
                          e.rank());
    }
    if (!graph_.cycle.empty()) fail_deadlock();
    return std::move(graph_);
  }

 private:
  /// The operations of a node: its start, and the operations that end it.
  struct Place {
    std::vector<std::int32_t> first;
    std::int32_t last = -1;
    bool sends = false;  ///< it ends when its data have been sent
  };
  /// The collectives of a group, in the order of one rank's calls.
  using Calls = std::map<std::int32_t, std::vector<const Node*>>;

  fs::path file(std::size_t rank) const { return file_of(any_, rank); }

  /// Returns the nodes of a rank by their last operations: the operations of a node end with it.
  std::map<std::int32_t, const Node*> ends_of(std::size_t rank) const {
    std::map<std::int32_t, const Node*> ends;
    for (const Node& node : traces_[rank].nodes)
      if (const auto place = places_[rank].find(node.id); place != places_[rank].end())
        ends[place->second.last] = &node;
    return ends;
  }
  /// Returns "; rank 0 is in 'ag3' (node 7)": the node of an operation.
  std::string node_text(std::size_t rank, std::int32_t operation) const {
    const auto ends = ends_of(rank);
    const auto end = ends.lower_bound(operation);
    return end == ends.end() ? "" : fmt::format("; rank {} is in{}", rank, name_text(*end->second));
  }

  /// Names the node in which each rank of the cycle waits: the last of those that follow each other.
  [[noreturn]] void fail_deadlock() const {
    NodeKinds kinds;
    std::map<std::int32_t, std::map<std::int32_t, const Node*>> ends;  // by rank
    for (const OperationPlace& place : graph_.cycle)
      if (!ends.contains(place.rank))
        ends[place.rank] = ends_of(static_cast<std::size_t>(place.rank));
    for (std::size_t i = 0; i < graph_.cycle.size(); ++i) {
      const auto [rank, operation] = graph_.cycle[i];
      if (graph_.cycle[(i + 1) % graph_.cycle.size()].rank == rank) continue;
      const auto end = ends.at(rank).lower_bound(operation);
      if (end == ends.at(rank).end()) continue;
      const Node* const node = end->second;
      kinds[fmt::format("{}{}{}", activity_text(*node), node->name, node->group)][rank] = node;
    }
    const auto [who, odd] =
        kinds.empty() ? std::pair(std::string("each for another"), graph_.cycle.front().rank)
                      : odd_first(kinds);
    fail(file(static_cast<std::size_t>(odd)), fmt::format("ranks wait for each other: {}", who),
         "an order in which all ranks can continue", Fault::kDeadlock);
  }

  void read_files() {
    constexpr std::size_t kMost = 1 << 16;
    std::error_code none;
    for (std::size_t r = 0; r < kMost && fs::exists(file(r), none); ++r) {
      std::ifstream in = open_file(file(r), fmt::format("the trace of rank {}", r));
      try {
        traces_.push_back(parse(read_stream(in, file(r).string())));
      } catch (const InputError&) {
        throw;
      } catch (const std::invalid_argument& e) {
        fail(file(r), e.what(), "a Chakra execution trace");
      }
    }
    if (traces_.empty()) fail(file(0), "cannot be read", "the trace of rank 0");
    graph_.ranks.resize(traces_.size());
    places_.resize(traces_.size());
    groups_.assign(traces_.size(), groups_beside(any_));
    for (std::size_t r = 0; r < traces_.size(); ++r) add_groups(traces_[r], file(r), groups_[r]);
    graph_.has_nodes = true;
  }

  std::int32_t add(std::size_t r, const Operation& o) {
    graph_.ranks[r].operations.push_back(o);
    return static_cast<std::int32_t>(graph_.ranks[r].operations.size()) - 1;
  }

  void add_nodes(std::size_t r) {
    for (const Node& node : traces_[r].nodes) {
      if (places_[r].contains(node.id))
        fail(file(r), fmt::format("node {} appears twice", node.id), "ids that differ",
             Fault::kStructure);
      Place& place = places_[r][node.id];
      if (node.type == NodeType::kCollective) {
        calls_[{node.group, group_of(r, node)}][static_cast<std::int32_t>(r)].push_back(&node);
      } else {
        place.last = add(r, operation_of(r, node));
        place.first = {place.last};
        place.sends = node.type == NodeType::kSend;
      }
    }
  }

  Operation operation_of(std::size_t r, const Node& node) const {
    constexpr std::int64_t kMostMicroseconds = std::int64_t{1} << 42;
    constexpr std::int64_t kPicoseconds = 1'000'000;
    Operation o;
    if (node.type == NodeType::kLoad || node.type == NodeType::kStore)
      fail(file(r), fmt::format("node {} ({}) loads or stores", node.id, node.name),
           "computing and communication", Fault::kAttribute);
    if (node.type == NodeType::kCompute) {
      if (node.duration_us > static_cast<std::uint64_t>(kMostMicroseconds))
        fail(file(r), fmt::format("node {} takes {} us", node.id, node.duration_us), "at most 2^42",
             Fault::kAttribute);
      o.amount = static_cast<std::int64_t>(node.duration_us) * kPicoseconds;
      o.node = NodeKind::kComputing;
    }
    if (node.type != NodeType::kSend && node.type != NodeType::kReceive) return o;
    const bool sends = node.type == NodeType::kSend;
    o.kind = sends ? TaskKind::kSend : TaskKind::kReceive;
    o.node = NodeKind::kMessage;
    const std::int64_t peer = sends ? node.destination : node.source;
    if (peer < 0 || peer >= std::ssize(traces_) || node.bytes < 0 ||
        node.bytes > std::int64_t{1} << 61 || node.tag < 0 || node.tag >= kFirstTag)
      fail(file(r),
           fmt::format("node {} ({}): rank {}, {} bytes, tag {}", node.id, node.name, peer,
                       node.bytes, node.tag),
           "a rank of the run, a valid size and a valid tag",
           peer < 0 || peer >= std::ssize(traces_) ? Fault::kPeer : Fault::kAttribute);
    o.peer = static_cast<std::int32_t>(peer);
    o.amount = node.bytes;
    o.tag = static_cast<std::int32_t>(node.tag);
    return o;
  }

  /// Checks that sizes agree if the numbers of sent and received messages are equal.
  void check_sizes() const {
    using Way = std::tuple<std::size_t, std::size_t, std::int32_t>;  // source, destination, tag
    std::map<Way, std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>> ways;
    for (std::size_t r = 0; r < graph_.ranks.size(); ++r)
      for (const Operation& o : graph_.ranks[r].operations) {
        const auto peer = static_cast<std::size_t>(o.peer);
        if (o.kind == TaskKind::kSend) ways[{r, peer, o.tag}].first.push_back(o.amount);
        if (o.kind == TaskKind::kReceive) ways[{peer, r, o.tag}].second.push_back(o.amount);
      }
    for (auto& [way, sizes] : ways) {
      auto& [sent, received] = sizes;
      std::ranges::sort(sent);
      std::ranges::sort(received);
      const auto [s, r] = std::ranges::mismatch(sent, received);
      if (sent.size() == received.size() && s != sent.end())
        fail(file(std::get<1>(way)),
             fmt::format("rank {} receives {} bytes where rank {} sends {}, tag {}",
                         std::get<1>(way), *r, std::get<0>(way), *s, std::get<2>(way)),
             "messages of one size at both ends", Fault::kCount);
    }
  }

  /// Returns the group of a node: all ranks if it names none, or one without ranks.
  Group group_of(std::size_t r, const Node& node) const {
    Group all(traces_.size());
    std::iota(all.begin(), all.end(), 0);
    const Groups& known = groups_[r];
    const auto found = known.find(node.group);
    if (found == known.end() && !known.empty() && !node.group.empty())
      fail(file(r), fmt::format("node {}: no process group '{}'", node.id, node.group),
           "one of the groups", Fault::kStructure);
    Group group = found == known.end() || found->second.empty() ? all : found->second;
    for (const std::int32_t member : group)
      if (member < 0 || member >= std::ssize(traces_))
        fail(file(r), fmt::format("process group '{}' has a rank {}", node.group, member),
             "ranks with traces", Fault::kPeer);
    Group sorted = group;
    std::ranges::sort(sorted);
    if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
      fail(file(r), fmt::format("process group '{}' has rank {} twice", node.group, *twice),
           "each rank once", Fault::kStructure);
    if (std::ranges::find(group, static_cast<std::int32_t>(r)) == group.end())
      fail(file(r),
           fmt::format("node {}: rank {} is not in process group '{}'", node.id, r, node.group),
           "a member", Fault::kStructure);
    return group;
  }

  /// Adds collectives: the k-th of every member is one collective.
  void add_collectives(const Group& group, const Calls& calls) {
    const std::size_t count = calls.begin()->second.size();
    for (const std::int32_t member : group) {
      const auto found = calls.find(member);
      const std::size_t own = found == calls.end() ? 0 : found->second.size();
      if (own != count)
        fail(file(static_cast<std::size_t>(member)),
             fmt::format("{} collectives of a group in which rank {} has {}{}", own,
                         calls.begin()->first, count, last_text(calls, member, own, count)),
             "as many on all of its ranks", Fault::kUnmatched);
    }
    for (std::size_t k = 0; k < count; ++k) add_collective(group, calls, k);
  }

  /// Returns "; the first that rank 2 lacks is allreduce of 8B 'ar' (node 5) of rank 0".
  static std::string last_text(const Calls& calls, std::int32_t member, std::size_t own,
                               std::size_t count) {
    const std::int32_t lacks = own < count ? member : calls.begin()->first,
                       has = own < count ? calls.begin()->first : member;
    const Node& node = *calls.at(has)[std::min(own, count)];
    return fmt::format("; the first missing one of rank {} is {}{}{} of rank {}", lacks,
                       collective_text(node), name_text(node), group_text(node), has);
  }

  /// Checks that all ranks of the group call the same. Fails in the file of the rank with a
  /// different call.
  void check_identical(const Calls& calls, std::size_t k) const {
    NodeKinds kinds;
    for (const auto& [rank, nodes] : calls) kinds[collective_text(*nodes[k])][rank] = nodes[k];
    if (kinds.size() == 1) return;
    const auto [who, odd] = odd_first(kinds);
    fail(file(static_cast<std::size_t>(odd)),
         fmt::format("the ranks of a group call different collectives: {}", who),
         "the same kind and size", Fault::kUnmatched);
  }
  void add_collective(const Group& group, const Calls& calls, std::size_t k) {
    const Node& first = *calls.begin()->second[k];
    check_identical(calls, k);
    if (first.communication < 0 || first.communication >= std::ssize(kCollectives) ||
        first.bytes < 0)
      fail(file(static_cast<std::size_t>(calls.begin()->first)),
           fmt::format("node {}: collective {} of {} bytes", first.id, first.communication,
                       first.bytes),
           "0 to 9", Fault::kAttribute);
    const Schedule& own =
        recorded(kCollectives[first.communication], std::ssize(group), first.bytes);
    std::int32_t most = 0;
    for (std::size_t m = 0; m < group.size(); ++m) {
      const auto rank = static_cast<std::size_t>(group[m]);
      places_[rank][calls.at(group[m])[k]->id] = embed(own.ranks[m], rank, group, most);
    }
    next_tag_ += most + 1;
  }

  /// Returns the catalogue's algorithm as operations. Sizes of all-gathers and all-to-alls are
  /// those of the whole vector.
  const Schedule& recorded(std::string_view collective, std::int64_t ranks, std::int64_t bytes) {
    auto& kept = recorded_[{collective, ranks, bytes}];
    if (kept.ranks.empty()) {
      const bool blocks = collective == "allgather" || collective == "alltoall" ||
                          collective == "gather" || collective == "scatter";
      const Scenario s =
          load_scenario("", {{"collective", std::string(collective)},
                             {"ranks", fmt::format("{}", ranks)},
                             {"gamma", "1ps/B"},  // so that work is counted in bytes
                             {"bytes", fmt::format("{}B", blocks ? bytes / ranks : bytes)}});
      kept = run_for_export(s.cells.front(), {.schedule = true}).schedule;
      if (kept.ranks.empty())
        fail(any_, fmt::format("{} of {} ranks cannot be run", collective, ranks), "another");
    }
    return kept;
  }

  Place embed(const RankSchedule& own, std::size_t rank, const Group& group,
              std::int32_t& most_tag) {
    RankSchedule& tasks = graph_.ranks[rank];
    const auto base = static_cast<std::int32_t>(tasks.operations.size());
    Place place;
    std::vector<bool> is_required(own.operations.size());
    for (Operation o : own.operations) {
      most_tag = std::max(most_tag, o.tag);
      if (o.kind != TaskKind::kCompute)
        o.peer = group[static_cast<std::size_t>(o.peer)], o.tag += next_tag_;
      o.by_byte = o.kind == TaskKind::kCompute;
      o.node = NodeKind::kCollective;
      o.step = 0;
      tasks.operations.push_back(o);
    }
    for (const Requirement& q : own.requirements) {
      tasks.requirements.push_back({base + q.later, base + q.earlier, q.only_begun});
      is_required[static_cast<std::size_t>(q.earlier)] = true;
    }
    const std::vector<std::int32_t> counts = own.required_counts();
    place.last = add(rank, {});
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto o = base + static_cast<std::int32_t>(i);
      if (counts[i] == 0) place.first.push_back(o);
      if (!is_required[i]) tasks.requirements.push_back({place.last, o, false});
    }
    if (place.first.empty()) place.first = {place.last};
    return place;
  }

  void add_dependencies(std::size_t r) {
    for (const Node& node : traces_[r].nodes)
      for (const std::uint64_t id : node.dependencies) {
        const auto earlier = places_[r].find(id);
        if (earlier == places_[r].end())
          fail(file(r),
               fmt::format("node {} depends on node {}, which does not exist", node.id, id),
               "a node of the trace", Fault::kDependency);
        for (const std::int32_t o : places_[r].at(node.id).first)
          graph_.ranks[r].requirements.push_back({o, earlier->second.last, earlier->second.sends});
      }
  }

  static constexpr std::int32_t kFirstTag = 1
                                            << 28;  ///< of collectives; those of traces are smaller

  fs::path any_;
  std::vector<RankTrace> traces_;
  std::vector<Groups> groups_;  // of each rank
  std::vector<std::unordered_map<std::uint64_t, Place>> places_;
  std::map<std::pair<std::string, Group>, Calls> calls_;  // by name and ranks
  std::map<std::tuple<std::string_view, std::int64_t, std::int64_t>, Schedule> recorded_;
  std::int32_t next_tag_ = kFirstTag;
  Schedule graph_;
};

/// Returns whether the name ends with .RANK.et, or with .RANK.json and the text has nodes: the file of one rank stands
/// for those of all.
bool is_trace(const fs::path& path, std::string_view beginning) {
  const std::string rank = path.stem().extension().string();
  const bool is_json = path.extension() == ".json" && beginning.find("_NODE\"") != beginning.npos;
  return (is_json || path.extension() == ".et") && rank.size() > 1 &&
         rank.find_first_not_of("0123456789", 1) == rank.npos;
}

Schedule read_trace(const fs::path& path) {
  return TraceReader(path).read();
}

}  // namespace
}  // namespace orrery::chakra

namespace orrery::inline formats {

extern const ScheduleFormat chakra_format{
    .name = "chakra", .recognises = chakra::is_trace, .read = chakra::read_trace};

}  // namespace orrery::inline formats
