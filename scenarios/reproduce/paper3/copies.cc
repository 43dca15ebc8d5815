// Half of the copies avoided: Alg. 1 and 2 as printed, with the upper half of the blocks sent from where
// it lies, and the catalogue's, which copy nothing. Copies are counted in runs with real data.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algorithms/phases/circulant.h"
#include "algorithms/verify.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline reproduce {

namespace {

constexpr int kCopiesMostRanks = 128, kTimed = 22;
constexpr std::int64_t kCopiesBlock = 8;

/// The paper's array R of blocks of one size: R[i] is what rank r sums for rank r + i. Blocks from
/// `kept` on are not in R but where they came from: they are sent before anything is added to them.
class RotatedBlocks {
 public:
  RotatedBlocks(Comm& c, const Call& call, bool upper_half_in_place)
      : c_(c),
        V_(c, call),
        size_(call.block(0).count()),
        steps_(circulant::steps(call.skips, c.size())),
        kept_(upper_half_in_place && !steps_.empty() ? steps_.front().lo : c.size()),
        R_(c.scratch(kept_ * size_)),
        T_(c.scratch(kept_ * size_)) {}

  /// Copies blocks R[first .. kept-1] from V, or back to it.
  void copy_in(int first) { c_.copy(R(first, kept_ - first), own(first, kept_ - first)); }
  void copy_out() { c_.copy(own(0, kept_), R(0, kept_)); }

  /// Runs the rounds of Alg. 1. W stands for R[0].
  void reduce_scatter(Slice W) {
    const int p = c_.size(), r = c_.rank();
    for (int k = 0; const auto& [s, lo, hi] : steps_) {
      const int n = hi - lo + 1;
      c_.round(k++);
      const Slice T = T_.part(0, n * size_);
      c_.sendrecv(blocks(lo, n), mod(std::int64_t{r} + s, p), T, mod(r - s, p));
      c_.reduce(W, T.part(0, size_));
      c_.reduce(R(1, n - 1), T.part(size_, (n - 1) * size_));
    }
  }
  /// Runs Alg. 2: the rounds of the reduce-scatter once more, backwards.
  void allgather() {
    const int p = c_.size(), r = c_.rank();
    int k = static_cast<int>(steps_.size());
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      const auto& [s, lo, hi] = *step;
      const int n = hi - lo + 1;
      c_.round(k++);
      c_.sendrecv(R(0, n), mod(r - s, p), blocks(lo, n), mod(std::int64_t{r} + s, p));
    }
  }
  Slice R(int i, int n) const { return R_.part(i * size_, n * size_); }

 private:
  Slice own(int i, int n) const { return V_(std::int64_t{c_.rank()} + i, n); }
  Slice blocks(int i, int n) const { return i < kept_ ? R(i, n) : own(i, n); }

  Comm& c_;
  CyclicBlocks V_;
  std::int64_t size_;
  std::vector<circulant::ReductionRound> steps_;
  int kept_;
  Slice R_, T_;
};

template <bool kUpperHalfInPlace>
void reduce_scatter(Comm& c, const Call& call) {
  RotatedBlocks blocks(c, call, kUpperHalfInPlace);
  blocks.copy_in(1);
  blocks.reduce_scatter(call.block(c.rank()));
}

template <bool kUpperHalfInPlace>
void allreduce(Comm& c, const Call& call) {
  RotatedBlocks blocks(c, call, kUpperHalfInPlace);
  blocks.copy_in(0);
  blocks.reduce_scatter(blocks.R(0, 1));
  blocks.allgather();
  blocks.copy_out();
}

/// The copies of one rank, in blocks, and the time of all.
struct CopyCounts {
  double blocks = 0;
  Time time{0};
};

class CopySink : public Sink {
 public:
  TraceLevel level() const override { return TraceLevel::kMessages; }
  void compute(const ComputeEvent& e) override {
    if (!e.reduction) bytes += e.bytes.count();
  }
  std::int64_t bytes = 0;
};

using Run = void (*)(Comm&, const Call&);

/// Runs `run` in place of the catalogue's circulant algorithm; null: that itself.
CopyCounts count_copies(const char* collective, Run run, int p, const std::vector<int>& skips) {
  Network network;
  network.topology = make_topology(fmt::format("full:{}", p));
  network.host_of = place_ranks({}, p, p);
  network.costs.links = {LinkCost{Bandwidth{1e9}, 1us}};
  network.costs.gamma = {1000};
  Problem x;
  x.p = p;
  x.count = kCopiesBlock * p;
  x.skips = skips;
  Algorithm algorithm = find_algorithm(collective, "circulant");
  if (run != nullptr) algorithm.run = run;
  CopySink sink;
  const Execution e =
      execute(algorithm, x, network, {}, PayloadKind::kReal, find_op("sum", "uint8"), &sink);
  if (!e.verified.value_or(false)) throw std::runtime_error(e.mismatch);
  return {static_cast<double>(sink.bytes) / static_cast<double>(kCopiesBlock * p),
          e.metrics.completion};
}

struct Listing {
  const char* collective;
  bool both_ways;  ///< blocks are copied back, too
  Run printed, halved;
};
constexpr Listing kListings[] = {
    {"reduce-scatter", false, reduce_scatter<false>, reduce_scatter<true>},
    {"allreduce", true, allreduce<false>, allreduce<true>},
};

/// Counted for every p, one entry for each from 2 on.
struct Counted {
  std::vector<double> printed, halved, doubling, ours;
};

