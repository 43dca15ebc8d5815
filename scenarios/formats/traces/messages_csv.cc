#include <fmt/format.h>

#include "scenarios/cell/operation_rounds.h"
#include "scenarios/formats/formats.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline formats {

std::string messages_csv(const ExportedRun& run) {
  const OperationRounds operations(run.result.spec);
  std::string out = fmt::format(
      "message,from,to,bytes,round,communicator,tag,posted_s,start_s,flow_s,end_s,paths,hops{}\n",
      operations.any() ? ",operation" : "");
  for (const Trace::Message& m : run.trace.messages)
    out +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}{}{}\n", m.id, m.source, m.destination,
                    m.bytes.count(), m.round, m.lane, m.tag, seconds_text(m.posted),
                    seconds_text(m.start), seconds_text(m.flow), seconds_text(m.end),
                    m.paths.size(), m.paths.empty() ? 0 : m.paths.front().links.size(),
                    operations.any() ? "," : "", csv_text(operations.name(m.round)));
  return out;
}

}  // namespace orrery::inline formats
