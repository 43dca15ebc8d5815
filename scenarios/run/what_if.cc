#include "scenarios/run/what_if.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "scenarios/cell/validate.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/presets.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline run {
namespace {

/// Returns the cell with another value, or nothing if that cannot be run.
std::optional<RunSpec> with(RunSpec spec, std::string_view key, const std::string& value) {
  try {
    find_key(key)->set(spec, value);
  } catch (const std::exception&) {  // a value that is out of range
    return std::nullopt;
  }
  Preparation prepared = prepare(std::move(spec));
  if (auto* fine = std::get_if<Prepared>(&prepared)) return std::move(fine->spec);
  return std::nullopt;
}

Time scaled(Time t, double factor) {
  return Time(std::llround(static_cast<double>(t.count()) * factor));
}

/// Returns the name of a key for readers.
std::string words(std::string_view key) {
  std::string text(key);
  std::ranges::replace(text, '_', ' ');
  return text;
}

class Changes {
 public:
  Changes(const RunSpec& spec, double factor)
      : spec_(spec), factor_(factor), levels_(make_topology(spec)->levels()) {}

  std::vector<WhatIf> all() {
    for (int level = 0; level < levels_; ++level) add_bandwidth(level);
    for (int level = 0; level < levels_; ++level) add_latency(level);
    add_hottest_link();
    const Costs& c = spec_.costs;
    add_time("hop_latency", c.hop_latency);
    add_time("alpha", c.alpha);
    add_time("overhead", c.overhead);
    add_cost("gamma", c.gamma);
    if (spec_.mapping.ranks_per_host > 1) {
      add_time("host_alpha", c.host_alpha);
      add_cost("host_beta", c.host_beta);
    }
    add_ports();
    for (const char* key : {"port_hold", "routing", "mapping", "protocol"}) add_others(key);
    return std::move(changes_);
  }

 private:
  void add(const std::string& parameter, bool better, std::string text, std::string_view key,
           const std::string& value) {
    if (auto spec = with(spec_, key, value))
      changes_.push_back({parameter, better, std::move(text), std::string(key), value, *spec});
  }

  /// Adds more and less of a parameter: value(f) is f times the present one.
  template <class Value>
  void add_both(const std::string& parameter, bool more_is_better, std::string_view key,
                const Value& value) {
    const std::string more = factor_ == 2 ? "double" : fmt::format("{:g} times", factor_),
                      less = factor_ == 2 ? "halve" : fmt::format("1/{:g} of", factor_);
    for (const bool better : {true, false}) {
      const bool up = better == more_is_better;
      add(parameter, better, fmt::format("{} {}", up ? more : less, parameter), key,
          value(up ? factor_ : 1 / factor_));
    }
  }

  void add_time(std::string_view key, Time t) {
    if (t > Time(0))
      add_both(words(key), false, key, [&](double f) { return time_text(scaled(t, f)); });
  }
  void add_cost(std::string_view key, CostPerByte c) {
    if (c.ps > 0) add_both(words(key), false, key, [&](double f) { return cost_text({c.ps * f}); });
  }

  std::string of_level(std::string_view what, int level) const {
    return levels_ == 1 ? fmt::format("the {} of links", what)
                        : fmt::format("the {} of level {}", what, level);
  }
  /// Returns the value of level_bandwidth or level_latency with another one for one level.
  template <class Value>
  std::string list_with(int level, Value LinkCost::*member, Value value,
                        std::string (*text)(Value)) const {
    std::string list = "list:";
    for (int l = 0; l < levels_; ++l)
      list += fmt::format("{}{}", l == 0 ? "" : ",",
                          text(l == level ? value : spec_.costs.link(l).*member));
    return list;
  }
  void add_bandwidth(int level) {
    const double now = spec_.costs.link(level).bandwidth.bytes_per_second;
    add_both(of_level("bandwidth", level), true, "level_bandwidth", [&](double f) {
      return list_with(level, &LinkCost::bandwidth, Bandwidth{now * f}, bandwidth_text);
    });
  }
  void add_latency(int level) {
    const Time now = spec_.costs.link(level).latency;
    if (now == Time(0)) return;
    add_both(of_level("latency", level), false, "level_latency", [&](double f) {
      return list_with(level, &LinkCost::latency, scaled(now, f), time_text);
    });
  }

  /// Adds the first link in the report's list of hottest links.
  void add_hottest_link() {
    const auto hottest = run_one(spec_, nullptr, Detail::kTime).metrics.hottest;
    if (hottest.empty()) return;
    const LinkLoad& link = hottest.front();
    const auto topology = make_topology(spec_);
    const double now = spec_.costs.of(link.ends).bandwidth.bytes_per_second;
    add_both(fmt::format("the bandwidth of the hottest link, {} → {}",
                         node_name(*topology, link.ends.from), node_name(*topology, link.ends.to)),
             true, "topology", [&](double f) {
               return fmt::format("{}|{}={}", spec_.topology, link.link,
                                  bandwidth_text(Bandwidth{now * f}));
             });
  }

  void add_ports() {
    if (spec_.ports.kind == Ports::Kind::kUnlimited) return;
    if (spec_.ports.kind == Ports::Kind::kCount) {
      const auto count = [&](double f) {
        return fmt::format("{}", std::max(1L, std::lround(spec_.ports.count * f)));
      };
      add_both("the ports", true, "ports", count);
      std::erase_if(changes_, [&](const WhatIf& w) {  // there is no half a port
        return w.key == "ports" && w.spec.ports.count == spec_.ports.count;
      });
    }
    add("ports without limit", true, "ports without limit", "ports", "unlimited");
    if (spec_.ports.half_duplex) add("full duplex", true, "full duplex", "duplex", "full");
  }

  /// Adds the other values of a key that has few.
  void add_others(std::string_view name) {
    const Key& key = *find_key(name);
    if (key.idle != nullptr && !key.idle(spec_).empty()) return;
    if (name == "protocol" && spec_.engine.protocol == Protocol::kEager) return;
    const std::string now = key.get(spec_);
    for (const Key::Choice& choice : choices_of(key, spec_)) {
      const std::string text = fmt::format("{} {}", words(name), choice.word);
      if (choice.word != now && choice.word != "auto") add(text, true, text, name, choice.word);
    }
  }

  const RunSpec& spec_;
  double factor_;
  int levels_;
  std::vector<WhatIf> changes_;
};

}  // namespace

std::vector<WhatIf> what_ifs(const RunSpec& spec, double factor) {
  return Changes(spec, factor).all();
}

}  // namespace orrery::inline run
