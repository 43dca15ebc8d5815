#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/schedules/trees/pairing.h"

namespace orrery::inline algorithms {

/// The pairing of Swing's nodes on a line with an odd number of them.
enum class OddSide {
  kLeftOut,           ///< one node is left out, as in the paper
  kVirtual,           ///< one node also plays a virtual one, which adds nothing and gets nothing
  kAhead,             ///< as kVirtual, and it sends a part of step 1 in step 0 already
  kAheadVirtualFirst  ///< as kAhead, and the virtual node's partner comes first in every step
};

/// Swing on a line of any number of nodes: the step in which a contribution to a block leaves its
/// node.
///
/// Ref      De Sensi et al., NSDI 2024, Sec. 3.1 and 3.2, App. A.2.
/// Letters  d nodes, x node, b block (that of node b), s step, e = d for even d, d - 1 for odd d and
///          kLeftOut, d + 1 for odd d and kVirtual or kAhead.
/// Even d   x pairs with π(x, s), s < ceil(log2 d). A block may be reached through several steps;
///          it is sent in the last of them.
/// Odd d    kLeftOut: one node is left out; the others pair as above among themselves, counted from
///          the node after it, in the direction of the collective. It exchanges its contribution
///          to block x for x's contribution to its own block: in step 0 with the first ceil(e/2) of
///          them, then with ceil(e/4), ..., in the last step with those that are left. d = 7, node
///          6 left out: 0 1 2, 3 4, 5. These contributions go no further along the line and depend
///          on nothing before them: these messages delay no other. Plain collectives leave out node
///          d - 1, mirrored ones, being the mirror image, node 0: then the two use different links
///          at every step, as for even d.
///          kVirtual: the node that would be left out has the last two places, e - 2 and e - 1,
///          which pair up in step 0 without a message. From then on it has two partners in every
///          step. A block that both of its places would forward is sent once, in the later step of
///          the two.
///          kAhead: the message to the node of place 0 in step 1, where it would be the second of
///          two, goes in step 0: nothing has arrived by then. In the mirrored collective that node
///          is the one that plays two, so that neither of them has more than two messages of both
///          collectives at a time until step 2.
/// Example  d = 8, plain: π(x, s) is x + ρ for even x and x - ρ for odd x, ρ = 1, -1, 3. Node 0
///          pairs with 1, 7 and 3, node 1 with 0, 2 and 6. Node 0's contribution to block 4 leaves it in
///          step 1, to node 7, which passes it to node 4 = 7 - 3 in step 2.
/// Holds    T(x, b) < T(hop(x, b), b) unless hop(x, b) owns b: every contribution reaches its block
///          exactly once. Checked for all even d up to 2400. The same holds for a node that plays
///          two: its T is the later one of two places', and contributions to either place have a
///          smaller T.
class SwingLine {
 public:
  /// Creates the line; the odd node is moved on by `shift` nodes.
  SwingLine(int d, bool mirrored, OddSide odd = OddSide::kLeftOut, int shift = 0);
  /// Creates the line for trees with their root at node `root`; leaves out its neighbour, not the
  /// root.
  SwingLine(int d, bool mirrored, int root);

  int nodes() const { return d_; }
  /// Returns the number of blocks: one for each node, and block d for the virtual one.
  int blocks() const { return std::max(d_, even_); }
  /// Returns whether sums of block b end at x. The virtual node's block belongs to the node that
  /// plays it.
  bool owns(int x, int b) const { return b < d_ ? x == b : plays_two(x); }
  int steps() const { return steps_; }
  /// Returns whether x is left out.
  bool left_out(int x) const { return even_ < d_ && x == out_; }
  /// Returns whether x also plays the virtual node.
  bool plays_two(int x) const { return even_ > d_ && x == out_; }
  /// Returns whether x sends y the blocks of step 1 in step 0.
  bool ahead(int x, int y) const { return ahead_ && plays_two(x) && place_of(y) == 0; }
  /// Returns the number of blocks that two nodes give each other in step s, that of the virtual
  /// node included; if one of the two nodes is left out, it is one.
  int blocks(int s) const;
  /// Returns T: the step in which x forwards its sum of block b. REQUIRES !owns(x, b).
  int last_step(int x, int b) const;
  /// Returns the node that it goes to.
  int hop(int x, int b) const;
  /// Calls f(y) for every y such that x and y exchange in step s and one of them is left out.
  template <class F>
  void for_each_direct(int x, int s, F&& f) const {
    if (even_ >= d_) return;
    if (left_out(x))
      for (int y = first_direct(s); y < first_direct(s + 1); ++y) f(node_at(y));
    else if (direct_step(place_of(x)) == s)
      f(out_);
  }
  /// Calls f(y) for every node that x pairs with in step s: two for a node that plays two, in the
  /// order of its messages.
  template <class F>
  void for_each_paired(int x, int s, F&& f) const {
    if (left_out(x) || (plays_two(x) && s == 0)) return;
    const int own = place_of(x), first = virtual_first_ && plays_two(x) ? d_ : own;
    f(node_at(pairs_.partner(first, s, even_)));
    if (plays_two(x)) f(node_at(pairs_.partner(own + d_ - first, s, even_)));
  }
  /// Calls f(y) for every node that x exchanges with in step s: the left-out one first, as it
  /// delays no other node.
  template <class F>
  void for_each_partner(int x, int s, F&& f) const {
    for_each_direct(x, s, f);
    for_each_paired(x, s, f);
  }

 private:
  SwingLine(int d, const Pairs& pairs, int out, OddSide odd);

  // Places are counted from the node after the one that is left out or plays two, which has place
  // d - 1; the virtual node has place d.
  int place_of(int x) const;
  int place_of_block(int b) const { return b < d_ ? place_of(b) : d_; }
  int node_at(int place) const;
  int first_direct(int s) const;             ///< returns the first partner place of out_ in step s
  int direct_step(int place) const;          ///< returns the step of its exchange with `place`
  int distance(int x, int b) const;          ///< returns the distance, turning as even places do
  int last_step_at(int place, int b) const;  ///< returns T between places
  int last_place(int x, int b) const;        ///< returns the place of x that forwards block b

  int d_, even_, steps_;
  int out_;                     // the node that is left out or plays two, for odd d
  bool ahead_, virtual_first_;  // kAhead and kAheadVirtualFirst, for odd d
  int forward_;                 // 1, or -1 where places are counted backwards
  Pairs pairs_;                 // of places
  std::vector<int> last_step_;  // by distance of places; empty where codes serve
};

/// Returns the steps that Swing takes on a line of d nodes.
int swing_steps(int d, OddSide odd = OddSide::kLeftOut);

}  // namespace orrery::inline algorithms
