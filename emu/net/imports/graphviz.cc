// Graphviz DOT, read by Graphviz's own library if the program was built with it.
#include "emu/base/check.h"
#include "emu/net/imports/formats.h"

#ifdef ORRERY_CGRAPH
#include <algorithm>
#include <graphviz/cgraph.h>
#include <memory>
#endif

namespace orrery::imports {
namespace {

bool is_graphviz(std::string_view text) {
  const auto lines = lines_of(text.substr(0, 4096), '\0');
  for (const Line& line : lines) {
    if (line.words[0].starts_with("//") || line.words[0].starts_with('#') ||
        line.words[0].starts_with("/*"))
      continue;
    std::span words(line.words);
    if (words[0] == "strict" && words.size() > 1) words = words.subspan(1);
    const bool is_gml = words.size() > 1 && words[1].starts_with('[');  // of yEd and networkx
    return !is_gml && (words[0].starts_with("graph") || words[0].starts_with("digraph"));
  }
  return false;
}

#ifdef ORRERY_CGRAPH

/// Returns the attributes of a node or an edge, by the names declared for its kind.
Attributes attributes_of(Agraph_t* graph, int kind, void* object) {
  Attributes attributes;
  for (Agsym_t* symbol = agnxtattr(graph, kind, nullptr); symbol != nullptr;
       symbol = agnxtattr(graph, kind, symbol))
    if (const char* const value = agxget(object, symbol); value != nullptr && *value != '\0')
      attributes[symbol->name] = value;
  return attributes;
}

/// Returns the edges in the order of the file.
std::vector<Agedge_t*> edges_of(Agraph_t* graph) {
  std::vector<Agedge_t*> edges;
  for (Agnode_t* node = agfstnode(graph); node != nullptr; node = agnxtnode(graph, node))
    for (Agedge_t* edge = agfstout(graph, node); edge != nullptr; edge = agnxtout(graph, edge))
      edges.push_back(edge);
  std::ranges::sort(edges, {}, [](Agedge_t* edge) { return AGSEQ(edge); });
  return edges;
}

ImportedNetwork read_graphviz(std::string_view text, const std::string& file) {
  agseterr(AGMAX);  // a missing graph shows the errors
  const std::unique_ptr<Agraph_t, int (*)(Agraph_t*)> graph(agmemread(std::string(text).c_str()),
                                                            agclose);
  if (graph == nullptr) fail(file, 0, "not a valid graph of Graphviz");
  ImportedNetwork network;
  network.directed = agisdirected(graph.get()) != 0;
  for (Agnode_t* node = agfstnode(graph.get()); node != nullptr;
       node = agnxtnode(graph.get(), node)) {
    const std::size_t number = network.node(agnameof(node));
    describe(network, number, attributes_of(graph.get(), AGNODE, node));
  }
  for (Agedge_t* const edge : edges_of(graph.get()))
    network.add(link_of(network.node(agnameof(agtail(edge))), network.node(agnameof(aghead(edge))),
                        attributes_of(graph.get(), AGEDGE, edge), file, 0));
  if (network.nodes() == 0) fail(file, 0, "a graph without nodes");
  network.finish_graph();
  return network;
}

#else

ImportedNetwork read_graphviz(std::string_view, const std::string& file) {
  fail(file, 0,
       "a graph of Graphviz, which this program cannot read; expected a program built where "
       "libgraphviz-dev is installed");
}

#endif

}  // namespace

const NetworkFormat kGraphviz{"a graph of Graphviz", "network.dot", is_graphviz, read_graphviz};

}  // namespace orrery::imports
