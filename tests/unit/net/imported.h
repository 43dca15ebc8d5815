#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "emu/base/check.h"
#include "emu/net/imports/import.h"
#include "emu/net/topologies/graph.h"

/// Networks of other programs, from text.
namespace orrery::imported {

inline std::unique_ptr<Topology> read(const std::string& text) {
  const imports::NetworkFormat* const format = imports::format_of_network(text);
  if (format == nullptr) throw std::invalid_argument("no format");
  return parse_graph(imports::imported_toml(*format, text, "f"), "f", "file:f");
}

inline std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

/// Returns "hosts switches links diameter".
inline std::string shape_of(const std::string& text) {
  const auto network = read(text);
  std::size_t longest = 0;
  for (NodeId from = 0; from < network->hosts(); ++from)
    for (NodeId to = 0; to < network->hosts(); ++to) {
      std::vector<LinkId> route;
      network->append_route(from, to, 0, route);
      longest = std::max(longest, route.size());
    }
  return text_of(network->hosts(), ' ', network->nodes() - network->hosts(), ' ',
                 network->link_count() / 2, ' ', longest);
}

/// Returns the cost of the link between two nodes: "bits per second, picoseconds".
inline std::string cost_between(const std::string& text, std::string_view a, std::string_view b) {
  const auto network = read(text);
  for (LinkId id = 0; id < network->link_count(); ++id) {
    const Link link = network->link(id);
    if (network->name_of(link.from) != a || network->name_of(link.to) != b) continue;
    return text_of(link.bandwidth ? std::llround(link.bandwidth->bytes_per_second * 8) : 0, ' ',
                   link.latency ? link.latency->count() : 0);
  }
  return "none";
}

}  // namespace orrery::imported
