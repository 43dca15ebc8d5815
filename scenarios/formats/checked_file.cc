#include "scenarios/formats/checked_file.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algorithms/collective.h"
#include "algorithms/plan/check.h"
#include "algorithms/plan/lower.h"
#include "algorithms/plan/wire.h"
#include "scenarios/document/errors.h"
#include "scenarios/document/problem.h"
#include "scenarios/document/program_formats.h"

namespace orrery {
namespace {

using nlohmann::ordered_json;

void note(CheckedFile& c, const PlanError& e) {
  c.verified = false;
  c.error_class = fault_name(e.fault());
  c.error = e.what();
  c.place = e.place();
}

/// Nothing where the catalogue's collectives have no such bound.
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

/// Any size will do: how messages follow each other does not depend on it.
int rounds_of(const Plan& plan) {
  return lowered(plan, {Bytes(plan.setting.chunks * plan.parts), 1, {}}).graph.steps;
}

void check_plan(CheckedFile& c, const Plan& plan) {
  describe(c, plan);
  const PlanCheck result = check(plan);
  c.verified = result.verified;
  if (result.root >= 0) c.root = result.root;
  if (result.error) note(c, *result.error);
  if (result.error && result.error->fault() == Fault::kDeadlock) return;
  c.longest_chain = result.longest_chain;
  c.rounds = rounds_of(plan);
  c.hangs_from_bytes = hangs_from_bytes(plan);
  c.slots = least_slots(plan);
}

void check_graph(CheckedFile& c, const TaskGraph& graph) {
  c.ranks = static_cast<int>(graph.ranks.size());
  c.messages = graph.messages;
  c.rounds = graph.steps;
}

template <class T>
ordered_json json_of(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json();
}
ordered_json json_of(const std::string& text) {
  return text.empty() ? ordered_json() : ordered_json(text);
}
ordered_json json_of(std::int64_t number, std::int64_t least) {
  return number >= least ? ordered_json(number) : ordered_json();
}

ordered_json json_of(const PlanPlace& p) {
  return {{"rank", json_of(p.rank, 0)},
          {"thread_block", json_of(p.block, 0)},
          {"step", json_of(p.step, 0)},
          {"chunk", json_of(p.chunk, 0)},
          {"line", json_of(p.line, 1)}};
}

/// Whole numbers of chunks are written as such.
ordered_json number_json(std::optional<double> x) {
  const auto whole = static_cast<std::int64_t>(x.value_or(0));
  return x == static_cast<double>(whole) ? ordered_json(whole) : json_of(x);
}

ordered_json json_of(const std::vector<PairTraffic>& pairs) {
  ordered_json all = ordered_json::array();
  for (const PairTraffic& p : pairs)
    all.push_back({{"src", p.source},
                   {"dst", p.destination},
                   {"messages", p.messages},
                   {"chunks", number_json(p.chunks)}});
  return all;
}

/// What the file says of itself, under names that say what it counts.
void add_description(ordered_json& o, const CheckedFile& c) {
  const PlanDescription& d = c.description;
  o["protocol"] = json_of(d.protocol);
  o["channels"] = json_of(d.channels, 1);
  o["in_place"] = json_of(c.in_place);
  o["out_of_place"] = json_of(c.out_of_place);
  o["vector_chunks"] = json_of(c.vector_chunks);
  o["input_chunks"] = d.input;
  o["output_chunks"] = d.output;
  o["scratch_chunks"] = d.scratch;
  o["thread_blocks"] = d.blocks;
  o["steps"] = d.steps;
  o["kinds"] = ordered_json::object();
  for (const auto& [kind, times] : d.kinds) o["kinds"][std::string(kind)] = times;
}

ordered_json json_of(const CheckedFile& c) {
  ordered_json o;
  o["file"] = c.file;
  o["format"] = c.format;
  o["collective"] = json_of(c.collective);
  o["ranks"] = json_of(c.ranks);
  o["verified"] = json_of(c.verified);
  o["error_class"] = json_of(c.error_class);
  o["error"] = json_of(c.error);
  o["place"] = c.error.empty() ? ordered_json() : json_of(c.place);
  o["messages"] = json_of(c.messages);
  o["chunks"] = number_json(c.chunks);
  o["signals"] = json_of(c.signals);
  o["rounds"] = json_of(c.rounds);
  o["longest_chain"] = json_of(c.longest_chain);
  o["hangs_from_bytes"] = json_of(c.hangs_from_bytes);
  o["slots"] = json_of(c.slots);
  o["reduced_chunks"] = number_json(c.reduced_chunks);
  o["copied_chunks"] = number_json(c.copied_chunks);
  o["root"] = json_of(c.root);
  if (c.vector_chunks) add_description(o, c);
  o["pairs"] = json_of(c.pairs);
  o["warnings"] = c.warnings;
  return o;
}

std::string count(std::int64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string summary(const CheckedFile& c) {
  if (!c.error.empty()) return c.error;
  const std::string what = c.collective.empty() ? "a schedule" : c.collective;
  std::string text =
      fmt::format("{}, {} of {} in {}", c.verified ? "verified" : "nothing to verify", what,
                  count(c.ranks.value_or(0), "rank"), c.format);
  if (c.messages) text += ", " + count(*c.messages, "message");
  if (c.chunks) text += fmt::format(" of {:g} chunks", *c.chunks);
  if (c.rounds) text += ", " + count(*c.rounds, "round");
  if (c.hangs_from_bytes)
    text += fmt::format("; hangs from {} bytes on, where buffers between ranks are finite",
                        *c.hangs_from_bytes);
  return text;
}

}  // namespace

bool is_schedule_file(const std::filesystem::path& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return false;
  return plan_format_of(path) != nullptr || recognised_program_format(path) != nullptr;
}

CheckedFile check_file(const std::filesystem::path& path, const PlanOptions& options) {
  CheckedFile c;
  c.file = path.string();
  const PlanFormat* const format = plan_format_of(path);
  try {
    if (format == nullptr) {
      const ProgramFormat& other = format_of(path);
      c.format = other.id;
      check_graph(c, other.read(path));
    } else {
      c.format = format->name;
      check_plan(c, read_plan(*format, path, options));
    }
  } catch (const PlanError& e) {
    note(c, e);
  } catch (const InputError& e) {
    note(c, PlanError(Fault::kSyntax, {-1, -1, -1, e.place().line, -1}, e.what()));
  }
  return c;
}

std::string checked_json(const std::vector<CheckedFile>& files) {
  ordered_json all = ordered_json::array();
  for (const CheckedFile& c : files) all.push_back(json_of(c));
  return ordered_json{{"files", all}}.dump(2, ' ', false, ordered_json::error_handler_t::replace) +
         "\n";
}

std::string checked_text(const std::vector<CheckedFile>& files) {
  std::string text;
  for (const CheckedFile& c : files) {
    text += fmt::format("{}: {}\n", c.file, summary(c));
    for (const std::string& w : c.warnings) text += fmt::format("  warning: {}\n", w);
  }
  return text;
}

}  // namespace orrery
