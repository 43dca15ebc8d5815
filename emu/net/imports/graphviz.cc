// Graphviz DOT, read by Graphviz's own library if the program was built with it.
#include <algorithm>
#include <set>
#include <utility>

#include "emu/base/check.h"
#include "emu/net/imports/formats.h"

#ifdef ORRERY_CGRAPH
#include <cstdlib>
#include <graphviz/cgraph.h>
#include <memory>
#endif

namespace orrery::imports {
namespace {

/// Takes the tokens of DOT from a text as Graphviz does: ids (without quotes), "--" for both kinds of
/// edges, and single characters. Comments are no tokens; "a" + "b" is the id ab, 1a the ids 1 and a.
class DotTokens {
 public:
  explicit DotTokens(std::string_view text) : text_(text) {}

  /// Returns the next token; an empty one at the end.
  std::string next() {
    skip_comments();
    is_id = at_ < text_.size(), is_bare = false;
    if (!is_id) return {};
    if (text_[at_] == '"') return quoted();
    if (text_[at_] == '<') return html();
    const std::size_t begin = at_;
    at_ = end_of_number();
    if (at_ > begin) return std::string(text_.substr(begin, at_ - begin));
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    is_id = is_bare = at_ > begin;
    if (is_bare) return std::string(text_.substr(begin, at_ - begin));
    if (text_.substr(at_, 2) != "--" && text_.substr(at_, 2) != "->")
      return std::string(text_.substr(at_++, 1));
    at_ += 2;
    return "--";
  }
  bool is_id = false;    ///< whether the last token was one
  bool is_bare = false;  ///< whether it was a word without quotes, as keywords are
  std::size_t position() const { return at_; }

