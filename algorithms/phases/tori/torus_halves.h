#pragma once

#include "algorithms/phases/tori/torus_allreduce.h"

/// The halves of bandwidth-optimal allreduces as collectives of their own: every rank's block is
/// cut into one part for each of the concurrent collectives, and each part goes to (or comes from)
/// its own place, so that a message is not contiguous as in allreduce.
namespace orrery::inline algorithms {

/// A call without data, for counting.
class CallShape {
 public:
  CallShape(const Problem& x, std::int64_t length)
      : partition_(x.partition(length)), call_{Slice(0, 1, 0, length), partition_, 0, 1, {}, x} {}
  const Call& call() const { return call_; }

 private:
  Partition partition_;
  Call call_;
};

/// Reduce-scatter on a torus. REQUIRES sides that are powers of two unless the pairing is Swing's.
struct TorusReduceScatter {
  Design design;

  void run(Comm& c, const Call& call) const;
  std::int64_t rounds(const Problem& x) const;
  Bytes bytes_total(const Problem& x) const;
  Bytes bytes_max_rank(const Problem& x) const;  ///< all blocks but the rank's own
  Time time(const Problem& x) const;             ///< as LatencyOptimal::time
  RoundWords words(const Problem& x, int round) const {
    return design.words(design.torus(x), round);
  }
};

struct TorusAllgather {
  Design design;

  void run(Comm& c, const Call& call) const;
  std::int64_t rounds(const Problem& x) const;
  Bytes bytes_total(const Problem& x) const;
  Bytes bytes_max_rank(const Problem& x) const;
  Time time(const Problem& x) const;
  RoundWords words(const Problem& x, int round) const {
    return design.words(design.torus(x), static_cast<int>(rounds(x)) - 1 - round);
  }
};

/// Returns (p-1) m: every contribution to every block but the rank's own crosses the network once.
Bytes reduce_scatter_bytes(const Problem& x);
/// Returns p (p-1) m.
Bytes allgather_bytes(const Problem& x);

/// Returns the reason why sides that are not powers of two are a hindrance, or nothing.
std::optional<std::string> needs_powers_of_two(const Problem& x, const Design& design,
                                               std::string_view algorithm);

}  // namespace orrery::inline algorithms
