#include "scenarios/run/conformance/cases.h"

#include <algorithm>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/common/skips.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/conformance/grids.h"
#include "scenarios/run/plugin/limits.h"

namespace orrery::inline run {
namespace {

// Aspects with many values besides p stop at fewer ranks.
constexpr int kMostForOperators = 16, kMostForNetworks = 12, kMostForSizes = 40, kMostForSkips = 40,
              kMostForRounds = 33, kMostForShapes = 16;
constexpr int kMostForAll = 7;  ///< for every sequence of skips, and every rank that has all data

constexpr Aspect kData = "data", kRounds = "stepping by rounds",
                 kOperators = "operators and datatypes", kSizes = "blocks of any size",
                 kSkipsAspect = "skips", kNetworks = "networks, ports and protocols",
                 kZero = "costs of zero", kTime = "time";

using Setting = Overrides::value_type;
/// The network of p ranks: fully connected by default.
struct Machine {
  int p = 1;
  std::string topology{};
};

std::vector<Machine> tori(int p) {
  std::vector<Machine> all;
  for (const Sides& sides : factorisations(p, 3))
    if (p > 1) all.push_back({p, fmt::format("torus:{}", fmt::join(sides, "x"))});
  return all;
}

/// Returns networks on which messages contend for links.
std::vector<Machine> contended(int p) {
  std::vector<Machine> all = tori(p);
  for (const Sides& sides : factorisations(p, 2))
    if (sides.size() == 2) all.push_back({p, fmt::format("mesh:{}x{}", sides[0], sides[1])});
  if (p > 2) all.push_back({p, fmt::format("two-tier:{},{}", p / 3, p - p / 3)});
  if (p == 8) all.push_back({p, "fat-tree:2,3"});
  if (p > 1) all.push_back({p, fmt::format("star:{}", p)});
  return all;
}

class Cases {
 public:
  Cases(const Algorithm& a, const Extent& extent)
      : a_(a), collective_(find_collective(a.collective)), extent_(extent) {}

  std::vector<ConformanceCase> all() {
    for (int p = 1; p <= extent_.ranks; ++p) add_ranks(p);
    const auto weight = [](const ConformanceCase& c) {
      const auto aspect = std::ranges::find(aspects(), c.aspect);
      return std::tuple(c.ranks, c.bytes, aspect - aspects().begin());
    };
    std::ranges::stable_sort(cases_, {}, weight);
    return std::move(cases_);
  }

 private:
  void add_ranks(int p) {
    for (const Machine& m : machines(p)) {
      add_data(m);
      add_rounds(m);
      add_operators(m);
      add_sizes(m);
      add_skips(m);
      add_costs(m);
    }
    if (p <= kMostForNetworks)
      for (const Machine& m : contended(p)) add_networks(m);
  }

  /// Returns networks where ranks have the coordinates that the algorithm needs.
  std::vector<Machine> machines(int p) const {
    return a_.needs_coordinates && p > 1 ? tori(p) : std::vector<Machine>{{p}};
  }

  std::vector<int> roots(int p) const {
    if (!collective_.rooted) return {0};
    std::set<int> all{0, p / 2, p - 1};
    for (int r = 0; r < p && p <= extent_.every_root_up_to; ++r) all.insert(r);
    return {all.begin(), all.end()};
  }

  /// Returns the keys that come before all others.
  Overrides base(const Machine& m) const {
    Overrides keys{{"collective", std::string(a_.collective)}, {"algorithm", std::string(a_.name)}};
    keys.push_back(m.topology.empty() ? Setting("ranks", fmt::format("{}", m.p))
                                      : Setting("topology", m.topology));
    return keys;
  }

  void add(Aspect aspect, const Machine& m, std::int64_t bytes, const Overrides& more) {
    ConformanceCase c{aspect, base(m), m.p, bytes};
    const auto is_sizes = [](const Setting& s) { return s.first == "sizes"; };
    if (std::ranges::none_of(more, is_sizes))
      c.keys.emplace_back("bytes", fmt::format("{}B", bytes));
    c.keys = joined(std::move(c.keys), more);
    cases_.push_back(std::move(c));
  }

