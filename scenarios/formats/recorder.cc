#include "scenarios/formats/recorder.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>

namespace orrery {

using TaskKind = Operation::Kind;

/// A rank's view of a communicator while it is recorded.
class RecordingComm final : public EmulatedComm {
 public:
  using Frontier = Recorder::Frontier;

  RecordingComm(Recorder& recorder, Comm& inner, int communicator, int world_rank,
                std::vector<int> world_ranks, Frontier& frontier)
      : recorder_(recorder),
        inner_(emulated(inner)),
        communicator_(communicator),
        world_rank_(world_rank),
        world_ranks_(std::move(world_ranks)),
        frontier_(frontier) {}
  RecordingComm(Recorder& recorder, std::unique_ptr<Comm> inner, int communicator, int world_rank,
                std::vector<int> world_ranks, Frontier& frontier)
      : RecordingComm(recorder, *inner, communicator, world_rank, std::move(world_ranks),
                      frontier) {
    owned_ = std::move(inner);
  }
  /// Records the world, with a frontier of its own.
  RecordingComm(Recorder& recorder, Comm& world)
      : RecordingComm(recorder, world, 0, world.rank(), {}, own_frontier_) {}

  int size() const override { return inner_.size(); }
  int rank() const override { return inner_.rank(); }

  void send(Slice what, int to, int tag) override {
    const std::int32_t o = record(TaskKind::kSend, what, to, tag);
    inner_.send(what, to, tag);
    ended({o});
  }
  void recv(Slice into, int from, int tag) override {
    const std::int32_t o = record(TaskKind::kReceive, into, from, tag);
    inner_.recv(into, from, tag);
    ended({o});
  }
  void sendrecv(Slice out, int to, Slice in, int from, int tag) override {
    const std::int32_t receive = record(TaskKind::kReceive, in, from, tag);
    const std::int32_t send = record(TaskKind::kSend, out, to, tag);
    inner_.sendrecv(out, to, in, from, tag);
    ended({receive, send});
  }
  Handle isend(Slice what, int to, int tag) override {
    return keep(inner_.isend(what, to, tag), record(TaskKind::kSend, what, to, tag));
  }
  Handle irecv(Slice into, int from, int tag) override {
    return keep(inner_.irecv(into, from, tag), record(TaskKind::kReceive, into, from, tag));
  }
  void wait(Handle h) override { wait_all({&h, 1}); }
  void wait_all(std::span<const Handle> handles) override {
    inner_.wait_all(handles);
    forget(handles);
  }
  Handle icompute(Time work, int processor) override {
    Operation o;
    o.amount = work.count();
    o.processor = static_cast<std::uint8_t>(processor);
    return keep(inner_.icompute(work, processor), recorder_.add(world_rank_, o, 0, frontier_, {}));
  }
  std::span<const Handle> wait_some() override {
    const std::span<const Handle> done = inner_.wait_some();
    forget(done);
    return done;
  }
  Time now() const override { return inner_.now(); }
  bool has_content() const override { return inner_.has_content(); }
  void put_sum(Slice into, std::span<const Slice> from) override { inner_.put_sum(into, from); }

  void reduce(Slice into, Slice from) override {
    Recorder::Data data = both(into, from, true);
    inner_.reduce(into, from);
    compute(std::move(data), into.bytes());
  }
  void reduce_front(Slice into, Slice from) override {
    Recorder::Data data = both(into, from, true);
    inner_.reduce_front(into, from);
    compute(std::move(data), into.bytes());
  }
  void copy(Slice into, Slice from) override {
    Recorder::Data data = both(into, from, false);
    inner_.copy(into, from);
    compute(std::move(data), into.bytes());
  }
  Slice scratch(std::int64_t elements) override {
    const Slice s = inner_.scratch(elements);
    if (recorder_.records_data_) recorder_.note_scratch(world_rank_, s);
    return s;
  }
  Slice join(std::span<const Slice> parts) override {
    const Slice s = inner_.join(parts);
    if (recorder_.records_data_ && s.joined())
      recorder_.joined_[s.offset()].assign(parts.begin(), parts.end());
    return s;
  }
  void round(int k, std::source_location where) override { inner_.round(k, where); }

  void lanes(int n, const std::function<void(Comm&, int)>& body) override {
    std::vector<Frontier> frontiers(static_cast<std::size_t>(std::max(n, 0)), frontier_);
    std::vector<int> numbers;
    numbers.reserve(frontiers.size());
    for (int i = 0; i < n; ++i)
      numbers.push_back(recorder_.numbers_.lane(communicator_, rank(), i).number);
    inner_.lanes(n, [&](Comm& lane, int i) {
      const auto at = static_cast<std::size_t>(i);
      RecordingComm comm(recorder_, lane, numbers[at], world_rank_, world_ranks_, frontiers[at]);
      body(comm, i);
    });
    std::set<std::int32_t> all;
    for (const Frontier& f : frontiers) all.insert(f.begin(), f.end());
    frontier_.assign(all.begin(), all.end());
  }

