#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <toml++/toml.h>

#include "emu/base/check.h"
#include "emu/base/nearest.h"
#include "emu/net/graph.h"

namespace orrery {
namespace {

constexpr std::size_t kMaxFileBytes = 16U << 20;

class GraphReader {
 public:
  explicit GraphReader(std::string name) : name_(std::move(name)) {}

  std::unique_ptr<Topology> read(const toml::table& root, std::string spec) {
    for (const auto& [key, node] : root)
      if (key != "hosts" && key != "switches" && key != "links")
        fail(key.source(), key.str(), "unknown key; expected hosts, switches or links");
    read_nodes(root, "hosts");
    const auto hosts = names_.size();
    if (hosts == 0) fail(root.source(), "hosts", "there are none; expected a list of names");
    read_nodes(root, "switches");
    read_links(root);
    check_connected(static_cast<int>(hosts));
    return std::make_unique<Graph>(std::move(spec), static_cast<int>(hosts),
                                   static_cast<int>(names_.size()), std::move(links_));
  }

 private:
  template <class... Parts>
  [[noreturn]] void fail(const toml::source_region& at, std::string_view key,
                         const Parts&... parts) const {
    throw std::invalid_argument(text_at(at, key, parts...));
  }
  /// What was expected is left open.
  template <class... Parts>
  [[noreturn]] void fail_open(const toml::source_region& at, const Parts&... parts) const {
    throw TopologyError(text_at(at, "links", parts...));
  }

  template <class... Parts>
  std::string text_at(const toml::source_region& at, std::string_view key,
                      const Parts&... parts) const {
    return text_of(name_, ':', at.begin.line, ':', at.begin.column, ": ", key, ": ", parts...);
  }

  /// The list under a key; empty if there is none.
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
      if (!number_of_.emplace(name->get(), static_cast<NodeId>(names_.size())).second)
        fail(item.source(), key, "'", name->get(), "' is there twice; expected different names");
      names_.push_back(name->get());
    }
  }

  void read_links(const toml::table& root) {
    std::set<std::pair<NodeId, NodeId>> seen;
    for (const toml::node& item : list(root, "links")) {
      const toml::array* parts = item.as_array();
      if (parts == nullptr || parts->size() < 2 || parts->size() > 3)
        fail(item.source(), "links", "expected two names and perhaps a level: [\"a\", \"b\", 1]");
      const NodeId a = node_of((*parts)[0]);
      const NodeId b = node_of((*parts)[1]);
      if (a == b) fail_open(item.source(), "joins '", name(a), "' to itself");
      if (!seen.emplace(std::min(a, b), std::max(a, b)).second)
        fail_open(item.source(), "joins '", name(a), "' and '", name(b), "' a second time");
      links_.push_back({a, b, parts->size() == 3 ? level_of((*parts)[2]) : 0});
    }
  }

  NodeId node_of(const toml::node& item) const {
    const auto* text = item.as_string();
    if (text == nullptr) fail(item.source(), "links", "expected the name of a host or a switch");
    if (const auto found = number_of_.find(text->get()); found != number_of_.end())
      return found->second;
    fail_open(item.source(), "'", text->get(), "' is no host or switch",
              did_you_mean(text->get(), names_));
  }

  int level_of(const toml::node& item) const {
    const auto* level = item.as_integer();
    if (level == nullptr || level->get() < 0 || level->get() >= Graph::kMostLevels)
      fail(item.source(), "links", "expected a level of 0 .. ", Graph::kMostLevels - 1);
    return static_cast<int>(level->get());
  }

  const std::string& name(NodeId node) const { return names_[static_cast<std::size_t>(node)]; }

  /// Names, where Graph only knows numbers.
  void check_connected(int hosts) const {
    std::vector<NodeId> root(names_.size());  // union-find
    for (std::size_t n = 0; n < root.size(); ++n) root[n] = static_cast<NodeId>(n);
    const auto find = [&](NodeId n) {
      while (root[static_cast<std::size_t>(n)] != n)
        n = root[static_cast<std::size_t>(n)] =
            root[static_cast<std::size_t>(root[static_cast<std::size_t>(n)])];
      return n;
    };
    for (const Link& link : links_) root[static_cast<std::size_t>(find(link.from))] = find(link.to);
    for (std::size_t n = 1; n < names_.size(); ++n)
      EMU_CHECK(find(static_cast<NodeId>(n)) == find(0), name_, ": links: no way leads from ",
                static_cast<int>(n) < hosts ? "host '" : "switch '", names_[n], "' to host '",
                names_[0], "'; expected a connected graph");
  }

  std::string name_;
  std::vector<std::string> names_;  ///< by node
  std::map<std::string, NodeId, std::less<>> number_of_;
  std::vector<Link> links_;
};

std::string read_text(const std::string& path) {
  EMU_CHECK(!std::filesystem::is_directory(path), path, ": is a directory; expected a file");
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

std::unique_ptr<Topology> make_file(std::string_view parameters) {
  const std::string path(parameters);
  return parse_graph(read_text(path), path, "file:" + path);
}

}  // namespace

std::unique_ptr<Topology> parse_graph(std::string_view text, const std::string& name,
                                      std::string spec) {
  try {
    return GraphReader(name).read(toml::parse(text, name), std::move(spec));
  } catch (const toml::parse_error& e) {
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
