#include "scenarios/reproduce/schedule_table.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algorithms/schedules/circulant.h"

namespace orrery::inline reproduce {

namespace {

constexpr int kRanksInPart = 40;

struct TableColumn {
  int r;
  int baseblock;
  circulant::Schedule receive, send;
};

TableColumn column(const circulant::Skips& skips, int r) {
  return {r, circulant::baseblock(skips, r), circulant::receive_schedule(skips, r),
          circulant::send_schedule(skips, r)};
}

/// Gathers text, and writes it when it has become long.
class ChunkColumns {
 public:
  explicit ChunkColumns(const WriteText& write) : write_(write) {}
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    if (text_.size() >= kChunk) flush();
  }
  void flush() {
    write_(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t kChunk = 1 << 16;
  const WriteText& write_;
  std::string text_;
};

std::vector<TableColumn> columns(const circulant::Skips& skips, int first, int last) {
  std::vector<TableColumn> all;
  for (int r = first; r < last; ++r) all.push_back(column(skips, r));
  return all;
}

/// Returns whether a homerange begins at r: one begins at every skip.
bool begins_homerange(const circulant::Skips& skips, int r) {
  return std::find(skips.skip.begin(), skips.skip.begin() + skips.q, r) !=
         skips.skip.begin() + skips.q;
}

/// Returns one row: a label and a value for each column.
template <class Value>
std::string row(const circulant::Skips& skips, const std::vector<TableColumn>& ranks,
                const std::string& label, Value&& value) {
  const auto width = std::to_string(skips.p - 1).size() + 1;
  std::string line = fmt::format("{:<11}", label);
  for (const TableColumn& c : ranks)
    line += fmt::format("{} {:>{}}", begins_homerange(skips, c.r) ? " |" : "", value(c),
                        std::max<std::size_t>(width, 2));
  return line + '\n';
}

std::string part(const circulant::Skips& skips, const std::vector<TableColumn>& ranks) {
  std::string text = row(skips, ranks, "r", [](const TableColumn& c) { return c.r; });
  text += row(skips, ranks, "baseblock",
              [&](const TableColumn& c) { return c.r == 0 ? "" : std::to_string(c.baseblock); });
  for (int k = 0; k < skips.q; ++k)
    text += row(skips, ranks, fmt::format("recv[{}]", k),
                [k](const TableColumn& c) { return c.receive[static_cast<std::size_t>(k)]; });
  for (int k = 0; k < skips.q; ++k)
    text += row(skips, ranks, fmt::format("send[{}]", k),
                [k](const TableColumn& c) { return c.send[static_cast<std::size_t>(k)]; });
  return text;
}

}  // namespace

void schedule_table(int p, std::optional<int> rank, const WriteText& write) {
  const circulant::Skips skips(p);
  std::string text =
      fmt::format("Broadcast schedules on the circulant graph, p = {}, q = {}, skips = {}\n", p,
                  skips.q, fmt::join(skips.skip.begin(), skips.skip.begin() + skips.q + 1, " "));
  text +=
      "In round k (mod q) r sends to r + skips[k] and receives from r - skips[k]. A negative\n"
      "entry b is block b + q of the phase before. | begins a homerange: there r = skips[k].\n";
  write(text);
  if (rank) return write('\n' + part(skips, columns(skips, *rank, *rank + 1)));
  for (int first = 0; first < p; first += kRanksInPart)
    write('\n' + part(skips, columns(skips, first, std::min(p, first + kRanksInPart))));
}

void schedule_csv(int p, std::optional<int> rank, const WriteText& write) {
  const circulant::Skips skips(p);
  ChunkColumns chunks(write);
  chunks.add("kind,p,round,rank,value\n");
  const int first = rank.value_or(0), end = rank ? *rank + 1 : p;
  for (int r = first; r < end; ++r)
    chunks.add("baseblock,{},,{},{}\n", p, r, circulant::baseblock(skips, r));
  for (const auto& [kind, construct] : {std::pair("recv", &circulant::receive_schedule),
                                        std::pair("send", &circulant::send_schedule)})
    for (int r = first; r < end; ++r) {
      const circulant::Schedule s = construct(skips, r, nullptr);
      for (int k = 0; k < skips.q; ++k)
        chunks.add("{},{},{},{},{}\n", kind, p, k, r, s[static_cast<std::size_t>(k)]);
    }
  chunks.flush();
}

}  // namespace orrery::inline reproduce