  /// A lane begins behind what the rank did before, and behind the ends of the lanes that it comes after.
  void ordered_lanes(std::span<const OrderedLane> lanes,
                     const std::function<void(Comm&, int)>& body) override {
    std::vector<Frontier> frontiers(lanes.size(), frontier_);
    inner_.ordered_lanes(lanes, [&](Comm& lane, int i) {
      const auto at = static_cast<std::size_t>(i);
      frontiers[at] = frontier_before(lanes, frontiers, i);
      RecordingComm comm(recorder_, lane, recorder_.numbers_.lane(communicator_, rank(), i).number,
                         world_rank_, world_ranks_, frontiers[at]);
      body(comm, i);
    });
    std::set<std::int32_t> all;
    for (const Frontier& f : frontiers) all.insert(f.begin(), f.end());
    frontier_.assign(all.begin(), all.end());
  }

  std::unique_ptr<Comm> sub(std::span<const int> ranks) override {
    std::vector<int> world;
    for (const int r : ranks) world.push_back(world_rank_of(r));
    auto inner = inner_.sub(ranks);
    const int number =
        recorder_.numbers_.sub(communicator_, rank(), {ranks.begin(), ranks.end()}).number;
    return std::make_unique<RecordingComm>(recorder_, std::move(inner), number, world_rank_,
                                           std::move(world), frontier_);
  }

 private:
  /// What ends before lane i begins: of lanes in which the rank takes no part those that they come after.
  Frontier frontier_before(std::span<const OrderedLane> lanes,
                           const std::vector<Frontier>& frontiers, int i) const {
    std::set<std::int32_t> all(frontier_.begin(), frontier_.end());
    for (const int before : lanes[static_cast<std::size_t>(i)].after) {
      const auto at = static_cast<std::size_t>(before);
      const Frontier f =
          lanes[at].takes_part ? frontiers[at] : frontier_before(lanes, frontiers, before);
      all.insert(f.begin(), f.end());
    }
    return {all.begin(), all.end()};
  }

  int world_rank_of(int rank) const {
    return world_ranks_.empty() ? rank : world_ranks_.at(static_cast<std::size_t>(rank));
  }

  /// -1 for what posts no message.
  std::int32_t record(TaskKind kind, Slice slice, int peer, int tag) {
    if (slice.empty()) return -1;
    Recorder::Data data;
    (kind == TaskKind::kSend ? data.from : data.into) = ranges(slice);
    Operation o;
    o.kind = kind;
    o.peer = world_rank_of(peer);
    o.tag = tag;
    o.amount = slice.bytes().count();
    return recorder_.add(world_rank_, o, communicator_, frontier_, std::move(data));
  }

  void compute(Recorder::Data data, Bytes bytes) {
    Operation o;
    o.amount = duration_of(bytes, recorder_.gamma_).count();
    if (o.amount > 0 || (recorder_.records_data_ && bytes.count() > 0))
      ended({recorder_.add(world_rank_, o, 0, frontier_, std::move(data))});
  }
  /// Before the call, which releases joined slices.
  Recorder::Data both(Slice into, Slice from, bool adds) {
    if (!recorder_.records_data_) return {};
    return {ranges(into), ranges(from), adds, communicator_};
  }

  std::vector<Recorder::Range> ranges(Slice slice) {
    std::vector<Recorder::Range> all;
    if (!recorder_.records_data_) return all;
    const auto add = [&](Slice s) {
      const auto& own = recorder_.buffers_[static_cast<std::size_t>(world_rank_)];
      const auto found = own.find(s.buffer());
      all.push_back({found == own.end() ? -1 : found->second, s.offset(), s.count()});
    };
    if (!slice.joined()) {
      if (slice.count() > 0) add(slice);
    } else {
      for (const Slice& s : recorder_.joined_.at(slice.offset())) add(s);
    }
    return all;
  }

  void ended(std::vector<std::int32_t> operations) {
    std::erase(operations, -1);
    recorder_.wait_for(world_rank_, frontier_, operations);
  }

  Handle keep(Handle h, std::int32_t operation) {
    if (operation >= 0) under_way_[h.index] = operation;
    return h;
  }
  void forget(std::span<const Handle> handles) {
    std::vector<std::int32_t> operations;
    for (const Handle h : handles)
      if (const auto found = under_way_.extract(h.index)) operations.push_back(found.mapped());
    ended(std::move(operations));
  }

