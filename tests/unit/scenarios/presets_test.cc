#include "scenarios/document/presets.h"

#include <gtest/gtest.h>

#include "scenarios/document/keys.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"

namespace orrery {
namespace {

const RunSpec& only_cell(const Scenario& s) {
  return s.cells.front();
}

TEST(Presets, SetKeysThatExist) {
  for (const Preset& preset : presets()) {
    EXPECT_EQ(find_preset(preset.name), &preset);
    EXPECT_NO_THROW(make_topology(preset.network)) << preset.name;
    RunSpec spec;
    find_key("topology")->set(spec, preset.name);
    for (const PresetValue& value : preset.values) {
      ASSERT_NE(find_key(value.key), nullptr) << value.key;
      EXPECT_EQ(find_key(value.key)->get(spec), value.text) << value.key;
    }
  }
}

TEST(Presets, AreTopologies) {
  const Scenario s = parse_scenario("[network]\ntopology = 'yahoo'", "f");
  EXPECT_EQ(only_cell(s).topology, "yahoo");
  EXPECT_EQ(only_cell(s).ranks, 128);
  const Network network = make_network(only_cell(s));
  EXPECT_EQ(network.topology->spec(), "two-tier:5,11");
  EXPECT_EQ(network.costs.alpha, Time(30us));
  EXPECT_EQ(network.costs.link(0).bandwidth.bytes_per_second, 1e9 / 8);
  EXPECT_EQ(network.costs.link(1).bandwidth.bytes_per_second, 10e9 / 8);
  EXPECT_EQ(network.host_of[7], 0);
  EXPECT_EQ(network.host_of[8], 1);
  EXPECT_TRUE(network.crowding().empty());
}

TEST(Presets, AreOverriddenByWhatIsGiven) {
  const Scenario s = parse_scenario(
      "[cost]\nalpha = '1us'\n[run]\nranks = 256\n[network]\nlink_bandwidth = '2Gb/s'\n"
      "topology = 'yahoo'",
      "f");
  const Network network = make_network(only_cell(s));
  EXPECT_EQ(network.ranks(), 256);
  EXPECT_EQ(network.costs.alpha, Time(1us));
  EXPECT_EQ(network.costs.link(0).bandwidth.bytes_per_second, 2e9 / 8);
  EXPECT_EQ(network.costs.link(1).bandwidth.bytes_per_second, 10e9 / 8);
  EXPECT_EQ(network.crowding(), std::vector<double>(256, 2.0));
}

TEST(Presets, MayBeSwept) {
  const Scenario s = load_scenario({}, {{"topology", "yahoo,cervino,two-tier:2,3"}});
  ASSERT_EQ(s.cells.size(), 3U);
  EXPECT_EQ(s.cells[0].ranks, 128);
  EXPECT_EQ(s.cells[1].ranks, 320);
  EXPECT_EQ(s.cells[2].ranks, 5);
  EXPECT_EQ(s.cells[2].topology, "two-tier:2,3");
  EXPECT_EQ(s.cells[2].costs.alpha, Time(0));
}

TEST(Presets, RefuseMoreRanksThanSlots) {
  const auto error = [](const Overrides& overrides) -> std::string {
    try {
      load_scenario({}, overrides);
    } catch (const InputError& e) {
      return e.what();
    }
    return "accepted";
  };
  EXPECT_EQ(error({{"topology", "yahoo"}, {"ranks", "257"}}),
            "--ranks: 257 ranks do not fit on yahoo: 16 hosts with 16 each; expected at most 256");
  EXPECT_EQ(error({{"topology", "yaho"}}),
            "--topology: 'yaho' is unknown; did you mean 'yahoo'?; expected a network such as "
            "torus:8x8 or full:16");
}

}  // namespace
}  // namespace orrery
