#pragma once

#include <cstdint>
#include <iterator>
#include <vector>

/// The sends and receives of a rank, step by step, as data: for algorithms that follow a table.
/// Pure functions.
namespace orrery::inline algorithms {

/// The use of an arriving block.
enum class Arrival {
  kStore,      ///< replaces the rank's own block
  kAdd,        ///< own ⊕ it
  kAddInFront  ///< it ⊕ own
};

/// Blocks to or from a peer, as one message.
struct BlockMessage {
  int peer = 0;
  std::vector<int> blocks;  ///< in the order of the message
  Arrival arrival = Arrival::kStore;
  /// Number of pieces, as even as possible, that the message is cut into. All begin together; each
  /// is added on arrival. More than 1 only in steps with one message each way that is added.
  int segments = 1;
  /// The receiver gets no sizes (see BlockPlan::size_bytes): all blocks end there, and it knows
  /// them.
  bool sizes_known = false;
};

/// Messages that a rank begins together. Sums are added when all have arrived, in the order of the
/// peers. Several sums of the same blocks that go in front of the rank's own are first added to each other
/// from the left.
struct BlockStep {
  int round = 0;
  std::vector<BlockMessage> out = {}, in = {};
};

/// A block that a rank also has in another place.
struct BlockCopy {
  int into = 0, from = 0;
};

/// All steps of one rank.
struct BlockPlan {
  static constexpr int kForAll = -1, kTokens = -2;
  /// The meaning of a block number. 0: block b is rank b's; n > 0: block b is the b-th of n pieces
  /// of the vector; kForAll: block s p + d goes from s to d in an all-to-all; kTokens: messages are
  /// empty.
  int pieces = 0;
  /// Parts that the vector is cut into first; each part is cut into pieces / parts. REQUIRES that
  /// it divides pieces.
  int parts = 1;
  /// The messages of a step form pairs, out[i] with in[i], exchanged one pair after the other.
  bool one_by_one = false;
  /// In an all-to-all whose blocks differ: bytes sent for each block to tell its size, before
  /// several blocks travel as one message.
  int size_bytes = 0;
  /// In an all-to-all whose blocks differ: every block is sent with the size of the largest.
  bool padded = false;
  /// Number of extra blocks, numbered from `pieces` on; only if a block is a piece of the vector.
  int spare = 0;
  std::vector<BlockStep> steps = {};   ///< rounds never go backwards
  std::vector<BlockCopy> copies = {};  ///< made when all steps have ended

  /// Returns the elements of the message with the block sizes of `m`; 0 for one block: its size
  /// follows from its sender.
  std::int64_t elements_of_sizes(const BlockMessage& m, std::int64_t element_bytes) const {
    const bool told = m.blocks.size() > 1 && !m.sizes_known;
    const std::int64_t all = told ? size_bytes * std::ssize(m.blocks) : 0;
    return (all + element_bytes - 1) / element_bytes;
  }

  /// Returns the step of `round`; appends a new one unless the last step is of this round.
  BlockStep& at_round(int round);
  void send(int round, int peer, std::vector<int> blocks);
  void receive(int round, int peer, std::vector<int> blocks, Arrival arrival = Arrival::kStore);
};

/// Returns lo, lo + 1, ..., hi - 1.
std::vector<int> numbers(int lo, int hi);
/// Returns the n numbers begin, begin + 1, ... modulo p, ascending.
std::vector<int> cyclic_numbers(int begin, int n, int p);

/// Returns the arrival that keeps rank order: sums from lower ranks come in front of the rank's own.
inline Arrival in_rank_order(int peer, int own) {
  return peer < own ? Arrival::kAddInFront : Arrival::kAdd;
}

/// Returns the plan backwards, in `rounds` rounds: sends become receives. A plan that distributes
/// becomes one that collects; the second function adds what it collects, in rank order around
/// `own`, the rank of the plan.
BlockPlan backwards(const BlockPlan& plan, int rounds);
BlockPlan backwards_adding(const BlockPlan& plan, int rounds, int own);

/// Returns the plan with a message of its own for every block.
BlockPlan separated(BlockPlan plan);

/// Calls f(BlockMessage&) for each message.
template <class F>
void for_each_message(BlockPlan& plan, F&& f) {
  for (BlockStep& step : plan.steps)
    for (auto* messages : {&step.out, &step.in})
      for (BlockMessage& message : *messages) f(message);
}

/// Returns `first`, followed by `second` from round `rounds` on.
BlockPlan in_sequence(BlockPlan first, int rounds, const BlockPlan& second);

}  // namespace orrery::inline algorithms
