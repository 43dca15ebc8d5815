#include "scenarios/run/skip_search.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/common/skips.h"

namespace orrery::inline run {

namespace {

using Skips = std::vector<int>;

constexpr const char* kNames[] = {"halving", "power-of-two", "linear", "sqrt"};

bool usable(const Skips& skips, int p) {
  return !skips.empty() && skips.back() == 1 && !circulant::first_unreachable(skips, p);
}

bool has_name(const Skips& skips, int p) {
  return std::ranges::any_of(
      kNames, [&](const char* name) { return circulant::named_skips(name, p) == skips; });
}

/// Returns all sequences: subsets of 2 .. p-1, as bits, in front of 1.
std::vector<Skips> every_sequence(int p) {
  std::vector<Skips> all;
  for (unsigned bits = 0; bits < 1U << (p - 2); ++bits) {
    Skips skips;
    for (int s = p - 1; s > 1; --s)
      if ((bits >> (s - 2) & 1U) != 0) skips.push_back(s);
    skips.push_back(1);
    if (usable(skips, p)) all.push_back(skips);
  }
  return all;
}

bool few_enough(int p, int most) {
  constexpr int kMostBits = 20;
  return p >= 2 && p - 2 <= kMostBits && 1 << (p - 2) <= most;
}

class Search {
 public:
  Search(const RunSpec& spec, int p, const SkipSearchOptions& options)
      : spec_(spec), p_(p), options_(options) {}

  /// Runs the sequences that have not yet run, within the remaining number.
  void run(const std::vector<Skips>& sequences) {
    std::vector<Skips> open;
    for (const Skips& skips : sequences)
      if (open.size() < left() && !times_.contains(skips) && std::ranges::count(open, skips) == 0)
        open.push_back(skips);
    std::vector<RunSpec> cells;
    cells.reserve(open.size());
    for (const Skips& skips : open) cells.push_back(with_skips(spec_, skips));
    std::vector<Time> times(open.size());
    std::size_t done = times_.size();
    run_each(cells, options_.jobs, Detail::kTime, [&](std::size_t i, RunResult r) {
      if (r.error)
        throw InputError(fmt::format("skips: {}: {}", fmt::join(open[i], ","), *r.error));
      times[i] = r.metrics.completion;
      if (options_.progress) options_.progress(++done);
      return true;
    });
    for (std::size_t i = 0; i < open.size(); ++i) times_.emplace(open[i], times[i]);
  }

  /// Descends from there.
  void descend(Skips from) {
    while (left() > 0) {
      const std::vector<Skips> around = neighbours(from);
      run(around);
      const Skips& best = *std::ranges::min_element(
          around, [&](const Skips& a, const Skips& b) { return before(a, b); });
      if (!before(best, from)) return;
      from = best;
    }
  }

  bool before(const Skips& a, const Skips& b) const { return key(a) < key(b); }
  std::size_t left() const { return static_cast<std::size_t>(options_.most) - times_.size(); }

  std::vector<TriedSkips> tried() const {
    std::vector<TriedSkips> all;
    all.reserve(times_.size());
    for (const auto& [skips, time] : times_) all.push_back({skips, time});
    std::ranges::sort(all, [&](const auto& a, const auto& b) { return before(a.skips, b.skips); });
    return all;
  }

 private:
  /// Returns the key for sorting; sequences that were not run come last.
  std::tuple<Time, std::size_t, bool, Skips> key(const Skips& skips) const {
    const auto at = times_.find(skips);
    return {at == times_.end() ? Time::max() : at->second, skips.size(), !has_name(skips, p_),
            skips};
  }

  /// Adds skips in descending order, each once.
  void add_if_usable(std::vector<Skips>& all, Skips skips) const {
    std::ranges::sort(skips, std::greater());
    const auto twice = std::ranges::unique(skips);
    skips.erase(twice.begin(), twice.end());
    if (usable(skips, p_)) all.push_back(std::move(skips));
  }

  std::vector<Skips> neighbours(const Skips& from) const {
    std::vector<Skips> all;
    for (std::size_t i = 0; i < from.size(); ++i) {
      Skips without = from;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      add_if_usable(all, without);
      for (int distance = 1; distance < p_; distance *= 2)
        for (const int s : {from[i] - distance, from[i] + distance}) {
          if (s < 1 || s >= p_) continue;
          Skips more = from, other = without;
          more.push_back(s), other.push_back(s);
          add_if_usable(all, std::move(other));
          add_if_usable(all, std::move(more));
        }
    }
    return all;
  }

  const RunSpec& spec_;
  int p_;
  const SkipSearchOptions& options_;
  std::map<Skips, Time> times_;
};

}  // namespace

RunSpec with_skips(RunSpec spec, const std::vector<int>& skips) {
  spec.skips = fmt::format("list:{}", fmt::join(skips, ","));
  spec.tuning.skips = skips;
  return spec;
}

std::string skips_text(const std::vector<int>& skips, int ranks) {
  std::string names;
  for (const char* name : kNames)
    if (circulant::named_skips(name, ranks) == skips)
      names += fmt::format("{}{}", names.empty() ? "" : " and ", name);
  return fmt::format("{}{}{}", names, names.empty() ? "" : ": ", fmt::join(skips, ","));
}

SkipSearch search_skips(const RunSpec& spec, const SkipSearchOptions& options) {
  SkipSearch result{spec.ranks > 0 ? spec.ranks : make_network(spec).ranks(), {}, false};
  const int p = result.ranks;
  if (p < 2) throw InputError("skips: one rank has no skips; expected at least 2 ranks");
  Search search(spec, p, options);
  std::vector<Skips> named;
  for (const char* name : kNames) named.push_back(*circulant::named_skips(name, p));
  result.all = few_enough(p, options.most);
  if (result.all) {
    search.run(every_sequence(p));
  } else {
    search.run(named);
    std::ranges::stable_sort(named,
                             [&](const Skips& a, const Skips& b) { return search.before(a, b); });
    for (const Skips& from : named) search.descend(from);
  }
  result.tried = search.tried();
  return result;
}

}  // namespace orrery::inline run
