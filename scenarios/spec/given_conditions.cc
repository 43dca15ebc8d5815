#include "scenarios/spec/given_conditions.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "emu/base/letters.h"
#include "scenarios/spec/refusal.h"
#include "scenarios/text/given_items.h"
#include "scenarios/text/text_file.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline spec {
namespace {

constexpr std::string_view kNone = "none", kFile = "file:";
constexpr std::string_view kArrivalExample = "3=10us;8-11=exponential(5us)",
                           kSlowExample = "3=2;10%=1.5";
constexpr double kSlowest = 1e6;

/// Returns the first and last rank for "3" or "8-11".
std::array<std::int64_t, 2> rank_range(std::string_view who) {
  const std::size_t dash = std::min(who.find('-'), who.size());
  constexpr std::int64_t kMost = 2147483647;
  if (who.empty() || dash == 0)
    throw ValueError({fmt::format("'{}' names no rank", who), "such as 3, 8-11 or 10%"});
  const std::int64_t first = parse_integer(who.substr(0, dash), 0, kMost);
  if (dash == who.size()) return {first, first};
  return {first, parse_integer(who.substr(dash + 1), first, kMost)};
}

void check_who(std::string_view who) {
  is_share(who) ? void(parse_share(who)) : void(rank_range(who));
}

/// Returns the ranks for "3", "8-11" or "10%".
std::vector<std::int64_t> ranks_named(std::string_view who, const RunSpec& spec,
                                      std::string_view key, Purpose purpose) {
  if (is_share(who)) return chosen_share(parse_share(who), spec.ranks, spec.seed, purpose);
  const auto [first, last] = rank_range(who);
  if (last >= spec.ranks)
    refuse(key, {fmt::format("{} is not a rank", last), fmt::format("0 to {}", spec.ranks - 1)});
  std::vector<std::int64_t> ranks;
  for (std::int64_t rank = first; rank <= last; ++rank) ranks.push_back(rank);
  return ranks;
}

/// Calls f(rank, what) for every rank that an item of the list names.
template <class F>
void for_ranks(std::string_view list, std::string_view example, const RunSpec& spec,
               std::string_view key, Purpose purpose, F&& f) {
  for (const auto& [who, what] : given_items(list, example))
    for (const std::int64_t rank : ranks_named(who, spec, key, purpose))
      f(static_cast<std::size_t>(rank), what);
}

[[noreturn]] void refuse_file(const std::string& what, std::string expected) {
  refuse("arrival", {what, std::move(expected)});
}

std::string text_of_arrivals(const std::string& path) {
  try {
    return read_text_file(path);
  } catch (const std::invalid_argument& e) {
    refuse("arrival", complaint_of(e));
  }
}

/// Reads a time on each line, for rank 0 first; ignores empty lines and text after '#'.
std::vector<Time> arrivals_from(const std::string& path, int ranks) {
  std::vector<Time> times;
  const std::string text = text_of_arrivals(path);
  int number = 0;
  for (const std::string_view line : split(std::string_view(text), '\n')) {
    ++number;
    const std::string_view time = trimmed(line.substr(0, line.find('#')));
    if (time.empty()) continue;
    try {
      times.push_back(parse_time(time));
    } catch (const ValueError& e) {
      refuse_file(fmt::format("{}:{}: {}", path, number, e.complaint().what),
                  e.complaint().expected);
    }
  }
  if (std::ssize(times) != ranks)
    refuse_file(fmt::format("{} has {} times", path, times.size()),
                fmt::format("one for each of {} ranks", ranks));
  return times;
}

Time arrival_of(const TimeDistribution& times, std::size_t rank, const RunSpec& spec) {
  return times.draw(drawn(spec.seed, Purpose::kArrival, rank));
}

std::vector<Time> arrivals_of(const RunSpec& spec) {
  const std::string& text = spec.conditions.arrival;
  if (text == kNone) return {};
  if (const std::string_view file = arrival_file(spec.conditions); !file.empty())
    return arrivals_from(found_file(spec, std::string(file)), spec.ranks);
  std::vector<Time> arrivals(static_cast<std::size_t>(spec.ranks));
  if (text.find('=') == std::string::npos) {
    const TimeDistribution times = TimeDistribution::parse(text);
    for (std::size_t rank = 0; rank < arrivals.size(); ++rank)
      arrivals[rank] = arrival_of(times, rank, spec);
    return arrivals;
  }
  for_ranks(text, kArrivalExample, spec, "arrival", Purpose::kArrival,
            [&](std::size_t rank, std::string_view what) {
              arrivals[rank] = arrival_of(TimeDistribution::parse(what), rank, spec);
            });
  return arrivals;
}

/// Returns the slowness of ranks; a rank that is named twice is slower for both reasons.
std::vector<double> slowness_of(const RunSpec& spec) {
  if (spec.conditions.slow_ranks == kNone) return {};
  std::vector<double> slowness(static_cast<std::size_t>(spec.ranks), 1);
  for_ranks(spec.conditions.slow_ranks, kSlowExample, spec, "slow_ranks", Purpose::kSlowRank,
            [&](std::size_t rank, std::string_view what) {
              slowness[rank] *= parse_factor(what, 1, kSlowest);
            });
  return slowness;
}

std::vector<Noise> noise_of(const GivenConditions& given) {
  if (given.noise == kNone) return {};
  const Noise noise{given.noise_period, TimeDistribution::parse(given.noise)};
  if (noise.length.mean_ps() >= static_cast<double>(noise.period.count()))
    refuse("noise", {fmt::format("{} every {} leaves no time to work", given.noise,
                                 time_text(given.noise_period)),
                     "a mean below noise_period"});
  return {noise};
}

}  // namespace

std::string_view arrival_file(const GivenConditions& given) {
  const std::string_view text = given.arrival;
  return text.starts_with(kFile) ? text.substr(kFile.size()) : std::string_view();
}

std::string arrival_text(std::string_view text) {
  if (text == kNone || (text.starts_with(kFile) && text.size() > kFile.size()))
    return std::string(text);
  if (text.find('=') == std::string_view::npos) return TimeDistribution::parse(text).text();
  for (const auto& [who, what] : given_items(text, kArrivalExample)) {
    check_who(who);
    TimeDistribution::parse(what);
  }
  return without_blanks(text);
}

std::string slow_ranks_text(std::string_view text) {
  if (text == kNone) return std::string(text);
  for (const auto& [who, what] : given_items(text, kSlowExample)) {
    check_who(who);
    parse_factor(what, 1, kSlowest);
  }
  return without_blanks(text);
}

std::string noise_text(std::string_view text) {
  return text == kNone ? std::string(text) : TimeDistribution::parse(text).text();
}

std::shared_ptr<const Conditions> conditions_of(const RunSpec& spec) {
  const auto conditions = std::make_shared<Conditions>();
  conditions->arrivals = arrivals_of(spec);
  conditions->slowness = slowness_of(spec);
  conditions->noise = noise_of(spec.conditions);
  if (spec.mapping.cores_per_host > 0) conditions->slice = spec.conditions.time_slice;
  if (*conditions == Conditions()) return nullptr;
  conditions->seed = spec.seed;
  return conditions;
}

double longest_factor(const Conditions& conditions) {
  double factor = 1;
  for (const double slow : conditions.slowness) factor = std::max(factor, slow);
  for (const Noise& noise : conditions.noise)
    factor /= 1 - noise.length.mean_ps() / static_cast<double>(noise.period.count());
  return factor;
}

}  // namespace orrery::inline spec
