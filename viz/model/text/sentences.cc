#include "viz/model/text/sentences.h"

#include "scenarios/spec/problem.h"
#include "viz/model/text/listing.h"
#include "viz/model/text/texts.h"

namespace orrery::viz {
namespace {

/// The words of one run's algorithm.
class RoundSpeaker {
 public:
  RoundSpeaker(const FinishedRun& run, int rank)
      : index_(run.stage->index()),
        problem_(make_problem(run.result.spec, &run.stage->network())),
        algorithm_(chosen(find_algorithm(run.result.spec.collective, run.result.spec.algorithm),
                          problem_)),
        rank_(rank) {}
  QString sentence(int round) const {
    return roundSentence(index_, roundWords(algorithm_, problem_, round, rank_), round, rank_);
  }

 private:
  const TraceIndex& index_;
  Problem problem_;
  const Algorithm& algorithm_;
  int rank_;
};

}  // namespace

std::map<int, QString> sentencesOf(const FinishedRun& run, int rank) {
  if (!runs_collective(run.result.spec)) return {};
  const RoundSpeaker speaker(run, rank);
  std::map<int, QString> sentences;
  for (const RoundMark& mark : run.stage->index().rounds())
    sentences[mark.round] = speaker.sentence(mark.round);
  return sentences;
}

QString sentenceOf(const FinishedRun& run, const RoundMark& round, int rank) {
  const QString words =
      runs_collective(run.result.spec) ? RoundSpeaker(run, rank).sentence(round.round) : QString();
  const TraceIndex& index = run.stage->index();
  return words.isEmpty() ? momentText(index, stateAt(index, round.view)) : words;
}

}  // namespace orrery::viz
