#include <algorithm>

#include <fmt/format.h>

#include "scenarios/formats/goal/goal.h"
#include "scenarios/formats/schedule_error.h"
#include "scenarios/spec/schedule_format.h"
#include "scenarios/text/text_file.h"

namespace orrery::inline formats {
namespace {

using TaskKind = Operation::Kind;

constexpr std::uint64_t kMagic = 4223, kMadeInvalid = 2342;
constexpr std::size_t kHead = 8;  ///< origin of offsets
constexpr std::size_t kNode = 39, kLargeNode = 104;
constexpr std::uint32_t kAny = 0xffffffff;
enum Type : std::uint8_t { kSendNode = 1, kReceiveNode, kCalcNode };

/// A reader of numbers, the lowest byte first.
class Numbers {
 public:
  Numbers(std::string_view bytes, std::string_view name) : bytes_(bytes), name_(name) {}

  template <class T>
  T at(std::size_t place) const {
    if (place > bytes_.size() || bytes_.size() - place < sizeof(T))
      fail(place, "the file ends here", "more");
    T value = 0;
    for (std::size_t i = sizeof(T); i-- > 0;)
      value = static_cast<T>(static_cast<std::uint64_t>(value) << 8 |
                             static_cast<unsigned char>(bytes_[place + i]));
    return value;
  }
  std::size_t size() const { return bytes_.size(); }
  [[noreturn]] void fail(std::size_t place, const std::string& what, const std::string& expected,
                         Fault fault = Fault::kSyntax) const {
    throw ScheduleError(fault, {std::string(name_)},
                        {fmt::format("byte {}: {}", place, what), expected});
  }

 private:
  std::string_view bytes_;
  std::string_view name_;
};

/// One rank's part of a file.
class RankReader {
 public:
  RankReader(const Numbers& in, std::size_t begin, std::size_t end, std::int32_t ranks)
      : in_(in), begin_(begin), end_(end), ranks_(ranks) {}

  RankSchedule read() {
    nodes_ = in_.at<std::uint32_t>(begin_);
    roots_ = in_.at<std::uint32_t>(begin_ + 4);
    find_layout();
    tasks_.operations.reserve(nodes_);
    tasks_.requirements.reserve(edges_);
    for (std::uint32_t i = 0; i < nodes_; ++i) read_node(i);
    check_requirements();
    return std::move(tasks_);
  }

 private:
  std::size_t field(std::uint32_t node, std::size_t offset) const {
    return begin_ + 8 + std::size_t{4} * roots_ + size_ * node + offset;
  }

  /// Finds the layout by the length: nodes of LogGOPSim 2 are longer.
  void find_layout() {
    const std::size_t room = end_ - begin_;
    if (std::size_t{4} * roots_ + 8 > room || nodes_ > room / kNode || roots_ > nodes_)
      in_.fail(begin_, fmt::format("{} nodes and {} roots in {} bytes", nodes_, roots_, room),
               "fewer");
    for (const std::size_t size : {kNode, kLargeNode}) {
      size_ = size;
      const std::size_t fixed = 8 + std::size_t{4} * roots_ + size * nodes_;
      if (fixed > room || (room - fixed) % 4 != 0) continue;
      edges_ = static_cast<std::uint32_t>((room - fixed) / 4);
      if (counted_edges() == edges_) return;
    }
    in_.fail(begin_, "its section is larger than its nodes and edges; the file is damaged",
             "a section that its nodes and edges fill");
  }

  std::uint64_t counted_edges() const {
    std::uint64_t edges = 0;
    for (std::uint32_t i = 0; i < nodes_; ++i)
      edges +=
          std::uint64_t{in_.at<std::uint32_t>(field(i, 23))} + in_.at<std::uint32_t>(field(i, 31));
    return edges;
  }

