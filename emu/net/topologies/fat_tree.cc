#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "emu/base/check.h"
#include "emu/net/topologies/xgft.h"

namespace orrery::inline net {
namespace {

/// Creates a k-ary n-tree: XGFT(n; k, .., k; 1, k, .., k), k^n hosts, k^(n-1) switches on each of n
/// levels.
/// Ref  F. Petrini, M. Vanneschi: k-ary n-trees, IPPS 1997, doi:10.1109/IPPS.1997.580853.
std::unique_ptr<Topology> make_kary_ntree(int k, int n) {
  const std::string spec = text_of("fat-tree:", k, ",", n);
  EMU_CHECK(k >= 2, spec, ": the arity is ", k, "; expected at least 2");
  EMU_CHECK(n <= 30, spec, ": the number of levels is ", n, "; expected at most 30");
  const std::vector<int> children(static_cast<std::size_t>(n), k);
  std::vector<int> parents = children;
  parents[0] = 1;
  return std::make_unique<Xgft>(spec, children, parents);
}

/// Creates three levels of K-port switches: XGFT(3; K/2, K/2, K; 1, K/2, K/2), K^3/4 hosts in K
/// pods, K^2/4 core switches.
/// Ref  M. Al-Fares, A. Loukissas, A. Vahdat: A scalable, commodity data center network
///      architecture, SIGCOMM 2008.
std::unique_ptr<Topology> make_three_level(int ports) {
  const std::string spec = text_of("fat-tree:", ports);
  EMU_CHECK(ports % 2 == 0, spec, ": the switches have ", ports,
            " ports; expected an even number (half go up, half go down)");
  const int half = ports / 2;
  const std::vector<int> children{half, half, ports};
  const std::vector<int> parents{1, half, half};
  return std::make_unique<Xgft>(spec, children, parents);
}

std::string list_text(std::span<const int> numbers) {
  std::string text;
  for (const int n : numbers) text += text_of(text.empty() ? "" : ",", n);
  return text;
}

/// Creates any tree from the children, parents and parallel links of each level. Fewer parents than
/// children taper the tree.
std::unique_ptr<Topology> make_general(std::string_view parameters) {
  constexpr std::array<std::string_view, 3> kWhat{"children", "parents", "parallel links"};
  std::vector<std::vector<int>> lists;
  for (std::size_t begin = 0; begin <= parameters.size() && lists.size() < kWhat.size();) {
    const bool last = lists.size() + 1 == kWhat.size();
    const std::size_t end =
        last ? parameters.size() : std::min(parameters.find(';', begin), parameters.size());
    lists.push_back(parse_sizes(parameters.substr(begin, end - begin), ',',
                                text_of("fat-tree: ", kWhat[lists.size()], " on level")));
    begin = end + 1;
  }
  std::string spec = "fat-tree:";
  for (const auto& list : lists) spec += text_of(&list == &lists[0] ? "" : ";", list_text(list));
  EMU_CHECK(lists[0].size() == lists[1].size(), spec, " has ", lists[0].size(),
            " numbers of children and ", lists[1].size(),
            " numbers of parents; expected one of each for every level, such as fat-tree:4,4;1,2");
  if (lists.size() == 2) return std::make_unique<Xgft>(spec, lists[0], lists[1]);
  EMU_CHECK(lists[2].size() == lists[0].size(), spec, " has ", lists[2].size(),
            " numbers of parallel links; expected one for each of ", lists[0].size(),
            " levels, such as fat-tree:4,4;1,2;1,3");
  return std::make_unique<Xgft>(spec, lists[0], lists[1], lists[2]);
}

std::unique_ptr<Topology> make_fat_tree(std::string_view parameters) {
  if (parameters.find(';') != std::string_view::npos) return make_general(parameters);
  const char separator = parameters.find(',') != std::string_view::npos ? ',' : 'x';
  const std::vector<int> sizes = parse_sizes(parameters, separator, "fat-tree: parameter");
  EMU_CHECK(sizes.size() <= 2, "fat-tree:", parameters, " has ", sizes.size(),
            " parameters; expected K, K,N or M1,..;W1,..");
  return sizes.size() == 1 ? make_three_level(sizes[0]) : make_kary_ntree(sizes[0], sizes[1]);
}

}  // namespace

extern const TopologyKind fat_tree_kind{
    .name = "fat-tree",
    .grammar = "fat-tree:K,N or fat-tree:K or fat-tree:M1,M2,..;W1,W2,..[;P1,P2,..]",
    .summary =
        "K-ary N-tree; three levels of K-port switches; or M children, W parents and P parallel "
        "links "
        "to each by level",
    .example = "fat-tree:2,3",
    .make = make_fat_tree,
};

}  // namespace orrery::inline net
