#pragma once

#include <string_view>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/block_sets.h"

/// What the variants of Sparbit share. Letters: p ranks, q = ceil(log2 p) steps, r own rank.
namespace orrery {

/// How the blocks of a step travel.
enum class SparbitMessages {
  kSeparate,  ///< one message for each block, all in flight at once
  kJoined     ///< one message
};

/// q rounds from 0 on, one for each step of sparbit::steps. Every rank holds its own block before
/// and all blocks after.
void sparbit_allgather(Comm& c, const CyclicBlocks& B, SparbitMessages messages);

/// The messages of SparbitMessages::kSeparate in the same order, but no step waits for the one before:
/// all receives are posted at once, and a block is passed on as soon as it is there and those before
/// it are under way.
void sparbit_allgather_nonblocking(Comm& c, const CyclicBlocks& B);

/// The most that a rank sends, of contributions of any sizes.
Bytes sparbit_bytes_max_rank(const Problem& x);

/// The paper's words for a step: "d = 4".
RoundWords sparbit_words(const Problem& x, int step);

/// What is to be said about an allgatherv whose blocks are messages of their own.
struct SparbitTexts {
  std::string_view name, summary, reference, formula;
};

/// Its rounds and bytes are those of Sparbit, whichever way `run` waits for them; its time is that
/// with one port and contributions of one size.
constexpr Algorithm sparbit_allgatherv(SparbitTexts texts, void (*run)(Comm&, const Call&)) {
  return {
      .collective = "allgatherv",
      .name = texts.name,
      .summary = texts.summary,
      .reference = texts.reference,
      .formula = texts.formula,
      .run = run,
      .words = [](const Problem& x, int round, int) { return sparbit_words(x, round); },
      .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
      .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
      .bytes_max_rank = sparbit_bytes_max_rank,
      .time =
          [](const Problem& x) {
            return (x.p - 1) * x.cost.message(x.elements(x.partition(x.count).largest()));
          },
  };
}

}  // namespace orrery
