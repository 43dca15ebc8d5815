#include "scenarios/run/statistics/statistic.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "scenarios/text/words.h"

namespace orrery::inline run {

std::span<const Statistic> statistics() {
  static constexpr std::array<Statistic, 6> kAll{{{"median", "median", &TimeSpread::median},
                                                  {"p10", "10th percentile", &TimeSpread::p10},
                                                  {"p90", "90th percentile", &TimeSpread::p90},
                                                  {"mean", "mean", &TimeSpread::mean},
                                                  {"least", "least", &TimeSpread::least},
                                                  {"most", "most", &TimeSpread::most}}};
  return kAll;
}

const Statistic& find_statistic(std::string_view name, std::string_view option) {
  if (name.empty()) return statistics().front();
  const auto found = std::ranges::find(statistics(), name, &Statistic::name);
  if (found != statistics().end()) return *found;
  throw InputError({.source = std::string(option), .is_option = true}, "",
                   unknown_word(name, std::views::transform(statistics(), &Statistic::name)));
}

Time time_by(const Statistic& statistic, const RunResult& result) {
  return result.spread ? (*result.spread).*statistic.member : result.metrics.completion;
}

Time typical_time(const RunResult& result) {
  return time_by(statistics().front(), result);
}

}  // namespace orrery::inline run