  /// Adds the settings with the contents checked in both ways.
  void add_checked(Aspect aspect, const Machine& m, std::int64_t bytes, const Overrides& more) {
    for (const char* payload : {"provenance", "real"})
      add(aspect, m, bytes, with(more, {"payload", payload}));
  }

  static Overrides with(Overrides keys, Setting more) {
    keys.push_back(std::move(more));
    return keys;
  }
  static Overrides joined(Overrides keys, const Overrides& more) {
    keys.insert(keys.end(), more.begin(), more.end());
    return keys;
  }
  Overrides with_root(int root, Overrides keys = {}) const {
    if (root != 0) keys.insert(keys.begin(), {"root", fmt::format("{}", root)});
    return keys;
  }

  std::set<std::int64_t> counts(int p) const {
    if (collective_.synchronises) return {0};
    const std::int64_t pairs = std::int64_t{p} * p;
    if (collective_.for_pairs)
      return {0, 1, p - 1, pairs, pairs + 1, std::max<std::int64_t>(1000, 3 * pairs)};
    return {0, 1, p - 1, p, p + 1, 1000};
  }

  void add_data(const Machine& m) {
    for (const std::int64_t count : counts(m.p))
      for (const int root : roots(m.p)) {
        const bool all_shapes = m.p <= kMostForShapes || count == *counts(m.p).rbegin();
        add_checked(kData, m, count, with_root(root, all_shapes ? Overrides() : one_shape()));
        if (!all_shapes) continue;
        for (const Overrides& more : shapes(m.p))
          add_checked(kData, m, count, with_root(root, more));
      }
  }

  /// Returns values of its tuning keys, to try beside the best ones.
  std::vector<Overrides> shapes(int p) const {
    std::vector<Overrides> all;
    for (const TuningRow& row : kTuningRows)
      for (const int value : tried(row, p))
        all.push_back({{std::string(row.key), fmt::format("{}", value)}});
    for (const std::string& groups : groups_of(p)) all.push_back({{"groups", groups}});
    if (collective_.among_neighbors)
      for (Overrides& keys : neighborhoods(p)) all.push_back(std::move(keys));
    return all;
  }
  /// Returns one shape, which saves many ranks the search for the best radix.
  Overrides one_shape() const { return a_.radixed ? Overrides{{"radix", "3"}} : Overrides(); }
  std::vector<int> tried(const TuningRow& row, int p) const {
    return a_.*row.obeys && row.tried != nullptr ? row.tried(p) : std::vector<int>();
  }
  std::vector<int> radices(int p) const {
    return tried(*std::ranges::find(kTuningRows, "radix", &TuningRow::key), p);
  }

  /// Returns groups of neighbours, of different sizes, and dealt out in turn.
  std::vector<std::string> groups_of(int p) const {
    if (!a_.grouped || p > kMostForShapes) return {};
    Sides uneven, dealt;
    for (int r = 0; r < p; ++r) uneven.push_back(r * r / (p + 1)), dealt.push_back(r % 2);
    return {"2", "3", fmt::format("list:{}", fmt::join(uneven, ",")),
            fmt::format("list:{}", fmt::join(dealt, ","))};
  }

  void add_rounds(const Machine& m) {
    if (m.p > kMostForRounds) return;
    const int root = collective_.rooted ? m.p / 3 : 0;
    add(kRounds, m, *counts(m.p).rbegin(),
        with_root(root, {{"sync", "rounds"}, {"payload", "provenance"}}));
  }

  void add_operators(const Machine& m) {
    if (m.p > kMostForOperators || collective_.synchronises) return;
    for (const Op& op : ops()) {
      if (!collective_.reduces && op.name != "sum") continue;
      Overrides keys{{"datatype", std::string(op.datatype)}, {"payload", "real"}};
      if (op.name != "sum") keys.insert(keys.begin(), {"op", std::string(op.name)});
      for (const int root : op.commutative && !op.rounds ? std::vector{0} : roots(m.p))
        for (const int count : {1, 37})
          add(kOperators, m, std::int64_t{count} * op.element_bytes, with_root(root, keys));
    }
  }

