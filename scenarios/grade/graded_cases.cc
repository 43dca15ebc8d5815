#include "scenarios/grade/graded_cases.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emu/base/hash.h"
#include "emu/base/quantity.h"
#include "emu/engine/stop.h"
#include "emu/payload/op.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/conformance/cases.h"
#include "scenarios/run/load.h"
#include "scenarios/run/plugin/new_algorithm.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/value_ranges.h"

namespace orrery::inline grade {
namespace {

constexpr std::size_t kMostCases = 5000;
constexpr std::int64_t kMostRanksOfCase = 10'000'000;  ///< they are placed before the first run
constexpr std::string_view kAnyRoot = "any";

/// Draws values; std::mt19937_64 is specified to the bit, the library's distributions are not.
class Dice {
 public:
  Dice(std::uint64_t seed, std::string_view name) : random_(seed ^ fnv1a<std::uint64_t>(name)) {}

  std::int64_t between(std::int64_t first, std::int64_t last) {
    const auto many = static_cast<std::uint64_t>(last - first) + 1;
    return first + static_cast<std::int64_t>(random_() % many);
  }
  std::string value(const Draw& draw) {
    if (draw.values.size() == 1 && is_range(draw.values[0])) return in_range(draw);
    return draw.values[static_cast<std::size_t>(between(0, std::ssize(draw.values) - 1))];
  }
  /// Returns "list:3,0,5" of `n` numbers.
  std::string list(const Draw& draw, int n) {
    std::vector<std::string> all;
    all.reserve(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) all.push_back(value(draw));
    return fmt::format("list:{}", fmt::join(all, ","));
  }

 private:
  std::string in_range(const Draw& draw) {
    const std::string& text = draw.values[0];
    const std::size_t dots = text.find("..");
    const std::string first = text.substr(0, dots), last = text.substr(dots + 2);
    if (draw.key != "bytes")
      return fmt::format(
          "{}", between(parse_integer(first, 0, INT32_MAX), parse_integer(last, 0, INT32_MAX)));
    return fmt::format("{}B", between(parse_bytes(first).count(), parse_bytes(last).count()));
  }

  std::mt19937_64 random_;
};

/// Returns whether a key is drawn after the number of ranks, on which it depends.
bool waits_for_ranks(const Draw& draw) {
  return draw.key == "sizes" ||
         (draw.key == "root" && draw.values == std::vector<std::string>{std::string(kAnyRoot)});
}

Overrides with_defaults(const Assignment& a, const Overrides& keys) {
  Overrides all{{"collective", a.collective},
                {"algorithm", std::string(simple_algorithm(a.collective))}};
  all.insert(all.end(), keys.begin(), keys.end());
  if (std::ranges::find(keys, "payload", &Overrides::value_type::first) == keys.end())
    all.emplace_back("payload", "provenance");
  return all;
}

/// Rounds the bytes to whole elements.
void round_bytes(RunSpec& spec) {
  const std::int64_t element = find_op(spec.op, spec.datatype).element_bytes;
  give_bytes(spec, Bytes(spec.bytes.count() / element * element));
}

void draw_late(RunSpec& spec, const GradedPart& part, Dice& dice) {
  for (const Draw& draw : part.draws) {
    if (!waits_for_ranks(draw)) continue;
    const std::string value =
        draw.key == "sizes"
            ? dice.list(draw, static_cast<int>(find_collective(spec.collective).sizes(spec.ranks)))
            : fmt::format("{}", dice.between(0, spec.ranks - 1));
    find_key(draw.key)->set(spec, value);
  }
  if (spec.sizes.empty()) round_bytes(spec);
}

std::vector<RunSpec> cells(const Assignment& a, const Overrides& keys) {
  return load_scenario({}, with_defaults(a, keys), Unsupported::kSkip).cells;
}

std::vector<RunSpec> random_cases(const Assignment& a, const GradedPart& part) {
  Dice dice(a.seed, part.name);
  std::vector<RunSpec> all;
  std::int64_t ranks = 0;
  for (int i = 0; i < part.random; ++i) {
    Overrides keys = part.cases;
    std::string bytes;
    for (const Draw& draw : part.draws) {
      if (waits_for_ranks(draw)) continue;
      std::string value = dice.value(draw);
      (draw.key == "bytes" ? bytes : keys.emplace_back(draw.key, "").second) = std::move(value);
    }
    for (RunSpec& spec : cells(a, keys)) {
      check_stop();
      ranks += spec.ranks;
      if (ranks > kMostRanksOfCase)
        throw InputError(
            part.place, part.name,
            {fmt::format("its cases together have more than {} ranks", kMostRanksOfCase),
             "fewer or smaller ones"});
      if (!bytes.empty()) find_key("bytes")->set(spec, bytes);
      draw_late(spec, part, dice);
      all.push_back(std::move(spec));
    }
  }
  return all;
}

void check(const GradedPart& part, const std::vector<RunSpec>& all) {
  const auto refuse = [&](std::string what, std::string expected) {
    throw InputError(part.place, part.name, {std::move(what), std::move(expected)});
  };
  if (all.empty()) refuse("it has no cases", "one");
  if (all.size() > kMostCases)
    refuse(fmt::format("it has {} cases", all.size()), fmt::format("at most {}", kMostCases));
  for (const RunSpec& spec : all)
    if (spec.payload == PayloadKind::kGhost)
      refuse("payload ghost: nothing can be verified", "provenance or real");
}

/// Returns whether a value only repeats another key's.
bool is_followed(const Key& key, const RunSpec& spec) {
  const Key* const other = key.follows.empty() ? nullptr : find_key(key.follows);
  return other != nullptr && other->get(spec) == key.get(spec);
}

bool is_said(const Key& key, const RunSpec& spec) {
  if (key.name == "collective" || key.name == "algorithm" || key.name == "ranks") return true;
  if (key.name == "bytes") return spec.sizes.empty();
  if (key.name == "topology") return spec.topology != fmt::format("full:{}", spec.ranks);
  return key.get(spec) != key.get(default_spec()) && !is_followed(key, spec);
}

ConformanceCase as_case(const RunSpec& spec) {
  return {"", keys_of(spec), spec.ranks, spec.bytes.count()};
}

}  // namespace

std::vector<RunSpec> cases_of(const Assignment& assignment, const GradedPart& part) {
  std::vector<RunSpec> all;
  try {
    all = part.random > 0 ? random_cases(assignment, part) : cells(assignment, part.cases);
  } catch (const std::invalid_argument& e) {
    throw InputError(part.place, part.name, {.what = e.what(), .whole = true});
  }
  check(part, all);
  for (RunSpec& spec : all) spec.skipped.clear(), spec.swept.clear(), spec.title.clear();
  return all;
}

Overrides keys_of(const RunSpec& spec) {
  Overrides all;
  for (const std::string_view first : {"collective", "algorithm", "ranks"})
    all.emplace_back(first, find_key(first)->get(spec));
  for (const Key& key : all_keys())
    if (is_said(key, spec) &&
        std::ranges::find(all, key.name, &Overrides::value_type::first) == all.end())
      all.emplace_back(key.name, key.get(spec));
  return all;
}

std::string words_of(const RunSpec& spec) {
  return words_of(as_case(spec));
}

std::string command_line_of(const RunSpec& spec, const std::string& plugin) {
  return command_line_of(as_case(spec), plugin);
}

}  // namespace orrery::inline grade
