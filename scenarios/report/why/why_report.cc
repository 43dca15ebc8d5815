#include "scenarios/report/why/why_report.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "scenarios/report/table.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline report {
namespace {

constexpr std::size_t kLegsShown = 14, kFirstLegs = 7, kLastLegs = 6;
constexpr std::size_t kLinksShown = 8, kWaitsShown = 5;

double share(Time part, Time whole) {
  return whole > Time(0) ? to_seconds(part) / to_seconds(whole) : 0;
}

std::string causes_table(const TimeByCause& times) {
  const Time all = total(times);
  TextTable table;
  table.left({"cause"}).right({"time", "share"}).left({""});
  for (const Cause cause : kAllCauses) {
    const Time time = time_of(times, cause);
    if (cause == Cause::kNoise && time == Time(0)) continue;
    table.add_row({std::string(name_of(cause)), short_time(time), short_share(share(time, all)),
                   std::string(words_of(cause))});
  }
  return table.text(2);
}

/// Returns the most important first: "latency 61 %, alpha 39 %".
std::string shares_text(const TimeByCause& times) {
  std::vector<Cause> causes(kAllCauses.begin(), kAllCauses.end());
  std::ranges::stable_sort(causes,
                           [&](Cause a, Cause b) { return time_of(times, a) > time_of(times, b); });
  std::string text;
  for (const Cause cause : causes)
    if (time_of(times, cause) > Time(0))
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(cause),
                          short_share(share(time_of(times, cause), total(times))));
  return text;
}

std::vector<std::string> leg_row(const Leg& leg, const OperationRounds& operations) {
  std::vector<std::string> row{short_time(leg.from), short_time(leg.to),
                               fmt::format("{}", operations.within(leg.round)),
                               fmt::format("{}", leg.rank), shares_text(leg.times)};
  if (operations.any()) row.insert(row.begin() + 2, std::string(operations.name(leg.round)));
  return row;
}

/// Returns a table of the operations on the path.
std::string operations_table(const CriticalPath& path, const OperationRounds& operations) {
  if (!operations.any()) return {};
  TextTable table;
  table.left({"operation"}).right({"time", "share"}).left({"made of"});
  const auto times = causes_of_operations(path, operations);
  const Time all = total(path.by_cause());
  for (std::size_t i = 0; i < times.size(); ++i)
    if (total(times[i]) > Time(0))
      table.add_row({operations.names()[i], short_time(total(times[i])),
                     short_share(share(total(times[i]), all)), shares_text(times[i])});
  return fmt::format("\n{}", table.text(2));
}

std::string legs_table(const std::vector<Leg>& legs, const OperationRounds& operations) {
  TextTable table;
  table.right({"from", "to"});
  if (operations.any()) table.left({"operation"});
  table.right({"round", "rank"}).left({"made of"});
  for (std::size_t i = 0; i < legs.size(); ++i) {
    if (legs.size() > kLegsShown && i == kFirstLegs) {
      std::vector<std::string> row(operations.any() ? 6 : 5);
      row.front() = "…";
      row.back() = fmt::format("({} more)", legs.size() - kFirstLegs - kLastLegs);
      table.add_row(std::move(row));
      i = legs.size() - kLastLegs;
    }
    table.add_row(leg_row(legs[i], operations));
  }
  return fmt::format("\n{}", table.text(2));
}

/// Describes a wait in the words of a deadlock's report.
std::string wait_text(const Stretch& s, const OperationRounds& operations) {
  const std::string_view why = s.cause == Cause::kPartner ? "posts its receive that much later"
                                                          : "has ports, but others hold them";
  const std::string who =
      s.cause == Cause::kPartner ? fmt::format("rank {}", s.partner) : "one of their hosts";
  const std::string in = operations.any() ? fmt::format("{}, ", operations.name(s.round)) : "";
  return fmt::format("  rank {} waits in send to rank {} ({}round {}) for {}: {} {}\n", s.rank,
                     s.partner, in, operations.within(s.round), short_time(s.to - s.from), who,
                     why);
}

/// Returns the longest waits, by time.
std::string waits(const CriticalPath& path, const OperationRounds& operations) {
  std::vector<Stretch> found;
  std::ranges::copy_if(path.stretches, std::back_inserter(found), [](const Stretch& s) {
    return s.cause == Cause::kPartner || s.cause == Cause::kPort;
  });
  std::ranges::stable_sort(found, std::ranges::greater{},
                           [](const Stretch& s) { return s.to - s.from; });
  const std::size_t others = found.size() > kWaitsShown ? found.size() - kWaitsShown : 0;
  found.resize(found.size() - others);
  std::ranges::stable_sort(found, {}, &Stretch::from);
  std::string text = found.empty() ? "" : "\n";
  for (const Stretch& s : found) text += wait_text(s, operations);
  if (others > 0) text += fmt::format("  and {} more waits, which are shorter\n", others);
  return text;
}

std::string links_table(const CriticalPath& path, const Topology& topology) {
  const auto links = causes_of_links(path);
  if (links.empty()) return {};
  TextTable table;
  table.left({"links of the path"}).right({"time", "latency", "bytes", "contention"});
  for (std::size_t i = 0; i < std::min(links.size(), kLinksShown); ++i) {
    const auto& [id, times] = links[i];
    const Link link = topology.link(id);
    table.add_row(
        {fmt::format("{} → {}", node_name(topology, link.from), node_name(topology, link.to)),
         short_time(total(times)), short_time(time_of(times, Cause::kLatency)),
         short_time(time_of(times, Cause::kBytes)),
         short_time(time_of(times, Cause::kContention))});
  }
  if (links.size() > kLinksShown)
    table.add_row({fmt::format("({} more)", links.size() - kLinksShown), "", "", "", ""});
  return fmt::format("\n{}", table.text(2));
}

