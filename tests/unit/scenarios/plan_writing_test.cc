#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <iterator>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/plan/happens_before.h"
#include "algorithms/plan/memory.h"
#include "algorithms/plan/plan_check.h"
#include "scenarios/text/errors.h"
#include "tests/unit/scenarios/plus_plus_texts.h"
#include "tests/unit/scenarios/schedule_formats.h"
#include "tests/unit/scenarios/support.h"
#include "tests/unit/scenarios/xml_texts.h"

/// Tests plans that were read from one format, written in another, and mean the same there.
namespace orrery {
namespace {

using testing::all_channels;
using testing::channel_op;
using testing::far;
using testing::getting_allreduce;
using testing::move_op;
using testing::own;
using testing::packet_allreduce;
using testing::place_of_peer;
using testing::plus_plus_text;
using testing::PlusPlusFile;
using testing::putting_allgather;
using testing::switched_allreduce;

namespace fs = std::filesystem;

/// A format in which plans are written, and its reader.
struct Format {
  const char* name;
  std::string (*write)(const Plan&);
  Plan (*read)(std::string, const PlanOptions&);
};
constexpr Format kFormats[] = {{"XML", msccl_xml_text, read_msccl_xml},
                               {"JSON", mscclpp_json_text, read_mscclpp_json}};

using Pairs = std::map<std::pair<int, int>, std::pair<std::int64_t, double>>;

/// Returns messages and parts of the vector's chunks by pair.
Pairs pairs_of(const Plan& plan) {
  Pairs pairs;
  for (const PairTraffic& p : traffic_of(plan).pairs)
    pairs[{p.source, p.destination}] = {p.messages,
                                        p.chunks / static_cast<double>(plan.setting.chunks)};
  return pairs;
}

std::string fault_of(const PlanCheck& result) {
  return result.error ? std::string(fault_name(result.error->fault())) : "";
}

/// Checks that two plans are equivalent; a faulty plan must have the same fault.
void expect_same(const Plan& plan, const Plan& again, const std::string& what) {
  const PlanCheck given = check(plan), result = check(again);
  EXPECT_EQ(fault_of(result), fault_of(given))
      << what << (result.error ? result.error->what() : "");
  EXPECT_EQ(result.verified, given.verified) << what;
  EXPECT_EQ(again.demand, plan.demand) << what;
  EXPECT_EQ(pairs_of(again), pairs_of(plan)) << what;
}

void expect_written(const PlusPlusFile& f, const std::string& what) {
  const Plan plan = read_mscclpp_json(plus_plus_text(f));
  ASSERT_EQ(check(plan).verified, true) << what << ": " << check(plan).error->what();
  for (const Format& format : kFormats) {
    const Plan again = format.read(format.write(plan), {});
    expect_same(plan, again, what + " as " + format.name);
    for (const Format& second : kFormats)
      expect_same(plan, second.read(second.write(again), {}),
                  what + " as " + format.name + " as " + second.name);
  }
}

TEST(PlanWriting, PlansOfMscclppBecomeSendsAndReceives) {
  for (const int p : {2, 3, 5}) {
    const std::string ranks = fmt::format(" {}", p);
    expect_written(putting_allgather(p), "put" + ranks);
    expect_written(putting_allgather(p, "port"), "port put" + ranks);
    expect_written(getting_allreduce(p), "get" + ranks);
    expect_written(packet_allreduce(p), "packets" + ranks);
    expect_written(switched_allreduce(p), "switch" + ranks);
  }
}

TEST(PlanWriting, MessagesGoFromWhoHasThemToWhoWantsThem) {
  const Plan plan =
      read_msccl_xml(msccl_xml_text(read_mscclpp_json(plus_plus_text(getting_allreduce(3)))));
  const PlanTraffic traffic = traffic_of(plan);
  EXPECT_EQ(traffic.messages, 12);  // a chunk to the adding GPU, and the sum back, of 6 pairs
  EXPECT_EQ(traffic.empty, 0);
  for (const PairTraffic& pair : traffic.pairs) {
    EXPECT_EQ(pair.messages, 2);
    EXPECT_EQ(pair.chunks, 2);
  }
  EXPECT_EQ(plan.description.kinds.at("rrc"), 6);
  EXPECT_EQ(work_of(plan).reduced, 6);
  EXPECT_EQ(work_of(plan).copied, 0);
}

/// Checks that connections share thread blocks if there would be more than executors have.
TEST(PlanWriting, ExecutorsLimitsAreKeptWhereTheyCanBe) {
  PlusPlusFile f{.collective = "allgather", .ranks = 8, .input = 12, .output = 96};
  for (int r = 0; r < 8; ++r) {
    f.ops.emplace_back();
    for (int b = 0; b < 12; ++b) {
      std::vector<std::string> ops;
      for (const int q : testing::peers_of(r, 8))
        ops.push_back(move_op("pws", {own('o', 12 * r + b)}, {far(r, q, 'o', 12 * r + b)}, "memory",
                              {place_of_peer(r, q)}));
      if (b == 0)
        for (int k = 0; k < 12; ++k) ops.push_back(channel_op("wait", all_channels(8)));
      f.ops.back().push_back(ops);
    }
  }
  const Plan plan = read_mscclpp_json(plus_plus_text(f));
  const Plan again = read_msccl_xml(msccl_xml_text(plan));
  EXPECT_EQ(again.description.channels, 1);
  EXPECT_LE(again.description.blocks, 8 * 64);
  EXPECT_EQ(pairs_of(again), pairs_of(plan));
}

/// Returns the final contents of all cells, as sums of numbers of their initial contents.
std::vector<std::uint64_t> end_of(const Plan& plan) {
  const PlanMemory memory(plan, plan.in_place);
  std::vector<std::uint64_t> cells(static_cast<std::size_t>(memory.cells()));
  const auto cell = [&](const Chunks& c, int j) -> std::uint64_t& {
    return cells[static_cast<std::size_t>(memory.cell(c) + j)];
  };
  for (int r = 0; r < plan.setting.ranks; ++r)
    for (int k = 0; k < plan.input[static_cast<std::size_t>(r)]; ++k)
      cell({r, Buffer::kInput, k, 1}, 0) = std::mt19937_64(static_cast<unsigned>(1000 * r + k))();
  const HappensBefore order(plan);
  for (const std::int32_t i : order.order()) {
    const Action& a = plan.actions[static_cast<std::size_t>(i)];
    if (plan.reads(a).empty()) continue;
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(plan.reads(a).front().count));
    for (const Chunks& c : plan.reads(a))
      for (int j = 0; j < c.count; ++j) sums[static_cast<std::size_t>(j)] += cell(c, j);
    for (const Chunks& c : plan.writes(a))
      for (int j = 0; j < c.count; ++j) cell(c, j) = sums[static_cast<std::size_t>(j)];
  }
  std::vector<std::uint64_t> held;
  for (int r = 0; r < plan.setting.ranks; ++r)
    for (const Buffer b : {Buffer::kInput, Buffer::kOutput, Buffer::kScratch})
      for (int k = 0; k < 6; ++k) held.push_back(cell({r, b, k, 1}, 0));
  return held;
}

/// Generates operations of any ranks on any places, which may overlap, ordered by signals.
class RandomPlan {
 public:
  explicit RandomPlan(unsigned seed) : random_(seed), p_(2 + static_cast<int>(seed % 3)) {
    f_ = {.collective = "anything", .ranks = p_, .input = 6, .output = 6, .scratch = 6};
    f_.in_place = false;
    f_.ops.resize(static_cast<std::size_t>(p_), {{}});
    for (int r = 0; r < p_; ++r)
      for (const char b : {'o', 's'})
        ops(r).push_back(move_op("copy", {own('i', 0, 6)}, {own(b, 0, 6)}));
    for (int r = 0; r < p_; ++r) {
      ops(r).push_back(channel_op("signal", all_channels(p_)));
      ops(r).push_back(channel_op("wait", all_channels(p_)));
    }
    for (int i = 0; i < 12; ++i) add(below(p_));
  }
  std::string text() const { return plus_plus_text(f_); }

