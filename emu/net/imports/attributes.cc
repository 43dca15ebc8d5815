// Attributes of edges and nodes in general graphs.
#include <algorithm>
#include <stdexcept>

#include "emu/base/check.h"
#include "emu/base/quantity.h"
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

template <class Value>
std::optional<Value> value_of(std::string_view word, Value (*parse)(std::string_view)) {
  try {
    return parse(word);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

/// Returns the words of a label: of "bw=100Gb/s/1us" they are bw, 100Gb/s and 1us.
std::vector<std::string> words_in(std::string_view label) {
  std::vector<std::string> words{""};
  for (std::size_t i = 0; i < label.size(); ++i) {
    const bool is_break = label.substr(i, 2) == "\\n" || label.substr(i, 2) == "\\l";
    const bool is_slash = label[i] == '/' && i + 1 < label.size() && is_digit(label[i + 1]);
    if (label[i] == '<') i = std::min(label.find('>', i), label.size());  // of HTML
    if (i >= label.size() || is_break || is_slash ||
        std::string_view(" \t\n\r,;|()<>=:@").find(label[i]) != std::string_view::npos)
      words.emplace_back();
    else
      words.back() += label[i];
    if (is_break) ++i;
  }
  std::erase(words, "");
  return words;
}

/// Takes the bandwidth and the latency that a label names, such as "100 Gb/s, 1us", where other
/// attributes do not give them. Returns whether the label has other values as well.
bool read_label(std::string_view label, ImportedLink& link) {
  const std::vector<std::string> words = words_in(label);
  bool has_more = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    if (is_plain(word)) {
      if (i + 1 == words.size()) continue;
      word += words[i + 1];
    }
    if (!is_digit(word[0])) continue;
    const auto take = [&](auto& known, auto parse) {
      const auto value = value_of(word, parse);
      if (!known) known = value;
      has_more = has_more || (value && known != value);
    };
    take(link.bandwidth, parse_bandwidth);
    take(link.latency, parse_time);
  }
  return has_more;
}

}  // namespace

void describe(ImportedNetwork& network, std::size_t node, const Attributes& attributes) {
  const std::string* const type = find(attributes, {"type", "kind", "role", "node_type"});
  if (type != nullptr && (small_letters(*type) == "switch" || small_letters(*type) == "router"))
    network.set_switch(node);
  const std::string* const forwards = find(attributes, {"forwards"});
  if (forwards != nullptr && small_letters(*forwards) == "no") network.exceptions.insert(node);
}

void add_link(ImportedNetwork& network, std::size_t a, std::size_t b, const Attributes& attributes,
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
  if (const std::string* const text = find(attributes, {"label", "xlabel"}))
    if (read_label(*text, link))
      network.leave_out(
          "values of labels beside the first bandwidth and latency of an edge, or its attributes");
  if (const std::string* const text = find(attributes, {"level"}))
    link.level = static_cast<int>(std::min<std::size_t>(count_of(*text, 0, file, line), 15));
  if (const std::string* const text = find(attributes, {"count", "links"}))
    link.count = static_cast<int>(std::min<std::size_t>(count_of(*text, 1, file, line), 1024));
  for (const auto& [key, value] : attributes)
    if (const std::string name = small_letters(key);
        (name.starts_with("bandwidth") && name != "bandwidth") ||
        (name.starts_with("latency") && name != "latency"))
      network.leave_out(text_of("the attribute ", key,
                                ": bandwidth and latency are read, with units in their values"));
  network.add(link);
}

}  // namespace orrery::imports
