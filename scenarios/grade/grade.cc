#include "scenarios/grade/grade.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "scenarios/grade/bounds.h"
#include "scenarios/grade/graded_cases.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/plan_program.h"

namespace orrery::inline grade {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMostOverLimit = 3;

std::string without_prefix(std::string text, const std::string& prefix) {
  if (text.starts_with(prefix)) text.erase(0, prefix.size());
  return text;
}

/// A communicator on which only some calls are allowed.
class AllowedCalls : public Comm {
 public:
  AllowedCalls(Comm& under, const std::set<std::string>& calls) : under_(under), calls_(calls) {}
  AllowedCalls(std::unique_ptr<Comm> own, const std::set<std::string>& calls)
      : own_(std::move(own)), under_(*own_), calls_(calls) {}

  int size() const override { return under_.size(); }
  int rank() const override { return under_.rank(); }

  void send(Slice what, int to, int tag) override { allowed("send").send(what, to, tag); }
  void recv(Slice into, int from, int tag) override { allowed("recv").recv(into, from, tag); }
  void sendrecv(Slice out, int to, Slice in, int from, int tag) override {
    allowed("sendrecv").sendrecv(out, to, in, from, tag);
  }
  Handle isend(Slice what, int to, int tag) override {
    return allowed("isend").isend(what, to, tag);
  }
  Handle irecv(Slice into, int from, int tag) override {
    return allowed("irecv").irecv(into, from, tag);
  }
  void wait(Handle h) override { allowed("wait").wait(h); }
  void wait_all(std::span<const Handle> handles) override { allowed("wait").wait_all(handles); }
  void reduce(Slice into, Slice from) override { allowed("reduce").reduce(into, from); }
  void reduce_front(Slice into, Slice from) override {
    allowed("reduce_front").reduce_front(into, from);
  }
  void copy(Slice into, Slice from) override { allowed("copy").copy(into, from); }
  Slice scratch(std::int64_t elements) override { return allowed("scratch").scratch(elements); }
  Slice join(std::span<const Slice> parts) override { return allowed("join").join(parts); }
  void round(int k, std::source_location where) override { under_.round(k, where); }
  void lanes(int n, const std::function<void(Comm& lane, int i)>& body) override {
    allowed("lanes").lanes(n, [&](Comm& lane, int i) {
      AllowedCalls wrapped(lane, calls_);
      body(wrapped, i);
    });
  }
  std::unique_ptr<Comm> sub(std::span<const int> ranks) override {
    return std::make_unique<AllowedCalls>(allowed("sub").sub(ranks), calls_);
  }

 private:
  Comm& allowed(const char* call) {
    EMU_CHECK(calls_.contains(call), "calls ", call, ", which this assignment does not allow");
    return under_;
  }

  std::unique_ptr<Comm> own_;
  Comm& under_;
  const std::set<std::string>& calls_;
};

/// Gives every rank a Comm on which other calls than these THROW RankError; none: all calls are
/// allowed. Names are those of Comm's members; wait stands for wait_all, too. `calls` must outlive
/// the returned function.
WrapComm allowed_calls(const std::set<std::string>& calls) {
  if (calls.empty()) return {};
  return [&calls](Comm& c) { return std::make_unique<AllowedCalls>(c, calls); };
}

class Grader {
 public:
  Grader(const Assignment& a, const Submission& s,
         const std::function<void(std::size_t, std::size_t)>& progress)
      : assignment_(a), submission_(s), progress_(progress), end_(Clock::now() + a.all) {
    for (const GradedPart& part : a.parts) {
      cases_.push_back(cases_of(a, part));
      all_ += cases_.back().size();
    }
  }

  Grade run() {
    Grade result{{}, submission_.failure};
    for (std::size_t i = 0; i < cases_.size(); ++i)
      result.parts.push_back(part(assignment_.parts[i], cases_[i]));
    return result;
  }

