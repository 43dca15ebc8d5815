#include "scenarios/report/schedule_picture.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algorithms/verify.h"
#include "emu/net/network.h"

namespace orrery {
namespace {

constexpr int kRanks = 8, kBlocks = 2;
constexpr std::size_t kWidth = 78;

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

/// "1-3,5": runs of at least three numbers are ranges.
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

/// Columns of texts side by side, as many as there is room for.
std::string lines_of(const std::vector<std::vector<std::string>>& columns) {
  std::vector<std::string> lines(kRanks + 1);
  for (const auto& column : columns) {
    std::size_t width = 0;
    for (const std::string& cell : column) width = std::max(width, cell.size());
    const bool fits = lines.front().size() + width + 2 <= kWidth;
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

}  // namespace

std::string schedule_picture(const Algorithm& a) {
  if (origin_of(a) != nullptr) return {};
  for (const char* topology : {"full:8", "torus:8", "torus:2x4"})
    if (const auto receivers = receivers_of(a, topology)) return picture_of(*receivers);
  return {};
}

}  // namespace orrery
