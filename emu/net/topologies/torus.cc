#include "emu/net/topologies/grid.h"

namespace orrery::inline net {
namespace {

std::unique_ptr<Topology> make_torus(std::string_view parameters) {
  const auto comma = parameters.find(',');
  const bool has_option = comma != parameters.npos;
  const std::string_view option = has_option ? parameters.substr(comma + 1) : "";
  EMU_CHECK(!has_option || option == "one-link", "torus: '", option,
            "' follows the sizes; expected nothing or one-link");
  return std::make_unique<Grid>(Grid::Shape::kTorus,
                                parse_sizes(parameters.substr(0, comma), 'x', "torus: dimension"),
                                has_option);
}

}  // namespace

extern const TopologyKind torus_kind{
    .name = "torus",
    .grammar = "torus:AxBx..[,one-link]",
    .summary =
        "hosts on a grid whose every dimension closes to a ring; in a ring of 2 there are two "
        "links each way, or one (one-link)",
    .example = "torus:4x3",
    .make = make_torus,
};

}  // namespace orrery::inline net
