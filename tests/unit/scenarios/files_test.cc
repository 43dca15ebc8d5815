// Tests scenarios that name other files: graphs and mappings.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/presets.h"
#include "scenarios/spec/scenario.h"
#include "tests/own_folder.h"

namespace orrery {
namespace {

class Files : public ::testing::Test {
 protected:
  Files() { std::filesystem::create_directories(folder_ / "data"); }
  ~Files() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  Scenario load(const Overrides& overrides = {}) const {
    return load_scenario(folder_ / "s.toml", overrides);
  }
  std::string error(const Overrides& overrides = {}) const {
    try {
      load(overrides);
    } catch (const InputError& e) {
      std::string text = e.what();
      for (std::size_t at = 0; (at = text.find(folder_.string())) != std::string::npos;)
        text.replace(at, folder_.string().size(), "DIR");
      return text;
    }
    return "accepted";
  }

  const std::filesystem::path folder_ = own_folder() / "files";
};

TEST_F(Files, GraphsAndMappingsAreLookedUpBesideTheScenario) {
  write("data/g.toml", "hosts = ['a', 'b']\nlinks = [['a', 'b']]");
  write("data/hosts.txt", "# two ranks\n1\n\n0\n");
  write("s.toml",
        "[network]\ntopology = 'file:data/g.toml'\nmapping = 'file:data/hosts.txt'\n"
        "[run]\nranks = 2");
  const Scenario s = load();
  const RunSpec& cell = s.cells.front();
  EXPECT_EQ(cell.topology, "file:data/g.toml");
  EXPECT_EQ(cell.mapping_text, "file:data/hosts.txt");
  const Network network = make_network(cell);
  EXPECT_EQ(network.host_of, (std::vector<NodeId>{1, 0}));
  EXPECT_EQ(network.topology->hosts(), 2);
  EXPECT_EQ(run_one(cell).outcome, Outcome::kFine);
}

TEST_F(Files, ErrorsInAMappingNameItsLine) {
  write("s.toml", "[network]\ntopology = 'star:3'\nmapping = 'file:hosts.txt'\n[run]\nranks = 3");
  const auto with = [&](const char* text) {
    write("hosts.txt", text);
    return error();
  };
  const std::string at = "DIR/s.toml:3:11: network.mapping: ";
  EXPECT_EQ(with("0\n1\n"), at + "the list has 2 entries; expected one for each of 3 ranks");
  EXPECT_EQ(with("0\n1\n# x\n1\n"), at + "DIR/hosts.txt:4: host 1 has 2 ranks; expected at most 1");
  EXPECT_EQ(with("0\n1\n3\n"), at + "DIR/hosts.txt:3: rank 2 is on host 3; expected 0 to 2");
  EXPECT_EQ(
      with("0\none\n2\n"),
      at + "DIR/hosts.txt:2: 'one' is not a whole number; expected a host (0, 1, ..), or names of "
           "hosts below a line 'node'");
  EXPECT_EQ(with("0\n-1\n2\n"), at + "DIR/hosts.txt:2: host -1 is negative; expected 0 or more");
  EXPECT_EQ(with("0\n99999999999\n2\n"),
            at + "DIR/hosts.txt:2: host 99999999999 is out of range; expected 0 to 2147483647");
  EXPECT_EQ(with(""), at + "DIR/hosts.txt: no hosts; expected at least one number");
  EXPECT_EQ(error({{"mapping", "file:missing.txt"}}),
            "--mapping: missing.txt: cannot be read: No such file or directory; expected "
            "sequential, cyclic, random, a list of hosts (list:2,0,1) or a file of them "
            "(file:hosts.txt)");
}

TEST_F(Files, ErrorsInAGraphNameItsLine) {
  write("s.toml", "[network]\ntopology = 'file:g.toml'");
  write("g.toml", "hosts = ['a', 'b']\nlinks = [['a', 'c']]");
  EXPECT_EQ(error(),
            "DIR/s.toml:2:12: network.topology: DIR/g.toml:2:16: links: 'c' is not a host or "
            "switch; expected a name from hosts or switches");
}

}  // namespace
}  // namespace orrery