  void read_node(std::uint32_t i) {
    const std::size_t at = field(i, 0);
    const auto type = in_.at<std::uint8_t>(at + 4);
    if (type < kSendNode || type > kCalcNode)
      in_.fail(at + 4, fmt::format("a node of type {}", type), "1 send, 2 receive or 3 calc",
               Fault::kAttribute);
    Operation o;
    o.kind = type == kSendNode      ? TaskKind::kSend
             : type == kReceiveNode ? TaskKind::kReceive
                                    : TaskKind::kCompute;
    const auto size = in_.at<std::uint64_t>(at + 9);
    const std::uint64_t most =
        o.kind == TaskKind::kCompute ? (std::uint64_t{1} << 62) / 1000 : std::uint64_t{1} << 62;
    if (size > most)
      in_.fail(at + 9, fmt::format("a size of {}", size), fmt::format("at most {}", most),
               Fault::kAttribute);
    o.amount = static_cast<std::int64_t>(size) * (o.kind == TaskKind::kCompute ? 1000 : 1);
    o.processor = in_.at<std::uint8_t>(at + 21);
    if (o.kind != TaskKind::kCompute) read_ends(at, o);
    tasks_.operations.push_back(o);
    add_edges(i, field(i, 23), false);
    add_edges(i, field(i, 31), true);
  }

  void read_ends(std::size_t at, Operation& o) const {
    const auto peer = in_.at<std::uint32_t>(at + 5), tag = in_.at<std::uint32_t>(at + 17);
    if (peer == kAny || tag == kAny)
      in_.fail(at + 5, "any rank or any tag", "which message matches must not depend on time",
               peer == kAny ? Fault::kPeer : Fault::kAttribute);
    if (peer >= static_cast<std::uint32_t>(ranks_))
      in_.fail(at + 5, fmt::format("rank {}", peer), fmt::format("below {}", ranks_), Fault::kPeer);
    o.peer = static_cast<std::int32_t>(peer);
    o.tag = static_cast<std::int32_t>(tag);
  }

  /// Adds the operations that require the end of node i, or its start.
  void add_edges(std::uint32_t i, std::size_t place, bool only_begun) {
    const auto count = in_.at<std::uint32_t>(place), first = in_.at<std::uint32_t>(place + 4);
    if (first > edges_ || count > edges_ - first)
      in_.fail(place,
               fmt::format("edges {} to {} of {}", first, std::uint64_t{first} + count, edges_),
               "fewer");
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::size_t at = field(nodes_, std::size_t{4} * (first + k));
      const auto later = in_.at<std::uint32_t>(at);
      if (later >= nodes_)
        in_.fail(at, fmt::format("node {} of {}", later, nodes_), "a node of the rank",
                 Fault::kDependency);
      tasks_.requirements.push_back(
          {static_cast<std::int32_t>(later), static_cast<std::int32_t>(i), only_begun});
    }
  }

  void check_requirements() const {
    const std::vector<std::int32_t> counts = tasks_.required_counts();
    std::uint32_t free = 0;
    for (std::uint32_t i = 0; i < nodes_; ++i) {
      if (in_.at<std::uint32_t>(field(i, 0)) != static_cast<std::uint32_t>(counts[i]))
        in_.fail(field(i, 0), fmt::format("node {} requires {} others", i, counts[i]),
                 "the number that stands there", Fault::kStructure);
      free += counts[i] == 0 ? 1u : 0u;
    }
    std::vector<bool> named(nodes_);
    for (std::uint32_t k = 0; k < roots_; ++k) {
      const auto root = in_.at<std::uint32_t>(begin_ + 8 + std::size_t{4} * k);
      if (root >= nodes_ || counts[root] != 0 || named[root])
        in_.fail(begin_ + 8 + std::size_t{4} * k, fmt::format("root {}", root),
                 "a node that requires none, once", Fault::kStructure);
      named[root] = true;
    }
    if (free != roots_)
      in_.fail(begin_ + 4, fmt::format("{} roots", roots_), fmt::format("{}", free),
               Fault::kStructure);
  }

  const Numbers& in_;
  std::size_t begin_, end_;
  std::int32_t ranks_;
  std::uint32_t nodes_ = 0, roots_ = 0, edges_ = 0;
  std::size_t size_ = kNode;
  RankSchedule tasks_;
};

template <class T>
void put(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xff);
}

std::uint32_t small(std::int64_t n) {
  return static_cast<std::uint32_t>(n);
}

