#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emu/net/imports/import.h"
#include "emu/net/max_flow.h"
#include "emu/net/topologies/graph.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/report/output_file.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/presets.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kNetworkFooter =
    R"(Shows a network: a topology such as torus:4x4, or a file. Orrery reads its own TOML and files of other
programs, which it recognises by content: SimGrid platforms, GraphML, topologies of NCCL, networks of
ASTRA-sim in YAML and JSON, node-link JSON (networkx), htsim topologies, topologies of Slurm, ibnetdiscover,
iblinkinfo, nvidia-smi topo -m, Graphviz, ns-3 topologies and edge lists. Wherever a network is named, file:NAME
stands for any of them.

-o writes the network as TOML, for you to change. Comments state the source of its numbers, and the parts of
the file that were left out.

Examples:
  orrery network fat-tree:4,2
  orrery network examples/platform.xml -o net.toml
  orrery run --topology file:net.toml --algorithm ring,rabenseifner --bytes 1MiB)";

struct NetworkOptions {
  std::string network, out, picture;
  OutputOptions output;
};

/// Returns the network of a file, or of a specification: those have no dots and slashes before their colon.
RunSpec spec_of(const std::string& network) {
  std::error_code none;
  RunSpec spec;
  const std::string file = find_example(network).string();
  const bool is_file = std::filesystem::exists(file, none) ||
                       network.substr(0, network.find(':')).find_first_of("./") != network.npos;
  spec.topology = is_file ? "file:" + file : network;
  return spec;
}

/// Draws the network, and the first messages of a barrier.
std::string picture_of(const RunSpec& spec, const Pictures& pictures, const std::string& file) {
  const Scenario scenario =
      load_scenario({}, {{"topology", spec.topology}, {"collective", "barrier"}});
  RenderRequest request;
  request.round = 0;
  return pictures.render(scenario.cells.front(), request, picture_format(file, "--picture"));
}

/// Links of one level and cost, and their number.
struct LinkKind {
  Link link;
  LinkId count = 0;
};

/// Returns the kinds of links by level and the text of their costs, ", 400Gb/s, 100ns".
std::map<std::pair<int, std::string>, LinkKind> link_kinds(const Topology& topology) {
  std::map<std::pair<int, std::string>, LinkKind> kinds;
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link link = topology.link(id);
    if (link.from > link.to) continue;
    std::string costs = link.bandwidth ? text_of(", ", bandwidth_text(*link.bandwidth)) : "";
    if (link.latency) costs += text_of(", ", short_time(*link.latency));
    if (link.width > 1) costs += fmt::format(", {} wide", link.width);
    LinkKind& kind = kinds[{link.level, costs}];
    kind = {link, kind.count + 1};
  }
  return kinds;
}

/// Returns the longest shortest route, to evenly spread hosts if there are many.
std::size_t diameter(const Topology& topology) {
  constexpr std::int64_t kMostPairs = 1'000'000;
  const std::int64_t hosts = topology.hosts();
  const std::int64_t step = std::max<std::int64_t>(1, hosts * hosts / kMostPairs);
  std::size_t longest = 0;
  std::vector<LinkId> route;
  const auto* const graph = dynamic_cast<const Graph*>(&topology);
  for (std::int64_t to = 0; to < hosts; to += step)
    for (NodeId from = 0; from < hosts; ++from) {
      if (graph != nullptr) {
        longest = std::max(longest, graph->distance(from, static_cast<NodeId>(to)));
        continue;
      }
      route.clear();
      topology.append_route(from, static_cast<NodeId>(to), 0, route);
      longest = std::max(longest, route.size());
    }
  return longest;
}

/// Counts the links, or their widths, that join the first half of the hosts with the other half.
std::int64_t middle_cut(const Topology& topology) {
  const NodeId source = topology.nodes(), sink = source + 1;
  const double kAll = 64.0 * static_cast<double>(topology.link_count() + 1);
  MaxFlow flow(topology.nodes() + 2);
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link link = topology.link(id);
    flow.add_edge(link.from, link.to, link.width);
  }
  for (NodeId host = 0; host < topology.hosts(); ++host)
    host < topology.hosts() / 2 ? flow.add_edge(source, host, kAll)
                                : flow.add_edge(host, sink, kAll);
  return std::llround(flow.solve(source, sink));
}

/// Numbers of a network that take time to compute.
struct NetworkNumbers {
  std::map<std::pair<int, std::string>, LinkKind> kinds;
  std::size_t diameter = 0;
  std::optional<std::int64_t> middle_cut;  ///< nothing for one host, or very many links
};

