#include "scenarios/run/plugin/plugin.h"

#include <atomic>
#include <csignal>
#include <ctime>
#include <stdexcept>

#include "algorithms/algorithm.h"
#include "algorithms/plugin_error.h"
#include "scenarios/run/plugin/contained.h"
#include "scenarios/run/plugin/proxies.h"
#include "scenarios/run/plugin/task.h"
#include "tests/unit/scenarios/command.h"
#include "tests/unit/scenarios/page_lines.h"

/// Tests plug-ins through the command: one that is made as users make it, and all possible
/// failures.
namespace orrery {
namespace {

class Plugin : public Command {
 protected:
  /// Runs a mistake of bad.cc on four ranks.
  int make_mistake(const std::string& algorithm, const std::string& more = "") {
    return run(fmt::format(
        "run --plugin '{}/libbad.so' --algorithm {} --ranks 4 --payload provenance --quiet {} {}",
        ORRERY_PLUGINS, algorithm,
        more.find("--collective") == std::string::npos ? "--collective broadcast" : "", more));
  }
  /// Returns the error of the run in its JSON.
  std::string error() const {
    const auto at = out_.find("\"error\": ");
    return at == std::string::npos ? out_ : out_.substr(at + 9, out_.find('\n', at) - at - 9);
  }
};

/// Checks a new algorithm: made, built, run with all checks and shown by the commands of the page; no file is
/// overwritten (tests/install/installed.sh has an installed package).
TEST_F(Plugin, ANewAlgorithmWorksAtOnce) {
  std::string all;
  for (const std::string& line : lines_of(ORRERY_PAGE, {"orrery ", "orrery-gui ", "cmake "})) {
    ASSERT_EQ(shell(as_typed(line, ORRERY_COMMAND)), 0) << line << '\n' << out_ << err_;
    all += out_;
  }
  EXPECT_TRUE(contains(all, "hold.")) << all;
  EXPECT_TRUE(fs::exists(directory_ / "window.png"));
  EXPECT_EQ(run("new-algorithm my-tree"), 2);
  EXPECT_TRUE(contains(err_, "'my-tree' already exists")) << err_;
  EXPECT_EQ(run("new-algorithm install"), 2);
  EXPECT_TRUE(contains(err_, "'install' is a target of every build")) << err_;
  const std::string with = " --plugin my-tree/build/libmy-tree.so";
  EXPECT_EQ(run("list algorithms" + with), 0);
  EXPECT_TRUE(contains(out_, "my-tree"));
  EXPECT_EQ(run("check my-tree/my-tree.toml" + with), 0) << err_;
  EXPECT_EQ(run("export --collective broadcast --algorithm my-tree --ranks 8 -o t.dot" + with), 0)
      << err_;
  EXPECT_EQ(run("run my-tree/my-tree.toml"), 2);
  EXPECT_TRUE(contains(err_, "broadcast has no algorithm 'my-tree'")) << err_;
}

/// Checks that every collective has an algorithm to begin with, and that names are checked.
TEST_F(Plugin, NewAlgorithmsOfEveryCollective) {
  for (const Collective& c : collectives()) {
    const int status = run(fmt::format("new-algorithm my-{0} --collective {0}", c.name));
    ASSERT_EQ(status, 0) << err_;
    std::string file = fmt::format("my_{}.cc", c.name);
    std::ranges::replace(file, '-', '_');
    const std::string source = content(directory_ / fmt::format("my-{}", c.name) / file);
    EXPECT_TRUE(contains(source, fmt::format(".name = \"my-{}\"", c.name))) << source;
    EXPECT_TRUE(contains(source, "ORRERY_PLUGIN(&orrery::")) << source;
  }
  const std::ptrdiff_t before = files();
  for (const char* arguments :
       {"new-algorithm", "new-algorithm ''", "new-algorithm ../x", "new-algorithm My",
        "new-algorithm binomial --collective broadcast", "new-algorithm x --collective brodcast",
        "new-algorithm x --from nonsense", "new-algorithm x --collective schedule",
        "new-algorithm x --from swing", "new-algorithm 1x",
        "new-algorithm aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}) {
    EXPECT_EQ(run(arguments), 2) << arguments;
    EXPECT_TRUE(contains(err_, "orrery: ")) << arguments << err_;
  }
  EXPECT_EQ(files(), before);
}

TEST_F(Plugin, FilesThatAreNoPlugInsAreRefused) {
  write("text.so", "this is not a library\n");
  const std::string folder = ORRERY_PLUGINS;
  const std::pair<std::string, std::string> cases[] = {
      {"missing.so", "No such file or directory; expected a shared library (.so)"},
      {".", "is a directory; expected a shared library (.so)"},
      {"text.so", "cannot be loaded: file too short; expected a plug-in made with"},
      {folder + "/libno_header.so", "is a shared library, but not a plug-in; expected"},
      {folder + "/libother_magic.so", "its symbol orrery_plugin has another type; expected"},
      {folder + "/libother_interface.so",
       "is built for version 77 of the interface, this orrery has 1; expected one built with"},
      {folder + "/libother_headers.so", "is built with other headers (0123456789ab, this orrery"},
      {folder + "/libtaken_name.so", "broadcast binomial already exists; expected another name"},
      {folder + "/libno_rounds.so", "broadcast mine has no rounds; expected one"},
      {folder + "/libno_collective.so", "collective 'brodcast' is unknown; expected broadcast, "},
      {folder + "/libbad_name.so", "the name 'My Own' of an algorithm; expected a-z, 0-9 and -"},
      {fmt::format("{0}/libbad.so' --plugin '{0}/libbad.so", folder),
       "broadcast wrong-data already exists; expected another name"}};
  for (const auto& [file, expected] : cases)
    for (const char* command : {"run --ranks 4", "list algorithms"}) {
      EXPECT_EQ(run(fmt::format("{} --plugin '{}'", command, file)), 2) << file;
      EXPECT_TRUE(contains(err_, "orrery: --plugin: ")) << err_;
      EXPECT_TRUE(contains(err_, expected)) << err_;
      EXPECT_EQ(out_, "");
    }
}

TEST_F(Plugin, ResultsOfAnotherBuildAreNotTakenUp) {
  fs::copy_file(fs::path(ORRERY_PLUGINS) / "libbad.so", directory_ / "mine.so");
  const std::string arguments =
      "run --plugin ./mine.so --collective broadcast --algorithm deadlock --ranks 4 --quiet "
      "--resume r";
  EXPECT_EQ(run(arguments), 3);
  EXPECT_EQ(run(arguments), 3);
  std::ofstream(directory_ / "mine.so", std::ios::app) << "another build\n";
  EXPECT_EQ(run(arguments), 2);
  EXPECT_TRUE(contains(err_, "differs in what the file ")) << err_;
}

TEST_F(Plugin, WrongResultsAreExplained) {
  EXPECT_EQ(make_mistake("wrong-data"), 1);
  EXPECT_TRUE(contains(err_, "verification failed: rank 3: ")) << err_;
  EXPECT_EQ(make_mistake("sums-twice", "--collective allreduce"), 1);
  EXPECT_TRUE(contains(err_, "rank 1: ")) << err_;
  EXPECT_TRUE(contains(err_, "{0..3}")) << err_;
  EXPECT_EQ(make_mistake("extra-rounds"), 1);
  EXPECT_TRUE(contains(err_, "verification failed: rounds says 3 rounds, but there were 8"))
      << err_;
  EXPECT_EQ(make_mistake("deadlock"), 3);
  EXPECT_TRUE(contains(err_, "rank 0 waits in recv from rank 1 (tag 0, round 0)")) << err_;
  EXPECT_TRUE(contains(err_, "cycle: 0 -> 1 -> 2 -> 3 -> 0")) << err_;
  EXPECT_EQ(make_mistake("backwards"), 4);
  EXPECT_TRUE(contains(err_, "round 0 after round 1; rounds never go backwards")) << err_;
  EXPECT_EQ(make_mistake("throws"), 4);
  EXPECT_TRUE(contains(err_, "rank 2: vector::_M_range_check")) << err_;
  EXPECT_EQ(make_mistake("throws-int"), 4);
  EXPECT_TRUE(contains(err_, "rank 2: threw something that is not a std::exception")) << err_;
}

/// Checks that data are verified unless the payload is given, or its buffers could be too large.
TEST_F(Plugin, RunsAreVerifiedUnasked) {
  const std::string wrong = fmt::format(
      "run --plugin '{}/libbad.so' --collective allreduce --algorithm sums-twice --ranks ",
      ORRERY_PLUGINS);
  EXPECT_EQ(run(wrong + "4"), 1);
  EXPECT_TRUE(contains(err_, "rank 1 counted 2 times")) << err_;
  for (const char* unchecked : {"4 --payload ghost", "60 --bytes 64MiB"}) {
    EXPECT_EQ(run(wrong + unchecked), 1) << "its number of rounds is wrong";
    EXPECT_TRUE(contains(out_, "ghost payload carries nothing to verify")) << out_;
  }
}

/// Checks that a wrong algorithm, which may be fast because it does too little, is never the best.
TEST_F(Plugin, WhatIsWrongIsNeverTheBest) {
  const std::string runs = fmt::format(
      "--plugin '{}/libbad.so' --collective broadcast --ranks 9 --payload provenance --algorithm ",
      ORRERY_PLUGINS);
  EXPECT_EQ(run("run --bytes 1KiB,2KiB " + runs + "wrong-data,linear"), 1);
  EXPECT_TRUE(contains(out_, "ns   FAILED ")) << out_;
  EXPECT_TRUE(contains(out_, "ns     best ")) << out_;
  EXPECT_TRUE(contains(out_, "Fastest by bytes: linear from 1KiB to 2KiB.")) << out_;
  EXPECT_EQ(run("why " + runs + "wrong-data --against linear"), 1);
  EXPECT_TRUE(contains(out_, "  wrong-data: verification failed\n")) << out_;
  EXPECT_FALSE(contains(out_, "faster")) << out_;
  EXPECT_EQ(run("what-if " + runs + "wrong-data,linear"), 1);
  EXPECT_TRUE(contains(out_, "  The same algorithm is the fastest whatever changes.")) << out_;
}

/// Checks that what-if reports a failing run once, although it would run it repeatedly.
TEST_F(Plugin, WhatFailsAsItIsIsToldOnce) {
  EXPECT_EQ(run(fmt::format("what-if --plugin '{}/libbad.so' --collective broadcast --ranks 4 "
                            "--algorithm throws",
                            ORRERY_PLUGINS)),
            4);
  EXPECT_EQ(err_.find("crashed (what_if as it is)"), err_.rfind("crashed (what_if")) << err_;
  EXPECT_TRUE(contains(out_, "\n  crashed\n")) << out_;
}

TEST_F(Plugin, CrashesAreReportedAndTheRestGoesOn) {
  const std::pair<std::string, std::string> cases[] = {
      {"segfault", "crashed with SIGSEGV (memory that is not its own)"},
      {"division", "crashed with SIGFPE (an integer division by zero or overflow)"},
      {"aborts", "crashed with SIGABRT"},
      {"terminates", "crashed with SIGABRT"},
      {"overflows", "its stack is full: recursion without end, or large local arrays"},
      {"exits", "called exit"}};
  for (const auto& [algorithm, expected] : cases) {
    EXPECT_EQ(make_mistake(algorithm + ",binomial", "--json - --jobs 2"), 4) << algorithm;
    EXPECT_TRUE(contains(error(), fmt::format("broadcast {} of plug-in ", algorithm))) << error();
    EXPECT_TRUE(contains(error(), "/libbad.so: rank 2, round 1: ")) << error();
    EXPECT_TRUE(contains(error(), expected)) << error();
    EXPECT_TRUE(contains(out_, "\"algorithm\": \"binomial\"")) << out_;
    EXPECT_TRUE(contains(out_, "\"verified\": true")) << out_;
  }
  make_mistake("aborts", "--json -");
  EXPECT_TRUE(contains(error(), "its last words: bad.cc: this cannot be")) << error();
  make_mistake("terminates", "--json -");
  EXPECT_TRUE(contains(error(), "terminate called after throwing")) << error();
}

TEST_F(Plugin, EndlessLoopsAreEnded) {
  EXPECT_EQ(make_mistake("loops", "--plugin-limit 2s"), 5);
  EXPECT_TRUE(contains(err_, "rank 2, round 1: did not end within 2 s")) << err_;
  EXPECT_EQ(make_mistake("never-ends", "--plugin-limit 1s"), 5);
  EXPECT_TRUE(contains(err_, "did not end within 1 s")) << err_;
  EXPECT_EQ(make_mistake("prints", "--plugin-limit 60"), 2);
  EXPECT_TRUE(contains(err_, "--plugin-limit: '60' has no unit; expected a time")) << err_;
}

TEST_F(Plugin, AFormulaThatCrashesIsAResult) {
  EXPECT_EQ(make_mistake("bad-formula,binomial", "--json -"), 4);
  EXPECT_TRUE(contains(error(), "broadcast bad-formula of plug-in ")) << error();
  EXPECT_TRUE(contains(error(), "a formula for p = 4 and 1024 elements: crashed with SIGFPE"));
  EXPECT_TRUE(contains(out_, "\"verified\": true")) << out_;
}

/// Checks that buffers without contents take no memory, whatever their size.
TEST_F(Plugin, OnlyAllocatedMemoryIsCharged) {
  const auto sum = [&](const char* payload) {
    return run(
        fmt::format("run --plugin '{}/libbad.so' --collective allreduce --algorithm sums-twice "
                    "--ranks 60 --bytes 64MiB --payload {}",
                    ORRERY_PLUGINS, payload));
  };
  sum("ghost");
  EXPECT_FALSE(contains(err_, "memory")) << err_;
  EXPECT_EQ(sum("provenance"), 5);
  EXPECT_TRUE(
      contains(err_, "more memory than the 1 GiB that a plug-in may take (--plugin-memory)"))
      << err_;
}

/// Checks that formulas after a run are evaluated by a process that has not seen the run.
TEST_F(Plugin, FormulasDoNotKnowWhatTheRunDid) {
  EXPECT_EQ(make_mistake("remembers"), 1);
  EXPECT_TRUE(contains(err_, "rounds says 0 rounds, but there were 3")) << err_;
}

/// Checks that a plug-in's output is separate from that of the program.
TEST_F(Plugin, PrintsOnceAndApart) {
  EXPECT_EQ(make_mistake("prints"), 0) << err_;
  EXPECT_EQ(out_, "");
  EXPECT_EQ(err_, "the plug-in printed:\n  | hello\n");
}

/// Checks the same in the process that runs only the plug-in.
TEST_F(Plugin, IsToldAllOfTheProblem) {
  for (const char* more : {"", " --forbid-catalogue"}) {
    EXPECT_EQ(
        run(fmt::format("run --plugin '{}/libbad.so' --collective broadcast --algorithm tells "
                        "--ranks 4 --radix 3 --aggregation 2 --groups 2 "
                        "--buffers separate{}",
                        ORRERY_PLUGINS, more)),
        2);
    EXPECT_TRUE(contains(err_, "radix 3, aggregation 2, groups 0011, separate buffers"))
        << more << err_;
  }
}

/// Returns a problem in which every member differs from its default.
Problem unusual_problem() {
  Problem x;
  x.p = 6, x.root = 5, x.count = 77, x.element_bytes = 8;
  x.sizes = {70, 0, 7}, x.skips = {3, 2, 1}, x.blocks = 9, x.radix = 4, x.aggregation = 2;
  x.groups = {{0, 0, 1, 1, 2, 2}, {}, {0, 0, 0, 0, 1, 1}}, x.commutative = false;
  x.dims = {2, 3}, x.no_dims = "", x.order = Order::kTorus, x.grid = {6}, x.periodic = false;
  x.neighborhood = Neighborhood::kMoore, x.separate_buffers = true;
  x.cost = {Time(3), CostPerByte(5), CostPerByte(7)};
  return x;
}

TEST(PluginTask, CrossesTheBorderWhole) {
  const auto box = std::make_unique<Mailbox>();
  MailWriter writer(*box);
  put(writer, {.library = "lib.so", .index = 3, .problem = unusual_problem()});
  MailReader reader({box->answer, box->answer + writer.size()});
  reader.get<MailVerdict>();
  const PluginTask task = get_task(reader);
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(task.problem, unusual_problem());
  EXPECT_EQ(task.library, "lib.so");
  EXPECT_EQ(task.index, 3U);
}

TEST(PluginTask, CrossesTheBorderWithItsNetwork) {
  Network network;
  network.topology = make_topology("torus:2x3");
  network.host_of = {5, 4, 3, 2, 1, 0};
  network.costs.alpha = 3us;
  network.costs.links = {{.bandwidth = Bandwidth{1e9}}, {.latency = 7ns}};
  network.costs.alpha_by_size.steps = {{Bytes(9), 4us}};
  network.costs.copy_cost = CostPerByte{2};
  network.ports = {.kind = Ports::Kind::kPerLink};
  network.duplex = 0.75;
  PluginTask sent{.library = "lib.so", .problem = unusual_problem()};
  sent.problem.network = &network;
  const auto box = std::make_unique<Mailbox>();
  MailWriter writer(*box);
  put(writer, sent);
  MailReader reader({box->answer, box->answer + writer.size()});
  reader.get<MailVerdict>();
  const PluginTask task = get_task(reader);
  EXPECT_TRUE(reader.at_end());
  ASSERT_EQ(task.problem.network, task.network.get());
  EXPECT_EQ(task.network->topology->spec(), "torus:2x3");
  network.topology = task.network->topology;  // which are compared by address
  EXPECT_EQ(*task.network, network);
}

TEST(Proxies, SayWhatTheirAlgorithmsSay) {
  const auto all = proxies_for(std::string(ORRERY_PLUGINS) + "/libbad.so");
  const auto found = std::ranges::find(all, "tells", &Algorithm::name);
  ASSERT_NE(found, all.end());
  const Algorithm& a = **found;
  EXPECT_EQ(a.formula_if, "p = 2^q");
  EXPECT_EQ(a.run_by, "unknown: 7");
  for (const bool fact : {a.at_most, a.skipped, a.radixed, a.aggregating, a.grouped})
    EXPECT_TRUE(fact);
  for (const bool fact : {a.needs_commutative, a.needs_coordinates, a.pipelined, a.among_neighbors})
    EXPECT_FALSE(fact);
  EXPECT_EQ(a.needs_ranks, Ranks::kEven);
  EXPECT_EQ(a.best_blocks, nullptr);
  Problem x;
  x.p = 12;
  EXPECT_EQ(radix_for(a, x), 6);
}

TEST(Proxies, AskOneProcessOfOneProblemInAConversation) {
  const auto all = proxies_for(std::string(ORRERY_PLUGINS) + "/libbad.so");
  const Algorithm& a = **std::ranges::find(all, "remembers", &Algorithm::name);
  Problem x, y;
  y.p = 2;
  for (int outside = 0; outside < 2; ++outside) EXPECT_EQ(a.best_radix(x), 1);
  const PluginConversation conversation;
  EXPECT_EQ(a.best_radix(x), 1);
  EXPECT_EQ(a.best_radix(x), 2);
  EXPECT_EQ(a.best_radix(y), 1);
  EXPECT_EQ(a.best_radix(x), 1);
  const PluginConversation inner;
  EXPECT_EQ(a.best_radix(x), 1);
}

std::string error_of(const std::function<void(Mailbox&)>& code) {
  Contained process(code);
  try {
    process.ask();
    return "";
  } catch (const PluginError& e) {
    return e.what();
  }
}

TEST(Contained, AnswersFromAnotherProcess) {
  int here = 1;
  MailReader mail = ask_contained([&](MailWriter& answer) {
    here = 2;
    answer.put(std::string_view("a\tword\x01"));
  });
  EXPECT_EQ(here, 1);
  EXPECT_EQ(mail.text(), "a\tword?");
  EXPECT_THROW(mail.get<int>(), std::out_of_range);
}

TEST(Contained, TellsWhyItDidNot) {
  EXPECT_EQ(error_of([](Mailbox&) { throw std::runtime_error("no"); }), "threw: no");
  EXPECT_EQ(error_of([](Mailbox&) { throw 5; }), "threw: something that is not a std::exception");
  EXPECT_EQ(error_of([](Mailbox&) { std::_Exit(7); }), "ended the program: _exit(7)");
  EXPECT_EQ(error_of([](Mailbox&) { std::fputs("a word", stderr), std::exit(7); }),
            "called exit; its last words: a word");
  EXPECT_EQ(
      error_of([](Mailbox& box) {
        box.rank = 4, box.round = 5;
        std::raise(SIGKILL);
      }),
      "rank 4, round 5: crashed with SIGKILL (killed from outside, perhaps for lack of memory)");
}

/// Checks that code which computes forever is ended, and so is code that does nothing.
TEST(Contained, EndsWhatDoesNotEnd) {
  const PluginLimits before = plugin_limits();
  plugin_limits().busy = std::chrono::milliseconds(150);
  EXPECT_EQ(error_of([](Mailbox&) {
              for (std::atomic<int> i = 0;; ++i) continue;
            }),
            "computed for 0.15 s without waiting for a message: an endless loop?");
  plugin_limits().silent = std::chrono::milliseconds(150);
  EXPECT_EQ(error_of([](Mailbox&) { sleep(1000); }),
            "did nothing for 0.15 s: does it wait for something outside of Orrery?");
  plugin_limits() = before;
}

}  // namespace
}  // namespace orrery
