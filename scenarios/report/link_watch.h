#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "emu/trace/link_usage.h"
#include "scenarios/run/runner.h"

/// The links of runs as data: the bytes that each of them carried, and how long it was busy.
namespace orrery::inline report {

/// Watches the links of all cells of a scenario.
class LinkWatch {
 public:
  LinkWatch(std::size_t cells, LinkUsage::By by);

  Sink* sink_of(std::size_t cell) { return &usages_[cell]; }
  const LinkUsage& usage(std::size_t cell) const { return usages_[cell]; }

 private:
  std::deque<LinkUsage> usages_;
};

enum class TableFormat { kCsv, kJson };
/// Returns JSON for a name that ends in ".json", otherwise CSV.
TableFormat table_format_of(std::string_view file);

/// Returns a line for each link of each measured run; leaves out idle links if a network has more
/// than kMostIdleLinks. By round: a line for each round and each link that carried bytes in it.
/// `results` are those of all cells, in their order.
std::string links_table(const std::vector<RunResult>& results, const LinkWatch& watch,
                        LinkUsage::By by, TableFormat format);

inline constexpr LinkId kMostIdleLinks = 1 << 20;

}  // namespace orrery::inline report
