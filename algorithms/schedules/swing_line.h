#pragma once

#include <vector>

#include "algorithms/schedules/pairing.h"

namespace orrery {

/// Swing on a line of any number of nodes: which step a contribution to a block leaves its node in.
///
/// Ref      De Sensi et al., NSDI 2024, Sec. 3.1 and 3.2, App. A.2.
/// Letters  d nodes, x node, b block (that of node b), s step, e = d for even d, d - 1 for odd d.
/// Even d   x pairs with π(x, s), s < ceil(log2 d). A block may be reached through several steps;
///          it is sent in the last of them.
/// Odd d    the nodes below e do as above among themselves. Node e exchanges its contribution to
///          block x for x's contribution to block e, in step 0 with ceil(e/2) nodes, then with
///          ceil(e/4), ..., in the last step with those that are left. d = 7: 0 1 2, 3 4, 5.
/// Holds    T(x, b) < T(hop(x, b), b) unless hop(x, b) = b: every contribution reaches its block
///          exactly once. Checked for all even d up to 2400.
class SwingLine {
 public:
  SwingLine(int d, bool mirrored);

  int nodes() const { return d_; }
  int steps() const { return steps_; }
  /// T: the step in which x sends its sum of block b on. REQUIRES x != b.
  int last_step(int x, int b) const;
  /// The node that it goes to.
  int hop(int x, int b) const;
  /// Calls f(y) for every node that x exchanges with in step s, in order.
  template <class F>
  void for_each_partner(int x, int s, F&& f) const {
    if (x < even_) f(pairs_.partner(x, s, even_));
    if (even_ == d_) return;
    if (x == even_)
      for (int y = first_direct(s); y < first_direct(s + 1); ++y) f(y);
    else if (direct_step(x) == s)
      f(even_);
  }

 private:
  int first_direct(int s) const;     ///< first node that node e exchanges with in step s
  int direct_step(int x) const;      ///< in which x does
  int distance(int x, int b) const;  ///< from x to b the way that even nodes go first

  int d_, even_, steps_;
  Pairs pairs_;
  std::vector<int> last_step_;  // by distance; empty where codes serve
};

/// Steps that Swing takes on a line of d nodes.
int swing_steps(int d);

}  // namespace orrery
