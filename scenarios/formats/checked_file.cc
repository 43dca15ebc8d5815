#include "scenarios/formats/checked_file.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "algorithms/collective.h"
#include "algorithms/plan/lower.h"
#include "algorithms/plan/plan_check.h"
#include "algorithms/plan/wire.h"
#include "scenarios/formats/schedule_error.h"
#include "scenarios/spec/problem.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/words.h"

namespace orrery::inline formats {
namespace {

void note(CheckedFile& c, const PlanError& e) {
  c.verified = false;
  c.error_class = fault_name(e.fault());
  c.error = e.what();
  c.place = e.place();
}

/// Returns the deficiency; nothing if the catalogue's collectives have no such bound.
std::optional<double> deficiency_of(const Plan& plan, const PlanTraffic& traffic) {
  const std::string_view name = plan.demand->name;
  const auto all = collectives();
  if (std::ranges::find(all, name, &Collective::name) == all.end() || !plan.demand->any_data)
    return {};
  Problem x;
  x.p = plan.setting.ranks;
  x.count = counts_parts(name) ? plan.setting.block() : plan.setting.chunks;
  const double bound = find_collective(name).bounds(x).host_bytes;
  std::map<std::int32_t, double> sent, received;
  for (const PairTraffic& p : traffic.pairs)
    sent[p.source] += p.chunks, received[p.destination] += p.chunks;
  double most = 0;
  for (const auto* side : {&sent, &received})
    for (const auto& [rank, sum] : *side) most = std::max(most, sum);
  return bound > 0 ? std::optional(most / bound) : std::nullopt;
}

void describe(CheckedFile& c, const Plan& plan) {
  c.collective = plan.demand->name;
  c.ranks = plan.setting.ranks;
  c.vector_chunks = plan.setting.chunks;
  const PlanTraffic traffic = traffic_of(plan);
  c.messages = traffic.messages;
  c.chunks = traffic.chunks;
  c.pairs = traffic.pairs;
  c.deficiency = deficiency_of(plan, traffic);
  c.signals = traffic.empty;
  const PlanWork work = work_of(plan);
  c.reduced_chunks = work.reduced;
  c.copied_chunks = work.copied;
  c.description = plan.description;
  c.in_place = plan.in_place;
  c.out_of_place = plan.out_of_place;
  c.warnings = plan.warnings;
}

/// Checks a plan with the semantics of executors, whose sends end when their data are in a buffer.
void check_plan(CheckedFile& c, Plan plan) {
  plan.sends_ended.clear();
  describe(c, plan);
  const PlanCheck result = check(plan);
  c.verified = result.verified;
  if (result.root >= 0) c.root = result.root;
  if (result.error) note(c, *result.error);
  if (result.error && result.error->fault() == Fault::kDeadlock) return;
  c.longest_chain = result.longest_chain;
  // The order of messages does not depend on the size.
  c.rounds = operations_of(plan, {Bytes(plan.setting.chunks * plan.parts), 1, {}}).steps;
  c.hangs_from_bytes = hangs_from_bytes(plan);
  c.slots = least_slots(plan);
}

/// Counts the messages with data by sender and receiver, and those without; messages of a rank to
/// itself do not count.
void describe(CheckedFile& c, const Schedule& graph) {
  c.ranks = static_cast<int>(graph.ranks.size());
  c.messages = c.signals = 0;
  std::vector<std::int32_t> peers;
  for (std::int32_t r = 0; r < *c.ranks; ++r) {
    peers.clear();
    for (const Operation& o : graph.ranks[static_cast<std::size_t>(r)].operations) {
      if (o.kind != Operation::Kind::kSend || o.peer == r) continue;
      if (o.amount > 0)
        peers.push_back(o.peer);
      else
        ++*c.signals;
    }
    *c.messages += std::ssize(peers);
    std::ranges::sort(peers);
    for (const std::int32_t peer : peers) {
      if (c.pairs.empty() || c.pairs.back().source != r || c.pairs.back().destination != peer)
        c.pairs.push_back({r, peer, 0, 0});
      ++c.pairs.back().messages;
    }
  }
}

void check_graph(CheckedFile& c, const Schedule& graph) {
  describe(c, graph);
  if (!graph.cycle.empty()) {
    const OperationPlace first = graph.cycle.front();
    const auto& lines = graph.ranks[static_cast<std::size_t>(first.rank)].lines;
    const std::int32_t line = lines.empty() ? 0 : lines[static_cast<std::size_t>(first.operation)];
    return note(c, {Fault::kDeadlock,
                    {first.rank, -1, first.operation, line},
                    fmt::format("{}: {}", graph.place(first), graph.waiting(graph.cycle))});
  }
  c.rounds = graph.steps;
  if (graph.sends_may_wait)
    c.slots = 0;
  else
    c.warnings.emplace_back(
        "it ends only where sends do not wait for their receives (protocol = \"eager\")");
}

/// Returns the fault that its reader reports. The file is named already, unless it is one of
/// several.
PlanError fault_of(const CheckedFile& c, const InputError& e) {
  const auto* const s = dynamic_cast<const ScheduleError*>(&e);
  const bool named = e.place().source == c.file;
  const std::string line = e.place().line > 0 ? fmt::format("line {}: ", e.place().line) : "";
  return {s == nullptr ? Fault::kSyntax : s->fault(),
          {s == nullptr ? -1 : s->rank(), -1, -1, e.place().line},
          named ? line + e.text_without_place() : e.what()};
}

std::string summary(const CheckedFile& c) {
  if (!c.error.empty()) return c.error;
  const std::string what = c.collective.empty() ? "a schedule" : c.collective;
  std::string text =
      fmt::format("{}, {} of {} in {}", c.verified ? "verified" : "nothing to verify", what,
                  counted(c.ranks.value_or(0), "rank"), c.format);
  if (c.messages) text += ", " + counted(*c.messages, "message");
  if (c.chunks) text += fmt::format(" of {:g} chunks", *c.chunks);
  if (c.rounds) text += ", " + counted(*c.rounds, "round");
  if (c.hangs_from_bytes)
    text += fmt::format("; hangs from {} bytes on, where buffers between ranks are finite",
                        *c.hangs_from_bytes);
  return text;
}

}  // namespace

const ScheduleFormat* schedule_to_check(const std::filesystem::path& path) {
  std::error_code none;
  const auto type = std::filesystem::status(path, none).type();
  const bool leads_nowhere =
      type == std::filesystem::file_type::not_found && std::filesystem::is_symlink(path, none);
  if (type != std::filesystem::file_type::regular && !leads_nowhere) return nullptr;
  return recognised_format(path);
}

CheckedFile check_file(const std::filesystem::path& path, const ScheduleFormat& format,
                       const PlanOptions& options) {
  CheckedFile c;
  c.file = path.string();
  c.format = format.name;
  try {
    if (format.read_plan == nullptr)
      check_graph(c, format.read(path));
    else
      check_plan(c, read_plan(format, path, options));
  } catch (const NoSchedule& e) {
    note(c, e);
    c.is_other = true;
  } catch (const PlanError& e) {
    note(c, e);
  } catch (const InputError& e) {
    note(c, fault_of(c, e));
  }
  return c;
}

std::string checked_text(const std::vector<CheckedFile>& files) {
  std::string text;
  for (const CheckedFile& c : files) {
    text += fmt::format("{}: {}\n", c.file, summary(c));
    for (const std::string& w : c.warnings) text += fmt::format("  warning: {}\n", w);
  }
  return text;
}

}  // namespace orrery::inline formats