NetworkNumbers numbers_of(const Topology& topology) {
  constexpr LinkId kMostCut = 200'000;
  NetworkNumbers numbers{link_kinds(topology), diameter(topology), {}};
  if (topology.hosts() > 1 && topology.link_count() <= kMostCut)
    numbers.middle_cut = middle_cut(topology);
  return numbers;
}

std::string network_text(const Topology& topology, const NetworkNumbers& numbers) {
  std::string text = fmt::format(
      "{}\n  {} and {}, {} both ways\n", topology.spec(), counted(topology.hosts(), "host"),
      text_of(topology.nodes() - topology.hosts(),
              topology.nodes() - topology.hosts() == 1 ? " switch" : " switches"),
      counted(topology.link_count() / 2, "link"));
  if (const std::vector<int> dims = topology.dims(); !dims.empty())
    text += fmt::format("  coordinates {}\n", fmt::join(dims, " x "));
  for (const auto& [kind, links] : numbers.kinds)
    text += fmt::format("  level {:<4} {} links{}\n", kind.first, links.count, kind.second);
  text += fmt::format("  diameter   {}\n",
                      counted(static_cast<std::int64_t>(numbers.diameter), "link"));
  if (const auto cut = numbers.middle_cut)
    text += fmt::format("  middle cut {} between the first half of the hosts and the other half\n",
                        counted(*cut, "link"));
  return text;
}

/// Returns the numbers of network_text(); bandwidths in B/s and latencies in s, null if the scenario gives them.
std::string network_json(const Topology& topology, const NetworkNumbers& numbers) {
  using Json = nlohmann::ordered_json;
  Json levels = Json::array();
  for (const auto& [kind, links] : numbers.kinds) {
    const Link& link = links.link;
    levels.push_back({{"level", kind.first}, {"links", links.count}, {"width", link.width}});
    levels.back()["bandwidth_Bps"] =
        link.bandwidth ? Json(link.bandwidth->bytes_per_second) : Json();
    levels.back()["latency_s"] = link.latency ? Json(to_seconds(*link.latency)) : Json();
  }
  return Json{{"network", topology.spec()},
              {"hosts", topology.hosts()},
              {"switches", topology.nodes() - topology.hosts()},
              {"links", topology.link_count() / 2},
              {"coordinates", topology.dims()},
              {"levels", levels},
              {"diameter", numbers.diameter},
              {"middle_cut", numbers.middle_cut ? Json(*numbers.middle_cut) : Json()}}
             .dump(2) +
         '\n';
}

/// Returns the comments at the beginning of a graph's file, or of a file that was turned into such
/// a graph.
std::string remarks_of(const Topology& topology) {
  std::string text;
  if (const auto* const graph = dynamic_cast<const Graph*>(&topology))
    for (const std::string_view line : split(graph->comments(), '\n'))
      if (line.starts_with("# ")) text += text_of("  ", line.substr(2), "\n");
  return text;
}

int show_network(const NetworkOptions& options, const Pictures* pictures) {
  const Outputs outputs(options.output);
  std::optional<OutputFile> out, picture;
  if (!options.out.empty()) out.emplace(options.out, "-o");
  if (!options.picture.empty()) {
    picture_format(options.picture, "--picture");
    drawn_by(pictures);
    picture.emplace(options.picture, "--picture");
  }
  const RunSpec spec = spec_of(options.network);
  const std::unique_ptr<Topology> topology = make_topology(spec);
  const bool shows = !out || !out->is_stdout();
  if (shows || outputs.wants("--json")) {
    const NetworkNumbers numbers = numbers_of(*topology);
    if (shows) outputs.say(network_text(*topology, numbers) + remarks_of(*topology));
    outputs.write("--json", [&] { return network_json(*topology, numbers); });
  }
  if (out) out->write(imports::described(*topology).toml(topology->spec()));
  if (picture) picture->write(picture_of(spec, *pictures, options.picture));
  return kExitFine;
}

}  // namespace

void add_network_command(CommandLine& app, int& status, const Pictures* pictures) {
  const auto [command, options] = app.add_command<NetworkOptions>(
      "network", "Show a network, also from a file of another program, and write it as TOML",
      kNetworkFooter, status, show_network, pictures);
  command
      .add_option("network", options.network, "A topology such as torus:4x4, or a file",
                  "SPEC|FILE")
      ->required();
  command.add_option("-o,--out", options.out, "The network as TOML; - is standard output",
                     "FILE.toml|-");
  options.output.add_file(command, "--json", "The numbers as JSON, in SI units");
  command.add_option("--picture", options.picture, "A picture of the network", "FILE.png|svg|pdf");
}

}  // namespace orrery::inline commands
