#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include "algorithms/algorithm.h"
#include "viz/model/index/trace_index.h"

namespace orrery::viz::inline model {

/// A function of an algorithm's source, which reads like the paper's listing: the shown code is the
/// code that runs.
struct Listing {
  QString
      file;  ///< "algorithms/phases/ring.cc", or the whole path of a plug-in's; empty if unknown
  QStringList lines;
  int first_line = 1;  ///< number of lines[0] in the file; 0: they are not its lines
  int begin = 0;       ///< lines begin .. end-1 are the round that the rank is in; equal: none
  int end = 0;
  QList<int> marked;  ///< all marked lines, where they are not begin .. end-1
};

/// Returns the source file of an algorithm, below algorithms/: "allreduce/ring.cc".
QString sourceOf(const Algorithm& algorithm);
/// Returns the source file that runs graphs of operations.
QString sourceOfPrograms();

/// Returns the listing of `rank`'s activity at t; before its first round the program in `source`.
Listing listingAt(const TraceIndex& index, const QString& source, int rank, Time t);

/// Describes the marked lines in a sentence: the comment right above them. Empty if nothing is
/// marked.
QString wordsOf(const Listing& listing);

/// Returns the letters explained at the head of a source. Empty if there are none.
QString lettersOf(const QString& source);

/// Returns the paper's words for `rank`'s part in `round` of a problem. `algorithm` is the one that
/// runs (see chosen()), not a name for it.
RoundWords roundWords(const Algorithm& algorithm, const Problem& problem, int round, int rank);
/// Describes `rank`'s part in `round`, in a sentence: "Round 2, s = 3, s' = 6: rank 7 sends R[3..5]
/// to 10 and receives T[0..2] from 4." Where the paper has no letters for a round, it names the
/// rule for the partners of all ranks if that is the same for all.
QString roundSentence(const TraceIndex& index, const RoundWords& words, int round, int rank);

}  // namespace orrery::viz::inline model
