#include "scenarios/report/link_watch.h"

#include <functional>
#include <utility>

#include <fmt/format.h>

#include "scenarios/report/export.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/result_text.h"

namespace orrery::inline report {
namespace {

using LinkRow = std::vector<std::pair<std::string_view, FieldValue>>;

/// The rows of one run.
class Rows {
 public:
  using Take = std::function<void(const LinkRow&)>;

  Rows(const RunResult& result, const LinkUsage& usage)
      : result_(result), usage_(usage), network_(make_network(result.spec)) {}

  void each_link(const Take& take) const {
    const LinkId all = network_.topology->link_count();
    if (all > kMostIdleLinks) {
      for (const auto& [link, use] : usage_.links()) take(row({}, link, use));
      return;
    }
    for (LinkId link = 0; link < all; ++link) {
      const auto used = usage_.links().find(link);
      take(row({}, link, used == usage_.links().end() ? LinkUse{} : used->second));
    }
  }

  void each_round(const Take& take) const {
    for (const auto& [where, use] : usage_.rounds())
      take(row({{"round", std::int64_t{where.first}}}, where.second, use));
  }

 private:
  LinkRow row(LinkRow begin, LinkId id, const LinkUse& use) const {
    const Topology& topology = *network_.topology;
    const Link link = topology.link(id);
    const LinkCost cost = network_.costs.of(link);
    const double could =
        cost.bandwidth.bytes_per_second * to_seconds(result_.metrics.completion);  // bytes
    LinkRow end{{"link", id},
                {"from", node_name(topology, link.from)},
                {"to", node_name(topology, link.to)},
                {"level", std::int64_t{link.level}},
                {"bandwidth_bps", 8 * cost.bandwidth.bytes_per_second},
                {"latency_s", cost.latency},
                {"bytes", use.bytes.count()},
                {"flows", use.flows},
                {"busy_s", use.busy.total()},
                {"utilization", could > 0 ? static_cast<double>(use.bytes.count()) / could : 0}};
    begin.insert(begin.end(), end.begin(), end.end());
    return begin;
  }

  const RunResult& result_;
  const LinkUsage& usage_;
  Network network_;
};

/// The parts of a table in one format.
class Table {
 public:
  explicit Table(TableFormat format) : json_(format == TableFormat::kJson) {}

  void begin_run(const RunResult& r) {
    swept_ = &r.spec.swept;
    first_ = true;
    if (!json_) return;
    std::string cell;
    for (const auto& [key, value] : *swept_)
      cell += fmt::format("{}{}: {}", cell.empty() ? "" : ", ", json_token(key), json_token(value));
    runs_ += fmt::format(
        "{}\n    {{\n      \"cell\": {{{}}},\n      \"completion_time_s\": {},\n      \"links\": [",
        runs_.empty() ? "" : ",", cell, json_token(r.metrics.completion));
  }

  void add(const LinkRow& row) {
    json_ ? add_json(row) : add_csv(row);
    first_ = false;
  }

  void end_run() {
    if (json_) runs_ += "\n      ]\n    }";
  }

  std::string text() const {
    return json_ ? fmt::format("{}{}{}", kJsonBegin, runs_, kJsonEnd) : head_ + runs_;
  }

 private:
  void add_json(const LinkRow& row) {
    runs_ += first_ ? "\n        {" : ",\n        {";
    for (std::size_t i = 0; i < row.size(); ++i)
      runs_ +=
          fmt::format("{}\"{}\": {}", i == 0 ? "" : ", ", row[i].first, json_token(row[i].second));
    runs_ += '}';
  }

  void add_csv(const LinkRow& row) {
    if (head_.empty()) {
      for (const auto& [key, value] : *swept_) head_ += key + ',';
      for (const auto& [name, value] : row)
        head_ += fmt::format("{}{}", name, name == row.back().first ? "\n" : ",");
    }
    for (const auto& [key, value] : *swept_) runs_ += csv_text(value) + ',';
    for (std::size_t i = 0; i < row.size(); ++i)
      runs_ += csv_cell(row[i].second) + (i + 1 < row.size() ? ',' : '\n');
  }

  bool json_;
  bool first_ = true;
  const std::vector<std::pair<std::string, std::string>>* swept_ = nullptr;
  std::string head_, runs_;
};

}  // namespace

LinkWatch::LinkWatch(std::size_t cells, LinkUsage::By by) {
  for (std::size_t i = 0; i < cells; ++i) usages_.emplace_back(by);
}

TableFormat table_format_of(std::string_view file) {
  return file.ends_with(".json") ? TableFormat::kJson : TableFormat::kCsv;
}

std::string links_table(const std::vector<RunResult>& results, const LinkWatch& watch,
                        LinkUsage::By by, TableFormat format) {
  Table table(format);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!is_measured(results[i])) continue;
    const Rows rows(results[i], watch.usage(i));
    const auto add = [&](const LinkRow& row) { table.add(row); };
    table.begin_run(results[i]);
    by == LinkUsage::By::kRun ? rows.each_link(add) : rows.each_round(add);
    table.end_run();
  }
  return table.text();
}

}  // namespace orrery::inline report
