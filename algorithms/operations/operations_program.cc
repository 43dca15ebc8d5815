#include "algorithms/operations/operations_program.h"

#include <algorithm>

#include "algorithms/instance.h"
#include "algorithms/levels/placed_comm.h"

namespace orrery::inline algorithms {
namespace {

/// Returns the contents in a store of the contributions of all ranks of the run, in which ranks of
/// the group have their numbers in the group.
Content among(Content content, int n) {
  return content.contributor == kEveryRank ? Content{content.logical, 0, n - 1} : content;
}

}  // namespace

class OperationsProgram::Part {
 public:
  /// Creates it; `rounds_once` counts the rounds of a repetition, if there are several.
  Part(const GroupOperation& operation, const OperationGroup& group, int rounds_once)
      : operation_(operation),
        group_(group),
        instance_(operation.kind == GroupOperation::Kind::kCollective
                      ? std::make_unique<Instance>(*group.algorithm, group.problem)
                      : nullptr),
        rounds_once_(rounds_once),
        ascends_(std::ranges::is_sorted(group.ranks)),
        from_(group.ranks.size()),
        to_(group.ranks.size()) {
    for (const auto& [source, destination] : group.messages) {
      from_[static_cast<std::size_t>(destination)].push_back(source);
      to_[static_cast<std::size_t>(source)].push_back(destination);
    }
  }

  const std::vector<int>& ranks() const { return group_.ranks; }
  int size() const { return static_cast<int>(group_.ranks.size()); }
  /// Returns whether its ranks are those of a communicator of n, in order.
  bool is_all_of(int n) const { return size() == n && ascends_; }
  const std::string& operation() const { return operation_.name; }
  const Instance* instance() const { return instance_.get(); }

  /// Returns the elements of a rank's part of the vector, separate for each repetition.
  std::int64_t length() const { return operation_.repeat * length_once(); }

  std::vector<Piece> before(int place) const { return each_time(before_once(place)); }
  std::vector<Piece> after(int place) const { return each_time(after_once(place)); }

  /// Runs the operation for the group's rank c.rank(), on a communicator of the group.
  void run(Comm& c, Slice v) const {
    if (operation_.kind == GroupOperation::Kind::kCompute) return compute(emulated(c));
    if (operation_.repeat == 1) return run_once(c, v);
    const std::int64_t length = length_once();
    for (int i = 0; i < operation_.repeat; ++i) {
      PlacedComm placed(c, {v.part(i * length, length)}, i * rounds_once_);
      run_once(placed, placed.vector());
    }
  }

 private:
  /// Returns the elements of one repetition: for messages those that a rank sends, followed by
  /// those that it receives.
  std::int64_t length_once() const {
    if (instance_) return instance_->length();
    if (operation_.kind == GroupOperation::Kind::kCompute) return 0;
    std::size_t most = 0;
    for (const std::vector<int>& from : from_) most = std::max(most, from.size());
    return count() * static_cast<std::int64_t>(1 + most);
  }

  std::vector<Piece> before_once(int place) const {
    if (instance_) return instance_->collective().before(group_.problem, place);
    return {{0, count(), {0, place}}};
  }
  std::vector<Piece> after_once(int place) const {
    if (instance_) return instance_->collective().after(group_.problem, place);
    std::vector<Piece> pieces;
    for (const int from : from_[static_cast<std::size_t>(place)])
      pieces.push_back({count() * (1 + std::ssize(pieces)), count(), {0, from}});
    return pieces;
  }

  std::vector<Piece> each_time(const std::vector<Piece>& once) const {
    std::vector<Piece> all;
    for (int i = 0; i < operation_.repeat; ++i)
      for (Piece piece : once) {
        piece.offset += i * length_once();
        all.push_back(piece);
      }
    return all;
  }

  void run_once(Comm& c, Slice v) const { instance_ ? instance_->run(c, v) : pass_messages(c, v); }

  void compute(EmulatedComm& c) const {
    for (int i = 0; i < operation_.repeat; ++i) {
      // The rank computes for as long as the operation says, and sends no messages.
      c.round(i);
      c.wait(c.icompute(operation_.work, operation_.processor));
    }
  }

  std::int64_t count() const { return group_.problem.count; }

  void pass_messages(Comm& c, Slice v) const {
    const auto place = static_cast<std::size_t>(c.rank());
    std::vector<Handle> handles;
    std::int64_t received = 0;
    // The rank posts all messages that it gets and sends.
    c.round(0);
    for (const int from : from_[place]) handles.push_back(c.irecv(message(v, ++received), from));
    for (const int to : to_[place]) handles.push_back(c.isend(message(v, 0), to));
    c.wait_all(handles);
  }

