#include <nlohmann/json.hpp>

#include "tests/unit/scenarios/command.h"

/// Tests untrusted plug-ins (untrusted.cc): correct ones, wrong ones and hostile ones. Each verdict
/// is right, the output is always JSON, and nothing is left behind.
namespace orrery {
namespace {

using Json = nlohmann::json;

struct UntrustedPlugin {
  std::string name;
  int exit_code;
  std::string says{};          ///< part of the error
  const char* limit = "600s";  ///< of its time: short for endless runs, long for all others
};

const char* outcome_of_code(int code) {
  switch (code) {
    case 0:
      return "fine";
    case 1:
      return "verification failed";
    case 3:
      return "deadlock";
    case 4:
      return "crashed";
    case 5:
      return "limit exceeded";
    case 6:
      return "forbidden";
    default:
      return "?";
  }
}

std::vector<UntrustedPlugin> untrusted_plugins() {
  std::vector<UntrustedPlugin> all;
  for (const char* name :
       {"correct", "everything", "prints", "prints-a-result", "prints-garbage",
        "prints-without-end", "writes-everywhere", "closes-everything", "constructor-prints",
        "atexit-exits", "atexit-prints", "atexit-hangs", "destructor-segfault", "destructor-exits"})
    all.push_back({name, 0});
  const std::vector<UntrustedPlugin> others = {
      {"does-nothing", 1, "rank 1: "},
      {"forgets-one", 1, "rank 3: "},
      {"sends-too-much", 1, "bytes in all, but there were"},
      {"formula-lies", 1, "rounds says 2 rounds, but there were 3"},
      {"uses-the-built-in", 1, "rounds says 3 rounds, but there were 2"},
      {"waits-in-a-circle", 3, "cycle: 0 -> 1 -> 2 -> 3 -> 0"},
      {"segfault", 4, "rank 2, round 1: crashed with SIGSEGV"},
      {"division", 4, "SIGFPE"},
      {"aborts", 4, "SIGABRT"},
      {"throws", 4, "rank 2: no"},
      {"throws-int", 4, "rank 2: threw something"},
      {"throws-garbage", 4, "rank 2: ??? not text"},
      {"overflows", 4, "its stack is full"},
      {"exits", 4, "rank 2, round 1: called exit"},
      {"quick-exits", 4, "_exit(0)"},
      {"kills-itself", 4, "SIGKILL"},
      {"handles-signals", 4, "_exit(0)"},
      {"scribbles", 4, "it overwrote the shared memory"},
      {"goes-backwards", 4, "rounds never go backwards"},
      {"leaves-a-message", 4, "rank 0: ended without waiting for its isend"},
      {"sends-to-no-rank", 4, "send to rank 99"},
      {"reads-another-rank", 4, "a buffer that is not the rank's"},
      {"reads-beyond", 4, "has no part of"},
      {"waits-for-what-is-not", 4, "has been waited for already"},
      {"formula-crashes", 4, "a formula for p = 4 and 1024 elements: crashed with SIGFPE"},
      {"formula-exits", 4, "called exit"},
      {"constructor-segfault", 4, "while it is loaded: crashed with SIGSEGV"},
      {"constructor-exits", 4, "while it is loaded: called exit"},
      {"constructor-quick-exits", 4, "while it is loaded: ended the program: _exit(0)"},
      {"constructor-ends-42", 4, "_exit(42)"},
      {"constructor-throws", 4, "while it is loaded"},
      {"constructor-aborts", 4, "SIGABRT"},
      {"loops", 5, "rank 2, round 1: did not end within 2 s", "2s"},
      {"sleeps", 5, "within 1 s", "1s"},
      {"stops-itself", 5, "within 1 s", "1s"},
      {"never-ends", 5, "within 1 s", "1s"},
      {"formula-loops", 5, "a formula for p = 4", "2s"},
      {"constructor-loops", 5, "while it is loaded: did not end within 1 s", "1s"},
      {"constructor-sleeps", 5, "within 1 s", "1s"},
      {"constructor-locks", 5, "within 1 s", "1s"},
      {"eats-memory", 5, "rank 2, round 1: needs more memory than the 64 MiB"},
      {"asks-for-too-much", 5, "needs more memory"},
      {"unlimits-itself", 5, "needs more memory"},
      {"asks-for-a-huge-scratch", 5, "need more memory than the 64 MiB"},
      {"enters-a-huge-round", 5, "need more memory"},
      {"sends-without-end", 5, "need more memory"},
      {"opens-lanes-without-end", 5, "needs more memory"},
      {"constructor-eats-memory", 5, "while it is loaded: needs more memory"},
      {"kills-parent", 6, "made the system call kill"},
      {"kills-group", 6, "kill"},
      {"kills-all", 6, "kill"},
      {"signals-by-number", 6, "tgkill"},
      {"traces-parent", 6, "ptrace"},
      {"forks", 6, "starts a thread or a process"},
      {"fork-bomb", 6, "starts a thread or a process"},
      {"starts-a-shell", 6, "starts a thread or a process"},
      {"starts-a-thread", 6, "starts a thread or a process"},
      {"writes-a-file", 6, "openat"},
      {"removes-a-file", 6, "unlink"},
      {"opens-a-socket", 6, "socket"},
      {"constructor-kills-parent", 6, "while it is loaded: made the system call kill"},
      {"constructor-forks", 6, "while it is loaded: made a system call that starts"},
  };
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

/// Returns the number of processes whose command line contains the text.
int processes_with(const std::string& text) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator("/proc"))
    if (contains(content(entry.path() / "cmdline"), text)) ++count;
  return count;
}

class Untrusted : public Command, public ::testing::WithParamInterface<UntrustedPlugin> {
 protected:
  /// Runs the plug-in on four ranks.
  int run_untrusted(const std::string& name, const std::string& more = "") {
    const fs::path library = directory_ / ("lib" + name + ".so");
    if (!fs::exists(library)) fs::copy_file(ORRERY_UNTRUSTED, library);
    write(name, "");
    return run(
        fmt::format("run --plugin {} --collective broadcast --algorithm mine --ranks 4 "
                    "--payload provenance --plugin-memory 64MiB {}",
                    library.string(), more));
  }
};

TEST_P(Untrusted, AreJudgedRightly) {
  const UntrustedPlugin& s = GetParam();
  if (!kLimitsMemory && contains(s.says, "needs more memory")) GTEST_SKIP();
  EXPECT_EQ(run_untrusted(s.name, fmt::format("--plugin-limit {} --json - --junit r.xml", s.limit)),
            s.exit_code)
      << err_;
  const Json result = Json::parse(out_, nullptr, false);
  ASSERT_FALSE(result.is_discarded()) << out_;
  ASSERT_EQ(result.at("runs").size(), 1U);
  EXPECT_EQ(result.at("runs")[0].at("outcome"), outcome_of_code(s.exit_code));
  if (s.exit_code != 0) {
    EXPECT_TRUE(contains(result.at("runs")[0].at("error").get<std::string>(), s.says)) << out_;
  }
  const std::string junit = content(directory_ / "r.xml");
  EXPECT_EQ(contains(junit, "<failure type="), s.exit_code == 1 || s.exit_code == 3) << junit;
  EXPECT_EQ(contains(junit, "<error type="), s.exit_code > 3) << junit;
  EXPECT_EQ(processes_with((directory_ / "lib").string()), 0);
  EXPECT_TRUE(fs::exists(directory_ / s.name));
  EXPECT_FALSE(fs::exists("/tmp/orrery-was-here"));
}

INSTANTIATE_TEST_SUITE_P(All, Untrusted, ::testing::ValuesIn(untrusted_plugins()),
                         [](const auto& tested) {
                           std::string name = tested.param.name;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

class Contain : public Untrusted {};

TEST_F(Contain, ThereAreSixty) {
  EXPECT_GE(untrusted_plugins().size(), 60U);
}

TEST_F(Contain, WhatIsPrintedIsShownAsThePlugins) {
  EXPECT_EQ(run_untrusted("prints", "--json - --junit r.xml"), 0);
  EXPECT_EQ(Json::parse(out_).at("runs")[0].at("printed"), "hello\nhello\nhello\nhello\n");
  EXPECT_TRUE(contains(err_, "the plug-in printed:\n  | hello\n")) << err_;
  EXPECT_TRUE(contains(content(directory_ / "r.xml"), "<system-out>hello&#10;"));
}

TEST_F(Contain, TheCatalogueCanBeForbidden) {
  EXPECT_EQ(run_untrusted("correct", "--forbid-catalogue --json -"), 6);
  EXPECT_TRUE(contains(out_, "find_algorithm")) << out_;
  EXPECT_TRUE(contains(out_, "\"outcome\": \"forbidden\"")) << out_;
  EXPECT_EQ(run(fmt::format("run --plugin '{}' --collective broadcast --algorithm prints --ranks 4 "
                            "--forbid-catalogue --quiet",
                            ORRERY_BAD)),
            0)
      << err_;
}

TEST_F(Contain, OtherCommandsEndWithTheSameCode) {
  run_untrusted("constructor-exits");
  EXPECT_EQ(run("list algorithms --plugin libconstructor-exits.so"), 4);
  EXPECT_TRUE(contains(err_, "while it is loaded: called exit")) << err_;
  EXPECT_EQ(out_, "");
}

/// Checks that one signal ends the run of a hanging plug-in, and the plug-in with it.
TEST_F(Contain, ASignalEndsIt) {
  run_untrusted("correct");
  const std::string library = (directory_ / "libsleeps.so").string();
  fs::copy_file(ORRERY_UNTRUSTED, library);
  // It has printed before it hangs; its output is kept in a file in memory.
  EXPECT_EQ(shell(fmt::format("'{}' run --plugin {} --collective broadcast --algorithm mine "
                              "--ranks 4 > /dev/null &\n"
                              "while kill -0 $! && [ -z \"$(find /proc/$!/fd -lname "
                              "'*orrery-plugin*' -exec grep -l asleep {{}} + )\" ]; "
                              "do sleep 0.01; done 2> /dev/null\n"
                              "kill $!; wait $!",
                              ORRERY_COMMAND, library)),
            130)
      << err_;
  EXPECT_EQ(processes_with(library), 0);
}

}  // namespace
}  // namespace orrery
