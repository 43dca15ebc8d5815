// Swing on tori whose sides are not powers of two: its deficiencies, from runs and from counts.
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/swing_load.h"

namespace orrery::inline reproduce {

namespace {

using TorusSides = std::vector<int>;

std::string name_of(const TorusSides& sides) {
  return sides.size() == 1 ? fmt::format("a ring of {}", sides.front())
                           : fmt::format("{}", fmt::join(sides, "x"));
}

/// An even torus, and the torus of powers of two that must not be better.
struct EvenCase {
  TorusSides sides, next;
};
const EvenCase kEvenCases[] = {{{10}, {16}}, {{12}, {16}},         {{20}, {32}},
                               {{24}, {32}}, {{10, 10}, {16, 16}}, {{12, 12}, {16, 16}}};
const TorusSides kOddCases[] = {{5}, {7}, {9}, {15}, {5, 5}, {7, 7}, {9, 9}};

RunResult swing_on(const TorusSides& sides, int jobs) {
  return run_experiment({bandwidth_cell("swing-bandwidth", sides)}, jobs).front();
}

Evidence run_paper5_any_ranks(int jobs) {
  Evidence e;
  e.notes = {
      "Swing (B) with all its collectives and a port for each link. For an even number of nodes "
      "that is not a power of two, the paper says that no block need be sent twice, and that "
      "\"deficiencies do not increase\" (Sec. 3.2, A.2). Indeed no more bytes are sent, but the "
      "blocks that a step leaves to a later one travel farther. Each row compares with the next "
      "larger torus of powers of two."};
  for (const EvenCase& c : kEvenCases) {
    const RunResult r = swing_on(c.sides, jobs);
    e.findings.push_back(
        at_most(Basis::kWords, fmt::format("Ψ on {}", name_of(c.sides)), 1, r.swing->psi, exactly())
            .of_claim("even p: 'deficiencies do not increase', Ψ (Sec. 3.2)"));
    e.findings.push_back(
        at_most(Basis::kWords, fmt::format("Ξ on {}, as on {}", name_of(c.sides), name_of(c.next)),
                swing_load(c.next).xi(), r.deficiency.xi, exactly())
            .witnessed_by({Independence::kCount, swing_load(c.sides).xi(),
                           kSumRounding * r.deficiency.xi,
                           "counting links from the definition of the peers"})
            .of_claim("even p: 'deficiencies do not increase', Ξ (Sec. 3.2)"));
  }
  for (const TorusSides& sides : kOddCases) {
    const RunResult r = swing_on(sides, jobs);
    // For a ring the paper exceeds 1 - 1/p by 1/p; for other odd tori it gives no value.
    e.results.push_back(
        {fmt::format("Ψ on {}", name_of(sides)), number_text(r.swing->psi),
         fmt::format("Ξ {:.4g}; steps that overlap count as one", r.deficiency.xi)});
  }
  return e;
}

}  // namespace

extern const Reproduction paper5_any_ranks{
    .name = "paper5-any-ranks",
    .title = "Swing's deficiencies if sides are even but not powers of two, or odd",
    .source = "De Sensi et al., Swing (NSDI 2024), Sec. 3.2 and A.2",
    .run = run_paper5_any_ranks,
    .beyond_model = "bytes on links and through ports are counted, which do not depend on costs",
};

}  // namespace orrery::inline reproduce