  void add_sizes(const Machine& m) {
    if (!collective_.irregular || m.p > kMostForSizes) return;
    const int blocks = static_cast<int>(collective_.sizes(m.p));
    for (const Sides& sizes : irregular(blocks)) {
      std::int64_t sum = 0;
      for (const int size : sizes) sum += size;
      for (const int root : roots(m.p))
        add_checked(kSizes, m, sum * 4,
                    with_root(root, {{"sizes", fmt::format("list:{}", fmt::join(sizes, ","))},
                                     {"datatype", "int32"}}));
    }
  }

  /// Returns irregular sizes: all data on one rank; some ranks without data; any sizes.
  static std::vector<Sides> irregular(int p) {
    const auto ranks = static_cast<std::size_t>(p);
    std::vector<Sides> all;
    const auto add_owner = [&](int owner, int size) {
      all.emplace_back(ranks, 0);
      all.back()[static_cast<std::size_t>(owner)] = size;
    };
    for (int owner = 0; owner < p && p <= kMostForAll; ++owner)
      for (const int size : {1, 3}) add_owner(owner, size);
    add_owner(p / 2, 500);
    std::mt19937 random(7);
    Sides thirds, anything, more;
    for (int r = 0; r < p; ++r) {
      thirds.push_back(r % 3 * 50);
      anything.push_back(static_cast<int>(random() % 40));
      more.push_back(static_cast<int>(random() % 3));
    }
    for (const Sides& sizes : {thirds, anything, more}) all.push_back(sizes);
    return all;
  }

  void add_skips(const Machine& m) {
    if (!a_.skipped || m.p > kMostForSkips) return;
    std::vector<std::string> values{"halving", "power-of-two", "linear", "sqrt"};
    for (const Sides& skips : skip_lists(m.p))
      values.push_back(fmt::format("list:{}", fmt::join(skips, ",")));
    const int root = collective_.rooted ? m.p / 2 : 0;
    for (const std::string& value : values)
      add(kSkipsAspect, m, std::int64_t{60} * m.p,
          with_root(root, {{"skips", value}, {"payload", "provenance"}}));
  }

  /// Returns every sequence that reaches all distances, for few ranks.
  static std::vector<Sides> skip_lists(int p) {
    if (p == 22) return {{12, 7, 5, 3, 2, 1}};
    if (p < 2 || p > kMostForAll) return {};
    std::vector<Sides> all;
    for (int chosen = 0; chosen < 1 << (p - 2); ++chosen) {
      Sides skips;
      for (int s = p - 1; s > 1; --s)
        if ((chosen >> (s - 2) & 1) != 0) skips.push_back(s);
      skips.push_back(1);
      if (!circulant::first_unreachable(skips, p)) all.push_back(skips);
    }
    return all;
  }

  void add_networks(const Machine& m) {
    const std::int64_t bytes = 4 * *counts(m.p).rbegin();
    const Overrides keys = with_root(collective_.rooted ? m.p / 2 : 0, {{"datatype", "int32"}});
    const Setting eager{"protocol", "eager"}, per_link{"ports", "per-link"},
        unlimited{"ports", "unlimited"};
    for (const Overrides& more : {Overrides{}, Overrides{eager, unlimited}})
      add_checked(kNetworks, m, bytes, joined(keys, more));
    for (const Overrides& more :
         {Overrides{eager}, Overrides{per_link}, Overrides{unlimited}, Overrides{eager, per_link},
          Overrides{{"ports", "2"}}, Overrides{{"duplex", "half"}}})
      add(kNetworks, m, bytes, with(joined(keys, more), {"payload", "provenance"}));
    if (m.topology.starts_with("torus:"))
      add(kNetworks, m, bytes, with(with(keys, {"order", "torus"}), {"payload", "provenance"}));
  }

