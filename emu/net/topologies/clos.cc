#include <array>

#include "emu/base/check.h"
#include "emu/net/topologies/xgft.h"

namespace orrery::inline net {
namespace {

/// Creates two levels: PGFT(2; H, L; 1, S; 1, P). A leaf has H hosts below and S P links above: the
/// tree is tapered H : S P.
/// Ref  C. Clos: A study of non-blocking switching networks, Bell System Technical Journal 32, 1953,
///      folded along its middle stage, so that links go both ways.
std::unique_ptr<Topology> make_clos(std::string_view parameters) {
  const std::vector<int> sizes = parse_sizes(parameters, ',', "clos: parameter");
  EMU_CHECK(sizes.size() == 3 || sizes.size() == 4, "clos:", parameters, " has ", sizes.size(),
            " parameters; expected L,H,S or L,H,S,P");
  const std::array children{sizes[1], sizes[0]}, parents{1, sizes[2]};
  const std::array parallel{1, sizes.size() == 4 ? sizes[3] : 1};
  std::string spec = text_of("clos:", sizes[0], ",", sizes[1], ",", sizes[2]);
  if (parallel[1] > 1) spec += text_of(",", parallel[1]);
  return std::make_unique<Xgft>(std::move(spec), children, parents, parallel);
}

}  // namespace

extern const TopologyKind clos_kind{
    .name = "clos",
    .grammar = "clos:L,H,S[,P]",
    .summary = "L leaf switches of H hosts, each with P links (1) to each of S spine switches",
    .example = "clos:3,4,2",
    .make = make_clos,
};

}  // namespace orrery::inline net
