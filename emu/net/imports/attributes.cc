// Attributes of edges and nodes in general graphs.
#include <algorithm>

#include "emu/base/check.h"
#include "emu/net/imports/formats.h"

namespace orrery::imports {

namespace {

/// Returns the value of the first of these names that is present, or null.
const std::string* find(const Attributes& attributes,
                        std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    for (const auto& [key, value] : attributes)
      if (small_letters(key) == name) return &value;
  return nullptr;
}

}  // namespace

void describe(ImportedNetwork& network, std::size_t node, const Attributes& attributes) {
  const std::string* const type = find(attributes, {"type", "kind", "role", "node_type"});
  if (type != nullptr && (small_letters(*type) == "switch" || small_letters(*type) == "router"))
    network.set_switch(node);
  const std::string* const forwards = find(attributes, {"forwards"});
  if (forwards != nullptr && small_letters(*forwards) == "no") network.exceptions.insert(node);
}

ImportedLink link_of(std::size_t a, std::size_t b, const Attributes& attributes,
                     const std::string& file, std::size_t line) {
  ImportedLink link{.a = a, .b = b};
  if (const std::string* const text =
          find(attributes, {"bandwidth", "bw", "capacity", "rate", "speed", "linkspeedraw"})) {
    link.bandwidth = bandwidth_of(*text, 1, file, line);
    if (is_plain(*text) && link.bandwidth->bytes_per_second < kLeastPlain / 8)
      fail(file, line,
           text_of("the bandwidth ", *text,
                   " without a unit is in bits per second; expected one, such as 100Gb/s"));
  }
  if (const std::string* const text = find(attributes, {"latency", "lat", "delay"})) {
    link.latency = time_of(*text, 1, file, line);
    if (is_plain(*text) && *link.latency >= 1s)
      fail(file, line,
           text_of("the latency ", *text,
                   " without a unit is in seconds; expected one, such as 500ns"));
  }
  if (const std::string* const text = find(attributes, {"level"}))
    link.level = static_cast<int>(std::min<std::size_t>(count_of(*text, 0, file, line), 15));
  if (const std::string* const text = find(attributes, {"count", "links"}))
    link.count = static_cast<int>(std::min<std::size_t>(count_of(*text, 1, file, line), 1024));
  return link;
}

}  // namespace orrery::imports
