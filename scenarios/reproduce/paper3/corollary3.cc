// Corollary 3's bad case, a reduce-scatter with all elements in one block, and the paper's remedy: pipelining.
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/common/arithmetic.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline reproduce {

namespace {

constexpr int kOneBlockRanks[] = {12, 22, 36, 60};
constexpr std::int64_t kOneBlockSizes[] = {1 << 20, 400'000'000};

/// Returns a run in which the last rank but one has all elements.
RunSpec one_block_cell(int p, std::int64_t bytes, const char* algorithm) {
  RunSpec spec;
  spec.collective = "reduce-scatter";
  spec.algorithm = algorithm;
  spec.topology = fmt::format("full:{}", p);
  spec.ranks = p;
  spec.bytes = Bytes(bytes);
  spec.sizes.assign(static_cast<std::size_t>(p), 0);
  spec.sizes[spec.sizes.size() - 2] = bytes;
  spec.sizes_text = fmt::format("list:{}", fmt::join(spec.sizes, ","));
  spec.costs.alpha = 1us;
  spec.costs.gamma = CostPerByte{5};
  return spec;
}

/// α and β + γ of these cells.
struct OneBlockCosts {
  double alpha, per_byte;
};
OneBlockCosts costs_of(const RunSpec& spec) {
  const LinkCost& link = spec.costs.link(0);
  return {static_cast<double>((spec.costs.alpha + link.latency).count()),
          link.bandwidth.inverse().ps + spec.costs.gamma.ps};
}

void add_findings(Evidence& e, const RunResult& plain, const RunResult& blocks) {
  const int p = plain.spec.ranks, q = ceil_log2(p);
  // of the cell as given, not as the model has it
  const auto [alpha, per_byte] = costs_of(one_block_cell(p, plain.spec.bytes.count(), "circulant"));
  const auto bytes = static_cast<double>(plain.spec.bytes.count());
  const std::string cell = fmt::format("p = {}, {}", p, short_size(plain.spec.bytes));
  const double times = ratio(plain, blocks);
  e.findings.push_back(
      at_most(
          Basis::kFormula, fmt::format("{}: Algorithm 1, over ceil(log2 p)(α + βm + γm)", cell), 1,
          static_cast<double>(plain.metrics.completion.count()) / (q * (alpha + per_byte * bytes)),
          share_of(1, 1e-9, "rounding to picoseconds"))
          .of_claim("Corollary 3: the bound"));
  e.findings.push_back(
      at_least(Basis::kWords, fmt::format("{}: in blocks, times faster", cell), 1, times, exactly())
          .with(fmt::format("{} blocks, {} rounds", blocks.blocks, blocks.metrics.rounds))
          .of_claim("in blocks 'much better' (Sec. 2)"));
  e.findings.push_back(
      equal_counts(Basis::kFormula,
                   fmt::format("{}: rounds of n blocks, n - 1 + ceil(log2 p)", cell),
                   blocks.blocks - 1 + q, blocks.metrics.rounds)
          .of_claim("n blocks take n - 1 + ceil(log2 p) rounds"));
  // (sqrt((q-1) α) + sqrt((β + γ) m))²: the least of (n - 1 + q)(α + m/n (β + γ)) over all real n
  const double best = std::pow(std::sqrt((q - 1) * alpha) + std::sqrt(per_byte * bytes), 2);
  e.results.push_back(
      {fmt::format("{}: time of n blocks, over ((q-1)α)^(1/2) + ((β + γ)m)^(1/2) squared", cell),
       fmt::format("{:.6f}", static_cast<double>(blocks.metrics.completion.count()) / best), ""});
}

Evidence run_paper3_corollary3(int jobs) {
  std::vector<RunSpec> cells;
  for (const int p : kOneBlockRanks)
    for (const std::int64_t bytes : kOneBlockSizes)
      for (const char* algorithm : {"circulant", "circulant-blocks"})
        cells.push_back(one_block_cell(p, bytes, algorithm));
  const std::vector<RunResult> results = run_experiment(cells, jobs);
  Evidence e;
  e.notes = {
      "A reduce-scatter whose elements are all in the block of one rank, on fully connected ranks: "
      "50 GB/s, α = 1.1 us, γ = 5 ps/B. Corollary 3 bounds Algorithm 1 by ceil(log2 p)(α + βm + "
      "γm), and the paper says that pipelined algorithms on the same graph depend only linearly on "
      "m: n blocks take n - 1 + ceil(log2 p) rounds."};
  for (std::size_t i = 0; i < results.size(); i += 2) add_findings(e, results[i], results[i + 1]);
  e.files.emplace_back("one-block.csv", experiment_csv(results));
  return e;
}

}  // namespace

extern const Reproduction paper3_corollary3{
    "paper3-corollary3",
    "A reduce-scatter with all elements in one block, as a whole and pipelined",
    "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), Cor. 3",
    run_paper3_corollary3};

}  // namespace orrery::inline reproduce
