#include "emu/net/grid.h"

namespace orrery {
namespace {

std::unique_ptr<Topology> make_torus(std::string_view parameters) {
  return std::make_unique<Grid>(Grid::Shape::kTorus,
                                parse_sizes(parameters, 'x', "torus: dimension"));
}

}  // namespace

extern const TopologyKind torus_kind{
    .name = "torus",
    .grammar = "torus:AxBx..",
    .summary = "hosts on a grid whose every dimension closes to a ring",
    .example = "torus:4x3",
    .make = make_torus,
};

}  // namespace orrery
