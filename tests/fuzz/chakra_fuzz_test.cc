#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/formats/chakra/trace_file.h"
#include "tests/fuzz/mutated.h"
#include "tests/setting.h"
#include "tests/unit/scenarios/chakra_texts.h"

/// Tests that the parser of Chakra's traces returns nodes or throws std::invalid_argument for any bytes. The
/// seed is fixed; ORRERY_FUZZ_SEED and ORRERY_FUZZ_RUNS try others.
namespace orrery {
namespace {

using namespace testing;

std::string trace() {
  return chakra_trace(
      {{1, kChakraMetadata, {}, 0, {}, "", R"([{"pg_name": "a", "ranks": [0]}])"},
       {2, kChakraCompute, {1}, 300, {}, "", ""},
       {3, kChakraSend, {1, 2}, 0, {{"comm_dst", 1}, {"comm_size", 1u << 20}}, "", ""},
       {4, kChakraCollective, {3}, 0, {{"comm_size", 64}, {"comm_type", 2}}, "a", ""}});
}

TEST(ChakraFuzz, MutatedTracesAreParsedOrRefused) {
  const std::vector<std::string> words{"\xff",           std::string(1, '\0'), varint(~0ull),
                                       varint(1u << 30), "comm_tag",           record(""),
                                       number(1, 2),     text(10, "x")};
  std::mt19937_64 random(setting("ORRERY_FUZZ_SEED", 22));
  const std::uint64_t runs = setting("ORRERY_FUZZ_RUNS", 20000);
  std::uint64_t parsed = 0;
  for (std::uint64_t i = 0; i < runs; ++i) try {
      parsed += chakra::parse(mutated(trace(), words, random)).version.empty() ? 0u : 1u;
    } catch (const std::invalid_argument&) {
    }
  EXPECT_GT(parsed, runs / 50);
  EXPECT_LT(parsed, runs);
}

TEST(ChakraFuzz, MutatedJsonIsParsedOrRefused) {
  const std::string json = R"({"version": "0.0.4"}
{"id": "1", "type": "METADATA_NODE", "inputs": {"values": "[{\"pg_name\": \"a\", \"ranks\": [0]}]"}}
{"id": "2", "type": "COMM_COLL_NODE", "dataDeps": ["1"], "durationMicros": "3", "attr": [
{"name": "comm_size", "int64Val": "64"}, {"name": "pg_name", "stringVal": "a"}]})";
  const std::vector<std::string> words{
      "{", "}", "[", "\"nodes\": ", "null", "-1", "1e999", "\"id\""};
  std::mt19937_64 random(setting("ORRERY_FUZZ_SEED", 23));
  const std::uint64_t runs = setting("ORRERY_FUZZ_RUNS", 20000) / 4;
  std::uint64_t parsed = 0;
  for (std::uint64_t i = 0; i < runs; ++i) try {
      parsed += chakra::parse(mutated(json, words, random)).nodes.empty() ? 0u : 1u;
    } catch (const std::invalid_argument&) {
    }
  EXPECT_GT(parsed, runs / 50);
  EXPECT_LT(parsed, runs);
}

}  // namespace
}  // namespace orrery
