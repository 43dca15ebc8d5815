#include "scenarios/run/calibration/fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery::inline run {
namespace {

constexpr double kRangeCost = 0.5;  ///< relative deviations that a further range must save
constexpr std::size_t kFewestSizes = 3;

double deviation(const LineFit& line, const Sample& s) {
  return std::abs(line.at(s.bytes) / s.seconds - 1);
}

double deviations(const LineFit& line, std::span<const Sample> samples) {
  double sum = 0;
  for (const Sample& s : samples) sum += deviation(line, s);
  return sum;
}

/// Keeps the better of two lines; nothing negative.
class Best {
 public:
  explicit Best(std::span<const Sample> samples) : samples_(samples) {}

  void consider(double alpha, double beta) {
    if (!(alpha >= 0) || !(beta >= 0) || !std::isfinite(beta)) return;
    const LineFit line{alpha, beta, 0, 0};
    const double sum = deviations(line, samples_);
    if (sum < sum_) sum_ = sum, line_ = line;
  }
  LineFit line() const { return line_; }

 private:
  std::span<const Sample> samples_;
  LineFit line_;
  double sum_ = std::numeric_limits<double>::infinity();
};

void set_errors(LineFit& line, std::span<const Sample> samples) {
  std::vector<double> errors;
  for (const Sample& s : samples) errors.push_back(deviation(line, s));
  std::ranges::sort(errors);
  line.median_error = errors[errors.size() / 2];
  line.worst_error = errors.back();
}

/// Returns where samples of another size begin: 0, ..., n.
std::vector<std::size_t> size_starts(std::span<const Sample> samples) {
  std::vector<std::size_t> starts{0};
  for (std::size_t i = 1; i < samples.size(); ++i)
    if (samples[i].bytes != samples[i - 1].bytes) starts.push_back(i);
  starts.push_back(samples.size());
  return starts;
}

}  // namespace

LineFit fit_line(std::span<const Sample> samples) {
  Best best(samples);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Sample& a = samples[i];
    best.consider(a.seconds, 0);
    if (a.bytes > 0) best.consider(0, a.seconds / static_cast<double>(a.bytes));
    for (const Sample& b : samples.subspan(i + 1)) {
      if (a.bytes == b.bytes) continue;
      const double beta = (b.seconds - a.seconds) / static_cast<double>(b.bytes - a.bytes);
      best.consider(a.seconds - beta * static_cast<double>(a.bytes), beta);
    }
  }
  LineFit line = best.line();
  set_errors(line, samples);
  return line;
}

std::vector<SizeRange> fit_ranges(std::span<const Sample> samples, int most) {
  const std::vector<std::size_t> starts = size_starts(samples);
  const std::size_t n = starts.size() - 1;  // sizes
  const auto part = [&](std::size_t i, std::size_t j) {
    return samples.subspan(starts[i], starts[j] - starts[i]);
  };
  // cheapest[k][j]: the first j sizes in k ranges; cut[k][j]: where the last of them begins.
  const auto ranges = static_cast<std::size_t>(most);
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const std::vector never(n + 1, kNever);
  std::vector cheapest(ranges + 1, never);
  std::vector cut(ranges + 1, std::vector(n + 1, std::size_t{0}));
  cheapest[0][0] = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j <= n; ++j) {
      if (j - i < kFewestSizes && j - i < n) continue;
      const auto here = part(i, j);
      const double cost = deviations(fit_line(here), here) + kRangeCost;
      for (std::size_t k = 1; k <= ranges; ++k)
        if (cheapest[k - 1][i] + cost < cheapest[k][j])
          cheapest[k][j] = cheapest[k - 1][i] + cost, cut[k][j] = i;
    }
  std::size_t k = 1;
  for (std::size_t more = 2; more <= ranges; ++more)
    if (cheapest[more][n] < cheapest[k][n]) k = more;
  std::vector<SizeRange> result(k);
  std::int64_t to = std::numeric_limits<std::int64_t>::max();
  for (std::size_t j = n; k > 0; j = cut[k][j], --k) {
    const auto here = part(cut[k][j], j);
    const std::int64_t from = k == 1 ? 0 : here.front().bytes;
    result[k - 1] = {from, to, fit_line(here)};
    to = from;
  }
  return result;
}

}  // namespace orrery::inline run
