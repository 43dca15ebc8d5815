#include "scenarios/spec/presets.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/keys/keys.h"
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
    EXPECT_EQ(find_preset(preset.example()), &preset);
    EXPECT_NO_THROW(make_topology(network_of(preset.example()))) << preset.name;
    RunSpec spec;
    find_key("topology")->set(spec, preset.example());
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

std::string error(const Overrides& overrides) {
  try {
    load_scenario({}, overrides);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Presets, OfGpuMachinesTakeTheNumberOfNodes) {
  EXPECT_EQ(network_of("dgx-h100:4"), "nodes:4x8,nvswitch,nics=8,striped@rails:1,4,8,4,1");
  EXPECT_EQ(network_of("dgx-h100:32"), "nodes:32x8,nvswitch,nics=8,striped@rails:1,32,8,4,8");
  EXPECT_EQ(network_of("dgx-h100:128"), "nodes:128x8,nvswitch,nics=8,striped@rails:4,32,8,16,2");
  EXPECT_EQ(network_of("leonardo:180"), "nodes:180x4,mesh,nics=4@dragonfly+:18,40,18,1,1");
  EXPECT_EQ(network_of("leonardo:540"), "nodes:540x4,mesh,nics=4@dragonfly+:18,40,18,2,3");
  EXPECT_EQ(network_of("lumi:130"), "nodes:130x8,mi250x,nics=4@dragonfly:13,8,4,5");
  EXPECT_EQ(network_of("lumi:130,striped"), "nodes:130x8,mi250x,nics=4,striped@dragonfly:13,8,4,5");
  EXPECT_EQ(network_of("dgx-h100:4,striped"), "nodes:4x8,nvswitch,nics=8,striped@rails:1,4,8,4,1");
  EXPECT_EQ(network_of("lumi:1"), "nodes:1x8,mi250x,nics=4@dragonfly:1,4,1,1");
  EXPECT_EQ(network_of("lumi:2976"), "nodes:2976x8,mi250x,nics=4@dragonfly:31,16,15,24");
  for (const char* machine : {"dgx-h100", "leonardo", "lumi"})
    for (int nodes = 1; nodes <= 256; ++nodes) {
      const std::string text = fmt::format("{}:{}", machine, nodes);
      try {
        const auto topology = make_topology(network_of(text));
        EXPECT_EQ(topology->servers()->count, nodes) << text;
      } catch (const std::invalid_argument& e) {
        EXPECT_NE(std::string(e.what()).find("nodes cannot be spread evenly"), std::string::npos)
            << e.what();
      }
    }
}

TEST(Presets, OfGpuMachinesSayWhatTheyCannotBe) {
  const std::string lacks =
      "--topology: 'lumi' lacks its number of nodes; expected lumi:N, such as lumi:4";
  EXPECT_EQ(error({{"topology", "lumi"}}).substr(0, lacks.size()), lacks);
  const std::string zero =
      "--topology: lumi: number of nodes is '0'; expected an integer of at least 1";
  EXPECT_EQ(error({{"topology", "lumi:0"}}).substr(0, zero.size()), zero);
  const std::string zero_striped =
      "--topology: lumi: number of nodes is '0'; expected an integer of at least 1";
  EXPECT_EQ(error({{"topology", "lumi:0,striped"}}).substr(0, zero_striped.size()), zero_striped);
  const std::string unknown =
      "--topology: lumi: 'striped,striped' is unknown; expected striped or nothing behind the "
      "number of nodes";
  EXPECT_EQ(error({{"topology", "lumi:4,striped,striped"}}).substr(0, unknown.size()), unknown);
  const std::string many =
      "--topology: dgx-h100: 257 nodes cannot be spread evenly over at most 8 groups of 32; "
      "expected "
      "a number of nodes that can, such as 256";
  EXPECT_EQ(error({{"topology", "dgx-h100:257"}}).substr(0, many.size()), many);
  const std::string meant =
      "--topology: 'dgx-h10:4' is unknown; expected a network such as torus:8x8 or full:16; did "
      "you mean 'dgx-h100'?";
  EXPECT_EQ(error({{"topology", "dgx-h10:4"}}).substr(0, meant.size()), meant);
}

TEST(Presets, RefuseMoreRanksThanSlots) {
  EXPECT_EQ(error({{"topology", "yahoo"}, {"ranks", "257"}}),
            "--ranks: 257 ranks do not fit on yahoo: 16 hosts with 16 each; expected at most 256");
  EXPECT_EQ(
      error({{"topology", "yaho"}}),
      "--topology: 'yaho' is unknown; expected a network such as torus:8x8 or full:16; did you "
      "mean 'yahoo'?");
}

}  // namespace
}  // namespace orrery