Counted count_all(const Listing& l, int jobs) {
  const std::size_t n = kCopiesMostRanks - 1;
  Counted all{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n),
              std::vector<double>(n)};
  in_parallel(n, jobs, [&](std::size_t i) {
    const int p = static_cast<int>(i) + 2;
    const auto halving = circulant::halving_skips(p);
    all.printed[i] = count_copies(l.collective, l.printed, p, halving).blocks;
    all.halved[i] = count_copies(l.collective, l.halved, p, halving).blocks;
    all.doubling[i] =
        count_copies(l.collective, l.halved, p, circulant::power_of_two_skips(p)).blocks;
    all.ours[i] = count_copies(l.collective, nullptr, p, halving).blocks;
  });
  return all;
}

/// Returns half of the listing's copies on p ranks, in whole blocks: of p - 1 once, or of p in each
/// direction.
std::int64_t half_of(const Listing& l, int p) {
  return l.both_ways ? 2 * ((p + 1) / 2) : (p - 1) / 2;
}

Finding half_is_left(const Listing& l, const Counted& all) {
  Items blocks;
  for (std::size_t i = 0; i < all.halved.size(); ++i) {
    blocks.paper.push_back(std::to_string(half_of(l, static_cast<int>(i) + 2)));
    blocks.ours.push_back(fmt::format("{}", all.halved[i]));
  }
  const std::size_t shown = kTimed - 2;
  return {
      Basis::kFormula, fmt::format("{}: blocks copied, half of the listing's", l.collective),
      blocks,
      fmt::format("p = {}: {} blocks instead of {}", kTimed, all.halved[shown], all.printed[shown]),
      "half of the copies can be avoided (Sec. 3)"};
}

/// Checks "The standard, straight doubling scheme does not have this property".
Finding doubling_leaves_more(const Listing& l, const Counted& all) {
  std::int64_t more = 0;
  for (std::size_t i = 0; i < all.doubling.size(); ++i)
    more += all.doubling[i] > static_cast<double>(half_of(l, static_cast<int>(i) + 2)) ? 1 : 0;
  return at_least(Basis::kWords,
                  fmt::format("{}: numbers of ranks where straight doubling (power-of-two skips) "
                              "copies more",
                              l.collective),
                  1, static_cast<double>(more), exactly())
      .with(fmt::format("p = {}: {} blocks", kTimed, all.doubling[kTimed - 2]))
      .of_claim("straight doubling 'does not have this property' (Sec. 3)");
}

void add_counts(Evidence& e, const Listing& l, int jobs) {
  const Counted all = count_all(l, jobs);
  const std::string name(l.collective);
  e.findings.push_back(half_is_left(l, all));
  e.findings.push_back(doubling_leaves_more(l, all));
  e.results.push_back({name + ": blocks copied by the catalogue's, the most",
                       fmt::format("{:.0f}", *std::ranges::max_element(all.ours)),
                       "blocks are numbered cyclically, and a message takes them from both ends"});
  std::string csv = "ranks,listing,half,half_power_of_two,catalogue\n";
  for (std::size_t i = 0; i < all.printed.size(); ++i)
    csv += fmt::format("{},{:.0f},{:.0f},{:.0f},{:.0f}\n", i + 2, all.printed[i], all.halved[i],
                       all.doubling[i], all.ours[i]);
  e.files.emplace_back(name + "-copies.csv", csv);
}

/// Adds times where copying a byte costs as much as sending it.
void add_times(Evidence& e, const Listing& l) {
  const auto time = [&](Run run) {
    return short_time(
        count_copies(l.collective, run, kTimed, circulant::halving_skips(kTimed)).time);
  };
  e.results.push_back(
      {fmt::format("{}, p = {}: time as printed", l.collective, kTimed), time(l.printed),
       fmt::format("half of the copies avoided {}, all {}", time(l.halved), time(nullptr))});
}

/// Checks "No sequence of blocks is longer than ceil(p/2)".
Finding longest_sequence() {
  int beyond = -kCopiesMostRanks;
  for (int p = 2; p <= kCopiesMostRanks; ++p)
    for (const circulant::ReductionRound& step : circulant::steps(circulant::halving_skips(p), p))
      beyond = std::max(beyond, step.blocks() - (p + 1) / 2);
  return at_most(Basis::kFormula, "halving skips: the longest sequence of blocks, beyond ceil(p/2)",
                 0, beyond, exactly());
}

Evidence run_paper3_copies(int jobs) {
  Evidence e;
  e.notes = {fmt::format(
      "Every p = 2 .. {} runs with real data, which are checked. Alg. 1 and 2 copy rotated blocks "
      "to R, and Alg. 2 copies them back; a rank's own block of a reduce-scatter is summed in "
      "place. Half of these copies can be avoided: the blocks of the first round are sent from V "
      "and need no place in R, and Alg. 2 receives them in the last round at their final place. "
      "Times: α = 1 us, β = γ = 1 ns/B, blocks of {} bytes.",
      kCopiesMostRanks, kCopiesBlock)};
  e.findings.push_back(longest_sequence());
  for (const Listing& l : kListings) add_counts(e, l, jobs);
  for (const Listing& l : kListings) add_times(e, l);
  return e;
}

}  // namespace

extern const Reproduction paper3_copies{
    .name = "paper3-copies",
    .title = "Half of the copies of the circulant listings avoided, counted",
    .source =
        "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), Sec. 3",
    .run = run_paper3_copies,
    .beyond_model = "copied blocks are counted, which do not depend on costs",
};

}  // namespace orrery::inline reproduce
