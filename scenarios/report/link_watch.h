#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "emu/trace/link_usage.h"
#include "scenarios/run/runner.h"

/// The links of runs as data: what each of them carried, and for how long it was busy.
namespace orrery {

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
/// JSON for a name that ends in ".json".
TableFormat table_format_of(std::string_view file);

/// A line for each link of each run that was measured; links that carried nothing are left out where
/// a network has more than kMostIdleLinks. By round: a line for each round and each link that carried
/// something in it. `results` are those of all cells, in their order.
std::string links_table(const std::vector<RunResult>& results, const LinkWatch& watch,
                        LinkUsage::By by, TableFormat format);

inline constexpr LinkId kMostIdleLinks = 1 << 20;

}  // namespace orrery
