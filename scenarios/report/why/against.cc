#include "scenarios/report/why/against.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "emu/base/check.h"
#include "scenarios/report/table.h"
#include "scenarios/report/why/why_report.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline report {
namespace {

constexpr double kNegligible = 0.005;  ///< of the largest difference: not worth a word
constexpr double kAlmostAll = 0.95;    ///< of a difference, which a few rounds account for

constexpr std::array<std::string_view, 19> kAgainstTexts{"{} and {} take equally long",
                                                         "{} is {} faster",
                                                         "; {} has",
                                                         ", for the same causes",
                                                         ", but ",
                                                         "{} less {}",
                                                         "{} more {}",
                                                         "in round {}",
                                                         "in rounds {} to {}",
                                                         "{} of it {}",
                                                         "α",
                                                         "latency",
                                                         "for bytes at full bandwidth",
                                                         "contention",
                                                         "waiting for ports",
                                                         "waiting for late partners",
                                                         "computing",
                                                         "overhead",
                                                         "noise"};

/// The sentence's words, with values in their places.
class Words {
 public:
  explicit Words(const Translate& translate) : translate_(translate) {}
  template <class... Values>
  std::string operator()(std::string_view text, const Values&... values) const {
    EMU_ASSERT(std::ranges::find(kAgainstTexts, text) != kAgainstTexts.end(),
               "no text of a difference: ", text);
    return fmt::format(fmt::runtime(translate_ ? translate_(text) : std::string(text)), values...);
  }

 private:
  const Translate& translate_;
};

/// Rounds first .. last, and by how much the slower run spends more time in them.
struct RoundRange {
  std::size_t first = 0, last = 0;
  Time sum{0};

  std::size_t length() const { return last - first + 1; }
};

/// Returns by round how much more time `slow` spends for the cause.
std::vector<Time> by_round(const Explained& slow, const Explained& fast, Cause cause) {
  const auto a = causes_of_rounds(slow.path), b = causes_of_rounds(fast.path);
  std::vector<Time> more(std::max(a.size(), b.size()));
  for (std::size_t k = 0; k < a.size(); ++k) more[k] += time_of(a[k], cause);
  for (std::size_t k = 0; k < b.size(); ++k) more[k] -= time_of(b[k], cause);
  return more;
}

/// Returns the fewest neighbouring rounds that have most of the difference.
RoundRange decisive_rounds(const std::vector<Time>& more, Time all) {
  const double wanted = kAlmostAll * std::abs(to_seconds(all));
  for (std::size_t length = 1; length < more.size(); ++length) {
    Time sum{0};
    for (std::size_t end = 0; end < more.size(); ++end) {
      sum += more[end];
      if (end >= length) sum -= more[end - length];
      const bool same_sign = (sum < Time(0)) == (all < Time(0));
      if (end + 1 >= length && same_sign && std::abs(to_seconds(sum)) >= wanted)
        return {end + 1 - length, end, sum};
    }
  }
  return {0, more.size() - 1, all};
}

/// Returns the rounds outside which there is no difference. REQUIRES that there is one.
RoundRange differing_rounds(const std::vector<Time>& more, Time all) {
  const auto differs = [](Time t) { return t != Time(0); };
  const auto first = std::ranges::find_if(more, differs) - more.begin();
  const auto behind = std::ranges::find_if(more.rbegin(), more.rend(), differs) - more.rbegin();
  return {static_cast<std::size_t>(first), more.size() - 1 - static_cast<std::size_t>(behind), all};
}

/// Returns where a difference is, unless it is everywhere: a few rounds that have most of it, or
/// else all that have some.
std::optional<RoundRange> telling_rounds(const std::vector<Time>& more, Time all) {
  const RoundRange exact = differing_rounds(more, all), most = decisive_rounds(more, all);
  if (2 * most.length() <= exact.length()) return most;
  if (exact.length() == more.size()) return std::nullopt;
  return exact;
}

std::string rounds_text(const std::vector<Time>& more, Time all, const Words& words) {
  const auto range = telling_rounds(more, all);
  if (!range) return {};
  const std::string rounds = range->first == range->last
                                 ? words("in round {}", range->first)
                                 : words("in rounds {} to {}", range->first, range->last);
  if (range->sum == all) return " " + rounds;
  return " (" + words("{} of it {}", short_time(std::chrono::abs(range->sum)), rounds) + ")";
}

std::string_view noun_of(Cause cause) {
  constexpr std::array<std::string_view, kCauses> kNouns{
      "α",          "latency",           "for bytes at full bandwidth",
      "contention", "waiting for ports", "waiting for late partners",
      "computing",  "overhead",          "noise",
  };
  return kNouns[static_cast<std::size_t>(cause)];
}

/// Returns the causes with the largest differences first; those in favour of the faster run come
/// before the others.
std::vector<Cause> by_difference(const TimeByCause& saved) {
  std::vector<Cause> causes(kAllCauses.begin(), kAllCauses.end());
  std::ranges::stable_sort(causes, std::ranges::greater{},
                           [&](Cause c) { return std::chrono::abs(time_of(saved, c)); });
  const double least = kNegligible * to_seconds(std::chrono::abs(time_of(saved, causes.front())));
  std::erase_if(causes, [&](Cause c) {
    const Time difference = std::chrono::abs(time_of(saved, c));
    return difference == Time(0) || to_seconds(difference) < least;
  });
  std::ranges::stable_partition(causes, [&](Cause c) { return time_of(saved, c) > Time(0); });
  return causes;
}

TimeByCause difference(const Explained& slow, const Explained& fast) {
  TimeByCause saved = slow.path.by_cause();
  const TimeByCause of_fast = fast.path.by_cause();
  for (std::size_t i = 0; i < saved.size(); ++i) saved[i] -= of_fast[i];
  return saved;
}

std::string signed_time(Time t) {
  if (t == Time(0)) return "0";
  return fmt::format("{}{}", t < Time(0) ? "−" : "+", short_time(std::chrono::abs(t)));
}

std::string side_by_side(const Side& a, const Side& b) {
  const TimeByCause of_a = a.run.path.by_cause(), of_b = b.run.path.by_cause();
  TextTable table;
  table.left({"cause"}).right({a.name, b.name, "difference"});
  const auto row = [&](std::string_view name, Time in_a, Time in_b) {
    table.add_row(
        {std::string(name), short_time(in_a), short_time(in_b), signed_time(in_b - in_a)});
  };
  for (const Cause cause : kAllCauses)
    if (time_of(of_a, cause) != Time(0) || time_of(of_b, cause) != Time(0))
      row(name_of(cause), time_of(of_a, cause), time_of(of_b, cause));
  row("together", total(of_a), total(of_b));
  return table.text(2);
}

}  // namespace

