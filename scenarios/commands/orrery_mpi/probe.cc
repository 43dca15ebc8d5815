#include "scenarios/commands/orrery_mpi/probe.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "scenarios/commands/orrery/commands.h"

namespace orrery::inline commands {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostPairs = 3;
constexpr int kPasses = 7;              ///< over all sizes: disturbances do not last that long
constexpr int kBatches = 5;             ///< of repetitions, in a pass
constexpr double kBatchSeconds = 4e-5;  ///< of one: long against reading the clock
constexpr int kMostInBatch = 1000;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace

ProbePairs pairs_of(const std::vector<std::string>& hosts) {
  std::map<std::string, std::vector<int>> processes;
  std::vector<std::string> order;
  for (std::size_t r = 0; r < hosts.size(); ++r) {
    if (!processes.contains(hosts[r])) order.push_back(hosts[r]);
    processes[hosts[r]].push_back(static_cast<int>(r));
  }
  ProbePairs pairs;
  for (const std::string& host : order) {
    const std::vector<int>& here = processes[host];
    if (here.size() > 1 && pairs.within.size() < kMostPairs)
      pairs.within.emplace_back(here[0], here[1]);
    if (here[0] != 0 && pairs.between.size() < kMostPairs) pairs.between.emplace_back(0, here[0]);
  }
  return pairs;
}

Probe::Probe(Processes& processes, const Op& op, double patience)
    : processes_(processes),
      patience_(patience),
      store_(op, processes.size()),
      rank_(processes, store_, MpiRank::Seconds(patience), kExitInternal) {}

/// Returns the median over all passes of measure(size), for each size; on every process.
template <class Measure>
std::vector<Sample> Probe::medians(const std::vector<std::int64_t>& sizes, Measure&& measure) {
  std::vector<std::vector<double>> seconds(sizes.size());
  for (int pass = 0; pass < kPasses; ++pass)
    for (std::size_t i = 0; i < sizes.size(); ++i)
      for (const double s : measure(sizes[i])) seconds[i].push_back(s);
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    samples.push_back({sizes[i], median(processes_.largest(seconds[i]))});
  return samples;
}

std::vector<Sample> Probe::messages(Pair pair, const std::vector<std::int64_t>& sizes) {
  const auto [first, second] = pair;
  RealStore bytes(find_op("sum", "uint8"), processes_.size());
  const Slice buffer = bytes.allocate(sizes.back());
  MpiRank rank(processes_, bytes, MpiRank::Seconds(patience_), kExitInternal);
  return medians(sizes, [&](std::int64_t size) {
    const Slice message = size > 0 ? buffer.part(0, size) : Slice::token();
    const auto trips = [&](Comm& c, int n) {
      for (int i = 0; i < n; ++i) {
        if (c.rank() == first) c.send(message, second), c.recv(message, second);
        if (c.rank() == second) c.recv(message, first), c.send(message, first);
      }
    };
    // The first process determines how many repetitions fit into a batch.
    double one = 0;
    rank.run([&](Comm& c) {
      trips(c, 2);
      const auto start = Clock::now();
      trips(c, 2);
      if (c.rank() == first) one = since(start) / 2;
    });
    one = processes_.largest({&one, 1}).front();
    const int n = std::clamp(static_cast<int>(kBatchSeconds / one), 1, kMostInBatch);
    std::vector<double> seconds(kBatches);
    rank.run([&](Comm& c) {
      trips(c, 1);
      for (double& s : seconds) {
        const auto start = Clock::now();
        trips(c, n);
        s = c.rank() == first ? since(start) / (2 * n) : 0;
      }
    });
    return seconds;
  });
}

std::vector<Sample> Probe::reductions(std::vector<std::int64_t> sizes) {
  const std::int64_t element = store_.element_bytes();
  for (std::int64_t& size : sizes)
    size = std::max<std::int64_t>(1, (size + element - 1) / element) * element;
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  const Slice into = store_.allocate(sizes.back() / element),
              from = store_.allocate(sizes.back() / element);
  store_.fill(into, {0, 0});
  store_.fill(from, {0, 1});
  return medians(sizes, [&](std::int64_t size) {
    const Slice a = into.part(0, size / element), b = from.part(0, size / element);
    std::vector<double> seconds(kBatches);
    rank_.run([&](Comm& c) {
      if (c.rank() != 0) return;
      const auto start = Clock::now();
      c.reduce(a, b);
      const double one = std::max(since(start), 1e-9);
      const int n = std::clamp(static_cast<int>(kBatchSeconds / one), 1, kMostInBatch);
      for (double& s : seconds) {
        const auto begin = Clock::now();
        for (int i = 0; i < n; ++i) c.reduce(a, b);
        s = since(begin) / n;
      }
    });
    return seconds;
  });
}

}  // namespace orrery::inline commands
