#include <array>

#include "scenarios/run/metrics/metric_members.h"

namespace orrery::inline run {
namespace {

/// Shown only on request.
constexpr unsigned kRepeats = Metric::kRunReport | Metric::kChart;

bool is_repeated(const RunResult& r) {
  return r.spread.has_value();
}

/// Returns the metric of a statistic of the completion times of all repeats.
template <auto member>
constexpr Metric spread_metric(const MetricWords& words, unsigned places = kRepeats) {
  return time_metric<&RunResult::spread, member>(words, places, Metric::Better::kLess, is_repeated);
}

constexpr std::array kMetricsOfSpread{
    spread_metric<&TimeSpread::median>(
        {"median_time_s", "median", "Median time", "Median of the completion times of all repeats",
         "/spread/median"},
        Metric::kEverywhere),
    spread_metric<&TimeSpread::p10>({"p10_time_s", "p10", "10th percentile of time",
                                     "10th percentile of the completion times of all repeats",
                                     "/spread/p10"}),
    spread_metric<&TimeSpread::p90>(
        {"p90_time_s", "p90", "90th percentile of time",
         "90th percentile of the completion times of all repeats", "/spread/p90"},
        Metric::kEverywhere),
    spread_metric<&TimeSpread::low>({"median_low_s", "median from", "Median from",
                                     "Lower end of the 95 % confidence interval of the median",
                                     "/spread/low"}),
    spread_metric<&TimeSpread::high>({"median_high_s", "median to", "Median to",
                                      "Upper end of the 95 % confidence interval of the median",
                                      "/spread/high"}),
    spread_metric<&TimeSpread::least>({"least_time_s", "least", "Least time",
                                       "Completion time of the fastest repeat", "/spread/least"}),
    spread_metric<&TimeSpread::mean>({"mean_time_s", "mean", "Mean time",
                                      "Mean completion time of the repeats", "/spread/mean"}),
    spread_metric<&TimeSpread::most>({"most_time_s", "most", "Most time",
                                      "Completion time of the slowest repeat", "/spread/most"}),
};

}  // namespace

std::span<const Metric> spread_metrics() {
  return kMetricsOfSpread;
}

}  // namespace orrery::inline run