/// Describes how links are shared in the round in which the path waits longest for other messages
/// on its links. Empty if it does not wait, or for messages of other rounds.
std::string sharing(const Explained& e, const OperationRounds& operations) {
  const std::vector<TimeByCause> rounds = causes_of_rounds(e.path);
  const auto shared = [](const TimeByCause& times) { return time_of(times, Cause::kContention); };
  const auto worst = std::ranges::max_element(rounds, {}, shared);
  if (worst == rounds.end() || shared(*worst) == Time(0)) return {};
  const auto k = static_cast<std::size_t>(worst - rounds.begin());
  const auto& all = e.result.metrics.per_round;
  if (k >= all.size() || all[k].max_port == Bytes(0) || all[k].max_link <= all[k].max_port)
    return {};
  const auto times =
      static_cast<double>(all[k].max_link.count()) / static_cast<double>(all[k].max_port.count());
  return fmt::format(
      "\n  Shared links cost most in {}round {}: the busiest one carries {}, {:.2f} times what "
      "the\n"
      "  busiest port sends ({}). Over all rounds it is {:.2f} times (Ξ).\n",
      operations.any() ? fmt::format("{}, ", operations.name(static_cast<int>(k))) : "",
      operations.within(static_cast<int>(k)), size_text(all[k].max_link), times,
      size_text(all[k].max_port), e.result.deficiency.xi);
}

std::string one_run(const Explained& e) {
  const CriticalPath& path = e.path;
  std::string text =
      fmt::format("  completed after {}; the causes of this time:\n\n{}",
                  short_time(e.result.metrics.completion), causes_table(path.by_cause()));
  if (path.ties > 0)
    text += fmt::format(
        "\n  {} {} at the same instants as steps of the path: at least as many other paths\n  are "
        "equally long.\n",
        short_count(path.ties), path.ties == 1 ? "other step ended" : "other steps ended");
  if (path.stretches.empty()) return text;
  const OperationRounds operations(e.result.spec);
  return text + sharing(e, operations) + operations_table(path, operations) +
         legs_table(legs_of(path), operations) + waits(path, operations) +
         links_table(path, *make_network(e.result.spec).topology);
}

/// Returns a row for each run, and a column for each cause that some run has.
std::string many_runs(std::span<const Explained> runs) {
  std::vector<Cause> shown;
  for (const Cause cause : kAllCauses)
    if (std::ranges::any_of(
            runs, [&](const Explained& e) { return time_of(e.path.by_cause(), cause) > Time(0); }))
      shown.push_back(cause);
  TextTable table;
  for (const auto& [key, value] : runs.front().result.spec.swept) table.left({key});
  table.right({"time"});
  for (const Cause cause : shown) table.right({name_of(cause)});
  for (const Explained& e : runs) {
    std::vector<std::string> row;
    for (const auto& [key, value] : e.result.spec.swept) row.push_back(value);
    const bool measured = is_measured(e.result);
    row.push_back(measured ? short_time(e.result.metrics.completion)
                           : std::string(outcome_name(e.result.outcome)));
    const TimeByCause times = e.path.by_cause();
    for (const Cause cause : shown)
      row.push_back(time_of(times, cause) == Time(0)
                        ? ""
                        : short_share(share(time_of(times, cause), total(times))));
    table.add_row(std::move(row));
  }
  return table.text(2);
}

}  // namespace

std::string_view words_of(Cause cause) {
  constexpr std::array<std::string_view, kCauses> kWords{
      "start-up of messages",
      "links and hops on their way",
      "bytes at full bandwidth",
      "links shared with other messages",
      "ports that other messages held",
      "senders whose receivers came late",
      "reductions, copies and other work",
      "processors busy with messages",
      "ranks that were late, or preempted",
  };
  return kWords[static_cast<std::size_t>(cause)];
}

std::string awaited_by(const Stretch& s, const Topology& topology) {
  const auto link = [&] {
    if (s.link < 0) return std::string("within the host");
    const Link ends = topology.link(s.link);
    return fmt::format("{} → {}", node_name(topology, ends.from), node_name(topology, ends.to));
  };
  switch (s.cause) {
    case Cause::kAlpha:
      return fmt::format("the start-up of the message to rank {}", s.partner);
    case Cause::kLatency:
      return "the latency of " + link();
    case Cause::kBytes:
      return s.link < 0 ? "bytes within the host" : "bytes over " + link();
    case Cause::kContention:
      return "other messages on " + link();
    case Cause::kPort:
      return fmt::format("ports for the message to rank {}, which others hold", s.partner);
    case Cause::kPartner:
      return fmt::format("rank {}, which posts its receive later", s.partner);
    case Cause::kCompute:
      return "reductions, copies or other work";
    case Cause::kOverhead:
      return fmt::format("the processor, busy with the message to rank {}", s.partner);
    case Cause::kNoise:
      break;
  }
  return fmt::format("rank {}, which is late or preempted", s.rank);
}

std::string why_text(std::span<const Explained> runs) {
  if (runs.empty()) return {};
  if (runs.size() > 1) return many_runs(runs);
  const Explained& only = runs.front();
  return is_measured(only.result) ? one_run(only)
                                  : fmt::format("  {}\n", outcome_name(only.result.outcome));
}

}  // namespace orrery::inline report
