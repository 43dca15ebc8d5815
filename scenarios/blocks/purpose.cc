#include "scenarios/blocks/purpose.h"

#include <memory>
#include <utility>

namespace orrery {

RunPurpose purpose_of(const Collective& collective, const Problem& problem) {
  const auto shared = std::make_shared<const Problem>(problem);
  return {problem.p, collective.reduces,
          [shared, before = collective.before](int rank) { return before(*shared, rank); },
          [shared, after = collective.after](int rank) { return after(*shared, rank); }};
}

RunPurpose purpose_of(ScheduleData data, std::int64_t unit_elements, bool reduces) {
  const auto shared = std::make_shared<const ScheduleData>(std::move(data));
  const auto pieces = [shared, unit_elements](std::vector<UnitPiece> RankData::*side) {
    return [shared, unit_elements, side](int rank) {
      std::vector<Piece> all;
      for (const UnitPiece& p : shared->ranks[static_cast<std::size_t>(rank)].*side)
        all.push_back({p.first * unit_elements,
                       p.count * unit_elements,
                       {p.content.logical * unit_elements, p.content.contributor}});
      return all;
    };
  };
  const auto ranks = static_cast<int>(shared->ranks.size());
  return {ranks, reduces, pieces(&RankData::before), pieces(&RankData::after)};
}

}  // namespace orrery