  /// Returns the slice of a message; one without bytes is sent nevertheless.
  Slice message(Slice v, std::int64_t i) const {
    return count() == 0 ? Slice::token() : v.part(i * count(), count());
  }

  const GroupOperation& operation_;
  const OperationGroup& group_;
  std::unique_ptr<Instance> instance_;
  int rounds_once_;
  bool ascends_;
  std::vector<std::vector<int>> from_, to_;  ///< by place: of its messages, in order
};

OperationsProgram::OperationsProgram(const std::vector<GroupOperation>& operations)
    : operations_(operations), first_rounds_(orrery::first_rounds(operations)) {
  for (const GroupOperation& operation : operations) {
    members_.emplace_back();
    std::int64_t longest = 0;
    // Counted before the run: an algorithm that chooses runs its candidates for it.
    const int rounds_once = operation.repeat > 1 ? operation.rounds_once() : 0;
    for (const OperationGroup& group : operation.groups) {
      parts_.push_back(std::make_unique<Part>(operation, group, rounds_once));
      longest = std::max(longest, parts_.back()->length());
      for (int place = 0; place < parts_.back()->size(); ++place) {
        const auto rank = static_cast<std::size_t>(group.ranks[static_cast<std::size_t>(place)]);
        if (members_.back().size() <= rank) members_.back().resize(rank + 1);
        members_.back()[rank] = {parts_.back().get(), place};
      }
    }
    offsets_.push_back(length_);
    lengths_.push_back(longest);
    length_ += longest;
  }
}

OperationsProgram::~OperationsProgram() = default;

const OperationsProgram::Member& OperationsProgram::member(std::size_t operation, int rank) const {
  static const Member kNone;
  const auto r = static_cast<std::size_t>(rank);
  return r < members_[operation].size() ? members_[operation][r] : kNone;
}

Slice OperationsProgram::part_of(std::size_t operation, Slice v) const {
  return v.part(offsets_[operation], lengths_[operation]);
}

void OperationsProgram::fill(Store& store, Slice v, int rank) const {
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    const Member& m = member(i, rank);
    if (m.part == nullptr) continue;
    for (const Piece& piece : m.part->before(m.place))
      store.fill(part_of(i, v).part(piece.offset, piece.count),
                 among(piece.content, m.part->size()));
  }
}

void OperationsProgram::run_operation(std::size_t operation, Comm& c, Slice v) const {
  const Member& m = member(operation, c.rank());
  if (m.part == nullptr) return;
  const Slice own = part_of(operation, v).part(0, m.part->length());
  if (m.part->is_all_of(c.size())) return m.part->run(c, own);
  m.part->run(*c.sub(m.part->ranks()), own);
}

bool OperationsProgram::is_one_of_all(int ranks) const {
  if (operations_.size() > 1) return false;
  int members = 0;
  for (const auto& part : parts_) members += part->size();
  return members == ranks;
}

void OperationsProgram::run(Comm& c, Slice v) const {
  if (is_one_of_all(c.size())) return run_operation(0, c, v);
  std::vector<EmulatedComm::OrderedLane> lanes;
  for (std::size_t i = 0; i < operations_.size(); ++i)
    lanes.push_back({.takes_part = member(i, c.rank()).part != nullptr,
                     .first_round = first_rounds_[i],
                     .after = operations_[i].after_on(c.rank())});
  emulated(c).ordered_lanes(
      lanes, [&](Comm& lane, int i) { run_operation(static_cast<std::size_t>(i), lane, v); });
}

std::optional<std::string> OperationsProgram::mismatch(const Store& store, Slice v,
                                                       int rank) const {
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    const Member& m = member(i, rank);
    if (m.part == nullptr) continue;
    for (const Piece& piece : m.part->after(m.place))
      if (auto difference = store.mismatch(part_of(i, v).part(piece.offset, piece.count),
                                           among(piece.content, m.part->size())))
        return text_of("operation ", operations_[i].name, ": rank ", rank, ": ", *difference);
  }
  return std::nullopt;
}

std::vector<Program::Barrier> OperationsProgram::barriers() const {
  std::vector<Barrier> all;
  for (const auto& part : parts_)
    if (part->instance() != nullptr)
      for (Barrier barrier : part->instance()->barriers()) {
        if (parts_.size() > 1) barrier.operation = part->operation();
        all.push_back(std::move(barrier));
      }
  return all;
}

}  // namespace orrery::inline algorithms
