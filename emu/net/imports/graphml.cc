// GraphML: http://graphml.graphdrawing.org/specification.html
#include "emu/base/check.h"
#include "emu/net/imports/formats.h"
#include "emu/net/imports/xml_file.h"

namespace orrery::imports {
namespace {

/// Names of attributes of nodes or edges, by key.
using Keys = std::map<std::string, std::string, std::less<>>;

class GraphMlReader {
 public:
  GraphMlReader(std::string_view text, const std::string& file) : xml_(text, file), file_(file) {}

  ImportedNetwork read() {
    const pugi::xml_node root = xml_.child("graphml");
    std::size_t defaults = 0, letters = 0;
    for (const pugi::xml_node& key : root.children("key")) {
      const std::string name = key.attribute("attr.name").as_string(key.attribute("id").value());
      keys_[key.attribute("id").value()] = name;
      const pugi::xml_node value = key.child("default");
      if (!value) continue;
      defaults_[key.attribute("for").as_string("all")][name] = value.child_value();
      constexpr std::size_t kMostDefaults = 100, kMostLetters = 10'000;  // of each node and edge
      letters += name.size() + std::string_view(value.child_value()).size();
      if (++defaults > kMostDefaults || letters > kMostLetters)
        fail(file_, xml_.line_of(key),
             text_of("more than ", kMostDefaults, " defaults, or ", kMostLetters,
                     " characters in them"));
    }
    const pugi::xml_node graph = root.child("graph");
    if (!graph) fail(file_, 1, "no element graph; expected a GraphML file");
    network_.directed = std::string_view(graph.attribute("edgedefault").value()) == "directed";
    read_graph(graph);
    for (const pugi::xml_node& edge : edges_) read_edge(edge);
    if (network_.nodes() == 0) fail(file_, xml_.line_of(graph), "no nodes; expected elements node");
    network_.finish_graph();
    return std::move(network_);
  }

 private:
  /// Reads the nodes of a graph. A node that contains a graph is a group, not a node: its graph is read instead.
  void read_graph(const pugi::xml_node& graph, int depth = 0) {
    if (depth > 64) fail(file_, xml_.line_of(graph), "more than 64 graphs within each other");
    for (const pugi::xml_node& child : graph.children()) {
      const std::string_view kind = child.name();
      if (kind == "edge") edges_.push_back(child);
      if (kind == "hyperedge") network_.leave_out("hyperedges");
      if (kind != "node") continue;
      const pugi::xml_node inner = child.child("graph");
      inner ? read_graph(inner, depth + 1) : read_node(child);
      if (inner) groups_.insert(child.attribute("id").value());
    }
  }

  /// Returns the data of a node or an edge by name.
  Attributes data_of(const pugi::xml_node& element) const {
    Attributes data;
    for (const char* const kind : {element.name(), "all"})
      if (const auto known = defaults_.find(kind); known != defaults_.end())
        data.insert(known->second.begin(), known->second.end());
    for (const pugi::xml_node& d : element.children("data")) {
      const auto key = keys_.find(std::string_view(d.attribute("key").value()));
      data[key == keys_.end() ? d.attribute("key").value() : key->second] = d.child_value();
      // yEd has labels within its drawing of an edge.
      if (const auto label = d.first_element_by_path("y:PolyLineEdge/y:EdgeLabel"))
        data["label"] = label.child_value();
    }
    return data;
  }

  void read_node(const pugi::xml_node& node) {
    const pugi::xml_attribute id = node.attribute("id");
    if (!id) fail(file_, xml_.line_of(node), "a node without id; expected one");
    const std::size_t number = network_.node(id.value());
    describe(network_, number, data_of(node));
  }

  void read_edge(const pugi::xml_node& edge) {
    const std::string from = edge.attribute("source").value(),
                      to = edge.attribute("target").value();
    for (const std::string& end : {from, to})
      if (!network_.knows(end))
        fail(file_, xml_.line_of(edge),
             text_of("'", end, groups_.contains(end) ? "' is a group of nodes" : "' is not a node",
                     "; expected the id of ", groups_.contains(end) ? "one of them" : "one"));
    add_link(network_, network_.node(from), network_.node(to), data_of(edge), file_,
             xml_.line_of(edge));
  }

  XmlFile xml_;
  const std::string& file_;
  Keys keys_;
  std::map<std::string, Attributes, std::less<>> defaults_;  ///< of "node" and "edge"
  std::set<std::string> groups_;                             ///< nodes with a graph
  std::vector<pugi::xml_node> edges_;
  ImportedNetwork network_;
};

}  // namespace

const NetworkFormat kGraphMl{
    .name = "GraphML",
    .example = "network.graphml",
    .recognises = [](std::string_view text) { return text.find("<graphml") != text.npos; },
    .read = [](std::string_view text,
               const std::string& file) { return GraphMlReader(text, file).read(); },
};

}  // namespace orrery::imports
