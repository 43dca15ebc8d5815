#include "scenarios/run/score/machine_fit.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "emu/base/letters.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/runner.h"
#include "scenarios/text/errors.h"

namespace orrery::inline run {
namespace {

constexpr double kFirstStep = 0.4, kLeastStep = 0.01;  ///< of the logarithm of a number
constexpr double kWorth = 1e-6;                        ///< least improvement that counts
constexpr double kFailed = 10;                         ///< the deviation of a row whose run fails

/// Returns three digits, without an exponent.
std::string number_text(double value) {
  if (value <= 0) return "0";
  const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
  return fmt::format("{:.{}f}", std::round(value / unit) * unit,
                     std::max(0, static_cast<int>(-std::floor(std::log10(unit)))));
}

const Key& key_of(const std::string& name) {
  const Key* const key = find_key(name);
  if (key == nullptr) throw InputError(fmt::format("--vary: '{}' is not a key", name));
  return *key;
}

}  // namespace

FittedValue::FittedValue(std::string key, const std::string& text) : key_(std::move(key)) {
  const bool by_size = text.find('=') != std::string::npos;
  std::string before;
  for (std::size_t i = 0; i < text.size();) {
    const bool begins =
        is_digit(text[i]) && (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1])));
    if (!begins || (by_size && (before.empty() || before.back() != '='))) {
      before += text[i++];
      continue;
    }
    double value = 0;
    const auto end =
        std::from_chars(text.data() + i, text.data() + text.size(), value, std::chars_format::fixed)
            .ptr;
    i = static_cast<std::size_t>(end - text.data());
    between_.push_back(std::move(before));
    values_.push_back(value);
    before.clear();
  }
  between_.push_back(std::move(before));
}

std::string FittedValue::text() const {
  std::string text;
  for (std::size_t i = 0; i < values_.size(); ++i) text += between_[i] + number_text(values_[i]);
  return text + between_.back();
}

Fit::Fit(ScorePlan plan, const std::vector<std::string>& vary, int jobs)
    : plan_(std::move(plan)), seconds_(plan_.rows.size()), jobs_(jobs) {
  if (plan_.runs.empty())
    throw InputError(fmt::format(
        "fit: no row can be run{}; expected at least one",
        plan_.rows.empty() ? "" : fmt::format(" (the first: {})", plan_.rows.front().reason)));
  for (const std::string& name : vary) {
    FittedValue value(name, key_of(name).get(plan_.runs.front()));
    bool positive = false;  // 0 stays 0
    for (std::size_t i = 0; i < value.numbers(); ++i) positive = positive || value.number(i) > 0;
    if (!positive)
      throw InputError(
          fmt::format("--vary: {} is {} in the machine's scenario; expected numbers above "
                      "0 to begin with",
                      name, value.text()));
    values_.push_back(std::move(value));
  }
}

std::set<std::string> Fit::parts(PartOf part_of) const {
  std::set<std::string> names;
  for (const ScoredRow& r : plan_.rows)
    if (r.run) names.insert(part_of(r));
  return names;
}

/// Runs the wanted runs with the present numbers.
void Fit::run(const std::vector<bool>& wanted) {
  std::vector<RunSpec> specs;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < plan_.runs.size(); ++i) {
    if (!wanted[i]) continue;
    specs.push_back(plan_.runs[i]);
    numbers.push_back(i);
    for (const FittedValue& value : values_) key_of(value.key()).set(specs.back(), value.text());
  }
  run_each(specs, jobs_, Detail::kTime, [&](std::size_t i, const RunResult& r) {
    for (std::size_t row = 0; row < plan_.rows.size(); ++row)
      if (plan_.rows[row].run == numbers[i])
        seconds_[row] = predicted_seconds(specs[i], r, plan_.rows[row].left_out).value_or(0);
    return true;
  });
}

double Fit::deviation(const Unseen& unseen) {
  std::vector<bool> wanted(plan_.runs.size());
  for (const ScoredRow& r : plan_.rows)
    if (r.run && !(unseen && unseen(r))) wanted[*r.run] = true;
  run(wanted);
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < plan_.rows.size(); ++i) {
    const ScoredRow& r = plan_.rows[i];
    if (!r.run || (unseen && unseen(r))) continue;
    const double seconds = seconds_[i];
    sum += seconds > 0 ? std::abs(std::log(seconds / r.row.seconds)) : kFailed;
    ++count;
  }
  return count > 0 ? sum / static_cast<double>(count) : 0;
}

bool Fit::improve(double& number, double factor, const Unseen& unseen, double& best) {
  const double before = number;
  number *= factor;
  try {
    if (const double now = deviation(unseen); now < best - kWorth) {
      best = now;
      return true;
    }
  } catch (const ValueError&) {  // beyond the range of the key
  }
  number = before;
  return false;
}

double Fit::descend(int rounds, const Unseen& unseen) {
  double best = deviation(unseen);
  std::vector<std::vector<double>> steps;
  steps.reserve(values_.size());
  for (const FittedValue& v : values_) steps.emplace_back(v.numbers(), kFirstStep);
  for (int round = 0; round < rounds; ++round) {
    double longest = 0;
    for (std::size_t v = 0; v < values_.size(); ++v)
      for (std::size_t i = 0; i < values_[v].numbers(); ++i) {
        double& step = steps[v][i];
        if (step < kLeastStep) continue;
        double& number = values_[v].number(i);
        const bool better = improve(number, std::exp(step), unseen, best) ||
                            improve(number, std::exp(-step), unseen, best);
        step *= better ? 1.3 : 0.5;
        longest = std::max(longest, step);
      }
    if (progress) progress(best);
    if (longest < kLeastStep) break;
  }
  return best;
}

const std::vector<ScoredRow>& Fit::predict() {
  run(std::vector<bool>(plan_.runs.size(), true));
  for (std::size_t i = 0; i < plan_.rows.size(); ++i) {
    ScoredRow& r = plan_.rows[i];
    if (!r.run) continue;
    r.predicted.reset();
    if (seconds_[i] > 0) r.predicted = seconds_[i];
  }
  return plan_.rows;
}

std::string job_part(const ScoredRow& row) {
  return row.row.job() + ' ' + ranks_part(row);
}
std::string ranks_part(const ScoredRow& row) {
  return fmt::format("{}", row.row.ranks);
}
std::string algorithm_part(const ScoredRow& row) {
  return row.counterpart;
}

std::vector<ScoredRow> cross_validated(Fit& fit, int rounds, PartOf part_of,
                                       const TakeFitted& take) {
  const std::vector<FittedValue> start = fit.values();
  std::vector<ScoredRow> held_out;
  const std::set<std::string> parts = fit.parts(part_of);
  if (parts.size() < 2) return held_out;
  for (const std::string& part : parts) {
    const auto is_in = [&](const ScoredRow& r) { return part_of(r) == part; };
    fit.set_values(start);
    fit.descend(rounds, is_in);
    const std::size_t first = held_out.size();
    for (const ScoredRow& r : fit.predict())
      if (is_in(r)) held_out.push_back(r);
    if (take) take(held_out[first], fit.values());
  }
  fit.set_values(start);
  return held_out;
}

}  // namespace orrery::inline run
