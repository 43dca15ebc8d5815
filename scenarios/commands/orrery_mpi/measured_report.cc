#include "scenarios/commands/orrery_mpi/measured_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scenarios/report/report.h"
#include "scenarios/report/table.h"
#include "scenarios/text/units_text.h"

namespace orrery {
namespace {

Time time_of(double seconds) {
  return Time(std::llround(seconds * 1e12));
}

FieldValue time_or_null(bool there, double seconds) {
  return there ? FieldValue(time_of(seconds)) : FieldValue();
}

std::string verdict(const std::string& mismatch) {
  return mismatch.empty() ? "yes" : "NO";
}

std::string ratio(double a, double b) {
  if (b <= 0) return "–";
  return a < 100 * b ? fmt::format("{:.2f}x", a / b) : fmt::format("{:.0f}x", a / b);
}

class MeasuredTable {
 public:
  MeasuredTable(const Scenario& scenario, bool native) : scenario_(scenario), native_(native) {
    for (const std::string& key : scenario.swept) table_.left({key});
    if (scenario.swept.empty()) table_.left({"algorithm"});
    table_.right({"measured", "fastest", "slowest", "predicted", "measured/predicted"})
        .left({"verified"});
    if (!native) return;
    table_.right({"native", "measured/native"}).left({"native verified"});
  }

  void add(const MeasuredRun& run) {
    const RunResult& r = run.predicted;
    std::vector<std::string> cells;
    for (const auto& [key, value] : r.spec.swept) cells.push_back(value);
    if (cells.empty()) cells.push_back(r.spec.algorithm);
    const std::size_t labels = cells.size();
    if (run.measured)
      add_times(*run.measured, r, cells);
    else
      cells.emplace_back(r.outcome == Outcome::kSkipped ? "skipped" : "FAILED");
    cells.resize(labels + (native_ ? 9 : 6));
    table_.add_row(std::move(cells));
  }

  std::string text() const { return table_.text(); }

 private:
  void add_times(const Measurement& m, const RunResult& r, std::vector<std::string>& cells) const {
    const Timing& t = m.algorithm;
    for (const double seconds : {t.median, t.fastest, t.slowest})
      cells.push_back(short_time(time_of(seconds)));
    cells.push_back(short_time(r.metrics.completion));
    cells.push_back(ratio(t.median, to_seconds(r.metrics.completion)));
    cells.push_back(verdict(t.mismatch));
    if (!m.native) return;
    cells.push_back(short_time(time_of(m.native->median)));
    cells.push_back(ratio(t.median, m.native->median));
    cells.push_back(verdict(m.native->mismatch));
  }

  const Scenario& scenario_;
  bool native_;
  TextTable table_;
};

}  // namespace

RunResult to_result(const MeasuredRun& run, const MeasureOptions& options,
                    const std::string& library) {
  RunResult r = run.predicted;
  const Measurement* const m = run.measured ? &*run.measured : nullptr;
  if (m != nullptr) {
    const bool wrong_native = m->native && !m->native->mismatch.empty();
    r.verified = m->algorithm.mismatch.empty();
    if (!*r.verified || wrong_native) {
      r.outcome = Outcome::kVerificationFailed;
      r.error = !*r.verified ? m->algorithm.mismatch
                             : "the library's own collective: " + m->native->mismatch;
    }
  }
  const bool native = m != nullptr && m->native;
  r.more = {{"measured_time_s", time_or_null(m != nullptr, m != nullptr ? m->algorithm.median : 0)},
            {"measured_min_s", time_or_null(m != nullptr, m != nullptr ? m->algorithm.fastest : 0)},
            {"measured_max_s", time_or_null(m != nullptr, m != nullptr ? m->algorithm.slowest : 0)},
            {"native_time_s", time_or_null(native, native ? m->native->median : 0)},
            {"native_verified", native ? FieldValue(m->native->mismatch.empty()) : FieldValue()},
            {"repetitions", std::int64_t{options.repetitions}},
            {"mpi", library}};
  return r;
}

std::string measured_report(const Scenario& scenario, const std::vector<MeasuredRun>& runs,
                            const MeasureOptions& options, const std::string& library) {
  MeasuredTable table(scenario, options.native);
  for (const MeasuredRun& run : runs) table.add(run);
  std::string out = heading(scenario) + table.text();
  out += fmt::format(
      "\nmeasured: {}, median of {} repetitions after {} to warm up, each from a barrier to the "
      "end of its slowest rank.\npredicted: the emulator, for the costs above.\n",
      library, options.repetitions, options.warmup);
  const bool replaced = std::ranges::any_of(
      runs, [](const MeasuredRun& run) { return run.measured && run.measured->replaced_operator; });
  if (options.native)
    out +=
        fmt::format("native: the collective of {} on the same data{}.\n", library,
                    replaced ? ", with our operator where its own overflows in another way" : "");
  for (const MeasuredRun& run : runs)
    if (run.predicted.outcome == Outcome::kSkipped)
      out += fmt::format("{}: {}\n", cell_name(run.predicted.spec), *run.predicted.error);
  return out;
}

}  // namespace orrery
