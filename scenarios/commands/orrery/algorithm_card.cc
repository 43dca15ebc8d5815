#include "scenarios/commands/orrery/algorithm_card.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/levels/composition.h"
#include "algorithms/libraries.h"
#include "algorithms/source_text.h"
#include "algorithms/verify.h"
#include "emu/base/letters.h"
#include "emu/net/network.h"
#include "scenarios/report/table.h"

namespace orrery::inline commands {
namespace {

constexpr int kRanks = 8, kBlocks = 2;
constexpr std::size_t kPictureWidth = 78;

class Receivers : public Sink {
 public:
  TraceLevel level() const override { return TraceLevel::kMessages; }
  void message(const MessageEvent& e) override {
    to[{e.source, e.round}].insert(e.destination);
    rounds = std::max(rounds, e.round + 1);
  }

  std::map<std::pair<int, int>, std::set<int>> to;  ///< by rank and round
  int rounds = 0;
};

Network network_on(const char* topology) {
  Network network;
  network.topology = make_topology(topology);
  network.costs.alpha = 500ns;
  network.host_of = place_ranks({}, kRanks, kRanks);
  return network;
}

Problem problem_on(const Network& network) {
  Problem x;
  x.p = kRanks;
  x.count = std::int64_t{8} * kRanks;
  x.blocks = kBlocks;
  x.cost = {network.costs.alpha, network.costs.link(0).bandwidth.inverse(), network.costs.gamma};
  x.dims = network.topology->dims();
  x.network = &network;
  return x;
}

std::optional<Receivers> receivers_of(const Algorithm& a, const char* topology) {
  const Network network = network_on(topology);
  const Problem x = problem_on(network);
  if (refusal(a, x)) return std::nullopt;
  Receivers receivers;
  execute(a, x, network, {}, PayloadKind::kGhost, find_op("sum", "uint8"), &receivers);
  return receivers;
}

/// Returns "1-3,5": at least three successive numbers are a range.
std::string text_of_set(const std::set<int>& numbers) {
  std::string text;
  for (auto i = numbers.begin(); i != numbers.end();) {
    auto end = std::next(i);
    int last = *i;
    while (end != numbers.end() && *end == last + 1) last = *end++;
    const bool range = last - *i > 1;
    text += fmt::format("{}{}", text.empty() ? "" : ",", *i);
    if (range) text += fmt::format("-{}", last);
    i = range ? end : std::next(i);
  }
  return text;
}

/// Returns columns of texts next to each other, as many as fit.
std::string lines_of(const std::vector<std::vector<std::string>>& columns) {
  std::vector<std::string> lines(kRanks + 1);
  for (const auto& column : columns) {
    std::size_t width = 0;
    for (const std::string& cell : column) width = std::max(width, cell.size());
    const bool fits = lines.front().size() + width + 2 <= kPictureWidth;
    for (std::size_t i = 0; i < lines.size(); ++i)
      lines[i] += fits ? fmt::format("{:<{}}", column[i], width + 2) : std::string("..");
    if (!fits) break;
  }
  std::string text;
  for (std::string& line : lines) {
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string picture_of(const Receivers& receivers) {
  std::vector<std::vector<std::string>> columns{{"round"}};
  for (int r = 0; r < kRanks; ++r) columns.front().push_back(fmt::format("{} to", r));
  for (int k = 0; k < receivers.rounds; ++k) {
    columns.push_back({fmt::format("{}", k)});
    for (int r = 0; r < kRanks; ++r) {
      const auto found = receivers.to.find({r, k});
      columns.back().push_back(found == receivers.to.end() ? "." : text_of_set(found->second));
    }
  }
  return lines_of(columns);
}

/// Draws the destinations of eight ranks, round by round, as lines of text with a row for each
/// rank; a run with sizes only shows the messages. Empty if the algorithm does not run on eight
/// ranks, in a line or 2x4, or is from a plug-in.
std::string schedule_picture(const Algorithm& a) {
  if (origin_of(a) != nullptr) return {};
  for (const char* topology : {"full:8", "torus:8", "torus:2x4"})
    if (const auto receivers = receivers_of(a, topology)) return picture_of(*receivers);
  return {};
}

constexpr std::size_t kWidth = 90, kFactWidth = 12;

std::string_view source_of(const Algorithm& a) {
  return source_text(
      fmt::format("{}/{}.cc", with_underscores(a.collective), with_underscores(entry_of(a).name)));
}

/// Returns the next line, and removes it from the text.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// Returns the text under this head in the comment at the beginning of the source, in one line.
std::string said_of(const Algorithm& a, std::string_view head) {
  constexpr std::string_view kIndented = "//          ";
  std::string said;
  std::string_view text = source_of(a);
  for (bool inside = false; text.starts_with("//");) {
    std::string_view line = take_line(text);
    if (line.starts_with(kIndented)) {
      if (inside) said += fmt::format(" {}", line.substr(kIndented.size()));
      continue;
    }
    inside = line.starts_with(fmt::format("// {} ", head));
    if (!inside) continue;
    line.remove_prefix(std::min(line.find_first_not_of(' ', 3 + head.size()), line.size()));
    said = line;
  }
  return said;
}

std::string ranks_of(const Algorithm& a) {
  constexpr std::array<std::string_view, 5> kRanksNeeded{
      "any number", "an even number", "powers of two", "sides of three or powers of two",
      "one dimension, or two with disjoint Hamiltonian cycles"};
  return fmt::format("{}{}", kRanksNeeded[static_cast<std::size_t>(a.needs_ranks)],
                     a.needs_coordinates ? ", with coordinates" : "");
}

bool keeps_order(const Algorithm& a, int root) {
  Problem x;
  x.p = 4;
  x.count = 4;
  x.root = root;
  x.dims = a.needs_coordinates ? std::vector<int>{4} : std::vector<int>{};
  x.commutative = false;
  return !refusal(a, x);
}

std::string order_of(const Algorithm& a) {
  if (!find_collective(a.collective).reduces) return {};
  if (!keeps_order(a, 0))
    return a.skipped ? "rank order with skips = linear only; otherwise the operator must commute"
                     : "not rank order: the operator must commute";
  return keeps_order(a, 1) ? "rank order, with any operator"
                           : "rank order if the root is 0; otherwise the operator must commute";
}

std::string reproducible_of(const Algorithm& a) {
  if (!find_collective(a.collective).reduces) return {};
  return std::string(reproducible_name(a.reproducible));
}

std::string keys_of(const Algorithm& a) {
  std::vector<std::string_view> keys;
  for (const TuningRow& row : kTuningRows)
    if (a.*row.obeys) keys.push_back(row.key);
  if (find_collective(a.collective).among_neighbors) keys.push_back("grid, periodic, neighborhood");
  return fmt::format("{}", fmt::join(keys, ", "));
}

std::string time_of(const Algorithm& a) {
  return a.formula_if.empty() || a.formula_if == "in words"
             ? std::string(a.formula)
             : fmt::format("{} if {}", a.formula, a.formula_if);
}

}  // namespace

AlgorithmCard card_of(const Algorithm& a) {
  return {{"summary", std::string(a.summary)},
          {"letters", said_of(a, "Letters")},
          {"rounds", said_of(a, "Rounds")},
          {"sent", said_of(a, "Sent")},
          {"time", time_of(a)},
          {"ranks", ranks_of(a)},
          {"order", order_of(a)},
          {"reproducible", reproducible_of(a)},
          {"keys", keys_of(a)},
          {"reference", std::string(a.reference)},
          {"run by", run_by(a)}};
}

namespace {

/// Appends lines; the head stands in the first line only.
void append_lines(std::string& text, std::string_view head, const std::string& lines) {
  for (std::string_view rest = lines; !rest.empty(); head = "")
    text += fmt::format("  {:<{}} {}\n", head, kFactWidth, take_line(rest));
}

}  // namespace

std::string cards_text(const std::vector<const Algorithm*>& algorithms) {
  std::string text;
  for (const Algorithm* a : algorithms) {
    text += fmt::format("{}{} {}\n", text.empty() ? "" : "\n", a->collective, a->name);
    for (const auto& [fact, said] : card_of(*a)) {
      if (said.empty()) continue;
      append_lines(text, fact, wrapped(said, kWidth));
    }
    append_lines(text, "schedule", schedule_picture(*a));
  }
  return text;
}

std::vector<const Algorithm*> algorithms_named(std::string_view name) {
  std::vector<const Algorithm*> found;
  for (const Collective& c : collectives())
    if (const Algorithm* a = algorithm_or_null(c.name, name); a != nullptr && is_composition(name))
      found.push_back(a);
  for (const Algorithm* a : catalog())
    if (a->name == name || a->collective == name ||
        fmt::format("{} {}", a->collective, a->name) == name)
      found.push_back(a);
  return found;
}

}  // namespace orrery::inline commands