  Recorder& recorder_;
  std::unique_ptr<Comm> owned_;
  EmulatedComm& inner_;
  int communicator_;
  int world_rank_;
  std::vector<int> world_ranks_;  // empty: all, in order
  Frontier own_frontier_;
  Frontier& frontier_;
  std::unordered_map<std::uint32_t, std::int32_t> under_way_;  // operations by handle
};

Recorder::Recorder(int ranks, CostPerByte gamma, bool data)
    : gamma_(gamma),
      records_data_(data),
      data_(static_cast<std::size_t>(ranks)),
      scratch_(static_cast<std::size_t>(ranks)),
      buffers_(static_cast<std::size_t>(ranks)) {
  graph_.ranks.resize(static_cast<std::size_t>(ranks));
  communicator_of_.resize(static_cast<std::size_t>(ranks));
}

std::unique_ptr<Comm> Recorder::wrap(Comm& comm) {
  return std::make_unique<RecordingComm>(*this, comm);
}

void Recorder::note_scratch(int rank, Slice s) {
  auto& own = scratch_[static_cast<std::size_t>(rank)];
  buffers_[static_cast<std::size_t>(rank)][s.buffer()] = static_cast<int>(own.size());
  own.push_back(s.count());
}

std::int32_t Recorder::add(int rank, Operation operation, int communicator, Frontier& frontier,
                           Data data) {
  if (frontier.size() > 2) join(rank, frontier);
  RankTasks& tasks = graph_.ranks[static_cast<std::size_t>(rank)];
  const auto at = static_cast<std::int32_t>(tasks.operations.size());
  tasks.operations.push_back(operation);
  communicator_of_[static_cast<std::size_t>(rank)].push_back(communicator);
  if (records_data_) {
    if (operation.kind != TaskKind::kCompute) data.communicator = communicator;
    data_[static_cast<std::size_t>(rank)].push_back(std::move(data));
  }
  require(rank, at, frontier);
  return at;
}

void Recorder::require(int rank, std::int32_t later, const Frontier& frontier) {
  for (const std::int32_t earlier : frontier)
    graph_.ranks[static_cast<std::size_t>(rank)].requirements.push_back({later, earlier, false});
}

/// A computation of nothing stands for them all, so that n operations after m others need n + m
/// requirements and not n m.
void Recorder::join(int rank, Frontier& frontier) {
  RankTasks& tasks = graph_.ranks[static_cast<std::size_t>(rank)];
  const auto at = static_cast<std::int32_t>(tasks.operations.size());
  tasks.operations.emplace_back();
  communicator_of_[static_cast<std::size_t>(rank)].push_back(0);
  if (records_data_) data_[static_cast<std::size_t>(rank)].emplace_back();
  require(rank, at, frontier);
  frontier = {at};
}

/// They come on top of what had to have ended, except for what they required themselves.
void Recorder::wait_for(int rank, Frontier& frontier,
                        const std::vector<std::int32_t>& operations) const {
  const auto& requirements = graph_.ranks[static_cast<std::size_t>(rank)].requirements;
  for (const std::int32_t o : operations) {
    const auto own = std::ranges::equal_range(requirements, o, {}, &Requirement::later);
    for (const Requirement& r : own) std::erase(frontier, r.earlier);
  }
  for (const std::int32_t o : operations)
    if (std::ranges::find(frontier, o) == frontier.end()) frontier.push_back(o);
}

TaskGraph Recorder::take() {
  std::map<std::pair<int, std::int32_t>, std::int32_t> tags;  // by communicator and tag
  const auto for_all_messages = [this](auto&& f) {
    for (std::size_t r = 0; r < graph_.ranks.size(); ++r)
      for (std::size_t i = 0; i < graph_.ranks[r].operations.size(); ++i)
        if (graph_.ranks[r].operations[i].kind != TaskKind::kCompute)
          f(communicator_of_[r][i], graph_.ranks[r].operations[i].tag);
  };
  for_all_messages([&](int c, std::int32_t tag) { tags.emplace(std::pair(c, tag), 0); });
  std::int32_t next = 0;
  for (auto& [key, tag] : tags) tag = next++;
  const bool plain =
      tags.empty() || (tags.begin()->first.second >= 0 && tags.rbegin()->first.first == 0);
  if (!plain) for_all_messages([&](int c, std::int32_t& tag) { tag = tags.at({c, tag}); });
  graph_.complete();
  return std::move(graph_);
}

}  // namespace orrery
