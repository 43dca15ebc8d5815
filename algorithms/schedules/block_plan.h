#pragma once

#include <cstdint>
#include <iterator>
#include <vector>

/// What a rank sends and receives, step by step, as data: for algorithms that follow a table. Pure functions.
namespace orrery {

/// What a rank does with what arrives.
enum class Arrival {
  kStore,      ///< takes it in place of what it has
  kAdd,        ///< own ⊕ it
  kAddInFront  ///< it ⊕ own
};

/// Blocks to or from a peer, as one message.
struct BlockMessage {
  int peer = 0;
  std::vector<int> blocks;  ///< in the order in which they lie in the message
  Arrival arrival = Arrival::kStore;
  /// The message goes in so many pieces, as even as can be, all begun at once; each is added as soon as it has come.
  /// More than 1 only in steps of one message each way that is added.
  int segments = 1;
  /// The receiver is told no sizes (see BlockPlan::size_bytes): all blocks are for it, and it knows them.
  bool sizes_known = false;
};

/// Messages that a rank begins together. Sums are added when all have come, in the order of the peers; several of
/// the same blocks in front of the own are added to each other from the left, and then in front of the own.
struct BlockStep {
  int round = 0;
  std::vector<BlockMessage> out = {}, in = {};
};

/// A block that a rank has in another place as well.
struct BlockCopy {
  int into = 0, from = 0;
};

/// All that one rank does.
struct BlockPlan {
  static constexpr int kForAll = -1, kTokens = -2;
  /// What a block is: 0: block b is rank b's; n > 0: the b-th of n pieces of the vector; kForAll: block s p + d is
  /// what s has for d in an all-to-all; kTokens: messages have no data.
  int pieces = 0;
  /// The vector is cut into so many parts first, and each of them into pieces / parts. REQUIRES that it
  /// divides pieces.
  int parts = 1;
  /// The messages of a step go in pairs, out[i] with in[i], one pair after the other.
  bool one_by_one = false;
  /// In an all-to-all whose blocks differ: before several blocks go as one message, it sends so many bytes for each of
  /// them to say their sizes.
  int size_bytes = 0;
  /// In an all-to-all whose blocks differ: every block is sent as large as the largest.
  bool padded = false;
  /// Where a block is a piece of the vector: room for so many more, with the numbers from `pieces` on.
  int spare = 0;
  std::vector<BlockStep> steps = {};   ///< rounds never go backwards
  std::vector<BlockCopy> copies = {};  ///< made when all steps have ended

  /// Elements of the message that says the sizes of the blocks of `m`: that of one block follows from its sender.
  std::int64_t elements_of_sizes(const BlockMessage& m, std::int64_t element_bytes) const {
    const bool told = m.blocks.size() > 1 && !m.sizes_known;
    const std::int64_t all = told ? size_bytes * std::ssize(m.blocks) : 0;
    return (all + element_bytes - 1) / element_bytes;
  }

  /// The step of `round`; a new one unless the last step is of this round.
  BlockStep& at_round(int round);
  void send(int round, int peer, std::vector<int> blocks);
  void receive(int round, int peer, std::vector<int> blocks, Arrival arrival = Arrival::kStore);
};

/// lo, lo + 1, ..., hi - 1.
std::vector<int> numbers(int lo, int hi);
/// begin, begin + 1, ..., n of them, modulo p, ascending.
std::vector<int> cyclic_numbers(int begin, int n, int p);

/// Sums from lower ranks come in front of the own ones.
inline Arrival in_rank_order(int peer, int own) {
  return peer < own ? Arrival::kAddInFront : Arrival::kAdd;
}

/// The plan backwards, in `rounds` rounds: what was sent is received. A way to hand out becomes a way to
/// collect; with `own`, the rank whose plan it is, to add up.
BlockPlan backwards(const BlockPlan& plan, int rounds);
BlockPlan backwards_adding(const BlockPlan& plan, int rounds, int own);

/// Every block a message of its own.
BlockPlan separated(BlockPlan plan);

/// Calls f(BlockMessage&) for each message.
template <class F>
void for_each_message(BlockPlan& plan, F&& f) {
  for (BlockStep& step : plan.steps)
    for (auto* messages : {&step.out, &step.in})
      for (BlockMessage& message : *messages) f(message);
}

/// `first`, and then `second` from round `rounds` on.
BlockPlan in_sequence(BlockPlan first, int rounds, const BlockPlan& second);

}  // namespace orrery
