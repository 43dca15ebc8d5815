// A communication schedule from a file.
// Letters  r own rank.
// Rounds   as many as there are messages in the longest chain of them. A rank enters round k when it
//          first begins an operation that k messages must have come before.
// Sent     what the schedule says.
// Time     at least the longest chain of messages, each α + m β, and computations.
#include "algorithms/task_graph/program.h"

#include <algorithm>
#include <unordered_map>

#include "emu/comm/emulated_comm.h"

namespace orrery {

namespace {

using Kind = Operation::Kind;

/// What rank r is about.
class Progress {
 public:
  Progress(EmulatedComm& c, const RankTasks& tasks)
      : c_(c), tasks_(tasks), required_(tasks.required_counts()) {
    for (std::int32_t i = 0; i < std::ssize(required_); ++i)
      if (required_[static_cast<std::size_t>(i)] == 0) ready_.push_back(i);
  }

  void run() {
    for (;;) {
      const std::vector<Handle> done = c_.wait_some();
      for (const Handle h : done) tell(under_way_.extract(h.index).mapped(), false);
      if (done.empty() && ready_.empty()) return;
      begin_ready();
    }
  }

 private:
  /// Beginning one may make others ready.
  void begin_ready() {
    while (!ready_.empty()) {
      std::vector<std::int32_t> now;
      now.swap(ready_);
      std::ranges::sort(now);
      for (const std::int32_t i : now) begin(i);
    }
  }

  void begin(std::int32_t i) {
    const Operation& o = tasks_.operations[static_cast<std::size_t>(i)];
    // The operation that the file names here begins as soon as those it depends on have ended.
    if (o.kind != Kind::kCompute && o.step > round_) c_.round(round_ = o.step);
    tell(i, true);
    if (o.kind == Kind::kCompute && o.amount == 0) return tell(i, false);
    const Slice slice = o.amount == 0 ? Slice::token() : Slice(0, 1, 0, o.amount);
    const Handle h = o.kind == Kind::kCompute ? c_.icompute(Time(o.amount), o.processor)
                     : o.kind == Kind::kSend  ? c_.isend(slice, o.peer, o.tag)
                                              : c_.irecv(slice, o.peer, o.tag);
    under_way_[h.index] = i;
  }

  void tell(std::int32_t i, bool begins) {
    for (const std::int32_t at : tasks_.waiting_for(i)) {
      const Requirement& r = tasks_.requirements[static_cast<std::size_t>(at)];
      if (r.only_begun == begins && --required_[static_cast<std::size_t>(r.later)] == 0)
        ready_.push_back(r.later);
    }
  }

  EmulatedComm& c_;
  const RankTasks& tasks_;
  std::vector<std::int32_t> required_, ready_;
  std::unordered_map<std::uint32_t, std::int32_t> under_way_;  // by handle
  int round_ = -1;
};

}  // namespace

void TaskProgram::run(Comm& c, Slice) const {
  Progress(emulated(c), graph_.ranks[static_cast<std::size_t>(c.rank())]).run();
}

}  // namespace orrery
