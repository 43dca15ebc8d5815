#include "scenarios/run/sizes/size_family.h"

#include <algorithm>
#include <map>
#include <string>

#include "algorithms/algorithm.h"
#include "scenarios/keys/keys.h"

namespace orrery::inline run {
namespace {

constexpr std::size_t kFewest = 5;  ///< members of a family that make it worth while

/// Returns whether the algorithm is one of the catalogue that does the same at every size: it has
/// no blocks and no radix to choose, and is no choice itself.
bool may_be_linear(const RunSpec& spec) {
  if (!spec.skipped.empty() || !runs_collective(spec) || spec.payload != PayloadKind::kGhost)
    return false;
  if (spec.conditions.repeats > 1) return false;
  const Algorithm* const a = algorithm_or_null(spec.collective, spec.algorithm);
  return a != nullptr && origin_of(*a) == nullptr && a->best_blocks == nullptr &&
         a->best_radix == nullptr && a->choice == nullptr && a->form == nullptr;
}

/// Returns all keys of a cell without its bytes.
std::string without_bytes(const RunSpec& spec) {
  std::string text;
  for (const Key& key : all_keys())
    if (key.name != "bytes") (text += key.get(spec)) += '\n';
  return text;
}

__extension__ using Wide = __int128;

/// Returns whether the three points are on a line.
bool are_on_a_line(const SizedRun& a, const SizedRun& b, const SizedRun& c) {
  const auto rise = [&](const SizedRun& x) {
    return Wide{(x.metrics.completion - a.metrics.completion).count()};
  };
  return rise(b) * (c.bytes - a.bytes) == rise(c) * (b.bytes - a.bytes);
}

/// Returns all amounts of bytes in the metrics of a run, and the unit of its messages.
std::vector<std::int64_t> amounts(const SizedRun& r) {
  const Metrics& m = r.metrics;
  std::vector<std::int64_t> all{r.pattern.unit};
  for (const Bytes b :
       {m.bytes_total, m.bytes_max_rank, m.reduced_max_rank, m.max_link, m.port_sum, m.link_sum})
    all.push_back(b.count());
  for (const LinkLoad& load : m.hottest) all.push_back(load.bytes.count());
  return all;
}

/// Returns whether messages come in the same order, and are larger by the factor of the sizes.
bool has_same_order(const SizedRun& a, const SizedRun& b) {
  const Metrics &x = a.metrics, &y = b.metrics;
  const auto larger = [&](std::int64_t of_a, std::int64_t of_b) {
    return Wide{of_a} * b.bytes == Wide{of_b} * a.bytes;
  };
  return a.pattern.exact && b.pattern.exact && a.pattern.order == b.pattern.order &&
         x.rounds == y.rounds && x.messages == y.messages && x.shared == y.shared &&
         x.most_at_once == y.most_at_once && x.rounds_overlap == y.rounds_overlap &&
         std::ranges::equal(amounts(a), amounts(b), larger);
}

class Family {
 public:
  Family(std::span<const std::int64_t> bytes, const FamilyRuns& runs)
      : bytes_(bytes), runs_(runs), known_(bytes.size()), done_(bytes.size()) {}

  /// Runs members `first` to `last`, both included.
  void run(std::size_t first, std::size_t last) {
    if (last - first + 1 < kFewest) {
      for (std::size_t i = first; i <= last; ++i) emulate(i);
      return;
    }
    for (const std::size_t i : {first, last, first + 1}) emulate(i);
    if (!runs_.goes_on() || derive(first, last)) return;
    const std::size_t middle = (first + last) / 2;
    run(first, middle);
    run(middle, last);
  }

 private:
  void emulate(std::size_t i) {
    if (done_[i] || !runs_.goes_on()) return;
    known_[i] = runs_.run(i);
    done_[i] = true;
  }

  /// Derives the members between, if all values are on the line through the three that are known.
  bool derive(std::size_t first, std::size_t last) {
    const auto &a = known_[first], &b = known_[first + 1], &c = known_[last];
    if (!a || !b || !c) return false;
    std::vector<Metrics> all;
    for (std::size_t i = first + 2; i < last; ++i) {
      const auto metrics = between(*a, *b, *c, bytes_[i]);
      if (!metrics) return false;
      all.push_back(*metrics);
    }
    for (std::size_t i = first + 2; i < last; ++i) {
      if (done_[i]) continue;
      done_[i] = true;
      runs_.derived(i, all[i - first - 2]);
    }
    return true;
  }

  std::span<const std::int64_t> bytes_;
  const FamilyRuns& runs_;
  std::vector<std::optional<SizedRun>> known_;
  std::vector<bool> done_;
};

}  // namespace

std::vector<std::vector<std::size_t>> size_families(const std::vector<RunSpec>& cells) {
  std::map<std::string, std::vector<std::size_t>> linear;
  std::vector<std::vector<std::size_t>> families;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (may_be_linear(cells[i]))
      linear[without_bytes(cells[i])].push_back(i);
    else
      families.push_back({i});
  }
  for (auto& [text, members] : linear) {
    std::ranges::stable_sort(members, {}, [&](std::size_t i) { return cells[i].bytes; });
    families.push_back(std::move(members));
  }
  std::ranges::sort(families, {}, [](const std::vector<std::size_t>& f) { return f.front(); });
  return families;
}

std::optional<Metrics> between(const SizedRun& first, const SizedRun& second, const SizedRun& last,
                               std::int64_t bytes) {
  const std::int64_t step = second.bytes - first.bytes;
  if (step <= 0 || first.bytes <= 0 || (bytes - first.bytes) % step != 0) return std::nullopt;
  const Wide unit = Wide{first.pattern.unit} * bytes;  // times first.bytes
  if (unit % (Wide{first.bytes} * first.pattern.grain) != 0) return std::nullopt;
  if (!has_same_order(first, second) || !has_same_order(first, last)) return std::nullopt;
  if (!are_on_a_line(first, second, last)) return std::nullopt;
  Metrics m = scaled(first.metrics, first.bytes, bytes);
  m.per_round.clear();
  m.uncontended.reset();
  m.completion +=
      (second.metrics.completion - first.metrics.completion) * ((bytes - first.bytes) / step);
  return m;
}

void run_family(std::span<const std::int64_t> bytes, const FamilyRuns& runs) {
  if (!bytes.empty()) Family(bytes, runs).run(0, bytes.size() - 1);
}

}  // namespace orrery::inline run
