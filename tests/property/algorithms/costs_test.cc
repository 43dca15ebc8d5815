// Tests every key that changes times, in every mode in which Orrery computes a run.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/keys/keys.h"
#include "tests/property/algorithms/executor.h"
#include "tests/property/algorithms/size_family.h"
#include "tests/property/algorithms/symmetry.h"
#include "tests/property/algorithms/uncontended.h"

namespace orrery::testing {
namespace {

/// Values of a key, each of which changes some times, and other keys that they require.
struct Values {
  std::string_view key;
  std::vector<std::string> values;
  Overrides beside = {};
};

/// Returns keys with values to try. A missing key is tried with all of its named values; a key may appear several
/// times, with different companions.
std::vector<Values> given_values() {
  const Overrides two_a_host{{"ranks_per_host", "2"}};
  const Overrides a_core_for_two{
      {"ranks_per_host", "2"}, {"cores_per_host", "1"}, {"gamma", "4ps/B"}};
  const Overrides copied{{"eager_limit", "4KiB"}};
  return {
      {"link_bandwidth", {"3GB/s"}},
      {"link_latency", {"1us"}},
      {"core_bandwidth", {"5GB/s"}},
      {"core_latency", {"2us"}},
      {"level_bandwidth", {"list:10GB/s,20GB/s"}},
      {"level_latency", {"list:20ns,500ns"}},
      {"hop_latency", {"300ns"}},
      {"ports", {"1", "2", "per-link", "unlimited"}},
      {"duplex", {"half", "0.75"}},
      {"duplex_by_size", {"list:512B=0.75"}},
      {"ranks_per_host", {"2"}},
      {"cores_per_host", {"1"}, {{"ranks_per_host", "2"}, {"gamma", "4ps/B"}, {"alpha", "1us"}}},
      {"host_alpha", {"200ns"}, two_a_host},
      {"host_alpha", {"200ns"}, a_core_for_two},
      {"host_beta", {"8ps/B"}, two_a_host},
      {"host_beta", {"8ps/B"}, a_core_for_two},
      {"alpha", {"3us"}},
      {"alpha", {"3us"}, a_core_for_two},
      {"overhead", {"200ns"}},
      {"overhead", {"200ns"}, a_core_for_two},
      {"gamma", {"7ps/B"}},
      {"alpha_by_size", {"list:512B=4us"}},
      {"beta_by_size", {"list:512B=40ps/B"}},
      {"overhead_by_size", {"list:512B=300ns"}},
      {"gamma_by_size", {"list:512B=9ps/B"}},
      {"copy_cost", {"11ps/B"}},
      {"copy_cost", {"11ps/B"}, {{"packing", "on"}}},
      {"touch", {"5ps/B"}},
      {"touch", {"5ps/B"}, a_core_for_two},
      {"touch_from", {"4KiB"}, {{"touch", "5ps/B"}}},
      {"receive_overhead", {"150ns"}, copied},
      {"eager_copy", {"6ps/B"}, copied},
      {"eager_limit", {"8KiB"}, {{"eager_copy", "6ps/B"}}},
      {"buffers", {"separate"}, {{"gamma", "4ps/B"}}},
      {"packing", {"on"}, {{"gamma", "4ps/B"}}},
      {"seed", {"7"}, {{"routing", "ecmp"}}},
      {"arrival", {"3=10us"}},
      {"slow_ranks", {"3=2"}, {{"gamma", "4ps/B"}, {"alpha", "1us"}}},
      {"noise", {"2us"}, {{"noise_period", "10us"}}},
      {"noise_period", {"5us"}, {{"noise", "2us"}}},
      {"time_slice", {"3us"}, a_core_for_two},
      {"slow_links", {"20%=0.5"}},
      {"failed_links", {"0-1"}, {{"topology", "torus:3x4"}}},
      {"background", {"uniform:0.3"}}};
}

struct Exempt {
  std::string_view keys;  ///< between spaces
  std::string_view reason;
};
constexpr std::array<Exempt, 5> kExempt{
    {{" schedule slices collective algorithm blocks radix aggregation groups order skips root op "
      "datatype grid periodic neighborhood ",
      "says which program runs, and the tests of the catalogue run all"},
     {" topology ranks bytes distribution rho sizes ", "says how much is run, and where"},
     {" payload ", "says what messages carry, which takes no time"},
     {" symmetry ", "is one of the ways"},
     {" repeats ", "runs several times"}}};

bool is_exempt(std::string_view key) {
  return std::ranges::any_of(kExempt, [&](const Exempt& e) {
    return e.keys.find(" " + std::string(key) + " ") != std::string_view::npos;
  });
}

/// Returns the values to try of a key. Fails for a key without named values that is missing in
/// given_values().
std::vector<Values> values_of(const Key& key) {
  std::vector<Values> all;
  for (const Values& given : given_values())
    if (given.key == key.name) all.push_back(given);
  if (!all.empty()) return all;
  Values named{key.name, {}};
  for (const Key::Choice& choice : choices_of(key))
    if (choice.word != key.get(default_spec())) named.values.push_back(choice.word);
  return {named};
}

/// Returns programs with reductions, copies, scratch memory, joined blocks, shared links and identical ranks.
std::vector<Overrides> programs() {
  const auto program = [](const char* collective, const char* algorithm, const char* topology,
                          const char* ports) {
    return Overrides{{"collective", collective},
                     {"algorithm", algorithm},
                     {"topology", topology},
                     {"ports", ports}};
  };
  return {program("allreduce", "circulant", "torus:10", "unlimited"),
          program("allreduce", "rabenseifner", "fat-tree:4", "1"),
          program("allreduce", "rabenseifner", "mesh:3x4", "unlimited"),
          program("alltoall", "bruck", "mesh:3x4", "per-link"),
          program("alltoall", "linear", "torus:3x4", "1"),
          program("allgather", "sparbit", "fat-tree:4", "unlimited")};
}

/// Returns both sets of keys; if a key appears twice, the later value counts.
Overrides with(const Overrides& cell, const Overrides& more) {
  Overrides all = more;
  for (const auto& value : cell)
    if (std::ranges::find(more, value.first, &Overrides::value_type::first) == more.end())
      all.push_back(value);
  return all;
}

RunResult run_at(const Overrides& cell, const char* bytes) {
  const Scenario scenario = load_scenario("", with(cell, {{"bytes", bytes}}), Unsupported::kSkip);
  return run_one(scenario.cells.front(), nullptr, Detail::kTime);
}

/// Numbers of cells in which runs of each mode were compared.
struct Ways {
  int again = 0, schedules = 0, sizes = 0, identical = 0;
  Tally second_clock;
};

bool may_stand_for_others(const Overrides& cell) {
  const RunSpec spec = load_scenario("", cell, Unsupported::kSkip).cells.front();
  return std::get<Prepared>(prepare(spec)).symmetry != nullptr;
}

void compare_ways(const Overrides& cell, Ways& ways) {
  const Overrides all_ranks = with(cell, {{"symmetry", "off"}});
  ways.again += expect_the_same_again(all_ranks, 5040).cells;
  ways.schedules += expect_same_schedule(all_ranks) ? 1 : 0;
  ways.sizes += compare_sizes(load_scenario(
      "", with(cell, {{"bytes", "960B,1920B,2880B,9600B,19200B"}}), Unsupported::kSkip));
  const Overrides sized = with(cell, {{"bytes", "5040B"}});
  ways.identical += may_stand_for_others(sized) ? 1 : 0;
  expect_equal(run_with(sized, "auto"), run_with(sized, "off"));
  compare_times(sized, ways.second_clock);
}

/// Returns true if the value changes the time of a program, which then takes it in every way.
bool compare_value(const Overrides& program, const Values& v, const std::string& value,
                   Ways& ways) {
  const Overrides without = with(program, v.beside),
                  cell = with(without, {{std::string(v.key), value}});
  const RunResult result = run_at(cell, "5040B");
  if (result.outcome != Outcome::kFine ||
      result.metrics.completion == run_at(without, "5040B").metrics.completion)
    return false;
  compare_ways(cell, ways);
  return true;
}

void compare_key(const Key& key, Ways& ways) {
  for (const Values& v : values_of(key)) {
    int changed = 0;
    for (const std::string& value : v.values)
      for (const Overrides& program : programs()) {
        SCOPED_TRACE(::testing::Message() << key.name << " = " << value << ", " << program[1].second
                                          << " on " << program[2].second);
        changed += compare_value(program, v, value, ways) ? 1 : 0;
      }
    EXPECT_GT(changed, 0) << key.name << " changes no time: give it other values in "
                          << "given_values(), or a reason in kExempt";
  }
}

TEST(Costs, AreTheSameInEveryWay) {
  Ways ways;
  for (const Key& key : all_keys())
    if (!is_exempt(key.name)) compare_key(key, ways);
  EXPECT_GT(ways.again, 120);
  EXPECT_GT(ways.schedules, 150);
  EXPECT_GT(ways.sizes, 750);
  EXPECT_GT(ways.identical, 50);
  EXPECT_GT(ways.second_clock.told, 50);
}

}  // namespace
}  // namespace orrery::testing
