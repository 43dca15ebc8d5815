#include "emu/net/topologies/grid.h"

namespace orrery::inline net {
namespace {

std::unique_ptr<Topology> make_mesh(std::string_view parameters) {
  return std::make_unique<Grid>(Grid::Shape::kMesh,
                                parse_sizes(parameters, 'x', "mesh: dimension"));
}

}  // namespace

extern const TopologyKind mesh_kind{
    .name = "mesh",
    .grammar = "mesh:AxBx..",
    .summary = "hosts on a grid with open ends",
    .example = "mesh:4x3",
    .make = make_mesh,
};

}  // namespace orrery::inline net
