// Graphs from TOML.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "emu/base/complaint.h"
#include "emu/base/coordinates.h"
#include "emu/base/nearest.h"
#include "emu/base/quantity.h"
#include "emu/base/read_toml.h"
#include "emu/net/imports/import.h"
#include "emu/net/topologies/graph.h"

namespace orrery::inline net {
namespace {

class GraphReader {
 public:
  explicit GraphReader(std::string name) : name_(std::move(name)) {}

  std::unique_ptr<Topology> read(const toml::table& root, std::string spec,
                                 const std::string& comments) {
    check_keys(root, {"hosts", "switches", "links", "no_forwarding", "routes", "jumps", "dims"});
    if (const toml::node* dims = root.get("dims")) nodes_.dims = sides(*dims, "dims", 1);
    root.contains("hosts") ? read_hosts(root) : imply_hosts(root);
    nodes_.hosts = static_cast<int>(nodes_.names.size());
    if (nodes_.hosts == 0)
      fail(root.source(), "hosts", "the list is empty; expected names, or links that name hosts");
    read_nodes(root, "switches");
    read_links(root);
    read_forwarding(root);
    read_routes(root);
    nodes_.comments.insert(0, comments);
    auto graph =
        std::make_unique<Graph>(std::move(spec), nodes_, std::move(links_), std::move(routes_));
    if (const auto unreached = graph->unreached()) fail_unconnected(root, *unreached);
    return graph;
  }

 private:
  template <class... Parts>
  [[noreturn]] void fail(const toml::source_region& at, std::string_view key,
                         const Parts&... parts) const {
    throw std::invalid_argument(
        text_of(name_, ':', at.begin.line, ':', at.begin.column, ": ", key, ": ", parts...));
  }

  /// Checks the keys. THROWS for an unknown one.
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
    for (const toml::node& item : list(root, key)) add_node(item, key);
  }
  void add_node(const toml::node& item, std::string_view key) {
    const auto* name = item.as_string();
    if (name == nullptr || name->get().empty())
      fail(item.source(), key, "expected a name in quotes");
    if (!number_of_.emplace(name->get(), static_cast<NodeId>(nodes_.names.size())).second)
      fail(item.source(), key, "'", name->get(), "' appears twice; expected different names");
    nodes_.names.push_back(name->get());
  }

  /// Makes hosts of all ends of links that are not switches, in their order.
  void imply_hosts(const toml::table& root) {
    std::set<std::string, std::less<>> switches;
    for (const toml::node& item : list(root, "switches"))
      if (const auto* name = item.as_string()) switches.insert(name->get());
    for (const toml::node& item : list(root, "links")) {
      const toml::table* const table = item.as_table();
      const toml::array* const ends = table ? (*table)["ends"].as_array() : item.as_array();
      for (std::size_t i = 0; ends != nullptr && i < std::min<std::size_t>(2, ends->size()); ++i)
        if (const auto* name = (*ends)[i].as_string();
            name != nullptr && !switches.contains(name->get()) && !number_of_.contains(name->get()))
          add_node((*ends)[i], "links");
    }
    check_dims(root, nodes_.names.size());
  }

  /// Reads names, or tables with a name and a position, and sorts these by position.
  void read_hosts(const toml::table& root) {
    const toml::array& hosts = list(root, "hosts");
    std::vector<std::pair<std::vector<int>, const toml::node*>> placed;
    for (const toml::node& item : hosts) {
      const toml::table* table = item.as_table();
      if (table == nullptr) continue;
      check_keys(*table, {"name", "at"});
      const toml::node *name = table->get("name"), *at = table->get("at");
      if (name == nullptr || at == nullptr)
        fail(item.source(), "hosts",
             "expected a name and a position: { name = \"a\", at = [0, 1] }");
      placed.emplace_back(sides(*at, "at", 0), name);
    }
    if (placed.empty()) {
      read_nodes(root, "hosts");
      return check_dims(root, hosts.size());
    }
    if (placed.size() != hosts.size())
      fail(hosts.source(), "hosts", "some have positions; expected at = [..] for all or for none");
    place(placed);
  }

