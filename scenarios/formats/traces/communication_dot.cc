#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "scenarios/formats/formats.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline formats {
namespace {

struct DotEdge {
  std::int64_t messages = 0;
  Bytes bytes;
  int first_round = 0, last_round = 0;
};

std::string label_of(const DotEdge& e) {
  const std::string rounds = e.first_round == e.last_round
                                 ? fmt::format("round {}", e.first_round)
                                 : fmt::format("rounds {}-{}", e.first_round, e.last_round);
  return fmt::format("{}{}\\n{}", e.messages == 1 ? "" : fmt::format("{} x, ", e.messages),
                     short_size(e.bytes), rounds);
}

/// Returns the hue of an edge: round 0 is red, the last one violet.
double hue_of(const DotEdge& e, int rounds) {
  return 0.8 * e.first_round / std::max(1, rounds - 1);
}

/// Returns text in quotes.
std::string dot_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + '"';
}

}  // namespace

std::string communication_dot(const ExportedRun& run) {
  std::map<std::pair<int, int>, DotEdge> edges;
  int rounds = 1;
  for (const MessageEvent& m : run.trace.messages) {
    DotEdge& e = edges.try_emplace({m.source, m.destination}, DotEdge{0, {}, m.round, m.round})
                     .first->second;
    ++e.messages;
    e.bytes += m.bytes;
    e.first_round = std::min(e.first_round, m.round);
    e.last_round = std::max(e.last_round, m.round);
    rounds = std::max(rounds, m.round + 1);
  }
  const RunSpec& spec = run.result.spec;
  std::string out = fmt::format(
      "digraph communication {{\n  label={};\n  node [shape=circle, fontname=\"sans-serif\"];\n"
      "  edge [fontname=\"sans-serif\", fontsize=9];\n",
      dot_quoted(fmt::format("{} {}, {} ranks, {}", spec.algorithm, spec.collective, spec.ranks,
                             spec.bytes_text)));
  for (int r = 0; r < run.network.ranks(); ++r) out += fmt::format("  {};\n", r);
  for (const auto& [ranks, e] : edges)
    out += fmt::format("  {} -> {} [label=\"{}\", color=\"{:.3f} 0.8 0.7\"];\n", ranks.first,
                       ranks.second, label_of(e), hue_of(e, rounds));
  return out + "}\n";
}

}  // namespace orrery::inline formats
