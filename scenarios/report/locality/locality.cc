#include "scenarios/report/locality/locality.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/report/report.h"
#include "scenarios/report/table.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline report {
namespace {

constexpr int kMostLocalityRounds = 16;  ///< a longer table shows the first and the last only

std::string name_of(int distance, const Topology& topology) {
  if (distance == 0) return "same host";
  if (distance == 1 && topology.servers() != nullptr) return "same node";
  if (topology.levels() == 1) {
    if (topology.nodes() == topology.hosts() + 1) return "through the switch";
    return distance == 1 ? "1 link" : fmt::format("{} links", distance);
  }
  if (topology.levels() == 2 && topology.nodes() > topology.hosts())
    return distance == 1 ? "same leaf" : "across the core";
  return fmt::format("up to level {}", distance - 1);
}

/// Returns the sums over all rounds.
std::map<int, LocalTraffic> totals(const Locality& l) {
  std::map<int, LocalTraffic> sum;
  for (const auto& [where, t] : l.traffic) {
    sum[where.second].messages += t.messages;
    sum[where.second].bytes += t.bytes;
  }
  return sum;
}

std::map<int, std::string> all_distances(const std::vector<Locality>& all) {
  std::map<int, std::string> names;
  for (const Locality& l : all) names.insert(l.distances.begin(), l.distances.end());
  return names;
}

std::string percent(Bytes part, Bytes whole) {
  return whole.count() == 0 ? "0 %"
                            : fmt::format("{:.0f} %", 100 * static_cast<double>(part.count()) /
                                                          static_cast<double>(whole.count()));
}

/// Returns the name of a run; several operations have none of their own.
std::string run_name(const Locality& l) {
  std::string name = short_name(l.result.spec);
  return name.empty() ? "operations" : name;
}

std::string summary(const std::vector<Locality>& all, const std::map<int, std::string>& names) {
  TextTable table;
  table.left({"run"});
  for (const auto& [distance, name] : names) {
    table.right({name, ""});
  }
  table.right({"time"});
  for (const Locality& l : all) {
    auto sum = totals(l);
    Bytes whole;
    for (const auto& [distance, t] : sum) whole += t.bytes;
    std::vector<std::string> row{run_name(l)};
    for (const auto& [distance, name] : names) {
      row.push_back(short_size(sum[distance].bytes));
      row.push_back(percent(sum[distance].bytes, whole));
    }
    row.push_back(l.result.error ? l.result.error->substr(0, l.result.error->find('\n'))
                                 : short_time(l.result.metrics.completion));
    table.add_row(std::move(row));
  }
  return table.text(2);
}

std::string rounds_text(const Locality& l) {
  TextTable table;
  table.right({"round"});
  for (const auto& [distance, name] : l.distances) table.right({name});
  const int rounds = l.traffic.empty() ? 0 : l.traffic.rbegin()->first.first + 1;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::string> row{fmt::format("{}", round)};
    if (rounds > kMostLocalityRounds && round == kMostLocalityRounds / 2) {
      row = {"…"};
      round = rounds - kMostLocalityRounds / 2;
    }
    for (const auto& [distance, name] : l.distances) {
      const auto t = l.traffic.find({round, distance});
      row.push_back(row.front() == "…"     ? ""
                    : t == l.traffic.end() ? "–"
                                           : short_size(t->second.bytes));
    }
    table.add_row(std::move(row));
  }
  return fmt::format("\n{}\n{}", run_name(l), table.text(2));
}

}  // namespace

void LocalitySink::start(const MessageEvent& e) {
  message_ = e.id;
  round_ = e.round;
  counted_ = false;
  const auto host = [&](int rank) { return network_.host_of[static_cast<std::size_t>(rank)]; };
  if (host(e.source) != host(e.destination)) return;
  LocalTraffic& t = traffic_[{e.round, 0}];
  ++t.messages;
  t.bytes += e.bytes;
}

void LocalitySink::path(const PathEvent& e) {
  EMU_CHECK(e.message == message_, "path of message ", e.message, " after message ", message_);
  int distance = static_cast<int>(e.links.size());
  if (network_.topology->levels() > 1) {
    distance = 0;
    for (const LinkId id : e.links)
      distance = std::max(distance, 1 + network_.topology->link(id).level);
  }
  LocalTraffic& t = traffic_[{round_, distance}];
  if (!counted_) ++t.messages;
  counted_ = true;
  t.bytes += e.bytes;
}

Locality measure_locality(const RunSpec& spec) {
  Locality l;
  if (!spec.skipped.empty()) {
    l.result = run_one(spec);
    return l;
  }
  const Network network = make_network(spec);
  LocalitySink sink(network);
  l.result = run_one(spec, &sink, Detail::kTime);
  l.traffic = sink.traffic();
  for (const auto& [where, t] : l.traffic)
    l.distances.try_emplace(where.second, name_of(where.second, *network.topology));
  return l;
}

std::string locality_text(const std::vector<Locality>& all) {
  std::string out = summary(all, all_distances(all));
  for (const Locality& l : all)
    if (!l.traffic.empty()) out += rounds_text(l);
  return out;
}

std::string locality_csv(const std::vector<Locality>& all, const std::vector<std::string>& swept) {
  std::string out;
  for (const std::string& key : swept) out += key + ",";
  out += "round,distance,messages,bytes\n";
  for (const Locality& l : all)
    for (const auto& [where, t] : l.traffic) {
      for (const auto& [key, value] : l.result.spec.swept) out += csv_text(value) + ",";
      out += fmt::format("{},{},{},{}\n", where.first, csv_text(l.distances.at(where.second)),
                         t.messages, t.bytes.count());
    }
  return out;
}

Plot locality_plot(const std::vector<Locality>& all, const std::string& title) {
  const auto names = all_distances(all);
  if (names.empty()) return {};
  const auto& [farthest, name] = *names.rbegin();
  Plot plot{.title = title,
            .x = {.label = "step"},
            .y = {.label = fmt::format("MiB {}", name)},
            .series = {}};
  std::vector<std::string> algorithms;
  std::map<std::string, int> seen;  // runs of each algorithm
  for (const Locality& l : all) {
    if (l.traffic.empty()) continue;
    const std::string& algorithm = l.result.spec.algorithm;
    auto colour = std::ranges::find(algorithms, algorithm);
    if (colour == algorithms.end()) colour = algorithms.insert(colour, algorithm);
    Plot::Series line{.name = short_name(l.result.spec),
                      .colour = static_cast<std::size_t>(colour - algorithms.begin()),
                      .strength = 1 / (1 + 1.2 * seen[algorithm]++)};
    const int rounds = l.traffic.rbegin()->first.first + 1;
    plot.x.log = plot.x.log || rounds > kMostLocalityRounds;
    for (int round = 0; round < rounds; ++round) {
      const auto t = l.traffic.find({round, farthest});
      line.points.emplace_back(
          round + 1,
          t == l.traffic.end() ? 0 : static_cast<double>(t->second.bytes.count()) / (1 << 20));
    }
    plot.series.push_back(std::move(line));
  }
  return plot;
}

}  // namespace orrery::inline report
