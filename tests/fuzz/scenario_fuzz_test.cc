#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/scenario.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/units_text.h"
#include "tests/setting.h"

/// Tests that the loader returns a scenario or throws InputError for any text, and neither crashes
/// nor hangs. The seed is fixed; ORRERY_FUZZ_SEED and ORRERY_FUZZ_RUNS try others. A text that
/// crashed belongs into corpus/.
namespace orrery {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Fuzzer {
 public:
  explicit Fuzzer(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

  template <class List>
  auto pick(const List& list) -> const typename List::value_type& {
    return list[below(list.size())];
  }

  /// Returns `text` with a few bytes, words or lines changed, removed, doubled or swapped.
  std::string mutated(std::string text) {
    for (std::size_t n = 1 + below(4); n > 0; --n) mutate(text);
    return text;
  }

  std::string number() {
    static const std::vector<std::string> kNumbers{"0",
                                                   "1",
                                                   "-1",
                                                   "2",
                                                   "7",
                                                   "64",
                                                   "1024",
                                                   "2147483647",
                                                   "2147483648",
                                                   "4294967296",
                                                   "9223372036854775807",
                                                   "9223372036854775808",
                                                   "1e9",
                                                   "0.5",
                                                   "1.0000000000001",
                                                   "99999999999999999999",
                                                   "00012",
                                                   "0x10",
                                                   "nan",
                                                   "inf",
                                                   "-0",
                                                   "."};
    return pick(kNumbers);
  }

  std::string unit() {
    static const std::vector<std::string> kUnits{"",   "ns",  "us",  "µs",   "s",    "ps",   "B",
                                                 "kB", "MiB", "TiB", "Gb/s", "GB/s", "ps/B", "ns/B",
                                                 "KB", "b",   "/s",  " ns",  "\xff", "sec"};
    return pick(kUnits);
  }

  std::string word() {
    static const std::vector<std::string> kWords{"ring",
                                                 "bruck",
                                                 "rabenseifner",
                                                 "circulant",
                                                 "allreduce",
                                                 "broadcast",
                                                 "allgather",
                                                 "barrier",
                                                 "full:4",
                                                 "torus:2x2",
                                                 "torus:0",
                                                 "torus:99999x99999",
                                                 "star:3",
                                                 "two-tier:3,2",
                                                 "fat-tree:2,3",
                                                 "mesh:3x3",
                                                 "hyperx:3x2",
                                                 "hyperx:0x2",
                                                 "hammingmesh:2x2@2x1",
                                                 "hammingmesh:3x2@",
                                                 "hammingmesh:2x2@99999x99999",
                                                 "dragonfly:2,1,1",
                                                 "dragonfly:2,1,9,3",
                                                 "nodes:2x2,nics=2@star:4",
                                                 "nodes:2x2,mi250x,rail-only@star:3",
                                                 "lumi:2",
                                                 "leonardo:",
                                                 "fat-tree:2,2;1,2",
                                                 "fat-tree:2;;1",
                                                 "file:missing.toml",
                                                 "file:/dev/null",
                                                 "yahoo",
                                                 "adaptive",
                                                 "ecmp",
                                                 "list:1Gb/s,2Gb/s",
                                                 "list:1us,2us",
                                                 "per-link",
                                                 "unlimited",
                                                 "half",
                                                 "random",
                                                 "list:0,1",
                                                 "list:",
                                                 "provenance",
                                                 "real",
                                                 "eager",
                                                 "rounds",
                                                 "auto",
                                                 "double",
                                                 "on",
                                                 "full:2147483647",
                                                 "torus:1x1x1x1x1x1x1x1",
                                                 "product",
                                                 ""};
    return pick(kWords);
  }

  std::string value() {
    switch (below(7)) {
      case 0:
        return number();
      case 1:
        return fmt::format("'{}{}'", number(), unit());
      case 2:
        return fmt::format("'{}'", word());
      case 3:
        return fmt::format("[{}, {}]", value(), value());
      case 4:
        return below(2) == 0 ? "true" : fmt::format("{{ max = {} }}", value());
      case 5:
        return fmt::format("'{}{}'", 1 + below(9), unit());
      default:
        return fmt::format("{}", below(70));
    }
  }

  /// Returns a scenario of known keys with values that may or may not suit them.
  std::string scenario() {
    std::string text;
    for (const std::string_view table : key_tables()) {
      text += fmt::format("[{}]\n", table);
      for (const Key& key : all_keys())
        if (key.table == table && below(4) == 0)
          text += fmt::format("{} = {}\n", key.name, value());
    }
    if (below(2) == 0)
      text += fmt::format("[expect]\n'{}.{}.rounds' = {}\n", word(), word(), value());
    return text;
  }

  /// Returns a scenario that is likely to be accepted, and quick.
  std::string small_scenario() {
    static const std::vector<std::string> kLines{"topology = 'torus:3x4'",
                                                 "topology = 'star:9'",
                                                 "topology = 'two-tier:5,3,4'",
                                                 "topology = 'fat-tree:2,3'",
                                                 "topology = 'mesh:2x2x3'",
                                                 "topology = 'hyperx:3x4'",
                                                 "topology = 'hammingmesh:2x2@1x3'",
                                                 "topology = 'dragonfly:2,2,1'",
                                                 "topology = 'fat-tree:3,2,2;1,2,1'",
                                                 "level_bandwidth = ['3Gb/s', '2Gb/s', '9b/s']",
                                                 "level_latency = ['0ns', '1ms']",
                                                 "cores_per_host = 2",
                                                 "routing = 'ecmp'",
                                                 "routing = 'adaptive'",
                                                 "link_bandwidth = '1b/s'",
                                                 "link_bandwidth = '3Gb/s'",
                                                 "link_latency = '0ns'",
                                                 "core_bandwidth = '7MB/s'",
                                                 "hop_latency = '1ps'",
                                                 "ports = 3",
                                                 "ports = 'per-link'",
                                                 "ports = 'unlimited'",
                                                 "duplex = 'half'",
                                                 "port_hold = 'transfer'",
                                                 "port_hold = 'message'",
                                                 "routing = 'dimension-order'",
                                                 "mapping = 'cyclic'",
                                                 "mapping = 'random'",
                                                 "ranks_per_host = 3",
                                                 "contention = false",
                                                 "host_alpha = '5ns'",
                                                 "host_beta = '1ps/B'"};
    static const std::vector<std::string> kRunLines{"ranks = 1",
                                                    "ranks = 2",
                                                    "ranks = 7",
                                                    "ranks = 12",
                                                    "bytes = '0B'",
                                                    "bytes = '24B'",
                                                    "bytes = '40kB'",
                                                    "root = 1",
                                                    "blocks = 3",
                                                    "periodic = false",
                                                    "neighborhood = 'moore'",
                                                    "op = 'max'",
                                                    "datatype = 'double'",
                                                    "datatype = 'int32'",
                                                    "payload = 'real'",
                                                    "payload = 'provenance'",
                                                    "protocol = 'eager'",
                                                    "sync = 'rounds'",
                                                    "seed = 99"};
    const Algorithm& a = *catalog()[below(catalog().size())];
    std::string text =
        fmt::format("[run]\nskip_unsupported = true\ncollective = '{}'\nalgorithm = '{}'\n",
                    a.collective, a.name);
    for (std::size_t n = below(5); n > 0; --n) text += pick(kRunLines) + "\n";
    text += "[network]\n";
    for (std::size_t n = below(4); n > 0; --n) text += pick(kLines) + "\n";
    return text + (below(2) == 0 ? "[cost]\nalpha = '1us'\ngamma = '0.3ps/B'\n" : "");
  }

 private:
  void mutate(std::string& text) {
    if (text.empty()) return;
    const std::size_t at = below(text.size()),
                      length = below(1 + std::min<std::size_t>(20, text.size() - at));
    switch (below(6)) {
      case 0:
        text[at] = static_cast<char>(random_());
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      case 3:
        text.insert(at, number() + unit());
        break;
      case 4:
        text.insert(at, 1, pick(std::string("[]{}'\"=.,\n#:*x\\ ")));
        break;
      default:
        text.replace(at, length, value());
    }
  }

  std::mt19937_64 random_;
};

void load(const std::string& text) {
  try {
    const Scenario s = parse_scenario(text, "fuzz.toml");
    ASSERT_FALSE(s.cells.empty());
    for (const RunSpec& cell : s.cells) ASSERT_TRUE(!cell.skipped.empty() || cell.ranks >= 1);
  } catch (const InputError& e) {
    ASSERT_STRNE(e.what(), "");
  }
}

/// Returns the number of cells that were run. THROWS std::runtime_error if one failed unexpectedly.
std::uint64_t load_and_run(const std::string& text) {
  std::uint64_t ran = 0;
  try {
    for (const RunSpec& cell : parse_scenario(text, "fuzz.toml").cells) {
      if (!cell.skipped.empty()) continue;
      const RunResult r = run_one(cell);
      if (r.error) throw std::runtime_error(*r.error);
      ++ran;
    }
  } catch (const InputError&) {
    return 0;
  }
  return ran;
}

template <class Parse>
void parse_or_refuse(Parse parse, const std::string& text) {
  try {
    static_cast<void>(parse(text));
  } catch (const std::invalid_argument& e) {
    ASSERT_NE(std::string_view(e.what()).find('\''), std::string_view::npos) << e.what();
  }
}

class Fuzz : public ::testing::Test {
 protected:
  const std::uint64_t seed_ = setting("ORRERY_FUZZ_SEED", 1);
  const std::uint64_t runs_ = setting("ORRERY_FUZZ_RUNS", 10000);
  Fuzzer fuzzer_{seed_};

