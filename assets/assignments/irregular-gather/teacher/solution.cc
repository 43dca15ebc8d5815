// Gather over a tree that depends on the sizes: neighbouring groups of ranks join, and the group with less data
// sends all of its data to the group with more. The group of the root always receives.
#include <vector>

#include "algorithms/submission.h"

namespace orrery {
namespace {

/// Ranks first .. last - 1, whose blocks the leader has.
struct Group {
  int first, last, leader;
};

class Gather {
 public:
  Gather(Comm& c, const Call& call)
      : c_(c),
        call_(call),
        own_(call.v.part(call.partition.count(), call.partition.size(c.rank()))) {}

  void run() {
    std::vector<Group> groups;
    for (int r = 0; r < c_.size(); ++r) groups.push_back({r, r + 1, r});
    for (int k = 0; groups.size() > 1; ++k) {
      c_.round(k);
      groups = joined(groups);
    }
    if (c_.rank() == call_.root) c_.copy(call_.block(call_.root), own_);
  }

 private:
  std::vector<Group> joined(const std::vector<Group>& groups) {
    std::vector<Group> next;
    for (std::size_t i = 0; i + 1 < groups.size(); i += 2)
      next.push_back(join(groups[i], groups[i + 1]));
    if (groups.size() % 2 == 1) next.push_back(groups.back());
    return next;
  }

  Group join(const Group& a, const Group& b) {
    const bool into_a = a.leader == call_.root || (b.leader != call_.root && size(a) >= size(b));
    const Group &to = into_a ? a : b, &from = into_a ? b : a;
    if (size(from) > 0) pass(from, to.leader);
    return {a.first, b.last, to.leader};
  }

  void pass(const Group& from, int to) {
    if (c_.rank() == from.leader) c_.send(all_of(from), to);
    if (c_.rank() == to) c_.recv(range(from.first, from.last), from.leader);
  }

  /// What the leader has; its own block lies apart.
  Slice all_of(const Group& g) {
    if (g.last - g.first == 1) return own_;
    std::vector<Slice> parts;
    for (const Slice& part : {range(g.first, g.leader), own_, range(g.leader + 1, g.last)})
      if (!part.empty()) parts.push_back(part);
    return parts.size() == 1 ? parts.front() : c_.join(parts);
  }

  Slice range(int first, int last) const { return call_.partition.blocks(call_.v, first, last); }
  std::int64_t size(const Group& g) const {
    return call_.partition.offset(g.last) - call_.partition.offset(g.first);
  }

  Comm& c_;
  const Call& call_;
  Slice own_;
};

}  // namespace

void run(Comm& c, const Call& call) {
  Gather(c, call).run();
}

}  // namespace orrery

ORRERY_SUBMISSION("gatherv", orrery::run)
