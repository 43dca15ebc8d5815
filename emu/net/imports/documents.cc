// Formats in YAML and JSON: networks of ASTRA-sim by dimension, Slurm's topology.yaml, node-link graphs (networkx).
#include <algorithm>
#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>

#include "emu/base/check.h"
#include "emu/net/imports/formats.h"

namespace orrery::imports {
namespace {

using Json = nlohmann::json;

/// Returns the shape for a word of ASTRA-sim.
Shape shape_of(std::string_view word, const std::string& file, std::size_t line) {
  if (word == "Ring") return Shape::kRing;
  if (word == "FullyConnected" || word == "AllToAll") return Shape::kFullyConnected;
  if (word == "Switch") return Shape::kSwitch;
  fail(file, line, text_of("'", word, "' is unknown; expected Ring, FullyConnected or Switch"));
}

/// Returns a dimension from ASTRA-sim's units, GB/s and ns.
Dimension dimension_of(std::string_view shape, std::string_view size, std::string_view bandwidth,
                       std::string_view latency, const std::string& file, std::size_t line) {
  return {shape_of(shape, file, line), count_of(size, 1, file, line),
          bandwidth_of(bandwidth, 8e9, file, line), time_of(latency, 1e-9, file, line)};
}

// YAML, of the analytical network: lists by dimension.

bool recognises_yaml(std::string_view text) {
  return text.find("npus_count") != text.npos && text.find("topology") != text.npos &&
         text.find(':') != text.npos;
}

/// Calls `read` with the root of a document. THROWS as fail().
template <class Read>
ImportedNetwork with_yaml(std::string_view text, const std::string& file, Read read) try {
  constexpr std::size_t kMostBytes = 1 << 16;  // the library takes 500 bytes for one
  if (text.size() > kMostBytes)
    fail(file, 0, text_of("YAML of more than ", kMostBytes >> 10, " KiB; expected a smaller file"));
  return read(YAML::Load(std::string(text)));
} catch (const YAML::Exception& e) {
  fail(file, static_cast<std::size_t>(std::max(0, e.mark.line + 1)),
       text_of("not valid YAML: ", e.msg));
}

ImportedNetwork read_yaml(const YAML::Node& root, const std::string& file) {
  const auto list = [&](const char* key) {
    YAML::Node node = root.IsMap() ? root[key] : YAML::Node(YAML::NodeType::Undefined);
    if (node && node.IsScalar()) {  // one dimension
      YAML::Node one(YAML::NodeType::Sequence);
      one.push_back(node);
      return one;
    }
    if (!node || !node.IsSequence() || node.size() == 0)
      fail(file, 0,
           text_of(key, node ? " is not a list" : " is missing",
                   "; expected a list by dimension, such as [4, 8]"));
    return node;
  };
  const YAML::Node shapes = list("topology"), sizes = list("npus_count"),
                   bandwidths = list("bandwidth"), latencies = list("latency");
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto line = static_cast<std::size_t>(shapes[i].Mark().line + 1);
    if (sizes.size() != shapes.size() || bandwidths.size() != shapes.size() ||
        latencies.size() != shapes.size())
      fail(file, line,
           text_of("lists of different length; expected ", shapes.size(),
                   " entries in each, as topology has"));
    dimensions.push_back(dimension_of(shapes[i].as<std::string>(), sizes[i].as<std::string>(),
                                      bandwidths[i].as<std::string>(),
                                      latencies[i].as<std::string>(), file, line));
  }
  return product_of(dimensions, file);
}

// Slurm's topology.yaml: topologies, of which one is the default; trees and blocks become lines of topology.conf.

bool recognises_slurm_yaml(std::string_view text) {
  return text.find("- topology:") != text.npos &&
         (text.find("switches:") != text.npos || text.find("blocks:") != text.npos ||
          text.find("flat:") != text.npos || text.find("cluster_default:") != text.npos);
}

/// Returns a text without blanks; an empty one if the entry has no such key.
std::string compact(const YAML::Node& entry, const char* key) {
  std::string word = entry[key].as<std::string>("");
  std::erase_if(word, [](char c) { return c == ' ' || c == '\t' || c == '\n'; });
  return word;
}

ImportedNetwork read_slurm_yaml(const YAML::Node& root, const std::string& file) {
  YAML::Node chosen(YAML::NodeType::Undefined);
  for (const YAML::Node& topology : root.IsSequence() ? root : YAML::Node())
    if (topology.IsMap() && (!chosen || (topology["cluster_default"].as<bool>(false) &&
                                         !chosen["cluster_default"].as<bool>(false))))
      chosen.reset(topology);
  const bool is_tree = chosen && chosen["tree"], is_block = chosen && chosen["block"];
  if (!is_tree && !is_block)
    fail(file, 0, "the default topology has no switches; expected one with tree or block");
  const YAML::Node entries = is_tree ? chosen["tree"]["switches"] : chosen["block"]["blocks"];
  std::string lines;  // each at the number of its line
  int number = 0;
  for (const YAML::Node& entry : entries) {
    for (; number < entry.Mark().line; ++number) lines += '\n';
    lines += is_tree ? " SwitchName=" + compact(entry, "switch")
                     : " BlockName=" + compact(entry, "block");
    for (const auto& [key, setting] : {std::pair("nodes", " Nodes="), {"children", " Switches="}})
      if (const std::string names = compact(entry, key); !names.empty()) lines += setting + names;
  }
  ImportedNetwork network = kSlurm.read(lines, file);
  if (root.size() > 1) network.leave_out("all topologies but the default one");
  return network;
}

// JSON.

Json parsed(std::string_view text, const std::string& file) try {
  return Json::parse(text);
} catch (const Json::parse_error& e) {
  const std::size_t line =
      1 + static_cast<std::size_t>(std::count(
              text.begin(),
              text.begin() + static_cast<std::ptrdiff_t>(std::min(e.byte, text.size())), '\n'));
  fail(file, line, "not valid JSON");
}

bool is_object(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && text[first] == '{';
}

/// Returns a number, a text or a list of these (a position in a grid) as a word; "?" for anything else.
std::string word_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  const bool is_list = value.is_array() && std::ranges::none_of(value, &Json::is_structured);
  return value.is_number() || is_list ? value.dump() : "?";
}