 private:
  PartGrade part(const GradedPart& part, const std::vector<RunSpec>& cases) {
    PartGrade result{.part = &part, .cases = cases.size(), .first = {}};
    if (!submission_.failure.empty()) return result;
    for (const RunSpec& spec : cases) {
      std::optional<FailedCase> failed = tried(part, spec);
      progress_(++done_, all_);
      if (!failed) ++result.passed;
      if (failed && !result.first) result.first = std::move(failed);
    }
    result.points = points(result);
    return result;
  }

  static std::int64_t points(const PartGrade& g) {
    if (g.part->all) return g.passed == g.cases ? g.part->points : 0;
    return g.part->points * static_cast<std::int64_t>(g.passed) /
           static_cast<std::int64_t>(g.cases);
  }

  /// Returns the case with the submission in it.
  RunSpec submitted(RunSpec spec) const {
    if (submission_.schedule) {
      spec.runs = *submission_.schedule;
      spec.collective = collective_of(*submission_.schedule->plan);
      spec.algorithm = kNoAlgorithm;
    } else {
      spec.algorithm = submission_.algorithm->name;
    }
    return spec;
  }

  /// Runs a case; returns nothing if it passes.
  std::optional<FailedCase> tried(const GradedPart& part, const RunSpec& asked) {
    const RunSpec spec = submitted(asked);
    if (const std::string reason = reason_to_stop(); !reason.empty())
      return FailedCase{.spec = spec, .why = "not run: " + reason, .printed = ""};
    const RunResult result =
        judged_run(spec, submission_.schedule ? WrapComm() : allowed_calls(assignment_.calls));
    if (result.outcome == Outcome::kLimit) ++over_limit_;
    std::optional<std::string> why = wrong(result);
    if (!why && submission_.schedule) why = other_problem(asked, result.spec);
    for (const Bound& bound : part.at_most)
      if (!why) why = too_much(bound, result);
    if (!why) return std::nullopt;
    return FailedCase{result.spec, *std::move(why), result.printed,
                      is_measured(result) ? result.metrics.rounds : 0};
  }

  std::string reason_to_stop() const {
    if (over_limit_ == kMostOverLimit)
      return fmt::format("{} cases before exceeded a limit", kMostOverLimit);
    return Clock::now() > end_ ? "the time for all cases was used up" : "";
  }

  /// Returns the fault of a run; its own formulas are not checked.
  std::optional<std::string> wrong(const RunResult& r) const {
    if (r.verified == true && is_measured(r)) return std::nullopt;
    const std::string prefix =
        submission_.schedule ? "" : plugin_text(*submission_.algorithm) + ": ";
    return fmt::format("{}: {}", outcome_name(r.outcome),
                       without_prefix(r.error.value_or(""), prefix));
  }

  /// Returns the key that a schedule gives another value than the case; nothing if there is none.
  static std::optional<std::string> other_problem(const RunSpec& asked, const RunSpec& ran) {
    for (const Key& key : all_keys())
      if (key.name != "schedule" && key.name != "algorithm" && key.get(asked) != key.get(ran))
        return fmt::format("the schedule is for {} {}, not {}", key.name, key.get(ran),
                           key.get(asked));
    return std::nullopt;
  }

  static std::optional<std::string> too_much(const Bound& bound, const RunResult& r) {
    try {
      return beyond(bound, r);
    } catch (const std::invalid_argument& e) {
      return fmt::format("{} is unknown: {}", bound.metric, e.what());
    }
  }

  const Assignment& assignment_;
  const Submission& submission_;
  const std::function<void(std::size_t, std::size_t)>& progress_;
  Clock::time_point end_;
  std::vector<std::vector<RunSpec>> cases_;
  std::size_t done_ = 0, all_ = 0;
  int over_limit_ = 0;
};

}  // namespace

std::int64_t Grade::points() const {
  std::int64_t sum = 0;
  for (const PartGrade& part : parts) sum += part.points;
  return sum;
}

Grade grade_submission(const Assignment& assignment, const Submission& submission,
                       const std::function<void(std::size_t done, std::size_t all)>& progress) {
  return Grader(assignment, submission, progress).run();
}

}  // namespace orrery::inline grade
