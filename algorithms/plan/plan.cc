#include "algorithms/plan/plan.h"

#include <algorithm>

#include "emu/base/check.h"

namespace orrery::inline algorithms {
namespace {

PlanPlace place_of(const Action& a, std::int64_t chunk) {
  return {a.rank, a.block, a.step, a.line, chunk};
}

/// Returns the words in brackets after an action.
std::string in_brackets(std::string_view word, std::int32_t line) {
  return line > 0 ? text_of(" (", word, ", line ", line, ")") : text_of(" (", word, ")");
}

}  // namespace

std::optional<Buffer> buffer_called(std::string_view letter) {
  for (const Buffer b : {Buffer::kInput, Buffer::kOutput, Buffer::kScratch})
    if (letter.size() == 1 && letter.front() == letter_of(b)) return b;
  return {};
}

std::string Plan::place(const Action& a) const {
  const std::string block = a.block < 0 ? "" : text_of(" tb ", a.block);
  return text_of("gpu ", a.rank, block, " ", step_word, " ", a.step,
                 in_brackets(words[a.word], a.line));
}

std::string Plan::chunk(Buffer buffer, std::int64_t part) const {
  return text_of(letter_of(buffer), "[", part / parts, "]");
}

std::int32_t Plan::add(Action a, std::span<const Chunks> reads, std::span<const Chunks> writes) {
  a.reads = static_cast<std::uint32_t>(operands.size());
  a.writes = a.reads + static_cast<std::uint32_t>(reads.size());
  a.end = a.writes + static_cast<std::uint32_t>(writes.size());
  operands.insert(operands.end(), reads.begin(), reads.end());
  operands.insert(operands.end(), writes.begin(), writes.end());
  actions.push_back(a);
  return static_cast<std::int32_t>(actions.size()) - 1;
}

PlanError::PlanError(Fault fault, PlanPlace place, const std::string& message)
    : std::runtime_error(text_of(fault_name(fault), ": ", message)), fault_(fault), place_(place) {}

PlanError::PlanError(Fault fault, const Plan& plan, std::int32_t action, const std::string& message,
                     std::int64_t chunk)
    : PlanError(fault, place_of(plan.actions[static_cast<std::size_t>(action)], chunk),
                text_of(plan.place(action), ": ", message)) {}

PlanTraffic traffic_of(const Plan& plan) {
  PlanTraffic traffic;
  std::map<std::pair<std::int32_t, std::int32_t>, std::pair<std::int64_t, std::int64_t>> pairs;
  const auto count = [&](std::int32_t from, std::int32_t to, std::int32_t parts) {
    if (from == to) return;
    if (parts == 0) {
      ++traffic.empty;
      return;
    }
    auto& [messages, sum] = pairs[{from, to}];
    ++messages;
    sum += parts;
  };
  for (const Action& a : plan.actions) {
    for (const Chunks& c : plan.reads(a)) count(c.rank, a.rank, c.count);
    for (const Chunks& c : plan.writes(a)) count(a.rank, c.rank, c.count);
  }
  for (const auto& [pair, sums] : pairs) {
    const double chunks = static_cast<double>(sums.second) / plan.parts;
    traffic.pairs.push_back({pair.first, pair.second, sums.first, chunks});
    traffic.messages += sums.first;
    traffic.chunks += chunks;
  }
  return traffic;
}

PlanWork work_of(const Plan& plan) {
  PlanWork work;
  for (const Action& a : plan.actions) {
    const auto is_local = [&](const Chunks& c) {
      return c.rank == a.rank && c.buffer != Buffer::kWire;
    };
    const auto reads = plan.reads(a), writes = plan.writes(a);
    if (reads.empty()) continue;
    const double chunks = static_cast<double>(reads.front().count) / plan.parts;
    work.reduced += chunks * static_cast<double>(reads.size() - 1);
    if (reads.size() == 1 && is_local(reads.front()))
      work.copied += chunks * static_cast<double>(std::ranges::count_if(writes, is_local));
  }
  return work;
}

}  // namespace orrery::inline algorithms