  /// Returns the integers of a list.
  std::vector<int> sides(const toml::node& item, std::string_view key, std::int64_t least) const {
    constexpr std::int64_t kLargest = 1 << 20;
    constexpr std::size_t kMostDims = 16;
    std::vector<int> numbers;
    const toml::array* const list = item.as_array();
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
      if (const auto* n = (*list)[i].as_integer();
          n != nullptr && n->get() >= least && n->get() <= kLargest)
        numbers.push_back(static_cast<int>(n->get()));
    if (numbers.empty() || numbers.size() != list->size() || numbers.size() > kMostDims)
      fail(item.source(), key, "expected integers from ", least, " on, such as [4, 2]");
    return numbers;
  }

  void check_dims(const toml::table& root, std::size_t hosts) {
    if (nodes_.dims.empty()) return;
    if (std::accumulate(nodes_.dims.begin(), nodes_.dims.end(), 1.0, std::multiplies<>()) !=
        static_cast<double>(hosts))
      fail(root.get("dims")->source(), "dims", "are not those of ", hosts,
           " hosts; expected sides whose product is ", hosts);
  }

  /// Gives hosts coordinates, if they fill all positions of the grid.
  void place(std::vector<std::pair<std::vector<int>, const toml::node*>>& placed) {
    std::vector<int> dims = std::exchange(nodes_.dims, {});
    if (dims.empty()) {
      dims.assign(placed.front().first.size(), 1);
      for (const auto& [at, name] : placed)
        for (std::size_t d = 0; d < std::min(at.size(), dims.size()); ++d)
          dims[d] = std::max(dims[d], at[d] + 1);
    }
    for (const auto& [at, name] : placed)
      if (at.size() != dims.size() || !std::ranges::equal(at, dims, std::less()))
        fail(name->source(), "hosts", "'", name->value_or(std::string()),
             "' is not in the grid; expected ", dims.size(), " coordinates, each below its side");
    const auto at_of = [](const auto& p) { return p.first; };
    std::ranges::stable_sort(placed, {}, at_of);
    if (const auto twice = std::ranges::adjacent_find(placed, {}, at_of); twice != placed.end())
      fail(std::next(twice)->second->source(), "hosts", "two hosts have one position");
    for (const auto& [at, name] : placed) add_node(*name, "hosts");
    const double empty = std::accumulate(dims.begin(), dims.end(), 1.0, std::multiplies<>()) -
                         static_cast<double>(placed.size());
    if (empty == 0) return void(nodes_.dims = dims);
    int hole = 0;
    for (const auto& [at, name] : placed) hole += at == coordinates_of(hole, dims) ? 1 : 0;
    nodes_.no_dims = fmt::format("no host is at [{}] (empty positions: {:.0f})",
                                 fmt::join(coordinates_of(hole, dims), ", "), empty);
    nodes_.comments = text_of("# Note: no coordinates: ", nodes_.no_dims, '\n');
  }

  void read_routes(const toml::table& root) {
    const toml::node* routes = root.get("routes");
    if (const toml::node* jumps = root.get("jumps")) {
      if (!jumps->is_boolean()) fail(jumps->source(), "jumps", "expected true or false");
      jumps_ = jumps->as_boolean()->get();
    }
    if (routes != nullptr && routes->is_string()) return read_route_file(*routes->as_string());
    for (const toml::node& item : list(root, "routes")) {
      const toml::array* parts = item.as_array();
      const toml::array* numbers =
          parts != nullptr && parts->size() == 3 ? (*parts)[2].as_array() : nullptr;
      if (numbers == nullptr)
        fail(item.source(), "routes",
             "expected two hosts and numbers of links, such as [\"a\", \"b\", [0, 3]]");
      std::vector<LinkId> links;
      for (const toml::node& number : *numbers)
        links.push_back(number.is_integer() ? number.as_integer()->get() : -1);
      add_route(node_of((*parts)[0], "routes"), node_of((*parts)[1], "routes"), std::move(links),
                [&](const std::string& what) { fail(item.source(), "routes", what); });
    }
  }

