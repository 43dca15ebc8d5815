#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "emu/net/faults.h"
#include "emu/net/symmetry.h"
#include "scenarios/document/refused.h"

/// Which ranks of a cell are alike, or why that is not known.
namespace orrery {
namespace {

constexpr std::string_view kKey = "symmetry";

[[noreturn]] void refuse_because(std::string reason, std::string expected = "symmetry = off") {
  refuse(kKey, {std::move(reason), std::move(expected)});
}

void check_setting(const Prepared& cell) {
  const RunSpec& spec = cell.spec;
  if (!runs_collective(spec))
    refuse_because("it is for collectives of the catalogue, not for schedules or operations");
  if (spec.payload != PayloadKind::kGhost)
    refuse_because("data of ranks that are not emulated cannot be checked", "payload = ghost");
  if (spec.routing == Routing::kEcmp || spec.routing == Routing::kAdaptive)
    refuse_because("routes are not the same for all ranks", "routing = minimal or dimension-order");
  if (spec.ports.half_duplex) refuse_because("ranks take turns at half-duplex ports");
  if (spec.engine.eager_limit >= Bytes(0))
    refuse_because("messages of ranks that are not emulated cannot be kept", "eager_limit = none");
}

void check_ranks_alike(const Network& network) {
  if (network.conditions != nullptr || !faulty_links(*network.topology).empty())
    refuse_because("ranks or links have a day of their own");
  for (std::size_t r = 0; r < network.host_of.size(); ++r)
    if (network.host_of[r] != static_cast<NodeId>(r))
      refuse_because("ranks are not on the hosts of their numbers", "mapping = sequential");
}

std::vector<int> sides_of(const Problem& x) {
  return x.dims.empty() ? std::vector<int>{x.p} : x.dims;
}

/// The period of the algorithm's ranks.
int period_of(const Prepared& cell) {
  const Algorithm& a = chosen(*cell.algorithm, cell.problem);
  if (origin_of(a) != nullptr || a.period == nullptr)
    refuse_unsupported({fmt::format("{} is not known to do the same on all ranks", a.name),
                        "symmetry = off, or an algorithm that is"});
  const int period = a.period(settled(a, cell.problem));
  if (period == 0)
    refuse_unsupported({fmt::format("not all ranks do the same in {} on {} with {}", a.name,
                                    cell.spec.topology, cell.spec.bytes_text),
                        "equal blocks (bytes a multiple of what ranks and lanes cut), and sides "
                        "that the algorithm "
                        "treats alike"});
  return period;
}

void add_symmetry(Prepared& cell) {
  check_setting(cell);
  check_ranks_alike(*cell.network);
  const int period = period_of(cell);
  try {
    cell.symmetry =
        std::make_shared<const Symmetry>(*cell.network->topology, sides_of(cell.problem), period);
  } catch (const std::invalid_argument& e) {
    refuse(kKey, complaint_of(e));
  }
}

}  // namespace

bool may_be_alike(const RunSpec& spec, const Topology& topology) {
  return spec.symmetry != SymmetryUse::kOff && runs_collective(spec) &&
         spec.ranks <= topology.hosts();
}

void find_symmetry(Prepared& cell) {
  if (cell.spec.symmetry == SymmetryUse::kOff) return;
  try {
    add_symmetry(cell);
  } catch (const Refused&) {
    if (cell.spec.symmetry == SymmetryUse::kOn) throw;
  }
}

}  // namespace orrery
