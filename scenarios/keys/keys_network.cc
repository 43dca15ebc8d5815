#include <algorithm>

#include "emu/net/topologies/own_link.h"
#include "emu/net/topology.h"
#include "scenarios/keys/idle.h"
#include "scenarios/keys/key_values.h"
#include "scenarios/spec/presets.h"

namespace orrery::inline keys {
namespace {

using List = Key::List;
using Part = Key::Part;

/// Sets the links of level >= 1, which equal those of level 0 by default.
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

}  // namespace

std::vector<Key> network_keys() {
  return {
      {.name = "topology",
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
      {.name = "link_bandwidth",
       .value = "BANDWIDTH",
       .expected = "a bandwidth such as 400Gb/s or 50GB/s",
       .meaning = "Bandwidth of a link, in each direction.",
       .standard = "400Gb/s",
       .part = Part::kLinks,
       .phrase = "links {}",
       .always_said = true,
       .set = [](RunSpec& s,
                 std::string_view v) { s.costs.links.front().bandwidth = parse_bandwidth(v); },
       .get = [](const RunSpec& s) { return bandwidth_text(s.costs.link(0).bandwidth); }},
      {.name = "link_latency",
       .value = "TIME",
       .expected = "a time such as 100ns",
       .meaning = "Latency of a link.",
       .standard = "100ns",
       .part = Part::kLinks,
       .phrase = "latency {}",
       .always_said = true,
       .set = [](RunSpec& s, std::string_view v) { s.costs.links.front().latency = parse_time(v); },
       .get = [](const RunSpec& s) { return time_text(s.costs.link(0).latency); }},
      {.name = "core_bandwidth",
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
      {.name = "core_latency",
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
      {.name = "level_bandwidth",
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
      {.name = "level_latency",
       .value = "list:TIME,..",
       .expected = "a time for each level of links, such as list:20ns,500ns",
       .meaning = "Latency of the links of every level, the lowest first.",
       .standard = "as link_latency and core_latency say",
       .part = Part::kLinks,
       .phrase = "level latency {}",
       .list = List::kTexts,
       .set = [](RunSpec& s,
                 std::string_view v) { set_levels(s, v, &LinkCost::latency, parse_time); },
       .get = [](const RunSpec& s) { return get_levels(s, &LinkCost::latency, time_text); }},
      {.name = "hop_latency",
       .value = "TIME",
       .expected = "a time such as 300ns",
       .meaning = "Processing time for each link that a message crosses.",
       .standard = "0ns",
       .part = Part::kLinks,
       .phrase = "hop {}",
       .set = [](RunSpec& s, std::string_view v) { s.costs.hop_latency = parse_time(v); },
       .get = [](const RunSpec& s) { return time_text(s.costs.hop_latency); }},
  };
}

}  // namespace orrery::inline keys
