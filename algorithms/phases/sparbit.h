#pragma once

#include <string_view>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/block_sets.h"

/// Common parts of the variants of Sparbit. Letters: p ranks, q = ceil(log2 p) steps, r own rank.
namespace orrery::inline algorithms {

/// The messages for the blocks of a step.
enum class SparbitMessages {
  kSeparate,  ///< one message for each block, all in flight together
  kJoined     ///< one message
};

/// Runs q rounds from 0 on, one for each step of sparbit::steps. Every rank holds its own block
/// before and all blocks after.
void sparbit_allgather(Comm& c, const CyclicBlocks& B, SparbitMessages messages);

/// Sends the messages of SparbitMessages::kSeparate in the same order, but no step waits for the
/// one before: all receives are posted at the start, and a block is passed on as soon as it has
/// arrived and those before it are under way.
void sparbit_allgather_nonblocking(Comm& c, const CyclicBlocks& B);

/// Returns the most bytes that a rank sends, for contributions of any sizes.
Bytes sparbit_bytes_max_rank(const Problem& x);

/// Returns the paper's words for a step: "d = 4".
RoundWords sparbit_words(const Problem& x, int step);

/// Texts of an allgatherv that sends each block as its own message.
struct SparbitTexts {
  std::string_view name, summary, reference, formula;
};

/// Defines the allgatherv. Its rounds and bytes are those of Sparbit, however `run` waits for
/// messages; its time is that with one port and contributions of one size.
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

}  // namespace orrery::inline algorithms