/// Returns a rank's nodes, and after them their dependencies.
std::string rank_text(const RankSchedule& tasks) {
  const std::size_t n = tasks.operations.size();
  std::vector<std::vector<std::uint32_t>> ends(n), begins(n);
  for (const Requirement& q : tasks.requirements)
    (q.only_begun ? begins : ends)[static_cast<std::size_t>(q.earlier)].push_back(small(q.later));
  const std::vector<std::int32_t> counts = tasks.required_counts();
  std::string out, edges;
  put(out, small(std::ssize(tasks.operations)));
  put(out, small(std::ranges::count(counts, 0)));
  for (std::size_t i = 0; i < n; ++i)
    if (counts[i] == 0) put(out, static_cast<std::uint32_t>(i));
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Operation& o = tasks.operations[i];
    const bool computes = o.kind == TaskKind::kCompute;
    put(out, small(counts[i]));
    put(out, static_cast<std::uint8_t>(computes                    ? kCalcNode
                                       : o.kind == TaskKind::kSend ? kSendNode
                                                                   : kReceiveNode));
    put(out, small(computes ? 0 : o.peer));
    put(out, static_cast<std::uint64_t>(computes ? (o.amount + 500) / 1000 : o.amount));
    put(out, computes ? 0U : static_cast<std::uint32_t>(o.tag));
    put(out, o.processor);
    put(out, std::uint8_t{0});
    for (const auto* followers : {&ends[i], &begins[i]}) {
      put(out, small(std::ssize(*followers)));
      put(out, next);
      for (const std::uint32_t later : *followers) put(edges, later);
      next += small(std::ssize(*followers));
    }
  }
  return out + edges;
}

bool begins_as_binary(const std::filesystem::path&, std::string_view beginning) {
  if (beginning.size() < kHead) return false;
  const auto magic = Numbers(beginning, "").at<std::uint64_t>(0);
  return magic == kMagic || magic == kMadeInvalid;
}

Schedule read_goal_binary_file(const std::filesystem::path& path) {
  return read_goal_binary(read_file(path, "a schedule file"), path.string());
}

}  // namespace

extern const ScheduleFormat goal_binary_format{
    .name = "goal-binary",
    .recognises = begins_as_binary,
    .read = read_goal_binary_file,
    .write = goal_binary,
    .ending = ".bin",
    .summary = "the schedule in GOAL, as LogGOPSim's simulator reads it"};

Schedule read_goal_binary(std::string_view bytes, const std::string& name) {
  const Numbers in(bytes, name);
  if (in.at<std::uint64_t>(0) != kMagic)
    in.fail(0, fmt::format("{}", in.at<std::uint64_t>(0)),
            fmt::format("{} ({} is what a simulation has used up)", kMagic, kMadeInvalid));
  const auto ranks = in.at<std::uint32_t>(kHead);
  constexpr std::size_t kEntry = 16, kTable = 6;
  if (ranks == 0 || ranks > bytes.size() / kEntry)
    in.fail(kHead, fmt::format("{} ranks", ranks), "as many as the file has room for");
  Schedule graph;
  std::uint64_t room = bytes.size() - kHead;  // parts that overlap would be more than the file
  for (std::uint32_t r = 0; r < ranks; ++r) {
    const std::size_t entry = kHead + kTable + kEntry * r;
    const auto start = in.at<std::uint64_t>(entry), end = in.at<std::uint64_t>(entry + 8);
    if (start > end || end > bytes.size() - kHead)
      in.fail(entry, fmt::format("rank {} from {} to {}", r, start, end), "a part of the file");
    if (end - start > room)
      in.fail(entry, fmt::format("rank {} from {} to {} has bytes of other ranks", r, start, end),
              "a part of its own");
    room -= end - start;
    graph.ranks.push_back(
        RankReader(in, kHead + start, kHead + end, static_cast<std::int32_t>(ranks)).read());
  }
  try {
    graph.complete();
  } catch (const InvalidSchedule& e) {
    throw ScheduleError(e.fault(), {name},
                        {fmt::format("rank {}, node {}: {}", e.rank(), e.operation(), e.what())},
                        e.rank());
  }
  return graph;
}

std::string goal_binary(const Schedule& graph) {
  std::string head, body;
  std::uint8_t largest = 0;
  for (const RankSchedule& tasks : graph.ranks)
    for (const Operation& o : tasks.operations) largest = std::max(largest, o.processor);
  put(head, kMagic);
  put(head, small(std::ssize(graph.ranks)));
  put(head, largest);
  put(head, std::uint8_t{0});
  const std::uint64_t first = head.size() - kHead + 16 * graph.ranks.size();
  for (const RankSchedule& tasks : graph.ranks) {
    put(head, first + body.size());
    body += rank_text(tasks);
    put(head, first + body.size());
  }
  return head + body;
}

}  // namespace orrery::inline formats
