// Formats of lines: ns-3 topologies, edge lists and htsim's fat trees.
#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/base/quantity.h"
#include "emu/net/imports/formats.h"

namespace orrery::imports {
namespace {

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == word.npos;
}

// ns-3, in the form of HPCC and ASTRA-sim: nodes, switches, links; the switches; a line for each
// link.

/// Returns whether a first line is that of SimAI: nodes, GPUs of a server, NVSwitches, switches, links, kind of GPU.
bool is_simai(const Line& line) {
  return line.words.size() == 6 && std::ranges::all_of(std::span(line.words).first(5), is_number);
}

/// Returns whether words are numbers of nodes, switches and links. Four or five words may also be an edge, with numbers that
/// do not fit the lines of the file.
bool has_counts(std::span<const std::string_view> words, std::ptrdiff_t lines) {
  if (words.size() < 3 || words.size() > 5 || !std::ranges::all_of(words.first(3), is_number))
    return false;
  const auto count = [&](std::size_t i) { return plain_number(words[i]).value_or(1e300); };
  return words.size() == 3 ||
         (count(0) <= kMostNodes && count(1) < count(0) && count(2) <= static_cast<double>(lines));
}

bool recognises_ns3(std::string_view text) {
  const auto lines = lines_of(text.substr(0, 1 << 17), '\0');
  const auto is_link = [](const Line& line) {
    return line.words.size() >= 4 && line.words.size() <= 5 && is_number(line.words[0]) &&
           is_number(line.words[1]);
  };
  return !lines.empty() &&
         (is_simai(lines[0]) || has_counts(lines[0].words, std::ranges::count(text, '\n'))) &&
         std::ranges::any_of(std::span(lines).subspan(1), is_link);
}

/// Reads a topology of ns-3, whose lines have fixed numbers: the line of switches is empty if there
/// are none.
ImportedNetwork read_ns3(std::string_view text, const std::string& file) {
  const auto lines = lines_of(text, '\0');
  const auto count = [&](std::size_t i) {
    return count_of(lines[0].words[i], 0, file, lines[0].number);
  };
  const bool simai = is_simai(lines[0]);
  const std::size_t nodes = count(0), switches = simai ? count(2) + count(3) : count(1),
                    links = count(simai ? 4 : 2);
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
  for (; at < lines.size() && read < links; ++at, ++read) {  // remarks may follow
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

// Edge lists: two names, and a bandwidth and a latency, columns with names, or attributes as networkx writes them.

struct EdgeList {
  std::vector<std::string> columns{"", "", "bandwidth", "latency"};
  std::vector<Line> lines;
};

/// Joins numbers and their units: "100 Gb/s".
void join_units(std::vector<std::string_view>& words) {
  for (std::size_t i = 3; i < words.size(); ++i) {
    const std::string_view unit = words[i], ends[] = {"b/s", "B/s", "bps", "Bps", "it/s"};
    if (!is_plain(words[i - 1]) ||
        (unit != "s" && unit != "ms" && unit != "us" && unit != "ns" && unit != "ps" &&
         std::ranges::none_of(ends, [&](auto end) { return unit.ends_with(end); })))
      continue;
    const char* const begin = words[i - 1].data();
    words[i - 1] = std::string_view(begin, unit.data() + unit.size());
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i--));
  }
}

/// Cuts a line with commas or semicolons into cells, without the blanks and quotes around them. In other lines an arrow
/// between two nodes is left out.
void cut_cells(Line& line) {
  auto& words = line.words;
  const char* const begin = words.front().data();
  const std::string_view whole(begin, words.back().data() + words.back().size());
  const char mark = whole.find(';') != whole.npos ? ';' : ',';
  if (whole.find(mark) == whole.npos || whole.find('{') != whole.npos) {
    if (words.size() > 2 && (words[1] == "--" || words[1] == "->")) words.erase(words.begin() + 1);
    return join_units(words);
  }
  words = parts_of(whole, mark);
  for (std::string_view& cell : words) {
    cell.remove_prefix(std::min(cell.find_first_not_of(" \t\""), cell.size()));
    cell = cell.substr(0, cell.find_last_not_of(" \t\"") + 1);
  }
}

/// Moves two elements to the front.
template <class Words>
void put_first(Words& words, std::ptrdiff_t a, std::ptrdiff_t b) {
  if (std::max(a, b) >= std::ssize(words)) return;
  std::rotate(words.begin(), words.begin() + a, words.begin() + a + 1);
  if (b < a) ++b;
  std::rotate(words.begin() + 1, words.begin() + b, words.begin() + b + 1);
}

EdgeList edges_in(std::string_view text) {
  EdgeList list{.lines = lines_of(text, '#', "\"")};
  std::ranges::for_each(list.lines, cut_cells);
  std::erase_if(list.lines, [](const Line& line) {
    return line.words[0].starts_with('%') || line.words[0].starts_with("//");
  });
  if (list.lines.empty()) return list;
  std::vector<std::string> names;
  for (const std::string_view word : list.lines[0].words) names.push_back(small_letters(word));
  constexpr std::pair<std::string_view, std::string_view> kEnds[] = {
      {"source", "target"}, {"src", "dst"}, {"from", "to"}, {"node1", "node2"}, {"source", "dest"}};
  for (const auto& [from, to] : kEnds) {
    const auto a = std::ranges::find(names, from) - names.begin(),
               b = std::ranges::find(names, to) - names.begin();
    if (std::max(a, b) == std::ssize(names)) continue;
    put_first(names, a, b);
    list.columns = std::move(names);
    list.lines.erase(list.lines.begin());
    for (Line& line : list.lines) put_first(line.words, a, b);
    break;
  }
  return list;
}

bool recognises_edges(std::string_view text) {
  const EdgeList list = edges_in(text);
  return !list.lines.empty() && std::ranges::all_of(list.lines, [&](const Line& line) {
    const bool has_list = line.words.size() > 2 && line.words[2].starts_with('{');
    const auto is_name = [&](std::string_view w) {  // with blanks it may be a part of a sentence
      return !w.empty() && (!list.columns[0].empty() || w.find(' ') == w.npos);
    };
    return line.words.size() >= 2 && is_name(line.words[0]) && is_name(line.words[1]) &&
           (has_list || line.words.size() <= list.columns.size()) &&
           std::ranges::all_of(
               std::span(line.words).first(has_list ? 2 : line.words.size()),
               [](std::string_view w) { return w.find_first_of("<>{}[]()=\"'") == w.npos; });
  });
}

/// Returns the attributes after the names of a line: {'bandwidth': '100Gb/s', 'weight': 3}, or columns.
Attributes attributes_in(const Line& line, const EdgeList& list, const std::string& file) {
  Attributes attributes;
  if (!list.columns[0].empty() && line.words.size() != list.columns.size())
    fail(file, line.number,
         text_of(line.words.size(), " cells; expected ", list.columns.size(),
                 ", as the line of names has"));
  if (line.words.size() < 3 || !line.words[2].starts_with('{')) {
    for (std::size_t i = 2; i < line.words.size(); ++i)
      if (!line.words[i].empty()) attributes[list.columns[i]] = line.words[i];
    return attributes;
  }
  std::vector<std::string> words;
  for (const std::string_view word : std::span(line.words).subspan(2)) {
    words.emplace_back(word);
    std::erase_if(words.back(), [](char c) {
      return std::string_view("{}':").find(c) != std::string_view::npos;
    });
    if (words.back().ends_with(',')) words.back().pop_back();
    if (words.back().empty()) words.pop_back();
  }
  if (words.size() % 2 != 0)
    fail(file, line.number, "attributes without values; expected {'bandwidth': '100Gb/s'}");
  for (std::size_t i = 0; i < words.size(); i += 2) attributes[words[i]] = words[i + 1];
  return attributes;
}

ImportedNetwork read_edges(std::string_view text, const std::string& file) {
  ImportedNetwork network;
  EdgeList list = edges_in(text);
  std::vector<std::string_view> third;
  for (const Line& line : list.lines)
    if (line.words.size() > 2 && !line.words[2].empty()) third.push_back(line.words[2]);
  if (list.columns[0].empty() && std::ranges::all_of(third, is_plain) &&
      std::ranges::any_of(third, [](auto word) { return plain_number(word) < kLeastPlain; })) {
    list.columns[2] = "weight";
    network.leave_out("weights: numbers below 1,000,000 without a unit are not bandwidths");
  }
  std::set<std::pair<std::string_view, std::string_view>> ends;
  for (const Line& line : list.lines) {
    network.directed = network.directed || (line.words[0] != line.words[1] &&
                                            ends.contains({line.words[1], line.words[0]}));
    ends.emplace(line.words[0], line.words[1]);
  }
  for (const Line& line : list.lines)
    add_link(network, network.node(std::string(line.words[0])),
             network.node(std::string(line.words[1])), attributes_in(line, list, file), file,
             line.number);
  network.finish_graph();
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
      tiers = count_of(value, 0, file, number);
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
  if (tree.tiers.size() != tiers || tiers < 2 || tiers > 3 || tree.nodes == 0)
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
    // Each end has half of the latency of its switch, so that a route has it once for each switch.
    const double below_ns = &tier == &leaf ? 0 : (&tier - 1)->switch_ns;
    const Time latency(std::llround((tier.link_ns + tier.switch_ns / 2 + below_ns / 2) * 1000));
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

}  // namespace

const NetworkFormat kNs3{"an ns-3 topology", "topology.txt", recognises_ns3, read_ns3};
const NetworkFormat kEdgeList{"an edge list", "edges.txt", recognises_edges, read_edges};
const NetworkFormat kHtsim{"an htsim topology", "fat_tree.topo", recognises_htsim, read_htsim};

}  // namespace orrery::imports
