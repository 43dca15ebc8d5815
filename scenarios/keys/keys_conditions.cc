#include "scenarios/keys/idle.h"
#include "scenarios/keys/key_values.h"
#include "scenarios/spec/link_conditions.h"

namespace orrery::inline keys {
namespace {

using Part = Key::Part;

constexpr int kMostRepeats = 1000;

/// Returns the key of a condition that is a text, which `read` makes canonical; none by default.
template <auto member, std::string (*read)(std::string_view)>
Key text_key(Key key) {
  if (key.standard.empty()) key.standard = "none";
  key.set = [](RunSpec& s, std::string_view v) { s.conditions.*member = read(v); };
  key.get = [](const RunSpec& s) { return s.conditions.*member; };
  return key;
}

}  // namespace

std::vector<Key> condition_keys() {
  return {
      text_key<&GivenConditions::arrival, arrival_text>(
          {.name = "arrival",
           .value = "TIMES|R=TIMES;..|file:F|none",
           .expected = "times such as exponential(5us), ranks with theirs such as 3=10us;8-11=2us, "
                       "file:FILE, or none",
           .meaning =
               "Time at which each rank begins: a distribution of these times (5us, "
               "uniform(0us,10us), normal(10us,2us), exponential(5us), lognormal(5us,0.8), "
               "pareto(1us,2.5), weibull(5us,0.7)), the times of some (3=10us; 8-11=..; 10%=.. "
               "for a tenth of them), or a file with a time for each.",
           .standard = "none (all at once)",
           .phrase = "arrival {}"}),
      text_key<&GivenConditions::slow_ranks, slow_ranks_text>(
          {.name = "slow_ranks",
           .value = "R=FACTOR;..|none",
           .expected = "ranks with factors of their slowdown, such as 3=2 or 10%=1.5, or none",
           .meaning =
               "Ranks with slower processors, by a factor: 3=2, 8-11=1.5, or 10%=4 for a tenth "
               "of them. Their α, γ, overhead and copies take longer.",
           .phrase = "slow ranks {}"}),
      text_key<&GivenConditions::noise, noise_text>(
          {.name = "noise",
           .value = "TIMES|none",
           .expected = "a time or a distribution of times, such as exponential(25us), or none",
           .meaning =
               "Time for which a rank's processor is preempted, once in every noise_period: a "
               "time, or a distribution as for arrival.",
           .phrase = "noise of {}"}),
      {.name = "noise_period",
       .value = "TIME",
       .expected = "a time above 0, such as 1ms",
       .meaning = "Period of the noise; each rank has a random phase.",
       .standard = "1ms",
       .phrase = "every {}",
       .idle = idle_noise_period,
       .set =
           [](RunSpec& s, std::string_view v) {
             const Time period = parse_time(v);
             if (period == Time(0))
               throw ValueError({fmt::format("'{}' is not a period", v), "a time above 0"});
             s.conditions.noise_period = period;
           },
       .get = [](const RunSpec& s) { return time_text(s.conditions.noise_period); }},
      {.name = "time_slice",
       .value = "TIME",
       .expected = "a time such as 1ms; 0s: none",
       .meaning = "If a host has fewer cores than ranks (cores_per_host), the ranks of a core take "
                  "turns of this length; without this key all of them are slower.",
       .standard = "0s (none)",
       .phrase = "slices of {}",
       .idle = idle_time_slice,
       .set = [](RunSpec& s, std::string_view v) { s.conditions.time_slice = parse_time(v); },
       .get = [](const RunSpec& s) { return time_text(s.conditions.time_slice); }},
      text_key<&GivenConditions::slow_links, slow_links_text>(
          {.name = "slow_links",
           .value = "LINK=FACTOR+TIME;..|none",
           .expected = "links with the remaining share of their bandwidth, such as 0-1=0.5 or "
                       "5%=0.25+2us, or none",
           .meaning =
               "Links with less bandwidth or more latency, in both directions: 0-1=0.5 (half the "
               "bandwidth), 3-s0=+2us (to switch 0), level:1=0.5+2us, 5%=0.25 (of all, by the "
               "seed; level:1:5% of a level).",
           .phrase = "slow links {}"}),
      text_key<&GivenConditions::failed_links, failed_links_text>(
          {.name = "failed_links",
           .value = "LINK;..|none",
           .expected = "links such as 0-1;3-s0 or 2%, or none",
           .meaning = "Links that carry nothing, named as in slow_links. Messages take another "
                      "shortest route, or else a detour through nodes that forward.",
           .phrase = "failed links {}"}),
      text_key<&GivenConditions::background, background_text>(
          {.name = "background",
           .value = "PATTERN:LOAD|none",
           .expected = "a pattern and a load below 1, such as uniform:0.3, or none",
           .meaning = "Traffic of other jobs, which always takes its share of the links: every "
                      "host to every other (uniform), to the next (neighbour), to the opposite one "
                      "(opposite), to another by the seed (random), all to host 0 (hotspot). The "
                      "load is the share of the busiest link.",
           .phrase = "background {}"}),
      {.name = "repeats",
       .value = "N",
       .expected = "an integer from 1 to 1000",
       .meaning = "Number of runs of each cell, with different seeds: reports have the median, "
                  "percentiles and a confidence interval; all other metrics are those of the first "
                  "run, with the given seed.",
       .standard = "1",
       .part = Part::kData,
       .phrase = "{} repeats",
       .kind = Kind::kInteger,
       .idle = idle_repeats,
       .set =
           [](RunSpec& s, std::string_view v) {
             s.conditions.repeats = static_cast<int>(parse_integer(v, 1, kMostRepeats));
           },
       .get = [](const RunSpec& s) { return fmt::format("{}", s.conditions.repeats); }},
  };
}

}  // namespace orrery::inline keys