bool recognises_astra(std::string_view text) {
  return is_object(text) && (text.find("\"topologies-per-dim\"") != text.npos ||
                             text.find("\"topology-name\"") != text.npos ||
                             text.find("\"logical-dims\"") != text.npos);
}

ImportedNetwork read_astra(std::string_view text, const std::string& file) {
  const Json root = parsed(text, file);
  if (root.contains("logical-dims"))
    fail(file, 0,
         "logical dimensions without links; expected the topology file of ns-3 that they are used "
         "with");
  std::size_t count = 0;  // of dimensions
  const auto word = [&](const char* key, std::size_t i, const char* otherwise = nullptr) {
    const auto found = root.find(key);
    if (found == root.end() && otherwise != nullptr) return std::string(otherwise);
    if (found == root.end() || !found->is_array() || found->empty())
      fail(file, 0, text_of(key, " is missing; expected a list by dimension, such as [4, 8]"));
    if (count == 0) count = found->size();
    if (found->size() != count)
      fail(file, 0,
           text_of("lists of different length; expected ", count,
                   " entries in each, as topologies-per-dim has"));
    return word_of((*found)[i]);
  };
  std::vector<Dimension> dimensions;
  bool has_slow_rings = false;
  for (std::size_t i = 0; i == 0 || i < count; ++i) {
    const std::string shape = word("topologies-per-dim", i);
    Dimension d = dimension_of(shape, word("units-count", i), word("link-bandwidth", i),
                               word("link-latency", i), file, 0);
    // links-count has the links of a unit to all of its neighbours.
    const std::size_t neighbours = d.shape == Shape::kRing ? 2
                                   : d.shape == Shape::kFullyConnected
                                       ? std::max<std::size_t>(2, d.size) - 1
                                       : 1;
    const std::size_t links = count_of(word("links-count", i, "1"), 1, file, 0);
    d.count = static_cast<int>(std::clamp<std::size_t>(links / neighbours, 1, 1024));
    // A message passes two NICs, and the router of a switch.
    const Time nics = 2 * time_of(word("nic-latency", i, "0"), 1e-9, file, 0),
               router = time_of(word("router-latency", i, "0"), 1e-9, file, 0);
    has_slow_rings = has_slow_rings || (d.shape == Shape::kRing && nics > Time(0));
    if (d.shape == Shape::kSwitch) *d.latency += (nics + router) / 2;
    if (d.shape == Shape::kFullyConnected) *d.latency += nics;
    dimensions.push_back(d);
  }
  ImportedNetwork network = product_of(dimensions, file);
  if (has_slow_rings) network.leave_out("nic-latency of rings");
  return network;
}

