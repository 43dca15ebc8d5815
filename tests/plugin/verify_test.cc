#include <regex>
#include <string>

#include "algorithms/algorithm.h"
#include "tests/unit/scenarios/command.h"

/// Tests `orrery verify`: each mistake of wrong.cc is found, with the smallest case, as a line that can
/// be run.
namespace orrery {
namespace {

class Verify : public Command {
 protected:
  int verify(const std::string& arguments) {
    return run(fmt::format("verify --plugin '{}/libwrong.so' {}", ORRERY_PLUGINS, arguments));
  }
  /// Returns the printed line, which is to fail in the same way.
  std::string printed_command() const {
    std::smatch found;
    return std::regex_search(err_, found, std::regex("\n  orrery (run [^\n]*)\n"))
               ? found[1].str()
               : "no command in " + err_;
  }
};

struct Mistake {
  const char* algorithm;  ///< with its collective
  const char* smallest;   ///< the case, as the table has it
  const char* error;      ///< the beginning of its error
  int exit_code;          ///< of the run
  int ranks = 3;          ///< up to which it must be tried
};

constexpr Mistake kMistakes[] = {
    {"broadcast ignores-root", "p = 2, bytes 1B, root 1, payload provenance",
     "verification failed: rank 0: ", 1},
    {"broadcast crashes-on-three", "p = 3, bytes 0B, payload provenance",
     "crashed: broadcast crashes-on-", 4},
    {"broadcast forgets-rest", "p = 2, bytes 1B, blocks 5, payload provenance",
     "verification failed: rank 1: ", 1},
    {"broadcast square-only", "p = 6, topology torus:2x3, bytes 1B, payload provenance",
     "verification failed: rank 1: ", 1, 6},
    {"broadcast halving-only", "p = 4, bytes 240B, root 2, skips linear, payload provenance",
     "verification failed: rank 0: ", 1, 4},
    {"broadcast rounds", "p = 4, bytes 0B, payload provenance",
     "verification failed: rounds says 4 rounds, but there were 3", 1, 4},
    {"broadcast bytes", "p = 3, bytes 1B, root 2, payload provenance",
     "verification failed: bytes_max_rank says 1 bytes sent by the busiest rank, but there were 2",
     1},
    {"broadcast time", "p = 2, bytes 2B, payload provenance",
     "verification failed: time says 100020 ps, but the run took 100040 ps", 1},
    {"reduce odd", "p = 3, bytes 1B, payload provenance", "verification failed: rank 0: ", 1},
    {"allreduce order", "p = 3, bytes 16B, op matrix-product, datatype int32, payload real",
     "verification failed: rank 0: ", 1},
    {"allgatherv sizes", "p = 2, sizes list:3,0, datatype int32, payload provenance",
     "verification failed: rank 1: ", 1},
    {"allreduce own-order", "p = 3, bytes 4B, datatype float, payload real",
     "verification failed: sums that round are promised to be same on all ranks, but rank 1: "
     "element 0 ",
     1},
    {"barrier go-after-first", "p = 3", "verification failed: rank 1 can leave before rank 2", 1}};

TEST_F(Verify, FindsEachMistakeAndItsSmallestCase) {
  for (const Mistake& mistake : kMistakes) {
    SCOPED_TRACE(mistake.algorithm);
    ASSERT_EQ(verify(fmt::format("{} --ranks {}", mistake.algorithm, mistake.ranks)), 1)
        << out_ << err_;
    EXPECT_TRUE(contains(out_, mistake.smallest)) << out_;
    EXPECT_TRUE(contains(err_, fmt::format(". The smallest:\n  {}", mistake.error))) << err_;
    EXPECT_TRUE(contains(out_, "0 of 1 algorithm conforms.")) << out_;
    const std::string error = err_.substr(err_.find("\n  ") + 3, 40);
    EXPECT_EQ(run(printed_command()), mistake.exit_code) << out_;
    EXPECT_TRUE(contains(err_, error)) << err_;
  }
}

TEST_F(Verify, WhatIsRightConforms) {
  EXPECT_EQ(verify("broadcast right --ranks 4"), 0) << err_;
  EXPECT_EQ(err_, "");
  EXPECT_TRUE(contains(out_, "1 of 1 algorithm conforms.")) << out_;
}

/// Checks that what a process remembers of other cases makes no case fail.
TEST_F(Verify, CasesAreJudgedAsIfEachWereTheFirst) {
  EXPECT_EQ(verify("broadcast right-once --ranks 3"), 0) << err_;
  EXPECT_TRUE(contains(out_, "1 of 1 algorithm conforms.")) << out_;
}

/// Checks that an algorithm which refuses every problem does not conform.
TEST_F(Verify, RefusingEverythingIsNoWayOut) {
  EXPECT_EQ(verify("broadcast refuses --ranks 4 --junit u.xml"), 1);
  EXPECT_TRUE(
      contains(err_,
               "broadcast refuses: it refused every case with more than one rank; the first: "
               "it does not like company"))
      << err_;
  EXPECT_TRUE(contains(content(directory_ / "u.xml"), "failures=\"1\""))
      << content(directory_ / "u.xml");
  EXPECT_EQ(verify("broadcast refuses --ranks 1"), 0) << err_;
}

/// Checks that all algorithms of a plug-in are tested, and none of the program's; the result of one does
/// not depend on --jobs.
TEST_F(Verify, TriesAllOfAPlugIn) {
  EXPECT_EQ(verify("--ranks 2 --jobs 2 --json v.json"), 1);
  EXPECT_TRUE(contains(out_, "11 of 16 algorithms conform.")) << out_;
  EXPECT_FALSE(contains(out_, "binomial")) << out_;
  const std::string json = content(directory_ / "v.json");
  EXPECT_TRUE(contains(json, "\"command\": \"orrery run --plugin ")) << json;
  EXPECT_EQ(verify("allgatherv sizes --ranks 3 --jobs 2 --json s.json"), 1);
  EXPECT_EQ(verify("allgatherv sizes --ranks 3 --json -"), 1);
  EXPECT_EQ(out_, content(directory_ / "s.json"));
}

/// Checks that wrong results are failures, and unfinished runs are errors.
TEST_F(Verify, WritesJunit) {
  EXPECT_EQ(verify("broadcast ignores-root --ranks 2 --junit v.xml"), 1);
  EXPECT_TRUE(contains(content(directory_ / "v.xml"),
                       "<testcase classname=\"broadcast ignores-root\" name=\"data\""));
  EXPECT_TRUE(contains(content(directory_ / "v.xml"), "<failure type=\"verification failed\""));
  EXPECT_EQ(verify("broadcast crashes-on-three --ranks 3 --junit -"), 1);
  EXPECT_TRUE(contains(out_, "<error type=\"crashed\" message=\"broadcast crashes-on-three of"))
      << out_;
}

TEST_F(Verify, BadInputExits2) {
  for (const char* arguments :
       {"brodcast", "broadcast nonsense", "schedule", "--ranks 0", "--ranks x", "--jobs 0",
        "broadcast right extra", "--junit missing/u.xml"}) {
    EXPECT_EQ(run(fmt::format("verify {}", arguments)), 2) << arguments;
    EXPECT_EQ(out_, "") << arguments;
    EXPECT_TRUE(err_.starts_with("orrery: ")) << err_;
  }
}

}  // namespace
}  // namespace orrery