std::span<const std::string_view> texts_of_differences() {
  return kAgainstTexts;
}

std::string difference_text(const Side& a, const Side& b, const Translate& translate) {
  const Words words(translate);
  const Time in_a = total(a.run.path.by_cause()), in_b = total(b.run.path.by_cause());
  const bool a_is_fast = in_a < in_b;
  const Side &fast = a_is_fast ? a : b, &slow = a_is_fast ? b : a;
  const TimeByCause saved = difference(slow.run, fast.run);
  std::string text =
      in_a == in_b ? words("{} and {} take equally long", b.name, a.name)
                   : words("{} is {} faster", fast.name, short_time(std::chrono::abs(in_a - in_b)));
  if (in_a == in_b && saved == TimeByCause{}) return text + words(", for the same causes");
  if (in_a == in_b) text += words("; {} has", b.name);
  std::string before = in_a == in_b ? " " : ": ";
  bool saves = true;
  for (const Cause cause : by_difference(saved)) {
    const Time less = time_of(saved, cause);
    if (saves && less < Time(0) && before == ", ") before = words(", but ");
    saves = less > Time(0);
    text += before;
    text += words(saves ? "{} less {}" : "{} more {}", short_time(std::chrono::abs(less)),
                  words(noun_of(cause)));
    text += rounds_text(by_round(slow.run, fast.run, cause), less, words);
    before = ", ";
  }
  return text;
}

std::string against_text(const Side& a, const Side& b) {
  for (const Side* side : {&a, &b})
    if (!competes(side->run.result))
      return fmt::format("  {}: {}\n", side->name, outcome_name(side->run.result.outcome));
  return fmt::format("{}\n{}\n", side_by_side(a, b),
                     wrapped(difference_text(a, b), kTerminalWidth));
}

}  // namespace orrery::inline report