 private:
  std::vector<std::string>& ops(int r) { return f_.ops[static_cast<std::size_t>(r)].front(); }
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string own_place(int size) { return own("ios"[below(3)], below(7 - size), size); }
  std::string far_place(int rank, int size) {
    const auto peers = testing::peers_of(rank, p_);
    return far(rank, peers[static_cast<std::size_t>(below(p_ - 1))], "ios"[below(3)],
               below(7 - size), size);
  }

  void add(int rank) {
    if (rank != turn_) {
      ops(turn_).push_back(channel_op("signal", {place_of_peer(turn_, rank)}));
      ops(rank).push_back(channel_op("wait", {place_of_peer(rank, turn_)}));
      turn_ = rank;
    }
    const int size = 1 + below(3), kind = below(6);
    std::vector<std::string> from{own_place(size)}, to{own_place(size)};
    if (kind == 0) return ops(rank).push_back(move_op("copy", from, to));
    if (kind == 1) return ops(rank).push_back(move_op("put", from, {far_place(rank, size)}));
    if (kind == 2) return ops(rank).push_back(move_op("get", {far_place(rank, size)}, to));
    const bool is_far = kind >= 4;
    for (int more = 1 + below(3); more > 0; --more)
      from.push_back(is_far ? far_place(rank, size) : own_place(size));
    if (kind % 2 == 1) to.push_back(far_place(rank, size));
    ops(rank).push_back(move_op(is_far          ? kind % 2 == 1 ? "rres" : "rre"
                                : kind % 2 == 1 ? "res"
                                                : "re",
                                from, to));
  }

