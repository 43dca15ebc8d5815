#include "scenarios/document/keys.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "algorithms/common/distributions.h"
#include "scenarios/document/number_file.h"
#include "scenarios/document/presets.h"
#include "scenarios/document/units_text.h"
#include "scenarios/document/words.h"
#include "scenarios/formats/goal.h"

namespace orrery {
namespace {

constexpr std::int64_t kMaxInt = std::numeric_limits<int>::max();

template <class Value>
using Choice = std::pair<std::string_view, Value>;

/// The value that goes with a word. THROWS naming all words and the nearest.
template <class Value, std::size_t N>
Value choose(std::string_view text, const std::array<Choice<Value>, N>& choices) {
  std::array<std::string_view, N> words;
  for (std::size_t i = 0; i < N; ++i) {
    words[i] = choices[i].first;
    if (words[i] == text) return choices[i].second;
  }
  throw std::invalid_argument(fmt::format("'{}' is unknown; expected {}{}", text, one_of(words),
                                          did_you_mean(text, words)));
}

template <class Value, std::size_t N>
std::string word_for(Value value, const std::array<Choice<Value>, N>& choices) {
  for (const auto& [word, v] : choices)
    if (v == value) return std::string(word);
  return {};
}

int parse_int(std::string_view text, std::int64_t min) {
  return static_cast<int>(parse_integer(text, min, kMaxInt));
}

constexpr std::array<Choice<bool>, 2> kDuplex{{{"full", false}, {"half", true}}};
constexpr std::array<Choice<bool>, 4> kOnOff{
    {{"on", true}, {"off", false}, {"true", true}, {"false", false}}};
constexpr std::array<Choice<Routing>, 5> kRoutings{{{"minimal", Routing::kMinimal},
                                                    {"dimension-order", Routing::kDimensionOrder},
                                                    {"deterministic", Routing::kDimensionOrder},
                                                    {"ecmp", Routing::kEcmp},
                                                    {"adaptive", Routing::kAdaptive}}};
constexpr std::array<Choice<Order>, 2> kOrders{
    {{"linear", Order::kLinear}, {"torus", Order::kTorus}}};
constexpr std::array<Choice<Protocol>, 2> kProtocols{
    {{"sync", Protocol::kSync}, {"eager", Protocol::kEager}}};
constexpr std::array<Choice<Sync>, 2> kSyncs{{{"async", Sync::kAsync}, {"rounds", Sync::kRounds}}};
constexpr std::array<Choice<PayloadKind>, 3> kPayloads{{{"ghost", PayloadKind::kGhost},
                                                        {"provenance", PayloadKind::kProvenance},
                                                        {"real", PayloadKind::kReal}}};
constexpr std::array<Choice<MappingKind>, 3> kMappings{{{"sequential", MappingKind::kSequential},
                                                        {"cyclic", MappingKind::kCyclic},
                                                        {"random", MappingKind::kRandom}}};
constexpr std::array<Choice<Ports::Kind>, 2> kPorts{
    {{"per-link", Ports::Kind::kPerLink}, {"unlimited", Ports::Kind::kUnlimited}}};

/// Sets the links of level >= 1, which are like those of level 0 until told otherwise.
template <class Value>
void set_core(RunSpec& s, Value LinkCost::*member, Value value) {
  std::vector<LinkCost>& links = s.costs.links;
  if (links.size() == 1) links.push_back(links.front());
  for (std::size_t level = 1; level < links.size(); ++level) links[level].*member = value;
}

void set_topology(RunSpec& s, std::string_view text) {
  s.topology = std::string(text);
  if (const Preset* preset = find_preset(text))
    for (const PresetValue& value : preset->values) find_key(value.key)->set(s, value.text);
}

void set_ports(RunSpec& s, std::string_view text) {
  if (!text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos) {
    s.ports.kind = Ports::Kind::kCount;
    s.ports.count = parse_int(text, 1);
    return;
  }
  for (const auto& [word, kind] : kPorts) {
    if (word != text) continue;
    s.ports.kind = kind;
    return;
  }
  const std::array<std::string_view, 2> words{"per-link", "unlimited"};
  throw std::invalid_argument(
      fmt::format("'{}' is unknown; expected a number of at least 1, per-link or unlimited{}", text,
                  did_you_mean(text, words)));
}

std::string get_ports(const RunSpec& s) {
  return s.ports.kind == Ports::Kind::kCount ? fmt::format("{}", s.ports.count)
                                             : word_for(s.ports.kind, kPorts);
}

/// What follows "list:".
std::vector<std::string_view> list_items(std::string_view text) {
  return split(text.substr(5), ',');
}

/// From a file: the host of rank 0, 1, ...
void read_mapping(RunSpec& s, const std::string& path) {
  const NumberFile file = read_numbers(std::filesystem::path(path), "host");
  for (std::size_t i = 0; i < file.numbers.size(); ++i) {
    s.mapping.places.push_back(fmt::format("{}:{}", path, file.lines[i]));
    if (file.numbers[i] > kMaxInt)
      throw std::invalid_argument(fmt::format("{}: host {} is out of range; expected 0 to {}",
                                              s.mapping.places.back(), file.numbers[i], kMaxInt));
    s.mapping.list.push_back(static_cast<int>(file.numbers[i]));
  }
}

void set_mapping(RunSpec& s, std::string_view text) {
  s.mapping_text = std::string(text);
  s.mapping.list.clear();
  s.mapping.places.clear();
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

void set_skips(RunSpec& s, std::string_view text) {
  s.skips = std::string(text);
  s.skip_list.clear();
  if (!text.starts_with("list:")) {
    constexpr std::array<std::string_view, 4> names{"halving", "power-of-two", "linear", "sqrt"};
    if (std::ranges::find(names, text) == names.end())
      throw std::invalid_argument(fmt::format("'{}' is unknown; expected {}, or a list{}", text,
                                              one_of(names), did_you_mean(text, names)));
    return;
  }
  for (const std::string_view skip : list_items(text)) s.skip_list.push_back(parse_int(skip, 1));
}

void set_sizes(RunSpec& s, std::string_view text) {
  if (!text.empty() && !text.starts_with("list:"))
    throw std::invalid_argument(fmt::format(
        "'{}' is no list; expected the elements of each rank, such as list:3,0,5", text));
  s.sizes_text = std::string(text);
  s.sizes.clear();
  if (text.empty()) return;
  for (const std::string_view size : list_items(text))
    s.sizes.push_back(parse_integer(size, 0, std::numeric_limits<std::int64_t>::max()));
}

/// A collective that is named as well comes later, and is found to contradict.
void set_schedule(RunSpec& s, std::string_view text) {
  s.schedule_file = std::string(text);
  s.schedule = nullptr;
  if (text.empty()) return;
  s.schedule = std::make_shared<const TaskGraph>(read_goal_file(found_file(s, s.schedule_file)));
  s.collective = "schedule";
}

void set_distribution(RunSpec& s, std::string_view text) {
  s.distribution = find_distribution(text).name;
}

void set_blocks(RunSpec& s, std::string_view text) {
  s.blocks = text == "auto" ? 0 : parse_int(text, 1);
}

std::string auto_or_number(int n) {
  return n == 0 ? std::string("auto") : fmt::format("{}", n);
}

void set_seed(RunSpec& s, std::string_view text) {
  s.seed =
      static_cast<std::uint64_t>(parse_integer(text, 0, std::numeric_limits<std::int64_t>::max()));
  s.mapping.seed = s.seed;
}

void set_bytes(RunSpec& s, std::string_view text) {
  s.bytes = parse_bytes(text);
  s.bytes_text = std::string(trimmed(text));
}

constexpr std::array kKeys{
    Key{"network", "topology", "NETWORK", "a network such as torus:8x8 or full:16",
        "The network, or a machine such as yahoo; `orrery list topologies` shows all kinds. "
        "Default: full:RANKS",
        set_topology, [](const RunSpec& s) { return s.topology; }},
    Key{"network", "link_bandwidth", "BANDWIDTH", "a bandwidth such as 400Gb/s or 50GB/s",
        "Bandwidth of a link, each way. Default: 400Gb/s",
        [](RunSpec& s, std::string_view v) {
          s.costs.links.front().bandwidth = parse_bandwidth(v);
        },
        [](const RunSpec& s) { return bandwidth_text(s.costs.link(0).bandwidth); }},
    Key{"network", "link_latency", "TIME", "a time such as 100ns",
        "Latency of a link. Default: 100ns",
        [](RunSpec& s, std::string_view v) { s.costs.links.front().latency = parse_time(v); },
        [](const RunSpec& s) { return time_text(s.costs.link(0).latency); }},
    Key{"network", "core_bandwidth", "BANDWIDTH", "a bandwidth such as 100Gb/s",
        "Bandwidth of links above the lowest level: between switches. Default: as link_bandwidth",
        [](RunSpec& s, std::string_view v) {
          set_core(s, &LinkCost::bandwidth, parse_bandwidth(v));
        },
        [](const RunSpec& s) { return bandwidth_text(s.costs.link(1).bandwidth); }},
    Key{"network", "core_latency", "TIME", "a time such as 100ns",
        "Latency of links above the lowest level: between switches. Default: as link_latency",
        [](RunSpec& s, std::string_view v) { set_core(s, &LinkCost::latency, parse_time(v)); },
        [](const RunSpec& s) { return time_text(s.costs.link(1).latency); }},
    Key{"network", "level_bandwidth", "list:BANDWIDTH,..",
        "a bandwidth for each level of links, such as list:100Gb/s,400Gb/s",
        "Bandwidth of the links of every level, the lowest first; the last one holds for all "
        "higher "
        "levels. Default: as link_bandwidth and core_bandwidth say",
        [](RunSpec& s, std::string_view v) {
          set_levels(s, v, &LinkCost::bandwidth, parse_bandwidth);
        },
        [](const RunSpec& s) { return get_levels(s, &LinkCost::bandwidth, bandwidth_text); },
        Key::List::kTexts},
    Key{"network", "level_latency", "list:TIME,..",
        "a time for each level of links, such as list:20ns,500ns",
        "Latency of the links of every level, likewise. Default: as link_latency and core_latency "
        "say",
        [](RunSpec& s, std::string_view v) { set_levels(s, v, &LinkCost::latency, parse_time); },
        [](const RunSpec& s) { return get_levels(s, &LinkCost::latency, time_text); },
        Key::List::kTexts},
    Key{"network", "hop_latency", "TIME", "a time such as 300ns",
        "Processing time for each link that a message crosses. Default: 0ns",
        [](RunSpec& s, std::string_view v) { s.costs.hop_latency = parse_time(v); },
        [](const RunSpec& s) { return time_text(s.costs.hop_latency); }},
    Key{"network", "ports", "N|per-link|unlimited", "a number of at least 1, per-link or unlimited",
        "How many messages a host sends, and receives, at once. Default: 1", set_ports, get_ports},
    Key{"network", "duplex", "full|half", "full or half",
        "full: sends and receives at the same time; half: ports are shared by both. Default: full",
        [](RunSpec& s, std::string_view v) { s.ports.half_duplex = choose(v, kDuplex); },
        [](const RunSpec& s) { return word_for(s.ports.half_duplex, kDuplex); }},
    Key{"network", "routing", "minimal|dimension-order|ecmp|adaptive",
        "minimal, dimension-order (or deterministic), ecmp or adaptive",
        "Which shortest path a message takes. dimension-order: always the first; minimal: the "
        "same, "
        "but split over both ways of a ring where they are equally long; ecmp: by a hash of the "
        "two "
        "ranks and the seed; adaptive: the least loaded when it starts. Default: minimal",
        [](RunSpec& s, std::string_view v) { s.routing = choose(v, kRoutings); },
        [](const RunSpec& s) { return word_for(s.routing, kRoutings); }},
    Key{"network", "mapping", "sequential|cyclic|random|list:H,..|file:F",
        "sequential, cyclic, random, a list of hosts (list:2,0,1) or a file of them "
        "(file:hosts.txt)",
        "Which host each rank is on. Default: sequential", set_mapping,
        [](const RunSpec& s) { return s.mapping_text; }, Key::List::kNumbers},
    Key{"network", "ranks_per_host", "N", "an integer of at least 1",
        "How many ranks share a host and its links. Default: 1",
        [](RunSpec& s, std::string_view v) { s.mapping.ranks_per_host = parse_int(v, 1); },
        [](const RunSpec& s) { return fmt::format("{}", s.mapping.ranks_per_host); },
        Key::List::kSweep, Kind::kInteger},
    Key{"network", "cores_per_host", "N|auto", "an integer of at least 1, or auto",
        "Cores of a host; more ranks than cores share them: their start-up times, copies and "
        "reductions take longer by ranks/cores. Default: auto (a core for each rank)",
        [](RunSpec& s, std::string_view v) {
          s.mapping.cores_per_host = v == "auto" ? 0 : parse_int(v, 1);
        },
        [](const RunSpec& s) { return auto_or_number(s.mapping.cores_per_host); }},
    Key{"network", "contention", "on|off", "on or off",
        "on: messages share links fairly; off: each gets the whole bandwidth. Default: on",
        [](RunSpec& s, std::string_view v) { s.contention = choose(v, kOnOff); },
        [](const RunSpec& s) { return std::string(s.contention ? "on" : "off"); }},
    Key{"network", "host_alpha", "TIME", "a time such as 200ns",
        "Start-up time of a message between two ranks of one host. Default: 0ns",
        [](RunSpec& s, std::string_view v) { s.costs.host_alpha = parse_time(v); },
        [](const RunSpec& s) { return time_text(s.costs.host_alpha); }},
    Key{"network", "host_beta", "COST", "a cost per byte such as 10ps/B",
        "Transfer time per byte between two ranks of one host. Default: 0ps/B",
        [](RunSpec& s, std::string_view v) { s.costs.host_beta = parse_cost_per_byte(v); },
        [](const RunSpec& s) { return cost_text(s.costs.host_beta); }},
    Key{"cost", "alpha", "TIME", "a time such as 500ns", "Start-up time of a message. Default: 0ns",
        [](RunSpec& s, std::string_view v) { s.costs.alpha = parse_time(v); },
        [](const RunSpec& s) { return time_text(s.costs.alpha); }},
    Key{"cost", "overhead", "TIME", "a time such as 1us",
        "Part of alpha for which the sender's processor is busy: its messages to other hosts start "
        "at least this far apart. Default: 0ns",
        [](RunSpec& s, std::string_view v) { s.costs.overhead = parse_time(v); },
        [](const RunSpec& s) { return time_text(s.costs.overhead); }},
    Key{"cost", "gamma", "COST", "a cost per byte such as 20ps/B",
        "Time to reduce or copy a byte. Default: 0ps/B",
        [](RunSpec& s, std::string_view v) { s.costs.gamma = parse_cost_per_byte(v); },
        [](const RunSpec& s) { return cost_text(s.costs.gamma); }},
    Key{"run", "schedule", "FILE[,..]", "a file in GOAL format",
        "A communication schedule to run as it is, in the format of LogGOPSim; it says how many "
        "ranks "
        "there are and what they send. Default: none",
        set_schedule, [](const RunSpec& s) { return s.schedule_file; }},
    Key{"run", "collective", "NAME", "a collective such as allreduce",
        "What is run; see `orrery list collectives`. Default: allreduce",
        [](RunSpec& s, std::string_view v) { s.collective = v; },
        [](const RunSpec& s) { return s.collective; }},
    Key{"run", "algorithm", "NAME[,..]", "an algorithm such as ring",
        "How; see `orrery list algorithms`. Default: ring, or the collective's first",
        [](RunSpec& s, std::string_view v) { s.algorithm = v; },
        [](const RunSpec& s) { return s.algorithm; }},
    Key{"run", "ranks", "P[,..]", "an integer of at least 1",
        "Number of ranks p. Default: as many as the topology has room for",
        [](RunSpec& s, std::string_view v) { s.ranks = parse_int(v, 1); },
        [](const RunSpec& s) { return fmt::format("{}", s.ranks); }, Key::List::kSweep,
        Kind::kInteger},
    Key{"run", "bytes", "SIZE[,..]", "a size such as 2MiB",
        "Size of the problem; `orrery list collectives` says what it counts. Default: 1KiB",
        set_bytes, [](const RunSpec& s) { return s.bytes_text; }},
    Key{"run", "blocks", "N|auto", "an integer of at least 1, or auto",
        "Blocks that a pipelined algorithm cuts its vector into. Default: auto (the best for the "
        "costs)",
        set_blocks, [](const RunSpec& s) { return auto_or_number(s.blocks); }},
    Key{"run", "order", "linear|torus", "linear or torus",
        "How recursive-doubling-latency and rabenseifner pair ranks: r with r XOR 2^s, or "
        "dimension by dimension of a torus. Default: linear",
        [](RunSpec& s, std::string_view v) { s.order = choose(v, kOrders); },
        [](const RunSpec& s) { return word_for(s.order, kOrders); }},
    Key{"run", "skips", "NAME|list:S,..", "halving, power-of-two, linear, sqrt or a list",
        "Distances of the circulant reductions, one for each round. Default: halving", set_skips,
        [](const RunSpec& s) { return s.skips; }, Key::List::kNumbers},
    Key{"run", "distribution", "NAME", "a distribution such as mod3",
        "How irregular collectives share out their bytes; see `orrery list distributions`. "
        "Default: same",
        set_distribution, [](const RunSpec& s) { return s.distribution; }},
    Key{"run", "rho", "N", "an integer of at least 1",
        "Parameter ρ of the distributions spikes and skewed. Default: 5",
        [](RunSpec& s, std::string_view v) { s.rho = parse_integer(v, 1, kMaxInt); },
        [](const RunSpec& s) { return fmt::format("{}", s.rho); }},
    Key{"run", "sizes", "list:N,..", "a list of elements for each rank (list:3,0,5)",
        "The same by hand: the elements of each rank's block; bytes follows from them. Default: "
        "none",
        set_sizes, [](const RunSpec& s) { return s.sizes_text; }, Key::List::kNumbers},
    Key{"run", "root", "RANK", "a rank, 0 or more", "The root of a rooted collective. Default: 0",
        [](RunSpec& s, std::string_view v) { s.root = parse_int(v, 0); },
        [](const RunSpec& s) { return fmt::format("{}", s.root); }, Key::List::kSweep,
        Kind::kInteger},
    Key{"run", "op", "sum|min|max|product|matrix-product",
        "sum, min, max, product or matrix-product",
        "The reduction operator; matrix-product (2x2 integer matrices) does not commute. Default: "
        "sum",
        [](RunSpec& s, std::string_view v) { s.op = v; }, [](const RunSpec& s) { return s.op; }},
    Key{"run", "datatype", "TYPE", "uint8, int32, int64, float or double",
        "The type of an element; bytes is a multiple of its size. Default: uint8",
        [](RunSpec& s, std::string_view v) { s.datatype = v; },
        [](const RunSpec& s) { return s.datatype; }},
    Key{"run", "payload", "ghost|provenance|real", "ghost, provenance or real",
        "ghost: sizes only; provenance: who contributed what, checked; real: bytes, checked. "
        "Default: ghost",
        [](RunSpec& s, std::string_view v) { s.payload = choose(v, kPayloads); },
        [](const RunSpec& s) { return word_for(s.payload, kPayloads); }},
    Key{"run", "protocol", "sync|eager", "sync or eager",
        "sync: a transfer starts when both sides are there; eager: when the sender is. Default: "
        "sync",
        [](RunSpec& s, std::string_view v) { s.engine.protocol = choose(v, kProtocols); },
        [](const RunSpec& s) { return word_for(s.engine.protocol, kProtocols); }},
    Key{"run", "sync", "async|rounds", "async or rounds",
        "async: ranks run freely; rounds: all finish a round before the next begins. Default: "
        "async",
        [](RunSpec& s, std::string_view v) { s.engine.sync = choose(v, kSyncs); },
        [](const RunSpec& s) { return word_for(s.engine.sync, kSyncs); }},
    Key{"run", "seed", "N", "an integer of at least 0", "Seed of everything random. Default: 1",
        set_seed, [](const RunSpec& s) { return fmt::format("{}", s.seed); }, Key::List::kSweep,
        Kind::kInteger},
};

}  // namespace

std::span<const Key> keys() {
  return kKeys;
}

const Key* find_key(std::string_view name) {
  const auto found = std::ranges::find(kKeys, name, &Key::name);
  return found == kKeys.end() ? nullptr : &*found;
}

std::string option_name(const Key& key) {
  std::string name = "--" + std::string(key.name);
  std::ranges::replace(name, '_', '-');
  return name;
}

std::string found_file(const RunSpec& spec, const std::string& path) {
  const std::filesystem::path beside = spec.directory / path;
  std::error_code none;
  return std::filesystem::exists(beside, none) ? beside.string() : path;
}

}  // namespace orrery