  /// Reads two hosts and numbers of links from each line of a file beside that of the graph.
  void read_route_file(const toml::value<std::string>& file) {
    const auto path = std::filesystem::path(name_).parent_path() / file.get();
    std::istringstream lines(read_graph_file(path.string()));
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
      const auto refuse = [&](const std::string& what) {
        throw std::invalid_argument(text_of(path.string(), ':', number, ": ", what));
      };
      std::istringstream words(line.substr(0, line.find('#')));
      std::string from, to;
      if (!(words >> from)) continue;
      words >> to;
      std::vector<LinkId> links;
      for (LinkId id = 0; words >> id;) links.push_back(id);
      if (!words.eof()) refuse("expected two hosts and numbers of links, such as: a b 0 3");
      // The contents of a wrong file are not shown.
      for (const auto& [end, place] : {std::pair(from, "first"), std::pair(to, "second")})
        if (!number_of_.contains(end))
          refuse(text_of("the ", place, " word is not a host; expected its name"));
      add_route(number_of_[from], number_of_[to], std::move(links), refuse);
    }
  }

  /// Calls `refuse` with the mistake.
  template <class Refuse>
  void add_route(NodeId from, NodeId to, std::vector<LinkId> links, Refuse refuse) {
    NodeId at = from;
    for (const LinkId id : links) {
      if (id < 0 || id >= 2 * std::ssize(links_))
        refuse(text_of("expected numbers of links from 0 to ", 2 * std::ssize(links_) - 1));
      const Link& link = links_[static_cast<std::size_t>(id / 2)];
      const bool may_jump = jumps_ && id != links.front();
      if ((id % 2 == 0 ? link.from : link.to) != at && !may_jump)
        refuse(text_of("link ", id, " does not begin at '", name(at),
                       "'; expected links from one "
                       "to the next"));
      at = id % 2 == 0 ? link.to : link.from;
    }
    std::vector<LinkId> sorted = links;
    std::ranges::sort(sorted);
    if (at != to || from == to || from >= nodes_.hosts || to >= nodes_.hosts ||
        std::ranges::adjacent_find(sorted) != sorted.end())
      refuse(text_of("the links do not lead from host '", name(from), "' to host '", name(to),
                     "', each once"));
    auto& known = routes_[{from, to}];
    if (known.size() == kMostPaths) refuse(text_of("more than ", kMostPaths, " routes for a pair"));
    known.push_back(std::move(links));
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

  /// Reads a link, or several parallel ones, with its own costs.
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
    const std::size_t parallel = count == nullptr ? 1 : count_of(*count);
    if (links_.size() + parallel > kMostLinks)
      fail(table.source(), "links", "more than ", kMostLinks, " links; expected a smaller network");
    links_.insert(links_.end(), parallel, link);
  }

  /// Adds a link between two nodes. A pair may appear again if each entry has a count.
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

  /// Reads which nodes forward messages: all but the named ones, or all but hosts.
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

  /// Throws with the names of nodes, of which Graph only knows numbers.
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
  static constexpr std::size_t kMostLinks = 1 << 20;  ///< with their data in a run, 500 MiB
  std::string name_;
  Graph::Nodes nodes_;
  std::map<std::string, NodeId, std::less<>> number_of_;
  std::map<std::pair<NodeId, NodeId>, bool> counted_;  ///< pairs so far: whether they had a count
  std::vector<Link> links_;
  Graph::Routes routes_;
  bool jumps_ = false;  ///< links of routes need not meet
};

/// Returns the comment lines at the beginning of the text.
std::string comments_of(std::string_view text) {
  std::size_t end = 0;
  while (text.substr(end).starts_with('#'))
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return std::string(text.substr(0, end));
}

}  // namespace

std::unique_ptr<Topology> parse_graph(std::string_view text, const std::string& name,
                                      std::string spec) {
  try {
    return GraphReader(name).read(read_toml(text, name), std::move(spec), comments_of(text));
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

}  // namespace orrery::inline net