  /// Adds cases of costs, with sizes that every number of blocks divides: there the time is exact.
  void add_costs(const Machine& m) {
    add(kZero, m, collective_.synchronises ? 0 : 100,
        {{"link_bandwidth", "1000000Tb/s"}, {"link_latency", "0ns"}, {"payload", "real"}});
    constexpr std::int64_t kBlocks = 35;
    for (const std::int64_t multiple : {1, 35})
      for (const char* gamma : {"0ps/B", "3ps/B"}) {
        Overrides keys{{"payload", "provenance"}, {"alpha", "500ns"}};
        if (a_.among_neighbors) keys.emplace_back("ports", "per-link");
        if (a_.pipelined) keys.emplace_back("blocks", fmt::format("{}", kBlocks));
        if (gamma != std::string_view("0ps/B")) keys.emplace_back("gamma", gamma);
        const std::int64_t bytes = collective_.synchronises ? 0
                                                            : std::int64_t{64} * 9 * kBlocks *
                                                                  multiple * collective_.sizes(m.p);
        if (!a_.radixed || m.p <= kMostForShapes || multiple > 1) add(kTime, m, bytes, keys);
        for (const int k : radices(m.p))
          add(kTime, m, bytes, with(keys, {"radix", fmt::format("{}", k)}));
        if (collective_.among_neighbors && multiple == 1)
          for (const Overrides& more : neighborhoods(m.p)) add(kTime, m, bytes, joined(keys, more));
      }
  }

  const Algorithm& a_;
  const Collective& collective_;
  const Extent extent_;
  std::vector<ConformanceCase> cases_;
};

/// Returns text that a shell reads as one word.
std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain = "+-./0123456789:=@_,";
  const bool plain = std::ranges::all_of(word, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kPlain.find(c) != std::string_view::npos;
  });
  if (plain && !word.empty()) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + '\'';
}

/// Returns options for the plug-in under the present limits.
std::string plugin_options(const std::string& file) {
  const PluginLimits usual, &limits = plugin_limits();
  std::string options = " --plugin " + shell_word(file);
  if (limits.altogether != usual.altogether)
    options += fmt::format(" --plugin-limit {}ms", limits.altogether.count());
  if (limits.memory != usual.memory) options += fmt::format(" --plugin-memory {}B", limits.memory);
  if (limits.forbid_catalogue) options += " --forbid-catalogue";
  return options;
}

const std::string& value_of(const ConformanceCase& c, std::string_view name) {
  return std::ranges::find(c.keys, name, &Setting::first)->second;
}

}  // namespace

const std::vector<Aspect>& aspects() {
  static const std::vector<Aspect> all{kData,        kRounds,   kOperators, kSizes,
                                       kSkipsAspect, kNetworks, kZero,      kTime};
  return all;
}

std::vector<ConformanceCase> conformance_cases(const Algorithm& a, const Extent& extent) {
  return Cases(a, extent).all();
}

RunSpec spec_of(const ConformanceCase& c) {
  RunSpec spec;
  for (const Key& key : all_keys()) {
    const auto given = std::ranges::find(c.keys, key.name, &Setting::first);
    if (given != c.keys.end()) key.set(spec, given->second);
  }
  return spec;
}

std::string words_of(const ConformanceCase& c) {
  std::string text = fmt::format("p = {}", c.ranks);
  for (const auto& [name, value] : c.keys)
    if (name != "collective" && name != "algorithm" && name != "ranks")
      text += fmt::format(", {} {}", name, value);
  return text;
}

std::string command_line_of(const ConformanceCase& c) {
  const Algorithm& a = find_algorithm(value_of(c, "collective"), value_of(c, "algorithm"));
  const Origin* const origin = origin_of(a);
  return command_line_of(c, origin == nullptr ? "" : origin->file);
}

std::string command_line_of(const ConformanceCase& c, const std::string& plugin) {
  std::string line = "orrery run" + (plugin.empty() ? "" : plugin_options(plugin));
  for (const auto& [name, value] : c.keys)
    line += fmt::format(" {} {}", option_name(*find_key(name)), shell_word(value));
  return line;
}

}  // namespace orrery::inline run
