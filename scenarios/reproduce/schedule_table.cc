#include "scenarios/reproduce/schedule_table.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "algorithms/schedules/circulant.h"

namespace orrery {

namespace {

constexpr int kRanksInPart = 40;

struct Column {
  int r;
  int baseblock;
  circulant::Schedule receive, send;
};

Column column(const circulant::Skips& skips, int r) {
  return {r, circulant::baseblock(skips, r), circulant::receive_schedule(skips, r),
          circulant::send_schedule(skips, r)};
}

std::vector<Column> columns(const circulant::Skips& skips, int first, int last) {
  std::vector<Column> all;
  for (int r = first; r < last; ++r) all.push_back(column(skips, r));
  return all;
}

/// A homerange begins at every skip.
bool begins_homerange(const circulant::Skips& skips, int r) {
  return std::find(skips.skip.begin(), skips.skip.begin() + skips.q, r) !=
         skips.skip.begin() + skips.q;
}

/// One row: a label and a value for each column.
template <class Value>
std::string row(const circulant::Skips& skips, const std::vector<Column>& ranks,
                const std::string& label, Value&& value) {
  const auto width = std::to_string(skips.p - 1).size() + 1;
  std::string line = fmt::format("{:<11}", label);
  for (const Column& c : ranks)
    line += fmt::format("{} {:>{}}", begins_homerange(skips, c.r) ? " |" : "", value(c),
                        std::max<std::size_t>(width, 2));
  return line + '\n';
}

std::string part(const circulant::Skips& skips, const std::vector<Column>& ranks) {
  std::string text = row(skips, ranks, "r", [](const Column& c) { return c.r; });
  text += row(skips, ranks, "baseblock",
              [&](const Column& c) { return c.r == 0 ? "" : std::to_string(c.baseblock); });
  for (int k = 0; k < skips.q; ++k)
    text += row(skips, ranks, fmt::format("recv[{}]", k),
                [k](const Column& c) { return c.receive[static_cast<std::size_t>(k)]; });
  for (int k = 0; k < skips.q; ++k)
    text += row(skips, ranks, fmt::format("send[{}]", k),
                [k](const Column& c) { return c.send[static_cast<std::size_t>(k)]; });
  return text;
}

}  // namespace

std::string schedule_table(int p, std::optional<int> rank) {
  const circulant::Skips skips(p);
  std::string text =
      fmt::format("Broadcast schedules on the circulant graph, p = {}, q = {}, skips = {}\n", p,
                  skips.q, fmt::join(skips.skip.begin(), skips.skip.begin() + skips.q + 1, " "));
  text +=
      "In round k (mod q) r sends to r + skips[k] and receives from r - skips[k]. A negative\n"
      "entry b is block b + q of the phase before. | begins a homerange: there r = skips[k].\n";
  if (rank) return text + '\n' + part(skips, columns(skips, *rank, *rank + 1));
  for (int first = 0; first < p; first += kRanksInPart)
    text += '\n' + part(skips, columns(skips, first, std::min(p, first + kRanksInPart)));
  return text;
}

std::string schedule_csv(int p, std::optional<int> rank) {
  const circulant::Skips skips(p);
  std::string baseblocks, receives, sends;
  const auto add = [&](std::string& to, const char* kind, const std::string& k, int r, int value) {
    fmt::format_to(std::back_inserter(to), "{},{},{},{},{}\n", kind, p, k, r, value);
  };
  for (int r = rank.value_or(0); r < (rank ? *rank + 1 : p); ++r) {
    const Column c = column(skips, r);
    add(baseblocks, "baseblock", "", r, c.baseblock);
    for (int k = 0; k < skips.q; ++k) {
      add(receives, "recv", std::to_string(k), r, c.receive[static_cast<std::size_t>(k)]);
      add(sends, "send", std::to_string(k), r, c.send[static_cast<std::size_t>(k)]);
    }
  }
  return "kind,p,round,rank,value\n" + baseblocks + receives + sends;
}

}  // namespace orrery
