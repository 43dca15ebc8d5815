#include "scenarios/cell/validate.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

std::string refusal_of(RunSpec spec) {
  const Preparation result = prepare(std::move(spec));
  const auto* const refusal = std::get_if<Refusal>(&result);
  return refusal ? std::string(refusal->key) + ": " + refusal->message() : "(accepted)";
}

TEST(Validate, MoreRanksThanMemory) {
  RunSpec spec;
  spec.ranks = 2'000'000'000;
  EXPECT_EQ(refusal_of(spec).substr(0, 13), "topology: ful");
  spec.topology = "full:2000000000";
  spec.ranks = 0;
  EXPECT_NE(refusal_of(spec).find("this machine has"), std::string::npos);
}

TEST(Validate, MoreRealPayloadThanMemory) {
  RunSpec spec;
  spec.ranks = 64;
  spec.bytes = Bytes(std::int64_t{1} << 45);
  spec.bytes_text = "32TiB";
  EXPECT_EQ(refusal_of(spec), "(accepted)");
  spec.payload = PayloadKind::kReal;
  EXPECT_EQ(refusal_of(spec).substr(0, 72),
            "payload: real payload of 32TiB on 64 ranks needs about 4096 TiB of memor");
}

TEST(Validate, SizesThatOverflow) {
  RunSpec spec;
  spec.ranks = 1000;
  spec.bytes = Bytes(std::int64_t{1} << 61);
  spec.bytes_text = "2048PiB";
  EXPECT_EQ(refusal_of(spec),
            "bytes: 2048PiB on 1000 ranks is more than can be counted (2^62 bytes)");
  spec.collective = "allgather";
  spec.bytes = Bytes(std::int64_t{1} << 45);
  EXPECT_EQ(refusal_of(spec),
            "bytes: 2048PiB on 1000 ranks is more than can be counted (2^62 bytes)");
}

TEST(Validate, TimesThatOverflow) {
  RunSpec spec;
  spec.ranks = 1000;
  spec.costs.alpha = Time(std::int64_t{1} << 60);
  EXPECT_EQ(refusal_of(spec).substr(0, 26), "alpha: the run could take ");
  spec.costs.alpha = Time(0);
  spec.costs.links.front().bandwidth = {1.0 / 8};
  spec.bytes = Bytes(1 << 30);
  EXPECT_EQ(refusal_of(spec).substr(0, 26), "bytes: the run could take ");
}

TEST(Validate, BlocksBeyondElements) {
  RunSpec spec;
  spec.collective = "broadcast";
  spec.algorithm = "circulant";
  spec.ranks = 4;
  spec.tuning.blocks = 2'000'000'000;
  EXPECT_EQ(refusal_of(spec),
            "blocks: 2000000000 blocks of 1024 elements; expected at most 65536, or one for each "
            "element");
  spec.tuning.blocks = 1024;
  EXPECT_EQ(refusal_of(spec), "(accepted)");
  spec.tuning.blocks = 2000;  // some are empty and not sent
  EXPECT_EQ(refusal_of(spec), "(accepted)");
}

TEST(Validate, MappingsThatDoNotFit) {
  EXPECT_EQ(error_of("[network]\nmapping = [0, 0]"),
            "f.toml:2:11: network.mapping: host 0 has 2 ranks; expected at most 1");
  EXPECT_EQ(
      error_of("[network]\nmapping = [0, 1]\n[run]\nranks = 3"),
      "f.toml:2:11: network.mapping: the list has 2 entries; expected one for each of 3 ranks");
}

TEST(Validate, CellsThatAreReadLeaveIdenticalRanksOpen) {
  RunSpec spec;
  spec.topology = "torus:4x4";
  const auto symmetry = [&](Validator validator) {
    return std::get<Prepared>(validator.prepare(spec)).symmetry;
  };
  EXPECT_NE(symmetry(Validator()), nullptr);
  EXPECT_EQ(symmetry(Validator(true)), nullptr);
  spec.costs.alpha = Time(std::int64_t{1} << 51);  // too long if the ranks were not identical
  EXPECT_NE(symmetry(Validator(true)), nullptr);
  spec.costs.alpha = Time(0);
  spec.symmetry = SymmetryUse::kOn;
  EXPECT_NE(symmetry(Validator(true)), nullptr);
}

TEST(Validate, ProblemHasTheCostsOfOneHop) {
  RunSpec spec;
  spec.ranks = 4;
  spec.bytes = Bytes(80);
  spec.datatype = "double";
  spec.costs.alpha = Time(500);
  spec.costs.hop_latency = Time(30);
  spec.costs.links.front().latency = Time(7);
  const Problem x = make_problem(spec);
  EXPECT_EQ(x.p, 4);
  EXPECT_EQ(x.count, 10);
  EXPECT_EQ(x.element_bytes, 8u);
  EXPECT_EQ(x.cost.alpha, Time(537));
  EXPECT_DOUBLE_EQ(x.cost.beta.ps, 20);
}

}  // namespace
}  // namespace orrery
