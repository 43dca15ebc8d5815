#include "viz/model/text/sentences.h"

#include "scenarios/document/problem.h"
#include "viz/model/text/listing.h"

namespace orrery::viz {

std::map<int, QString> sentencesOf(const FinishedRun& run, int rank) {
  const RunSpec& spec = run.result.spec;
  if (spec.program) return {};
  const TraceIndex& index = run.stage->index();
  const Problem problem = make_problem(spec, &run.stage->network());
  const Algorithm& algorithm = chosen(find_algorithm(spec.collective, spec.algorithm), problem);
  std::map<int, QString> sentences;
  for (const RoundMark& mark : index.rounds())
    sentences[mark.round] =
        roundSentence(index, roundWords(algorithm, problem, mark.round, rank), mark.round, rank);
  return sentences;
}

}  // namespace orrery::viz
