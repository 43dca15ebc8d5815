#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include "emu/base/check.h"
#include "emu/base/complaint.h"
#include "emu/base/nearest.h"
#include "emu/base/quantity.h"
#include "emu/base/read_toml.h"
#include "emu/net/imports/import.h"
#include "emu/net/topologies/graph.h"

namespace orrery {
namespace {

constexpr std::size_t kMaxFileBytes = 16U << 20;

class GraphReader {
 public:
  explicit GraphReader(std::string name) : name_(std::move(name)) {}

  std::unique_ptr<Topology> read(const toml::table& root, std::string spec) {
    check_keys(root, {"hosts", "switches", "links", "no_forwarding"});
    read_nodes(root, "hosts");
    nodes_.hosts = static_cast<int>(nodes_.names.size());
    if (nodes_.hosts == 0)
      fail(root.source(), "hosts", "the list is missing or empty; expected a list of names");
    read_nodes(root, "switches");
    read_links(root);
    read_forwarding(root);
    auto graph = std::make_unique<Graph>(std::move(spec), nodes_, std::move(links_));
    if (const auto unreached = graph->unreached()) fail_unconnected(root, *unreached);
    return graph;
  }

 private:
  template <class... Parts>
  [[noreturn]] void fail(const toml::source_region& at, std::string_view key,
                         const Parts&... parts) const {
    throw std::invalid_argument(text_at(at, key, parts...));
  }
  template <class... Parts>
  std::string text_at(const toml::source_region& at, std::string_view key,
                      const Parts&... parts) const {
    return text_of(name_, ':', at.begin.line, ':', at.begin.column, ": ", key, ": ", parts...);
  }

  /// Throws for an unknown key.
  void check_keys(const toml::table& table, const std::vector<std::string_view>& known) const {
    for (const auto& [key, node] : table) {
      if (std::ranges::find(known, key.str()) != known.end()) continue;
      fail(key.source(), key.str(), "unknown key; expected ", one_of(known));
    }
  }

  /// Returns the list under a key; empty if there is none.
  const toml::array& list(const toml::table& root, std::string_view key) const {
    static const toml::array kNone;
    const toml::node* node = root.get(key);
    if (node == nullptr) return kNone;
    if (!node->is_array()) fail(node->source(), key, "expected a list");
    return *node->as_array();
  }

  void read_nodes(const toml::table& root, std::string_view key) {
    for (const toml::node& item : list(root, key)) {
      const auto* name = item.as_string();
      if (name == nullptr || name->get().empty())
        fail(item.source(), key, "expected a name in quotes");
      if (!number_of_.emplace(name->get(), static_cast<NodeId>(nodes_.names.size())).second)
        fail(item.source(), key, "'", name->get(), "' is there twice; expected different names");
      nodes_.names.push_back(name->get());
    }
  }

  void read_links(const toml::table& root) {
    for (const toml::node& item : list(root, "links")) {
      if (const toml::table* table = item.as_table()) {
        read_link(*table);
        continue;
      }
      const toml::array* parts = item.as_array();
      if (parts == nullptr || parts->size() < 2 || parts->size() > 3)
        fail(item.source(), "links",
             "expected two names and perhaps a level: [\"a\", \"b\", 1], or { ends = [\"a\", "
             "\"b\"], bandwidth = \"400Gb/s\", latency = \"100ns\", count = 2 }");
      Link link = between(item.source(), (*parts)[0], (*parts)[1], false);
      if (parts->size() == 3) link.level = level_of((*parts)[2]);
      links_.push_back(link);
    }
  }

  /// Reads a link, or several parallel ones, with their own costs.
  void read_link(const toml::table& table) {
    check_keys(table, {"ends", "level", "bandwidth", "latency", "count"});
    const toml::array* ends = table["ends"].as_array();
    if (ends == nullptr || ends->size() != 2)
      fail(table.source(), "links", "expected the names of both ends: ends = [\"a\", \"b\"]");
    const toml::node* count = table.get("count");
    Link link = between(table.source(), (*ends)[0], (*ends)[1], count != nullptr);
    if (const toml::node* level = table.get("level")) link.level = level_of(*level);
    if (const toml::node* n = table.get("bandwidth"))
      link.bandwidth = quantity(*n, parse_bandwidth);
    if (const toml::node* n = table.get("latency")) link.latency = quantity(*n, parse_time);
    links_.insert(links_.end(), count == nullptr ? 1 : count_of(*count), link);
  }

  /// Returns the ends of a link. A pair may be repeated if each entry has a count.
  Link between(const toml::source_region& at, const toml::node& from, const toml::node& to,
               bool counted) {
    const NodeId a = node_of(from), b = node_of(to);
    if (a == b) fail(at, "links", "joins '", name(a), "' to itself; expected two different ends");
    const auto [pair, is_new] = counted_.try_emplace({std::min(a, b), std::max(a, b)}, counted);
    if (!is_new && !(counted && pair->second))
      fail(at, "links", "joins '", name(a), "' and '", name(b),
           "' a second time; expected one entry with count = 2 for two parallel links");
    return {.from = a, .to = b};
  }

  template <class Value>
  Value quantity(const toml::node& item, Value (*parse)(std::string_view)) const {
    const auto* text = item.as_string();
    if (text == nullptr) fail(item.source(), "links", "expected a value with its unit, in quotes");
    try {
      return parse(text->get());
    } catch (const ValueError& e) {
      fail(item.source(), "links", e.what());
    }
  }

