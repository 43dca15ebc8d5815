#include <utility>

#include <fmt/format.h>

#include "emu/net/faults.h"
#include "emu/net/symmetry.h"
#include "scenarios/cell/checks.h"

/// The identical ranks of a cell, or the reason why they are unknown.
namespace orrery::inline cell {
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
  if (spec.packs)
    refuse_because("how many pieces of memory a rank packs depends on its number", "packing = off");
  if (spec.ports.half_duplex) refuse_because("ranks take turns at half-duplex ports");
  if (spec.engine.eager_limit >= Bytes(0))
    refuse_because("messages of ranks that are not emulated cannot be kept", "eager_limit = none");
}

void check_ranks_identical(const Network& network) {
  if (network.conditions != nullptr || !faulty_links(*network.topology).empty())
    refuse_because("[conditions] differ between ranks or links");
  for (std::size_t r = 0; r < network.host_of.size(); ++r)
    if (network.host_of[r] != static_cast<NodeId>(r))
      refuse_because("ranks are not on the hosts of their numbers", "mapping = sequential");
}

/// Returns how the algorithm's ranks may be renumbered: by coordinates only if they have some.
SymmetricNumbering numbering_of(const Prepared& cell) {
  const Algorithm& a = chosen(*cell.algorithm, cell.problem);
  if (origin_of(a) != nullptr || a.symmetry == nullptr)
    refuse_unsupported({fmt::format("{} is not known to do the same on all ranks", a.name),
                        "symmetry = off, or an algorithm that is"});
  SymmetricNumbering numbering = a.symmetry(settled(a, cell.problem));
  if (numbering.period == 0)
    refuse_unsupported({fmt::format("not all ranks do the same in {} on {} with {}", a.name,
                                    cell.spec.topology, cell.spec.bytes_text),
                        "equal blocks (bytes a multiple of what ranks and lanes cut), and sides "
                        "that the algorithm "
                        "treats as identical"});
  if (cell.problem.dims.empty() && numbering.by == SymmetricNumbering::By::kCoordinates)
    numbering.by = SymmetricNumbering::By::kNumber;
  return numbering;
}

void add_symmetry(Prepared& cell) {
  check_setting(cell);
  check_ranks_identical(*cell.network);
  const Topology& topology = *cell.network->topology;
  if (cell.problem.p != topology.hosts())
    refuse_because(fmt::format("{} ranks on {} hosts", cell.problem.p, topology.hosts()),
                   "a rank on each host");
  const SymmetricNumbering numbering = numbering_of(cell);
  auto symmetry = std::make_shared<const Symmetry>(topology, numbering);
  if (symmetry->class_size() == 1 && cell.problem.p > 1)
    refuse_unsupported({fmt::format("no two ranks on {} are known to be identical in {}",
                                    topology.spec(), chosen(*cell.algorithm, cell.problem).name),
                        "symmetry = off"});
  cell.symmetry = std::move(symmetry);
}

}  // namespace

bool may_be_symmetric(const RunSpec& spec, const Topology& topology) {
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

}  // namespace orrery::inline cell
