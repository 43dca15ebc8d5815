#include <array>

#include "scenarios/run/metrics/metric_members.h"

namespace orrery {
namespace {

/// Shown only on request.
constexpr unsigned kRepeats = Metric::kRunReport | Metric::kChart;

bool is_repeated(const RunResult& r) {
  return r.spread.has_value();
}

constexpr std::array kMetricsOfSpread{
    of_member<&RunResult::spread, &TimeSpread::median>(
        {.name = "median_time_s",
         .kind = Kind::kTime,
         .head = "median",
         .label = "Median time",
         .meaning = "Median of the completion times of all repeats",
         .stored = "/spread/median",
         .places = Metric::kEverywhere,
         .tells = is_repeated}),
    of_member<&RunResult::spread, &TimeSpread::p10>(
        {.name = "p10_time_s",
         .kind = Kind::kTime,
         .head = "p10",
         .label = "10th percentile of time",
         .meaning = "10th percentile of the completion times of all repeats",
         .stored = "/spread/p10",
         .places = kRepeats,
         .tells = is_repeated}),
    of_member<&RunResult::spread, &TimeSpread::p90>(
        {.name = "p90_time_s",
         .kind = Kind::kTime,
         .head = "p90",
         .label = "90th percentile of time",
         .meaning = "90th percentile of the completion times of all repeats",
         .stored = "/spread/p90",
         .places = Metric::kEverywhere,
         .tells = is_repeated}),
    of_member<&RunResult::spread, &TimeSpread::low>(
        {.name = "median_low_s",
         .kind = Kind::kTime,
         .head = "median from",
         .label = "Median from",
         .meaning = "Lower end of the 95 % confidence interval of the median",
         .stored = "/spread/low",
         .places = kRepeats,
         .tells = is_repeated}),
    of_member<&RunResult::spread, &TimeSpread::high>(
        {.name = "median_high_s",
         .kind = Kind::kTime,
         .head = "median to",
         .label = "Median to",
         .meaning = "Upper end of the 95 % confidence interval of the median",
         .stored = "/spread/high",
         .places = kRepeats,
         .tells = is_repeated}),
    of_member<&RunResult::spread, &TimeSpread::least>(
        {.name = "least_time_s",
         .kind = Kind::kTime,
         .head = "least",
         .label = "Least time",
         .meaning = "Completion time of the fastest repeat",
         .stored = "/spread/least",
         .places = kRepeats,
         .tells = is_repeated}),
    of_member<&RunResult::spread, &TimeSpread::mean>(
        {.name = "mean_time_s",
         .kind = Kind::kTime,
         .head = "mean",
         .label = "Mean time",
         .meaning = "Mean completion time of the repeats",
         .stored = "/spread/mean",
         .places = kRepeats,
         .tells = is_repeated}),
    of_member<&RunResult::spread, &TimeSpread::most>(
        {.name = "most_time_s",
         .kind = Kind::kTime,
         .head = "most",
         .label = "Most time",
         .meaning = "Completion time of the slowest repeat",
         .stored = "/spread/most",
         .places = kRepeats,
         .tells = is_repeated}),
};

}  // namespace

std::span<const Metric> spread_metrics() {
  return kMetricsOfSpread;
}

}  // namespace orrery