  std::size_t count_of(const toml::node& item) const {
    const auto* count = item.as_integer();
    if (count == nullptr || count->get() < 1 || count->get() > kMostParallel)
      fail(item.source(), "links", "expected a count of 1 .. ", kMostParallel);
    return static_cast<std::size_t>(count->get());
  }

  /// Reads which nodes forward messages: all except the named nodes, or except all hosts.
  void read_forwarding(const toml::table& root) {
    nodes_.forwards.assign(nodes_.names.size(), true);
    const toml::node* node = root.get("no_forwarding");
    if (node == nullptr) return;
    if (const auto* word = node->as_string(); word != nullptr && word->get() == "hosts") {
      std::fill_n(nodes_.forwards.begin(), nodes_.hosts, false);
      return;
    }
    if (!node->is_array())
      fail(node->source(), "no_forwarding", "expected \"hosts\" or a list of names");
    for (const toml::node& item : *node->as_array())
      nodes_.forwards[static_cast<std::size_t>(node_of(item, "no_forwarding"))] = false;
  }

  NodeId node_of(const toml::node& item, std::string_view key = "links") const {
    const auto* text = item.as_string();
    if (text == nullptr) fail(item.source(), key, "expected the name of a host or a switch");
    if (const auto found = number_of_.find(text->get()); found != number_of_.end())
      return found->second;
    const std::string near = did_you_mean(text->get(), nodes_.names);
    fail(item.source(), key, "'", text->get(), "' is not a host or switch",
         near.empty() ? "; expected a name from hosts or switches" : near);
  }

  int level_of(const toml::node& item) const {
    const auto* level = item.as_integer();
    if (level == nullptr || level->get() < 0 || level->get() >= Graph::kMostLevels)
      fail(item.source(), "links", "expected a level of 0 .. ", Graph::kMostLevels - 1);
    return static_cast<int>(level->get());
  }

  const std::string& name(NodeId node) const {
    return nodes_.names[static_cast<std::size_t>(node)];
  }

  /// Names the unconnected nodes, as Graph only has numbers.
  [[noreturn]] void fail_unconnected(const toml::table& root,
                                     std::pair<NodeId, NodeId> unreached) const {
    const auto [from, to] = unreached;
    const std::string what =
        text_of("no route leads from ", from < nodes_.hosts ? "host" : "switch", " '", name(from),
                "' to host '", name(to), "'");
    if (const toml::node* node = root.get("no_forwarding"))
      fail(node->source(), "no_forwarding", what,
           " but through nodes that do not forward; expected a graph that is connected without "
           "them");
    const toml::node* links = root.get("links");
    fail(links == nullptr ? root.source() : links->source(), "links", what,
         "; expected a connected graph");
  }

  static constexpr std::int64_t kMostParallel = 1024;
  std::string name_;
  Graph::Nodes nodes_;
  std::map<std::string, NodeId, std::less<>> number_of_;
  std::map<std::pair<NodeId, NodeId>, bool> counted_;  ///< pairs so far: whether they had a count
  std::vector<Link> links_;
};

std::string read_text(const std::string& path) {
  std::error_code none;  // unreachable files fail below
  EMU_CHECK(!std::filesystem::is_directory(path, none), path, ": is a directory; expected a file");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  check_topology(static_cast<bool>(in), path, ": cannot be read: ", std::strerror(errno));
  std::string text(kMaxFileBytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  check_topology(!in.bad(), path, ": cannot be read: ", std::strerror(errno));
  text.resize(static_cast<std::size_t>(in.gcount()));
  EMU_CHECK(text.size() <= kMaxFileBytes, path, ": larger than 16 MiB; expected a graph");
  return text;
}

/// Returns whether some line begins like those of a network file, regardless of mistakes in the
/// others.
bool has_key_of_a_network(std::string_view text) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);)
    for (const std::string_view key : {"hosts", "switches", "links"})
      if (line.starts_with(key) && line.find('=') != line.npos) return true;
  return false;
}

std::unique_ptr<Topology> make_file(std::string_view parameters) {
  const std::string path(parameters);
  std::string text = read_text(path);
  if (!has_key_of_a_network(text))
    if (const imports::NetworkFormat* const format = imports::format_of_network(text))
      text = imports::imported_toml(*format, text, path);
  return parse_graph(text, path, "file:" + path);
}

}  // namespace

std::unique_ptr<Topology> parse_graph(std::string_view text, const std::string& name,
                                      std::string spec) {
  try {
    return GraphReader(name).read(read_toml(text, name), std::move(spec));
  } catch (const toml::parse_error& e) {
    if (!has_key_of_a_network(text))
      throw std::invalid_argument(
          text_of(name,
                  ": is not a network file; expected TOML with hosts, switches and links, such as "
                  "hosts = [\"a\", \"b\"] and links = [[\"a\", \"b\"]], or ",
                  imports::known_networks()));
    throw std::invalid_argument(text_of(name, ':', e.source().begin.line, ':',
                                        e.source().begin.column, ": ", e.description()));
  }
}

extern const TopologyKind file_kind{
    .name = "file",
    .grammar = "file:GRAPH.toml",
    .summary = "any graph: hosts, switches and links by name, from a file",
    .example = "file:graph.toml",
    .make = make_file,
};

}  // namespace orrery