 private:
  static bool is_letter(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  }
  /// Returns the position after a number such as -1.5, or the present one without a number.
  std::size_t end_of_number() const {
    std::size_t at = at_ + (text_[at_] == '-' ? 1 : 0), digits = 0;
    for (bool has_point = false; at < text_.size(); ++at)
      if (is_digit(text_[at]))
        ++digits;
      else if (text_[at] != '.' || std::exchange(has_point, true))
        break;
    return digits > 0 ? at : at_;
  }
  void skip_comments() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      const bool begins_line = at_ == 0 || text_[at_ - 1] == '\n';
      if (rest.starts_with("//") || (rest[0] == '#' && begins_line))
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (rest.starts_with("/*"))
        at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
      else if (std::string_view(" \t\r\n\v\f").find(rest[0]) != std::string_view::npos)
        ++at_;
      else
        return;
    }
  }
  /// Returns an id of quoted parts with + between them. A backslash joins lines or escapes a quote.
  std::string quoted() {
    std::string id;
    do {
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
        if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
          if (text_[++at_] == '\r' && text_.substr(at_, 2) == "\r\n") ++at_;
          if (text_[at_] == '\n') continue;
          if (text_[at_] != '"') id += '\\';
        }
        id += text_[at_];
      }
      at_ = std::min(at_ + 1, text_.size());
    } while (goes_on());
    return id;
  }
  /// Skips a + if a quoted part follows.
  bool goes_on() {
    const std::size_t before = at_;
    skip_comments();
    if (text_.substr(at_).starts_with('+')) {
      ++at_;
      skip_comments();
      if (text_.substr(at_).starts_with('"')) return true;
    }
    at_ = before;
    return false;
  }
  std::string html() {
    const std::size_t begin = at_;
    for (int depth = 0; at_ < text_.size();) {
      depth += text_[at_] == '<' ? 1 : text_[at_] == '>' ? -1 : 0;
      ++at_;
      if (depth == 0) break;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_graphviz(std::string_view text) {
  DotTokens tokens(text);
  std::string word = small_letters(tokens.next());
  if (word == "strict") word = small_letters(tokens.next());
  if (!tokens.is_bare || (word != "graph" && word != "digraph")) return false;
  const std::string next = tokens.next();  // GML of yEd and networkx has a [
  return next == "{" || (tokens.is_id && tokens.next() == "{");
}

#ifdef ORRERY_CGRAPH

/// Limits a file before the library reads it: it takes time and memory for each node and each name
/// of an attribute, for each group around a node, and for each pair of nodes of groups that an edge
/// joins.
class DotLimits {
 public:
  DotLimits(std::string_view text, const std::string& file) : tokens_(text), file_(file) {
    groups_.emplace_back();
    std::string last;
    for (std::string token = tokens_.next(); !token.empty() || tokens_.is_id;
         token = tokens_.next()) {
      has_more_ = end_ != std::string_view::npos;
      if (has_more_) break;
      const bool is_id = tokens_.is_id;
      read(token, last);
      last = is_id ? token : std::string();
    }
  }

  /// Returns the first graph, and whether more follow: the library would keep them for its next file.
  std::pair<std::string, bool> first_graph(std::string_view text) const {
    return {std::string(text.substr(0, end_)), has_more_};
  }

 private:
  static constexpr std::size_t kMostNames = 100, kMostDepth = 64, kMostEntries = 1 << 21;
  struct Group {
    std::size_t nodes = 0;  ///< mentioned so far
    std::size_t element = 0,
                before = 0;  ///< nodes of the element that was read, and before an edge
    std::string name;        ///< after a mark, as names may be empty; empty without a name
  };

  void read(std::string token, std::string last) {
    Group& group = groups_.back();
    std::string name;
    if (tokens_.is_bare && small_letters(token) == "subgraph") {
      token = tokens_.next();
      if (tokens_.is_id) name = '=' + token, token = tokens_.next();
    }
    if (tokens_.is_id) {
      element(1);
    } else if (token == "=") {
      names_.insert(last);
      if (names_.size() > kMostNames)
        fail(file_, 0, text_of("more than ", kMostNames, " names of attributes"));
    } else if (token == "[") {
      while (tokens_.is_id || (token != "]" && !token.empty())) {
        token = tokens_.next();
        if (token == "=" && !tokens_.is_id) read(token, last);
        last = token;
      }
    } else if (token == "{") {
      groups_.push_back({.name = name});
      if (groups_.size() > kMostDepth)
        fail(file_, 0, text_of("more than ", kMostDepth, " groups within each other"));
    } else if (token == "}" && groups_.size() > 1) {
      const Group inner = group;
      groups_.pop_back();
      element(inner.name.empty() ? inner.nodes : sizes_[inner.name] += inner.nodes);
      if (groups_.size() == 1) end_ = tokens_.position();
    } else if (token == "--") {
      group.before = group.element;
    }
  }
  /// Counts a node or group, and the edges to it from the one before `--`.
  void element(std::size_t nodes) {
    Group& group = groups_.back();
    group.nodes += nodes;
    if ((entries_ += groups_.size()) > kMostEntries)
      fail(file_, 0, text_of("more than ", kMostEntries, " nodes of groups"));
    edges_ += std::exchange(group.before, 0) * nodes;
    group.element = nodes;
    if (edges_ > kMostLinks)
      fail(file_, 0, text_of("more than ", kMostLinks, " links; expected a smaller network"));
  }

  DotTokens tokens_;
  const std::string& file_;
  std::vector<Group> groups_;
  std::map<std::string, std::size_t> sizes_;  ///< nodes of named groups
  std::set<std::string> names_;
  std::size_t edges_ = 0, entries_ = 0;
  std::size_t end_ = std::string_view::npos;
  bool has_more_ = false;
};

/// Throws the library's last error, with its line.
[[noreturn]] void fail_as_library(const std::string& file) {
  const std::unique_ptr<char, void (*)(void*)> error(aglasterr(), std::free);
  std::string_view text = error == nullptr ? "" : error.get();
  text = text.substr(0, text.find('\n'));
  std::size_t line = 0;
  constexpr std::string_view kLine = "in line ";
  if (const std::size_t at = text.find(kLine); at != text.npos)
    for (std::size_t i = at + kLine.size();
         i < text.size() && is_digit(text[i]) && line < 1'000'000; ++i)
      line = 10 * line + static_cast<std::size_t>(text[i] - '0');
  const std::size_t near = text.find("near ");
  fail(file, line,
       text_of("not a valid graph of Graphviz",
               near == text.npos ? "" : text_of(": syntax error ", text.substr(near))));
}

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
  const auto [first, has_more] = DotLimits(text, file).first_graph(text);
  agreadline(1);
  agseterr(AGMAX);  // keeps errors for aglasterr()
  const std::unique_ptr<Agraph_t, int (*)(Agraph_t*)> graph(agmemread(first.c_str()), agclose);
  if (graph == nullptr) fail_as_library(file);
  ImportedNetwork network;
  if (has_more) network.leave_out("all graphs after the first");
  network.directed = agisdirected(graph.get()) != 0;
  for (Agnode_t* node = agfstnode(graph.get()); node != nullptr;
       node = agnxtnode(graph.get(), node)) {
    const std::size_t number = network.node(agnameof(node));
    describe(network, number, attributes_of(graph.get(), AGNODE, node));
  }
  for (Agedge_t* const edge : edges_of(graph.get()))
    add_link(network, network.node(agnameof(agtail(edge))), network.node(agnameof(aghead(edge))),
             attributes_of(graph.get(), AGEDGE, edge), file, 0);
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