  std::mt19937 random_;
  int p_, turn_ = 0;
  PlusPlusFile f_;
};

TEST(PlanWriting, AnyOperationsLeaveTheSameBehind) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Plan plan = read_mscclpp_json(RandomPlan(seed).text());
    ASSERT_FALSE(check(plan).error) << check(plan).error->what();
    const auto expected = end_of(plan);
    for (const Format& format : kFormats) {
      const Plan again = format.read(format.write(plan), {});
      ASSERT_FALSE(check(again).error) << seed << ": " << check(again).error->what();
      EXPECT_EQ(end_of(again), expected) << seed << " as " << format.name;
      EXPECT_EQ(pairs_of(again), pairs_of(plan)) << seed << " as " << format.name;
    }
  }
}

TEST(PlanWriting, WhatCannotBeSaidIsNamed) {
  const auto written = [](const std::string& text, const char* collective) {
    PlanOptions options;
    options.collective = collective;
    const Plan plan = read_mscclpp_json(text, options);
    return refusal([&] { msccl_xml_text(plan); });
  };
  const std::string puts = plus_plus_text(putting_allgather(3));
  EXPECT_EQ(written(puts, ""), "");
  EXPECT_NE(written(puts, "gather").find("MSCCL has no gather"), std::string::npos);
  EXPECT_NE(written(puts, "custom").find("which parts of input and output share memory"),
            std::string::npos);
  PlusPlusFile race = getting_allreduce(3);
  race.ops[0][0][3] = race.ops[0][0][4];  // nothing is said before the others read
  race.ops[0][0][4] = channel_op("signal", all_channels(3));
  std::swap(race.ops[0][0][2], race.ops[0][0][4]);
  EXPECT_NE(written(plus_plus_text(race), "").find("it is wrong: "), std::string::npos);
}

/// Checks that protocol and limits stated in a file are kept.
TEST(PlanWriting, WhatAFileSaysOfItselfIsKept) {
  std::string text = testing::xml_text(testing::ring_allgather(3));
  text.replace(text.find("Simple"), 6, "LL128");
  text.replace(text.find("inplace"), 7, "minBytes=\"96\" maxBytes=\"960000\" inplace");
  for (const Format& format : kFormats) {
    const Plan again = format.read(format.write(read_msccl_xml(text)), {});
    EXPECT_EQ(again.description.least_bytes, 96U);
    EXPECT_EQ(again.description.most_bytes, 960000U);
  }
  EXPECT_EQ(read_msccl_xml(msccl_xml_text(read_msccl_xml(text))).description.protocol, "LL128");
}

// The files that other tools wrote.

TEST(SharedFormatsWriting, SamplesAreWrittenAndReadAgain) {
  const char* const folder = std::getenv("ORRERY_SHARED_FORMATS");
  if (folder == nullptr)
    GTEST_SKIP() << "ORRERY_SHARED_FORMATS does not name the folder of samples";
  for (const char* samples : {"mscclpp_json", "teccl_json", "msccl_xml"})
    for (const Format& format : kFormats) {
      int written = 0, all = 0;
      for (const auto& entry : fs::directory_iterator(fs::path(folder) / "samples" / samples)) {
        const ScheduleFormat* const given = recognised_format(entry.path());
        if (given == nullptr || given->read_plan == nullptr) continue;
        Plan plan;
        try {
          plan = read_plan(*given, entry.path());
        } catch (const PlanError&) {
          continue;
        }
        ++all;
        PlanOptions same;
        same.collective = plan.demand->name;
        const std::string why = refusal([&] {
          expect_same(plan, format.read(format.write(plan), same), entry.path().string());
          ++written;
        });
        if (!why.empty()) std::cout << entry.path().filename().string() << ": " << why << "\n";
      }
      EXPECT_GE(written + 2, all);  // one races, MSCCL has no sendrecv
      std::cout << written << " of " << all << " of " << samples << " as " << format.name << "\n";
    }
}

}  // namespace
}  // namespace orrery
