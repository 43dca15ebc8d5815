// Formats of lines: ns-3 topologies, edge lists, htsim's fat trees, Slurm's topology.conf and ibnetdiscover.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/net/imports/formats.h"

namespace orrery::imports {
namespace {

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == word.npos;
}

// ns-3, in the form of HPCC and ASTRA-sim: nodes, switches, links; the switches; a line for each
// link.

bool recognises_ns3(std::string_view text) {
  const auto lines = lines_of(text.substr(0, 4096), '\0');
  return !lines.empty() && lines[0].words.size() >= 3 && lines[0].words.size() <= 5 &&
         std::ranges::all_of(std::span(lines[0].words).first(3), is_number) &&
         (lines.size() < 2 || std::ranges::all_of(lines[1].words, is_number) ||
          lines[1].words.size() == 5);
}

/// Reads a topology of ns-3, whose lines have fixed numbers: the line of switches is empty if there
/// are none.
ImportedNetwork read_ns3(std::string_view text, const std::string& file) {
  const auto lines = lines_of(text, '\0');
  const auto count = [&](std::size_t i) {
    return count_of(lines[0].words[i], 0, file, lines[0].number);
  };
  const std::size_t nodes = count(0), switches = count(1), links = count(2);
  ImportedNetwork network;
  for (std::size_t i = 0; i < nodes; ++i) network.node(fmt::format("{}", i));
  std::size_t at = 1, named = 0;
  const auto node = [&](std::string_view word, std::size_t line) {
    const std::size_t number = count_of(word, 0, file, line);
    if (number >= nodes)
      fail(file, line, text_of(word, " is not a node; expected 0 to ", nodes - 1));
    return number;
  };
  for (; named < switches && at < lines.size(); ++at)
    for (const std::string_view word : lines[at].words)
      network.set_switch(node(word, lines[at].number)), ++named;
  if (named != switches)
    fail(file, lines[0].number,
         text_of(named, " switches are named; expected ", switches, ", as the first line says"));
  std::size_t read = 0;
  for (; at < lines.size(); ++at, ++read) {
    const auto& [number, words] = lines[at];
    if (words.size() < 4 || words.size() > 5)
      fail(file, number,
           text_of(words.size(), " words; expected a link: from, to, rate, latency, error rate"));
    network.add({node(words[0], number),
                 node(words[1], number),
                 bandwidth_of(words[2], 1, file, number),
                 time_of(words[3], 1, file, number),
                 1,
                 {}});
    if (words.size() == 5 && number_of(words[4], file, number) > 0)
      network.leave_out("error rates: links lose nothing here");
  }
  if (read != links)
    fail(file, lines[0].number,
         text_of(read, " links; expected ", links, ", as the first line says"));
  network.hosts_forward = switches == 0;
  return network;
}

// Edge lists: two names, and optionally a bandwidth and a latency.

bool recognises_edges(std::string_view text) {
  const auto lines = lines_of(text, '#', ",;");
  return !lines.empty() && std::ranges::all_of(lines, [](const Line& line) {
    return line.words.size() >= 2 && line.words.size() <= 4 &&
           std::ranges::all_of(line.words, [](std::string_view w) {
             return w.find_first_of("<>{}[]()=\"'") == w.npos;
           });
  });
}

ImportedNetwork read_edges(std::string_view text, const std::string& file) {
  ImportedNetwork network;
  for (const auto& [number, words] : lines_of(text, '#', ",;")) {
    ImportedLink link{.a = network.node(std::string(words[0])),
                      .b = network.node(std::string(words[1]))};
    if (words.size() > 2) link.bandwidth = bandwidth_of(words[2], 1, file, number);
    if (words.size() > 3) link.latency = time_of(words[3], 1, file, number);
    network.add(link);
  }
  network.guess_switches();
  return network;
}

// htsim's fat trees (.topo) in the form of ATLAHS: keys and values; keys after "Tier" belong to
// that tier.

struct Tier {
  std::size_t radix_down = 0, radix_up = 0, bundle = 1;
  Bandwidth speed{0};
  double link_ns = 0, switch_ns = 0;
};

bool recognises_htsim(std::string_view text) {
  const auto lines = lines_of(text.substr(0, 4096), '#');
  return lines.size() > 2 &&
         std::ranges::any_of(lines,
                             [](const Line& l) { return small_letters(l.words[0]) == "tiers"; }) &&
         std::ranges::any_of(lines,
                             [](const Line& l) { return small_letters(l.words[0]) == "nodes"; });
}

struct TieredNetwork {
  std::size_t nodes = 0, pod = 0;
  std::vector<Tier> tiers;
};

TieredNetwork read_tiers(std::string_view text, const std::string& file) {
  TieredNetwork tree;
  std::size_t tiers = 0;
  for (const auto& [number, words] : lines_of(text, '#')) {
    const std::string key = small_letters(words[0]);
    if (words.size() != 2)
      fail(file, number, text_of(words.size(), " words; expected a key and a value"));
    const std::string_view value = words[1];
    Tier* const tier = tree.tiers.empty() ? nullptr : &tree.tiers.back();
    if (key == "nodes") {
      tree.nodes = count_of(value, 1, file, number);
    } else if (key == "tiers") {
      tiers = count_of(value, 2, file, number);
    } else if (key == "podsize") {
      tree.pod = count_of(value, 1, file, number);
    } else if (key == "tier") {
      if (count_of(value, 0, file, number) != tree.tiers.size())
        fail(file, number, text_of("tier ", value, "; expected tier ", tree.tiers.size()));
      tree.tiers.emplace_back();
    } else if (tier == nullptr) {
      fail(file, number,
           text_of("'", words[0], "' is not a key; expected Nodes, Tiers, Podsize or Tier"));
    } else if (key == "downlink_speed_gbps") {
      tier->speed = bandwidth_of(value, 1e9, file, number);
    } else if (key == "radix_down") {
      tier->radix_down = count_of(value, 1, file, number);
    } else if (key == "radix_up") {
      tier->radix_up = count_of(value, 0, file, number);
    } else if (key == "bundle") {
      tier->bundle = std::min<std::size_t>(count_of(value, 1, file, number), 1024);
    } else if (key == "downlink_latency_ns") {
      tier->link_ns = number_of(value, file, number);
    } else if (key == "switch_latency_ns") {
      tier->switch_ns = number_of(value, file, number);
    } else if (key != "queue_up" && key != "queue_down" && key != "oversubscribed") {
      fail(file, number,
           text_of("'", words[0],
                   "' is not a key of a tier; expected Downlink_speed_Gbps, Radix_Up, Radix_Down, "
                   "Bundle, "
                   "Downlink_Latency_ns or Switch_Latency_ns"));
    }
  }
  if (tree.tiers.size() != tiers || tiers > 3 || tree.nodes == 0)
    fail(file, 0,
         text_of(tree.tiers.size(), " tiers for Tiers ", tiers,
                 "; expected two or three of them, and Nodes"));
  return tree;
}

/// Reads a fat tree. Switches of tier 0 have hosts, those of tier 1 a pod, those of tier 2 join
/// pods.
ImportedNetwork read_htsim(std::string_view text, const std::string& file) {
  const TieredNetwork tree = read_tiers(text, file);
  const Tier& leaf = tree.tiers[0];
  if (leaf.radix_down == 0 || tree.nodes % leaf.radix_down != 0)
    fail(file, 0,
         text_of(tree.nodes, " nodes do not divide evenly among switches of ", leaf.radix_down));
  ImportedNetwork network;
  const auto link = [&](std::size_t below, std::size_t above, const Tier& tier) {
    if (tier.speed.bytes_per_second <= 0) fail(file, 0, "a tier without Downlink_speed_Gbps");
    const Time latency(static_cast<std::int64_t>((tier.link_ns + tier.switch_ns) * 1000));
    network.add({below, above, tier.speed, latency, static_cast<int>(tier.bundle), {}});
  };
  const std::size_t leaves = tree.nodes / leaf.radix_down;
  const std::size_t pod = tree.pod == 0 || tree.tiers.size() == 2 ? tree.nodes : tree.pod;
  const std::size_t leaves_of_pod = std::max<std::size_t>(1, pod / leaf.radix_down);
  for (std::size_t i = 0; i < tree.nodes; ++i) network.node(fmt::format("{}", i));
  for (std::size_t i = 0; i < tree.nodes; ++i)
    link(i, network.switch_node(fmt::format("tor{}", i / leaf.radix_down)), leaf);
  const Tier& middle = tree.tiers[1];
  const std::size_t up = std::max<std::size_t>(1, leaf.radix_up / middle.bundle);
  for (std::size_t l = 0; l < leaves; ++l)
    for (std::size_t u = 0; u < up; ++u)
      link(network.node(fmt::format("tor{}", l)),
           network.switch_node(fmt::format("agg{}.{}", l / leaves_of_pod, u)), middle);
  if (tree.tiers.size() == 3) {
    const Tier& top = tree.tiers[2];
    const std::size_t cores = std::max<std::size_t>(1, middle.radix_up / top.bundle),
                      pods = (leaves + leaves_of_pod - 1) / leaves_of_pod;
    for (std::size_t p = 0; p < pods; ++p)
      for (std::size_t u = 0; u < up; ++u)
        for (std::size_t c = 0; c < cores; ++c)
          link(network.node(fmt::format("agg{}.{}", p, u)),
               network.switch_node(fmt::format("core{}.{}", u, c)), top);
  }
  network.hosts_forward = false;
  network.leave_out("sizes of queues: links here never drop or pause");
  return network;
}

// Slurm's topology.conf: SwitchName=s0 Nodes=n[0-3,7] and SwitchName=s2 Switches=s[0-1].

bool recognises_slurm(std::string_view text) {
  const auto lines = lines_of(text, '#');
  return std::ranges::any_of(
      lines, [](const Line& l) { return small_letters(l.words[0]).starts_with("switchname="); });
}

/// Expands a list: "n[0-3,7]" is n0, n1, n2, n3, n7; numbers keep their leading zeros.
void expand(std::string_view list, const std::string& file, std::size_t line,
            std::vector<std::string>& names) {
  constexpr std::size_t kLongest = 1000, kMostBrackets = 4;
  if (list.size() > kLongest ||
      static_cast<std::size_t>(std::ranges::count(list, '[')) > kMostBrackets)
    fail(file, line,
         text_of("a name of more than ", kLongest, " characters or ", kMostBrackets, " brackets"));
  const std::size_t open = list.find('[');
  if (open == list.npos) return names.push_back(std::string(list));
  const std::size_t close = list.find(']', open);
  if (close == list.npos)
    fail(file, line, text_of("'", list, "' has no ]; expected names such as n[0-3]"));
  for (const std::string_view range : parts_of(list.substr(open + 1, close - open - 1), ',')) {
    const std::size_t dash = std::min(range.find('-'), range.size());
    const std::size_t first = count_of(range.substr(0, dash), 0, file, line);
    const std::size_t last =
        dash == range.size() ? first : count_of(range.substr(dash + 1), first, file, line);
    for (std::size_t i = first; i <= last; ++i) {
      if (names.size() > kMostNodes) fail(file, line, text_of("more than ", kMostNodes, " names"));
      expand(fmt::format("{}{:0{}}{}", list.substr(0, open), i, dash, list.substr(close + 1)), file,
             line, names);
    }
  }
}

std::vector<std::string> names_in(std::string_view list, const std::string& file,
                                  std::size_t line) {
  std::vector<std::string> names;
  for (std::size_t begin = 0, depth = 0, i = 0; i <= list.size(); ++i) {
    if (i < list.size() && list[i] == '[') ++depth;
    if (i < list.size() && list[i] == ']' && depth > 0) --depth;
    if (i < list.size() && (list[i] != ',' || depth > 0)) continue;
    if (i > begin) expand(list.substr(begin, i - begin), file, line, names);
    begin = i + 1;
  }
  return names;
}

ImportedNetwork read_slurm(std::string_view text, const std::string& file) {
  ImportedNetwork network;
  for (const auto& [number, words] : lines_of(text, '#')) {
    std::optional<std::size_t> above;
    for (const std::string_view word : words) {
      const std::size_t equals = std::min(word.find('='), word.size());
      const std::string key = small_letters(word.substr(0, equals));
      const std::string_view value = word.substr(std::min(equals + 1, word.size()));
      if (key == "switchname") {
        above = network.switch_node(std::string(value));
      } else if (key == "nodes" || key == "switches") {
        if (!above)
          fail(file, number, text_of(word, " before SwitchName; expected SwitchName= first"));
        for (const std::string& name : names_in(value, file, number))
          network.add({key == "nodes" ? network.node(name) : network.switch_node(name),
                       *above,
                       {},
                       {},
                       1,
                       {}});
      } else if (key == "linkspeed") {
        network.leave_out("LinkSpeed, which has no unit");
      } else {
        fail(file, number,
             text_of("'", word,
                     "' is unknown; expected SwitchName=, Nodes=, Switches= or LinkSpeed="));
      }
    }
  }
  network.hosts_forward = false;
  network.leave_out(
      "bandwidths and latencies, which the file does not have, and how many links join two "
      "switches");
  return network;
}

// ibnetdiscover: a paragraph for each switch and each channel adapter, with a line for each connected port.

bool recognises_infiniband(std::string_view text) {
  const auto lines = lines_of(text, '#');
  return std::ranges::any_of(lines, [](const Line& l) {
    return l.words.size() >= 3 && (l.words[0] == "Switch" || l.words[0] == "Ca") &&
           l.words[2].starts_with('"');
  });
}

/// Returns the text in the first quotes from `at` on.
std::string_view in_quotes(std::string_view line, std::size_t at = 0) {
  const std::size_t open = line.find('"', at);
  if (open == line.npos) return {};
  const std::size_t close = line.find('"', open + 1);
  return close == line.npos ? std::string_view() : line.substr(open + 1, close - open - 1);
}

/// Returns the bandwidth of a port: "4xEDR" is four lanes of 25 Gb/s of data.
std::optional<Bandwidth> width_in(std::string_view line) {
  constexpr std::pair<std::string_view, double> kLanes[] = {
      {"SDR", 2},  {"DDR", 4},  {"QDR", 8},   {"FDR10", 10}, {"FDR", 13.64},
      {"EDR", 25}, {"HDR", 50}, {"NDR", 100}, {"XDR", 200}};
  for (const auto& [name, gbps] : kLanes)
    for (const int lanes : {1, 2, 4, 8, 12})
      if (line.find(fmt::format("{}x{}", lanes, name)) != line.npos)
        return Bandwidth{gbps * lanes * 1e9 / 8};
  return std::nullopt;
}

ImportedNetwork read_infiniband(std::string_view text, const std::string& file) {
  ImportedNetwork network;
  std::string here;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const bool is_switch = line.starts_with("Switch"), is_adapter = line.starts_with("Ca");
    if (is_switch || is_adapter) {
      here = in_quotes(line);
      if (here.empty())
        fail(file, number, "no name in quotes; expected one, such as Switch 36 \"S-0001\"");
      is_switch ? network.switch_node(here) : network.node(here);
    } else if (line.starts_with('[')) {
      const std::string other(in_quotes(line));
      if (here.empty() || other.empty())
        fail(file, number,
             "a port without its ends; expected [1] \"H-0002\"[1] behind a Switch or Ca");
      // Each cable is listed at both ends: it counts at the one whose name comes first, or at a
      // switch for an adapter.
      const bool counts =
          other.starts_with("S-") == here.starts_with("S-") ? here < other : here.starts_with("S-");
      if (counts)
        network.add({network.node(here),
                     other.starts_with("S-") ? network.switch_node(other) : network.node(other),
                     width_in(line),
                     {},
                     1,
                     {}});
    }
  }
  network.hosts_forward = false;
  network.leave_out("latencies, which the file does not have");
  return network;
}

}  // namespace

const NetworkFormat kNs3{"an ns-3 topology", "topology.txt", recognises_ns3, read_ns3};
const NetworkFormat kEdgeList{"an edge list", "edges.txt", recognises_edges, read_edges};
const NetworkFormat kHtsim{"an htsim topology", "fat_tree.topo", recognises_htsim, read_htsim};
const NetworkFormat kSlurm{"Slurm's topology.conf", "topology.conf", recognises_slurm, read_slurm};
const NetworkFormat kInfiniband{"output of ibnetdiscover", "fabric.txt", recognises_infiniband,
                                read_infiniband};

}  // namespace orrery::imports
