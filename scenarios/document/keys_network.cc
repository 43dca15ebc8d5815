#include <algorithm>
#include <filesystem>

#include "emu/base/number.h"
#include "emu/net/own_link.h"
#include "emu/net/topology.h"
#include "scenarios/document/idle.h"
#include "scenarios/document/key_values.h"
#include "scenarios/document/number_file.h"
#include "scenarios/document/places.h"
#include "scenarios/document/presets.h"

namespace orrery {
namespace {

using List = Key::List;
using Part = Key::Part;

constexpr std::array<Named<bool>, 2> kDuplex{
    {{"full", false, "sends and receives at the same time, each way at full speed"},
     {"half", true, "ports are shared by both"}}};
constexpr std::array<Named<Ports::Hold>, 3> kHolds{
    {{"auto", Ports::Hold::kAuto, "message for a number of ports, transfer for per-link"},
     {"message", Ports::Hold::kMessage, "from its start to its end (telephone model)"},
     {"transfer", Ports::Hold::kTransfer,
      "only while its bytes leave and enter, so that α and latency overlap with other messages, "
      "and "
      "a port per link is shared like the link"}}};
constexpr std::array<Named<bool>, 4> kOnOff{{{"on", true, "messages share links fairly"},
                                             {"off", false, "each gets the whole bandwidth"},
                                             {"true", true},
                                             {"false", false}}};
constexpr std::array<Named<Routing>, 5> kRoutings{
    {{"minimal", Routing::kMinimal,
      "the first shortest path, and half of it the other way round a ring where that is as long"},
     {"dimension-order", Routing::kDimensionOrder, "always the first shortest path"},
     {"deterministic", Routing::kDimensionOrder},
     {"ecmp", Routing::kEcmp, "the one that a hash of the two ranks and the seed picks"},
     {"adaptive", Routing::kAdaptive, "the least loaded when the message starts"}}};
constexpr std::array<Named<MappingKind>, 3> kMappings{
    {{"sequential", MappingKind::kSequential, "Fills a host with ranks before the next"},
     {"cyclic", MappingKind::kCyclic, "Deals ranks out to the hosts round robin"},
     {"random", MappingKind::kRandom, "The sequential places, shuffled with the seed"}}};
constexpr std::array<Named<Ports::Kind>, 2> kPorts{
    {{"per-link", Ports::Kind::kPerLink, "one for each link of the host"},
     {"unlimited", Ports::Kind::kUnlimited, "no message waits for another"}}};
constexpr std::array<Named<int>, 1> kCores{{{"auto", 0, "a core for each rank"}}};

/// Sets the links of level >= 1, which are like those of level 0 until told otherwise.
template <class Value>
void set_core(RunSpec& s, Value LinkCost::*member, Value value) {
  std::vector<LinkCost>& links = s.costs.links;
  if (links.size() == 1) links.push_back(links.front());
  for (std::size_t level = 1; level < links.size(); ++level) links[level].*member = value;
}

/// Gives every level its item; the last one holds for all higher levels.
template <class Value>
void set_levels(RunSpec& s, std::string_view text, Value LinkCost::*member,
                Value (*parse)(std::string_view)) {
  std::vector<Value> values;
  for (const std::string_view item :
       text.starts_with("list:") ? list_items(text) : std::vector{text})
    values.push_back(parse(item));
  std::vector<LinkCost>& links = s.costs.links;
  if (links.size() < values.size()) links.resize(values.size(), links.back());
  for (std::size_t level = 0; level < links.size(); ++level)
    links[level].*member = values[std::min(level, values.size() - 1)];
}

template <class Value>
std::string get_levels(const RunSpec& s, Value LinkCost::*member, std::string (*text)(Value)) {
  std::string list = "list:";
  for (const LinkCost& link : s.costs.links)
    list += fmt::format("{}{}", list.back() == ':' ? "" : ",", text(link.*member));
  return list;
}

std::vector<Key::Choice> networks(const RunSpec& /*spec*/) {
  std::vector<Key::Choice> choices;
  for (const TopologyKind* k : topology_kinds())
    choices.push_back({std::string(k->example), std::string(k->summary)});
  for (const Preset& p : presets())
    choices.push_back({std::string(p.example()), std::string(p.summary)});
  return choices;
}

void set_topology(RunSpec& s, std::string_view text) {
  if (const auto own = own_link_of(text)) set_topology(s, own->network);
  if (const Preset* preset = find_preset(text))
    for (const PresetValue& value : preset->values) find_key(value.key)->set(s, value.text);
  s.topology = std::string(text);
}

/// A word, or a share.
void set_duplex(RunSpec& s, std::string_view text) {
  s.ports.half_duplex = false;
  s.duplex = 1;
  if (text.empty() || text.find_first_not_of("0123456789.") != std::string_view::npos) {
    s.ports.half_duplex = choose(text, kDuplex);
    return;
  }
  const auto share = plain_number(text);
  if (!share || *share < 0.5 || *share > 1)
    throw ValueError({fmt::format("'{}' is no share from 0.5 to 1", text),
                      "full, half or a share from 0.5 to 1, such as 0.75"});
  s.duplex = *share;
}

std::string get_duplex(const RunSpec& s) {
  return s.duplex < 1 ? fmt::format("{}", s.duplex) : word_for(s.ports.half_duplex, kDuplex);
}

void set_ports(RunSpec& s, std::string_view text) {
  if (!text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos) {
    s.ports.kind = Ports::Kind::kCount;
    s.ports.count = parse_int(text, 1);
    return;
  }
  for (const auto& [word, kind, meaning] : kPorts) {
    if (word != text) continue;
    s.ports.kind = kind;
    return;
  }
  const std::array<std::string_view, 2> words{"per-link", "unlimited"};
  throw unknown(text, "a number of at least 1, per-link or unlimited", words);
}

std::string get_ports(const RunSpec& s) {
  return s.ports.kind == Ports::Kind::kCount ? fmt::format("{}", s.ports.count)
                                             : word_for(s.ports.kind, kPorts);
}

/// From a file: the host of rank 0, 1, ...
void read_mapping(RunSpec& s, const std::string& path) {
  if (is_places_file(path)) {
    s.mapping = read_places(path);
    return;
  }
  const NumberFile file = read_numbers(std::filesystem::path(path), "host");
  for (std::size_t i = 0; i < file.numbers.size(); ++i) {
    s.mapping.places.push_back(fmt::format("{}:{}", path, file.lines[i]));
    if (file.numbers[i] > kMaxInt)
      throw ValueError(
          {fmt::format("{}: host {} is out of range", s.mapping.places.back(), file.numbers[i]),
           fmt::format("0 to {}", kMaxInt)});
    s.mapping.list.push_back(static_cast<int>(file.numbers[i]));
  }
}

void set_mapping(RunSpec& s, std::string_view text) {
  s.mapping_text = std::string(text);
  s.mapping.list.clear();
  s.mapping.places.clear();
  s.mapping.names.clear();
  s.mapping.kind = MappingKind::kList;
  if (text.starts_with("list:")) {
    for (const std::string_view host : list_items(text))
      s.mapping.list.push_back(parse_int(host, 0));
  } else if (text.starts_with("file:")) {
    read_mapping(s, found_file(s, std::string(text.substr(5))));
  } else {
    s.mapping.kind = choose(text, kMappings);
  }
}

}  // namespace

std::vector<Key> network_keys() {
  return {
      {.table = "network",
       .name = "topology",
       .value = "NETWORK",
       .expected = "a network such as torus:8x8 or full:16",
       .meaning =
           "The network, or a machine such as yahoo; `orrery list topologies` shows all kinds.",
       .standard = "full:RANKS",
       .part = Part::kNetwork,
       .phrase = "{}",
       .always_said = true,
       .choices = networks,
       .set = set_topology,
       .get = [](const RunSpec& s) { return s.topology; }},
      {.table = "network",
       .name = "link_bandwidth",
       .value = "BANDWIDTH",
       .expected = "a bandwidth such as 400Gb/s or 50GB/s",
       .meaning = "Bandwidth of a link, each way.",
       .standard = "400Gb/s",
       .part = Part::kLinks,
       .phrase = "links {}",
       .always_said = true,
       .set = [](RunSpec& s,
                 std::string_view v) { s.costs.links.front().bandwidth = parse_bandwidth(v); },
       .get = [](const RunSpec& s) { return bandwidth_text(s.costs.link(0).bandwidth); }},
      {.table = "network",
       .name = "link_latency",
       .value = "TIME",
       .expected = "a time such as 100ns",
       .meaning = "Latency of a link.",
       .standard = "100ns",
       .part = Part::kLinks,
       .phrase = "latency {}",
       .always_said = true,
       .set = [](RunSpec& s, std::string_view v) { s.costs.links.front().latency = parse_time(v); },
       .get = [](const RunSpec& s) { return time_text(s.costs.link(0).latency); }},
      {.table = "network",
       .name = "core_bandwidth",
       .value = "BANDWIDTH",
       .expected = "a bandwidth such as 100Gb/s",
       .meaning = "Bandwidth of links above the lowest level: between switches.",
       .standard = "as link_bandwidth",
       .part = Part::kLinks,
       .phrase = "core links {}",
       .follows = "link_bandwidth",
       .idle = idle_core,
       .set = [](RunSpec& s,
                 std::string_view v) { set_core(s, &LinkCost::bandwidth, parse_bandwidth(v)); },
       .get = [](const RunSpec& s) { return bandwidth_text(s.costs.link(1).bandwidth); }},
      {.table = "network",
       .name = "core_latency",
       .value = "TIME",
       .expected = "a time such as 100ns",
       .meaning = "Latency of links above the lowest level: between switches.",
       .standard = "as link_latency",
       .part = Part::kLinks,
       .phrase = "core latency {}",
       .follows = "link_latency",
       .idle = idle_core,
       .set = [](RunSpec& s,
                 std::string_view v) { set_core(s, &LinkCost::latency, parse_time(v)); },
       .get = [](const RunSpec& s) { return time_text(s.costs.link(1).latency); }},
      {.table = "network",
       .name = "level_bandwidth",
       .value = "list:BANDWIDTH,..",
       .expected = "a bandwidth for each level of links, such as list:100Gb/s,400Gb/s",
       .meaning = "Bandwidth of the links of every level, the lowest first; the last one holds for "
                  "all higher levels.",
       .standard = "as link_bandwidth and core_bandwidth say",
       .part = Part::kLinks,
       .phrase = "levels {}",
       .list = List::kTexts,
       .set = [](RunSpec& s,
                 std::string_view v) { set_levels(s, v, &LinkCost::bandwidth, parse_bandwidth); },
       .get = [](const RunSpec& s) { return get_levels(s, &LinkCost::bandwidth, bandwidth_text); }},
      {.table = "network",
       .name = "level_latency",
       .value = "list:TIME,..",
       .expected = "a time for each level of links, such as list:20ns,500ns",
       .meaning = "Latency of the links of every level, likewise.",
       .standard = "as link_latency and core_latency say",
       .part = Part::kLinks,
       .phrase = "level latency {}",
       .list = List::kTexts,
       .set = [](RunSpec& s,
                 std::string_view v) { set_levels(s, v, &LinkCost::latency, parse_time); },
       .get = [](const RunSpec& s) { return get_levels(s, &LinkCost::latency, time_text); }},
      {.table = "network",
       .name = "hop_latency",
       .value = "TIME",
       .expected = "a time such as 300ns",
       .meaning = "Processing time for each link that a message crosses.",
       .standard = "0ns",
       .part = Part::kLinks,
       .phrase = "hop {}",
       .set = [](RunSpec& s, std::string_view v) { s.costs.hop_latency = parse_time(v); },
       .get = [](const RunSpec& s) { return time_text(s.costs.hop_latency); }},
      {.table = "network",
       .name = "ports",
       .value = "N|per-link|unlimited",
       .expected = "a number of at least 1, per-link or unlimited",
       .meaning = "How many messages a host sends, and receives, at once.",
       .standard = "1",
       .part = Part::kPorts,
       .phrase = "ports {}",
       .always_said = true,
       .choices = words_of<kPorts>,
       .set = set_ports,
       .get = get_ports},
      {.table = "network",
       .name = "duplex",
       .value = "full|half|SHARE",
       .expected = "full, half or a share from 0.5 to 1, such as 0.75",
       .meaning =
           "{}; a share: of its bandwidth each way of a host's links keeps while both are used.",
       .standard = "full",
       .part = Part::kPorts,
       .phrase = "{} duplex",
       .choices = words_of<kDuplex>,
       .idle = idle_duplex,
       .set = set_duplex,
       .get = get_duplex},
      {.table = "network",
       .name = "port_hold",
       .meaning = "For how long a message holds its port at either end. {}.",
       .standard = "auto",
       .part = Part::kPorts,
       .phrase = "ports held for the {}",
       .choices = words_of<kHolds>,
       .idle = idle_port_hold,
       .set = [](RunSpec& s, std::string_view v) { s.ports.hold = choose(v, kHolds); },
       .get = [](const RunSpec& s) { return word_for(s.ports.hold, kHolds); }},
      {.table = "network",
       .name = "routing",
       .expected = "minimal, dimension-order (or deterministic), ecmp or adaptive",
       .meaning =
           "Which shortest path a message takes. dimension-order: always the first; minimal: "
           "the same, but split over both ways of a ring where they are equally long; ecmp: by "
           "a hash of the two ranks and the seed; adaptive: the least loaded when it starts.",
       .standard = "minimal",
       .part = Part::kPorts,
       .phrase = "{} routing",
       .choices = words_of<kRoutings>,
       .set = [](RunSpec& s, std::string_view v) { s.routing = choose(v, kRoutings); },
       .get = [](const RunSpec& s) { return word_for(s.routing, kRoutings); }},
      {.table = "network",
       .name = "mapping",
       .value = "sequential|cyclic|random|list:H,..|file:F",
       .expected = "sequential, cyclic, random, a list of hosts (list:2,0,1) or a file of them "
                   "(file:hosts.txt)",
       .meaning =
           "Which host each rank is on. A file has their numbers, or is a CSV table whose column "
           "node has their names.",
       .standard = "sequential",
       .part = Part::kMapping,
       .phrase = "{} mapping",
       .list = List::kNumbers,
       .choices = words_of<kMappings>,
       .set = set_mapping,
       .get = [](const RunSpec& s) { return s.mapping_text; }},
      {.table = "network",
       .name = "ranks_per_host",
       .value = "N",
       .expected = "an integer of at least 1",
       .meaning = "How many ranks share a host and its links.",
       .standard = "1",
       .part = Part::kHosts,
       .phrase = "up to {} a host",
       .kind = Kind::kInteger,
       .set = [](RunSpec& s, std::string_view v) { s.mapping.ranks_per_host = parse_int(v, 1); },
       .get = [](const RunSpec& s) { return fmt::format("{}", s.mapping.ranks_per_host); }},
      {.table = "network",
       .name = "cores_per_host",
       .value = "N|auto",
       .expected = "an integer of at least 1, or auto",
       .meaning = "Cores of a host; more ranks than cores share them: their start-up times, copies "
                  "and reductions take longer by ranks/cores.",
       .standard = "auto (a core for each rank)",
       .part = Part::kHosts,
       .phrase = "{} cores a host",
       .choices = words_of<kCores>,
       .idle = idle_host,
       .set =
           [](RunSpec& s, std::string_view v) {
             s.mapping.cores_per_host = v == "auto" ? 0 : parse_int(v, 1);
           },
       .get = [](const RunSpec& s) { return auto_or_number(s.mapping.cores_per_host); }},
      {.table = "network",
       .name = "contention",
       .meaning = "{}.",
       .standard = "on",
       .part = Part::kPorts,
       .phrase = "contention {}",
       .always_said = true,
       .choices = words_of<kOnOff>,
       .set = [](RunSpec& s, std::string_view v) { s.contention = choose(v, kOnOff); },
       .get = [](const RunSpec& s) { return std::string(s.contention ? "on" : "off"); }},
      {.table = "network",
       .name = "host_alpha",
       .value = "TIME",
       .expected = "a time such as 200ns",
       .meaning = "Start-up time of a message between two ranks of one host.",
       .standard = "0ns",
       .part = Part::kLinks,
       .phrase = "host α {}",
       .idle = idle_host,
       .set = [](RunSpec& s, std::string_view v) { s.costs.host_alpha = parse_time(v); },
       .get = [](const RunSpec& s) { return time_text(s.costs.host_alpha); }},
      {.table = "network",
       .name = "host_beta",
       .value = "COST",
       .expected = "a cost per byte such as 10ps/B",
       .meaning = "Transfer time per byte between two ranks of one host.",
       .standard = "0ps/B",
       .part = Part::kLinks,
       .phrase = "host β {}",
       .idle = idle_host,
       .set = [](RunSpec& s, std::string_view v) { s.costs.host_beta = parse_cost_per_byte(v); },
       .get = [](const RunSpec& s) { return cost_text(s.costs.host_beta); }},
  };
}

}  // namespace orrery