bool recognises_node_link(std::string_view text) {
  return is_object(text) && text.find("\"nodes\"") != text.npos &&
         (text.find("\"links\"") != text.npos || text.find("\"edges\"") != text.npos);
}

Attributes attributes_of(const Json& object) {
  Attributes attributes;
  for (const auto& [key, value] : object.items())
    if (value.is_string() || value.is_number()) attributes[key] = word_of(value);
  return attributes;
}

ImportedNetwork read_node_link(std::string_view text, const std::string& file) {
  const Json root = parsed(text, file);
  const auto links = root.contains("links") ? root.find("links") : root.find("edges");
  const auto nodes = root.find("nodes");
  if (nodes == root.end() || !nodes->is_array() || links == root.end() || !links->is_array())
    fail(file, 0,
         "nodes or links are not lists; expected {\"nodes\": [{\"id\": ..}], \"links\": "
         "[{\"source\": .., \"target\": ..}]}");
  ImportedNetwork network;
  std::vector<std::size_t> numbers;         // by place in the file
  std::map<std::string, std::size_t> keys;  // by id: 1 and "1" are two nodes
  network.directed = root.contains("directed") && root["directed"] == true;
  for (const Json& node : *nodes) {
    const char* const id = node.is_object() && !node.contains("id") ? "name" : "id";  // of d3
    if (!node.is_object() || !node.contains(id) ||
        (word_of(node[id]) == "?" && !node[id].is_string()))
      fail(file, 0, text_of("node ", numbers.size(), " has no id; expected one"));
    const std::string key = node[id].dump(), name = word_of(node[id]);
    const bool is_taken = !keys.contains(key) && network.knows(name);
    numbers.push_back(network.node(is_taken ? key : name));
    keys.try_emplace(key, numbers.back());
    describe(network, numbers.back(), attributes_of(node));
  }
  // Files of d3 and networkx 1 have the numbers of nodes as ends.
  const bool by_number = std::ranges::none_of(*links, [&](const Json& link) {
    return link.is_object() && (network.knows(word_of(link.value("source", Json()))) ||
                                network.knows(word_of(link.value("target", Json()))));
  });
  const auto end_of = [&](const Json& link, const char* end, std::ptrdiff_t number) {
    const auto place = [&] { return text_of("link ", number, ": the ", end, ' '); };
    const Json& id = link[end];
    if (id.is_null() || id.is_object())
      fail(file, 0, text_of(place(), "is ", id.type_name(), "; expected the id of a node"));
    if (by_number && id.is_number_unsigned() && id < numbers.size())
      return numbers[id.get<std::size_t>()];
    if (const auto known = keys.find(id.dump()); known != keys.end()) return known->second;
    if (!network.knows(word_of(id)))
      fail(file, 0, text_of(place(), "'", word_of(id), "' is not a node; expected the id of one"));
    return network.node(word_of(id));
  };
  for (const Json& link : *links) {
    const std::ptrdiff_t number = &link - &links->front();
    if (!link.is_object() || !link.contains("source") || !link.contains("target"))
      fail(file, 0, text_of("link ", number, " has no source or target; expected both"));
    const std::size_t from = end_of(link, "source", number), to = end_of(link, "target", number);
    add_link(network, from, to, attributes_of(link), file, 0);
  }
  network.finish_graph();
  return network;
}

}  // namespace

const NetworkFormat kAstraYaml{
    "a network of ASTRA-sim in YAML", "network.yml", recognises_yaml,
    [](std::string_view text, const std::string& file) {
      return with_yaml(text, file, [&](const YAML::Node& root) { return read_yaml(root, file); });
    }};
const NetworkFormat kSlurmYaml{"Slurm's topology.yaml", "topology.yaml", recognises_slurm_yaml,
                               [](std::string_view text, const std::string& file) {
                                 return with_yaml(text, file, [&](const YAML::Node& root) {
                                   return read_slurm_yaml(root, file);
                                 });
                               }};
const NetworkFormat kAstraJson{"a network of ASTRA-sim in JSON", "network.json", recognises_astra,
                               read_astra};
const NetworkFormat kNodeLink{"a node-link graph in JSON", "graph.json", recognises_node_link,
                              read_node_link};

}  // namespace orrery::imports
