#include "emu/base/check.h"
#include "emu/net/topologies/product.h"

namespace orrery::inline net {
namespace {

/// Creates a host at each point of a grid, with a link to every other host of its row, of its
/// column, ...
/// Ref  J. H. Ahn, N. Binkert, A. Davis, M. McLaren, R. S. Schreiber: HyperX: topology, routing, and
///      packaging of efficient large-scale networks, SC 2009 (one host for each switch).
std::unique_ptr<Topology> make_hyperx(std::string_view parameters) {
  const std::vector<int> sizes = parse_sizes(parameters, 'x', "hyperx: dimension");
  std::string spec = "hyperx:";
  std::vector<std::unique_ptr<Topology>> lines;
  for (const int size : sizes) {
    spec += text_of(lines.empty() ? "" : "x", size);
    lines.push_back(make_topology(text_of("full:", size)));
  }
  return std::make_unique<Product>(std::move(spec), std::move(lines));
}

}  // namespace

extern const TopologyKind hyperx_kind{
    .name = "hyperx",
    .grammar = "hyperx:AxBx..",
    .summary = "hosts on a grid with links to all others of their row, column, ..",
    .example = "hyperx:4x3",
    .make = make_hyperx,
};

}  // namespace orrery::inline net