  /// Runs `body(text)`; what escapes it is reported with the text that did it.
  template <class Body>
  void attempt(const std::string& text, Body body) {
    try {
      body(text);
    } catch (const std::exception& e) {
      FAIL() << "seed " << seed_ << ": " << e.what() << "\n--- text\n" << text;
    }
    ASSERT_FALSE(HasFatalFailure()) << "seed " << seed_ << "\n--- text\n" << text;
  }
};

TEST_F(Fuzz, MutatedScenarios) {
  std::vector<std::string> texts;
  for (const fs::path& path : built_in_scenarios())
    texts.push_back(read(scenario_directory() / path));
  for (std::uint64_t i = 0; i < runs_ / 5; ++i)  // they are long
    attempt(fuzzer_.mutated(fuzzer_.pick(texts)), load);
}

TEST_F(Fuzz, RandomScenarios) {
  for (std::uint64_t i = 0; i < runs_; ++i) attempt(fuzzer_.scenario(), load);
}

TEST_F(Fuzz, Quantities) {
  for (std::uint64_t i = 0; i < 10 * runs_; ++i) {
    std::string text = fuzzer_.number() + fuzzer_.unit();
    if (fuzzer_.below(3) == 0) text = fuzzer_.mutated(text);
    attempt(text, [](const std::string& t) { parse_or_refuse(parse_time, t); });
    attempt(text, [](const std::string& t) { parse_or_refuse(parse_bytes, t); });
    attempt(text, [](const std::string& t) { parse_or_refuse(parse_bandwidth, t); });
    attempt(text, [](const std::string& t) { parse_or_refuse(parse_cost_per_byte, t); });
  }
}

/// Checks that accepted scenarios run: no refusal, no error, no wrong result.
TEST_F(Fuzz, AcceptedScenariosRun) {
  std::uint64_t ran = 0;
  const std::uint64_t runs = runs_ / 2;
  for (std::uint64_t i = 0; i < runs; ++i)
    attempt(fuzzer_.small_scenario(), [&](const std::string& text) { ran += load_and_run(text); });
  EXPECT_GT(ran, runs / 20) << "of " << runs << ": too few to mean anything";
}

TEST_F(Fuzz, Overrides) {
  for (std::uint64_t i = 0; i < runs_; ++i) {
    const std::string name(
        fuzzer_.pick(std::vector<Key>(all_keys().begin(), all_keys().end())).name);
    std::string list = fuzzer_.word();
    for (std::size_t n = fuzzer_.below(3); n > 0; --n)
      list += fmt::format(",{}{}", fuzzer_.number(), fuzzer_.unit());
    attempt(fmt::format("{}={}", name, list), [&](const std::string&) {
      try {
        parse_scenario("[run]\nranks = 4\n", "fuzz.toml", {{name, list}});
      } catch (const InputError&) {
        return;
      }
    });
  }
}

TEST_F(Fuzz, Corpus) {
  for (const auto& entry : fs::directory_iterator(ORRERY_CORPUS_DIR))
    attempt(read(entry.path()), [](const std::string& text) { load_and_run(text); });
}

}  // namespace
}  // namespace orrery
