// The broadcast experiment of Träff's paper: 4 B .. 400 MB on 36 hosts with 1, 16 and 32 ranks each.
#include <vector>

#include <fmt/format.h>

#include "scenarios/document/units_text.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery {

namespace {

constexpr std::int64_t kBroadcastLargest = 400'000'000;

/// With one rank on each host the paper's sizes, 1, 2, 10, 20, 100, .. MPI_INT; otherwise every
/// fourth of them.
std::vector<std::int64_t> broadcast_sizes(int ranks_per_host) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t bytes = 4; bytes <= kBroadcastLargest;
       bytes *= ranks_per_host == 1 ? 10 : 100) {
    sizes.push_back(bytes);
    if (ranks_per_host == 1 && bytes < kBroadcastLargest) sizes.push_back(2 * bytes);
  }
  return sizes;
}

std::vector<RunSpec> broadcast_cells() {
  std::vector<RunSpec> all;
  for (const int ranks_per_host : {1, 16, 32})
    for (const std::int64_t bytes : broadcast_sizes(ranks_per_host))
      for (const char* algorithm : {"circulant", "binomial", "scatter-allgather"}) {
        RunSpec spec = cluster_of_36(ranks_per_host);
        spec.collective = "broadcast";
        spec.algorithm = algorithm;
        spec.bytes = Bytes(bytes);
        spec.bytes_text = size_text(spec.bytes);
        all.push_back(spec);
      }
  return all;
}

const RunResult& broadcast_result(const std::vector<RunResult>& all, int ranks, std::int64_t bytes,
                                  const char* algorithm) {
  return *fastest(all, [&](const RunResult& r) {
    return r.spec.ranks == ranks && r.spec.bytes.count() == bytes && r.spec.algorithm == algorithm;
  });
}

/// The faster of the two rivals, which stand for an MPI library.
const RunResult& library(const std::vector<RunResult>& all, int ranks, std::int64_t bytes) {
  return *fastest(all, [&](const RunResult& r) {
    return r.spec.ranks == ranks && r.spec.bytes.count() == bytes &&
           r.spec.algorithm != "circulant";
  });
}

/// What the paper measured with 400 MB, in ms: native and new of its libraries.
constexpr double kMpich = 140, kIntel = 220, kNewMpich = 95, kNewIntel = 87;  // 36x1
constexpr double kIntelFull = 368, kNewIntelFull = 495;                       // 36x32
constexpr double kOpenMpiFull = 512, kNewOpenMpiFull = 470;

constexpr const char* kOtherLibrary =
    "a tenth: the paper's broadcasts are those of three MPI libraries, whose algorithms it does "
    "not "
    "name";

std::string measured(double one, double new_one, double other, double new_other) {
  return fmt::format("measured {} and {} ms, {} and {} ms", one, new_one, other, new_other);
}

Finding gain(const std::vector<RunResult>& all, int ranks, double low, double high,
             const std::string& measured) {
  const RunResult &rival = library(all, ranks, kBroadcastLargest),
                  &ours = broadcast_result(all, ranks, kBroadcastLargest, "circulant");
  return between(fmt::format("400 MB, {} ranks: library over circulant", ranks), low, high,
                 ratio(rival, ours), share_of(low, 0.1, kOtherLibrary))
      .with(fmt::format("{} {}, circulant {}; {}", rival.spec.algorithm,
                        short_time(rival.metrics.completion), short_time(ours.metrics.completion),
                        measured));
}

/// Over the sizes but the largest and all numbers of ranks.
Finding largest_gain(const std::vector<RunResult>& all) {
  double most = 0;
  std::string where;
  for (const RunResult& r : all) {
    if (r.spec.algorithm != "circulant" || r.spec.bytes.count() == kBroadcastLargest) continue;
    const double here = ratio(library(all, r.spec.ranks, r.spec.bytes.count()), r);
    if (here <= most) continue;
    most = here;
    where = fmt::format("{}, {} ranks", r.spec.bytes_text, r.spec.ranks);
  }
  return between("smaller sizes: largest gain over a library", 2, 3, most,
                 share_of(2, 0.1, kOtherLibrary))
      .with(where);
}

Evidence run_paper1_broadcast(int jobs) {
  Evidence e;
  e.notes = {
      "The paper compares with the broadcasts of three MPI libraries on a real cluster; here the "
      "rivals are the binomial tree and scatter-allgather, on an emulated one. A rank alone on its "
      "host sends at the rate of the paper's own broadcast; more of them share two links of 100 "
      "Gb/s and the memory of their host.",
      "The flat algorithm knows nothing of hosts."};
  const std::vector<RunResult> results = run_experiment(broadcast_cells(), jobs);
  const RunResult& ours = broadcast_result(results, 36, kBroadcastLargest, "circulant");
  e.findings = {
      gain(results, 36, kMpich / kNewMpich, kIntel / kNewIntel,
           measured(kMpich, kNewMpich, kIntel, kNewIntel)),
      gain(results, 1152, kIntelFull / kNewIntelFull, kOpenMpiFull / kNewOpenMpiFull,
           measured(kIntelFull, kNewIntelFull, kOpenMpiFull, kNewOpenMpiFull)),
      equals("400 MB: 32 ranks on each host over 1 rank", kNewIntelFull / kNewIntel,
             ratio(broadcast_result(results, 1152, kBroadcastLargest, "circulant"), ours),
             share_of(kNewIntelFull / kNewIntel, 0.2,
                      "a fifth: what links and memory carry at most is known, not what they do"))
          .with(
              fmt::format("{}, measured {} ms",
                          short_time(broadcast_result(results, 1152, kBroadcastLargest, "circulant")
                                         .metrics.completion),
                          kNewIntelFull)),
      largest_gain(results),
      not_comparable("400 MB, 36 ranks: time",
                     fmt::format("{} ms (mpich), {} ms (Intel MPI)", kNewMpich, kNewIntel),
                     short_time(ours.metrics.completion),
                     "the emulated rate of a rank alone on its host is taken from this value")};
  e.files.emplace_back("broadcast.csv", experiment_csv(results));
  return e;
}

}  // namespace

extern const Reproduction paper1_broadcast{
    "paper1-broadcast", "Broadcast of 4 B .. 400 MB on 36 hosts with 1, 16 and 32 ranks",
    "Träff, Round-optimal n-Block Broadcast Schedules (2023), experiments", run_paper1_broadcast};

}  // namespace orrery
