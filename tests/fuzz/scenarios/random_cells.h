#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "algorithms/algorithm.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/load.h"
#include "scenarios/text/errors.h"

/// Generates small runs of all kinds.
namespace orrery::testing {

/// Random cells of up to 12 ranks: every algorithm in turn, on any network, with any options.
class RandomCells {
 public:
  explicit RandomCells(std::uint64_t seed) : random_(seed) {}

  /// Returns the options of the next cell, as on the command line.
  Overrides next() {
    const Algorithm& a = *catalog()[static_cast<std::size_t>(next_++) % catalog().size()];
    const int ranks = static_cast<int>(1 + below(12));
    const int per_host = pick<int>({1, 1, 1, 2, 3, 4});
    Overrides o{{"collective", std::string(a.collective)}, {"algorithm", std::string(a.name)}};
    const auto add = [&](const char* key, std::string value) {
      o.emplace_back(key, std::move(value));
    };
    const auto [topology, hosts] = topology_for((ranks + per_host - 1) / per_host);
    add("topology", topology);
    add("ranks", std::to_string(pick<int>({ranks, std::min(12, hosts * per_host)})));
    add("ranks_per_host", std::to_string(per_host));
    if (per_host > 1 && below(3) == 0) add("cores_per_host", "1");
    add("mapping", pick<std::string>({"sequential", "cyclic", "random"}));
    add("seed", std::to_string(below(1000)));
    add("bytes", pick<std::string>({"0B", "1B", "40B", "997B", "1KiB", "3000B", "1MiB"}));
    add_costs(add);
    add_network(add);
    if (a.pipelined && below(2) == 0) add("blocks", std::to_string(1 + below(6)));
    return o;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  template <class T>
  T pick(std::initializer_list<T> of) {
    return of.begin()[below(of.size())];
  }

  struct Shape {
    std::string spec;
    int hosts;
  };
  Shape topology_for(int hosts) {
    std::vector<Shape> shapes{{"torus:3x4", 12},
                              {"torus:2x2x3", 12},
                              {"torus:4x2", 8},
                              {"torus:8", 8},
                              {"torus:4x4", 16},
                              {"torus:5", 5},
                              {"mesh:3x4", 12},
                              {"hyperx:3x4", 12},
                              {"star:12", 12},
                              {"two-tier:5,7", 12},
                              {"fat-tree:2,3", 8},
                              {"fat-tree:4", 16},
                              {"hammingmesh:2x2@2x2", 16},
                              {"dragonfly:2,2,1", 12},
                              {"nodes:3x4,mesh,nics=4,striped@star:12", 12},
                              {"nodes:3x4,mi250x,nics=2@star:3", 12},
                              {"nodes:6x1,nics=3,striped@rails:2,3,3,2", 6}};
    std::erase_if(shapes, [&](const Shape& s) { return s.hosts < hosts; });
    shapes.push_back({fmt::format("full:{}", hosts), hosts});
    shapes.push_back({fmt::format("torus:{}", hosts), hosts});
    return shapes[below(shapes.size())];
  }

  template <class Add>
  void add_costs(const Add& add) {
    add("alpha", pick<std::string>({"0ns", "500ns", "1733ps", "2us"}));
    add("gamma", pick<std::string>({"0ps/B", "7ps/B", "33.3ps/B", "400ps/B"}));
    add("host_alpha", pick<std::string>({"0ns", "111ns", "3us"}));
    add("host_beta", pick<std::string>({"0ps/B", "10ps/B", "3.7ps/B"}));
    if (below(3) == 0) add("overhead", pick<std::string>({"100ns", "1733ps", "1us"}));
  }

  template <class Add>
  void add_network(const Add& add) {
    add("link_bandwidth", pick<std::string>({"400Gb/s", "1GB/s", "3.3GB/s"}));
    add("link_latency", pick<std::string>({"0ns", "100ns", "77ns"}));
    if (below(4) == 0) add("core_bandwidth", pick<std::string>({"100Gb/s", "10GB/s"}));
    if (below(4) == 0) add("hop_latency", "13ns");
    const auto ports = pick<std::string>({"1", "1", "2", "per-link", "unlimited"});
    add("ports", ports);
    if (ports == "1" || ports == "2") add("duplex", pick<std::string>({"full", "full", "half"}));
    if (ports != "unlimited") add("port_hold", pick<std::string>({"auto", "message", "transfer"}));
    add("routing", pick<std::string>({"minimal", "dimension-order", "ecmp", "adaptive"}));
    add("contention", pick<std::string>({"on", "on", "off"}));
    add("protocol", pick<std::string>({"sync", "sync", "eager"}));
    if (below(3) == 0) add_eager(add);
    add("sync", pick<std::string>({"async", "async", "rounds"}));
    if (below(4) == 0) add_conditions(add);
  }

  template <class Add>
  void add_conditions(const Add& add) {
    add("arrival", pick<std::string>({"none", "exponential(3us)", "0=7us", "uniform(1us,2us)"}));
    add("slow_ranks", pick<std::string>({"none", "0=2.5", "30%=1.3"}));
    add("noise", pick<std::string>({"none", "900ns", "exponential(600ns)", "pareto(100ns,1.5)"}));
    add("noise_period", pick<std::string>({"2us", "7us", "50us"}));
    add("time_slice", pick<std::string>({"0s", "1us", "13us"}));
    add("slow_links", pick<std::string>({"none", "25%=0.3+1us"}));
    add("failed_links", pick<std::string>({"none", "none", "5%"}));
    add("background", pick<std::string>({"none", "random:0.4", "neighbour:0.7"}));
  }

  template <class Add>
  void add_eager(const Add& add) {
    add("eager_limit", pick<std::string>({"0B", "64B", "1KiB", "1MiB"}));
    if (below(2) == 0) add("receive_overhead", pick<std::string>({"100ns", "1733ps", "1us"}));
    if (below(2) == 0) add("eager_copy", pick<std::string>({"7ps/B", "33.3ps/B", "400ps/B"}));
  }

  std::mt19937_64 random_;
  int next_ = 0;
};

inline std::string text_of_options(const char* command, const Overrides& options) {
  std::string text = command;
  for (const auto& [key, value] : options)
    text += fmt::format(" {} '{}'", option_name(*find_key(key)), value);
  return text;
}

/// Returns the cell of the options; nothing if it cannot run, or if its failed links cut the network.
inline std::optional<RunSpec> cell_of(const Overrides& options) {
  try {
    const RunSpec spec = parse_scenario("", "random", options, Unsupported::kSkip).cells.front();
    return spec.skipped.empty() ? std::optional(spec) : std::nullopt;
  } catch (const InputError& error) {
    if (std::string_view(error.what()).find("no route is left") == std::string_view::npos) throw;
    return std::nullopt;
  }
}

}  // namespace orrery::testing
