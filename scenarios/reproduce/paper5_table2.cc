// Latency, bandwidth and congestion deficiencies on tori: formula against what is counted.
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/schedules/hamiltonian.h"
#include "algorithms/schedules/pairing.h"
#include "scenarios/document/units_text.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery {

namespace {

constexpr int kMostRingRanks = 1024;  ///< the ring's messages grow with p^2

/// A torus of powers of two as the formulas see it.
struct Shape {
  std::vector<int> sides;
  int D = 0, p = 1, q = 0;  ///< dimensions, nodes, log2 p

  explicit Shape(std::vector<int> dims)
      : sides(std::move(dims)), D(static_cast<int>(sides.size())) {
    for (const int side : sides) p *= side, q += floor_log2(side);
  }
  std::string name() const { return fmt::format("{}", fmt::join(sides, "x")); }
  int longest() const { return *std::max_element(sides.begin(), sides.end()); }
  int shortest() const { return *std::min_element(sides.begin(), sides.end()); }
  bool square() const { return longest() == shortest(); }
};

/// Σ over the steps s of a square torus of what f(σ, weight) adds; the weight halves from step to
/// step, or is always 1.
double sum_steps(const Shape& t, bool halving, const std::function<double(int sigma)>& f) {
  double sum = 0;
  for (int s = 0; s < t.q; ++s) sum += f(s / t.D) * (halving ? std::ldexp(1.0, -1 - s) : 1);
  return sum;
}

/// Recursive doubling: the last step of a dimension goes half way round, and its messages are split
/// over both ways. What a port and a link then carry, in messages.
double doubling_port(const Shape& t, int sigma) {
  return (2 << sigma) == t.longest() ? 0.5 : 1;
}
double doubling_link(const Shape& t, int sigma) {
  return (2 << sigma) == t.longest() ? t.longest() / 4.0 : 1 << sigma;
}

/// Λ, Ψ and Ξ for p nodes; nothing where there is no closed form.
struct Formulas {
  std::optional<double> lambda, psi, xi;
  bool approximate = false;  ///< xi, as the paper's Eq. 3
};

struct Entry {
  const char* name;        ///< of the table
  const char* algorithm;   ///< ours
  const char* asymptotic;  ///< Λ, Ψ, Ξ as printed
  Formulas (*formulas)(const Shape&);
};

Formulas swing_halves(const Shape& t) {
  const auto xi = [](const Shape& square) {
    return sum_steps(square, true, [](int sigma) { return delta(sigma); }) /
           sum_steps(square, true, [](int) { return 1; });
  };
  if (t.square()) return {2, 1 - 1.0 / t.p, xi(t)};
  const Shape square(std::vector<int>(t.sides.size(), t.shortest()));
  const double more = std::log2(t.longest() / t.shortest()) / 6 / std::pow(t.shortest(), t.D - 1);
  return {2, std::nullopt, xi(square) + more, true};
}

Formulas swing_whole(const Shape& t) {
  if (!t.square()) return {1, std::nullopt, std::nullopt};
  return {1, t.q / 2.0, sum_steps(t, false, [](int sigma) { return delta(sigma); }) / t.q};
}

Formulas doubling(const Shape& t, bool halving) {
  const double lambda = halving ? 2 : 1;
  if (!t.square()) return {lambda, std::nullopt, std::nullopt};
  const double port = sum_steps(t, halving, [&](int s) { return doubling_port(t, s); });
  const double link = sum_steps(t, halving, [&](int s) { return doubling_link(t, s); });
  return {lambda, lambda * t.D * port, link / port};
}

constexpr Entry kEntries[] = {
    {"Ring", "hamiltonian-ring", "2p/log2 p, 1, 1",
     [](const Shape& t) {
       return Formulas{2.0 * (t.p - 1) / t.q, 1 - 1.0 / t.p, 1};
     }},
    {"Rec.Doub. (L)", "recursive-doubling-latency", "1, D log2 p, 2D p^(1/D)",
     [](const Shape& t) { return doubling(t, false); }},
    {"Rec.Doub. (B)", "rabenseifner", "2, 2D, (2^D-1)/(2^D-2)",
     [](const Shape& t) { return doubling(t, true); }},
    {"Bucket", "bucket", "2D p^(1/D)/log2 p, 1, 1",
     [](const Shape& t) {
       Formulas f{2.0 * t.D * (t.longest() - 1) / t.q, std::nullopt, 1};
       if (t.square()) f.psi = 1 - 1.0 / t.p;
       return f;
     }},
    {"Swing (L)", "swing-latency", "1, D log2 p, 4/3 D p^(1/D)", swing_whole},
    {"Swing (B)", "swing-bandwidth", "2, 1, 1.19 | 1.03 | 1.008 for D = 2, 3, 4", swing_halves},
};

RunSpec spec_for(const Shape& t, const Entry& entry) {
  RunSpec spec;
  spec.title = fmt::format("{} on {}", entry.algorithm, t.name());
  spec.topology = "torus:" + t.name();
  spec.algorithm = entry.algorithm;
  spec.order = Order::kTorus;
  spec.ports.kind = Ports::Kind::kPerLink;
  spec.bytes = Bytes(std::int64_t{64} * 2 * t.D * t.p);  // every part and block of equal size
  spec.bytes_text = size_text(spec.bytes);
  return spec;
}

bool can_run(const Shape& t, const Entry& entry) {
  if (std::string_view(entry.algorithm) != "hamiltonian-ring") return true;
  return t.p <= kMostRingRanks && !HamiltonianCycle::missing(t.sides);
}

Finding compare(const std::string& what, std::optional<double> formula, double counted,
                bool approximate) {
  const std::string ours = fmt::format("{:.12g}", counted);
  if (!formula) return {what, "–", ours, "no closed form", Verdict::kInfo};
  const double difference = counted - *formula;
  const bool equal = std::abs(difference) <= 1e-12 * std::abs(*formula);
  return {what, fmt::format("{:.12g}", *formula), ours,
          equal ? "none" : fmt::format("{:+.3g}", difference),
          equal         ? Verdict::kHolds
          : approximate ? Verdict::kExplained
                        : Verdict::kDiffers};
}

std::vector<Shape> shapes_for(const Workshop& w) {
  if (w.topology.empty())
    return {Shape({8, 8}), Shape({16, 16}), Shape({64, 64}), Shape({8, 8, 8}), Shape({4, 4, 4, 4})};
  constexpr std::string_view kTorus = "torus:";
  if (!w.topology.starts_with(kTorus))
    throw InputError(
        fmt::format("--topology: '{}' is no torus; expected one such as torus:16x16", w.topology));
  std::vector<int> sides;
  for (const int side : make_topology(w.topology)->dims()) {
    if (side == 1) continue;
    if (side == 2 || !is_power_of_two(side))
      throw InputError(
          fmt::format("--topology: {}: the formulas are for sides of 4, 8, 16, ...", w.topology));
    sides.push_back(side);
  }
  if (sides.empty()) throw InputError(fmt::format("--topology: {} has no links", w.topology));
  return {Shape(sides)};
}

Evidence run(const Workshop& w) {
  Evidence e;
  e.notes = {
      "Λ = steps / log2 p. Ψ = D/n Σ_s port(s), where port(s) is the most that a port injects in "
      "step s. Ξ = Σ_s link(s) / Σ_s port(s), where link(s) is the most that a link carries. "
      "Formulas are for p nodes; the paper prints their limits for large p: ",
      "The table's Ψ of Swing (L), D log2 p, leaves out that it uses all 2D ports: counted it is "
      "(log2 p)/2. For (L) the table's Ξ is Σ_s link(s) in units of one message, that is Ξ times "
      "the number of steps. Recursive doubling's last step in a dimension is split over both ways "
      "round, which the paper neglects."};
  for (const Entry& entry : kEntries)
    e.notes[0] +=
        fmt::format("{}{}: {}", &entry == kEntries ? "" : "; ", entry.name, entry.asymptotic);
  e.notes[0] += ".";
  std::vector<std::pair<Shape, const Entry*>> rows;
  std::vector<RunSpec> cells;
  for (const Shape& t : shapes_for(w))
    for (const Entry& entry : kEntries)
      if (can_run(t, entry)) {
        rows.emplace_back(t, &entry);
        cells.push_back(spec_for(t, entry));
      }
  const std::vector<RunResult> results = run_experiment(cells, w.jobs);
  std::string csv = "torus,algorithm,deficiency,formula,counted\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [t, entry] = rows[i];
    const Formulas f = entry->formulas(t);
    const Deficiency& d = results[i].deficiency;
    const auto add = [&](const char* letter, std::optional<double> formula, double counted,
                         bool approximate) {
      e.findings.push_back(compare(fmt::format("{} {} {}", t.name(), entry->name, letter), formula,
                                   counted, approximate));
      csv += fmt::format("{},{},{},{},{:.12g}\n", t.name(), entry->algorithm, letter,
                         formula ? fmt::format("{:.12g}", *formula) : "", counted);
    };
    add("Λ", f.lambda, d.lambda, false);
    add("Ψ", f.psi, d.psi, false);
    add("Ξ", f.xi, d.xi, f.approximate);
  }
  e.files.emplace_back("table2.csv", csv);
  return e;
}

}  // namespace

extern const Reproduction paper5_table2{
    .name = "paper5-table2",
    .title = "Latency, bandwidth and congestion deficiencies on tori: formula and counted",
    .source = "De Sensi et al., Swing (NSDI 2024), Table 2",
    .run = run,
    .slow = true,
    .takes_topology = true,
};

}  // namespace orrery
