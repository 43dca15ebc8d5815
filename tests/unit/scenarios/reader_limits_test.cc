#include "tests/unit/scenarios/command.h"

/// Tests that every reader answers a file of a megabyte within 5 s of processor time and 500 MiB. The shapes here
/// took minutes, gigabytes or the stack of some reader. Limits are generous, because machines differ.
namespace orrery {
namespace {

constexpr std::size_t kMebibyte = 1'000'000;

std::string repeated(std::string_view text, std::size_t bytes = kMebibyte) {
  std::string all;
  while (all.size() < bytes) all += text;
  return all;
}

/// Returns a megabyte of what `part` makes of 0, 1, 2, ...
template <class Part>
std::string counted(const Part& part, std::size_t bytes = kMebibyte) {
  std::string all;
  for (int i = 0; all.size() < bytes; ++i) all += part(i);
  return all;
}

struct Shape {
  std::string name, arguments, file, text;
};

Shape network(const char* name, const char* ending, std::string text) {
  const std::string file = fmt::format("f.{}", ending);
  return {name, fmt::format("run --topology file:{} --bytes 8B --quiet", file), file,
          std::move(text)};
}
Shape schedule(const char* name, const char* ending, std::string text) {
  const std::string file = fmt::format("f.{}", ending);
  return {name, fmt::format("run --schedule {} --bytes 8B --quiet", file), file, std::move(text)};
}
Shape scenario(const char* name, std::string text, const char* arguments = "check f.toml") {
  return {name, arguments, "f.toml", std::move(text)};
}
Shape table(const char* name, const char* more, std::string text) {
  return {name, fmt::format("plot f.csv --x a --y b {} -o x.svg", more), "f.csv", std::move(text)};
}

/// Returns a binary schedule whose ranks all have the same bytes.
std::string overlapping_ranks() {
  std::string bytes;
  const auto put = [&](std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  };
  constexpr std::uint64_t kRanks = 20'000, kNodes = 15'000, kStart = 6 + 16 * kRanks;
  put(4223, 8), put(kRanks, 4), put(0, 2);
  for (std::uint64_t r = 0; r < kRanks; ++r) put(kStart, 8), put(kStart + 8 + 43 * kNodes, 8);
  put(kNodes, 4), put(kNodes, 4);
  for (std::uint64_t i = 0; i < kNodes; ++i) put(i, 4);
  for (std::uint64_t i = 0; i < kNodes; ++i) put(0, 4), put(3, 1), put(0, 4), put(1, 8), put(0, 22);
  return bytes;
}

std::vector<Shape> networks() {
  const std::string zone =
      "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\"><host id=\"a\"/>";
  const std::string cluster =
      zone + "<cluster id=\"c\" prefix=\"n\" suffix=\"\" speed=\"1\" bw=\"1\" lat=\"0\" ";
  const std::string graph = "<graphml><graph><node id=\"a\"/><node id=\"b\"/>";
  return {
      network("links_of_nodes_to_themselves", "txt",
              counted([](int i) { return fmt::format("n{0} n{0}\n", i); })),
      network("parallel_links_of_other_costs", "txt",
              counted([](int i) { return fmt::format("a b {}Mb/s\n", i + 1); })),
      {"diameter_of_a_ring", "network f.txt", "f.txt",
       counted([](int i) { return fmt::format("{} {}\n", i % 72'000, (i + 1) % 72'000); })},
      network("many_pairs", "txt",
              counted([](int i) { return fmt::format("{} {}\n", i / 400, 400 + i % 400); })),
      network("counts_of_parallel_links", "toml",
              "hosts = [\"a\", \"b\"]\nlinks = [\n" +
                  repeated("{ends = [\"a\", \"b\"], count = 1024},\n") + "]\n"),
      network("graphml_line_by_line", "graphml",
              graph + repeated("<edge source=\"a\" target=\"b\"/>\n") + "</graph></graphml>"),
      network("graphml_deep", "graphml", repeated("<graphml>")),
      network("graphml_attributes", "graphml", graph + "<node id=\"c\" " + counted([](int i) {
                                                 return fmt::format("a{}=\"\" ", i);
                                               }) + "/></graph></graphml>"),
      network("json_deep", "json",
              "{\"nodes\": " + std::string(490'000, '[') + std::string(490'000, ']') +
                  ", \"links\": []}"),
      network("json_members", "json", "{\"nodes\": [], \"links\": [], " + counted([](int i) {
                                        return fmt::format("\"{}\":1,", i);
                                      }) + "\"z\": 1}"),
      network("yaml_flow", "yml", "topology: [Ring]\nnpus_count: [4]\nx: {" + repeated("a,") + "}"),
      network("yaml_deep", "yml", "topology: [Ring]\nnpus_count: [4]\nx: " + repeated("[")),
      network("slurm_range", "conf", "SwitchName=s Nodes=n[0-999999]\n"),
      network("slurm_long_names", "conf",
              "SwitchName=s Nodes=" + repeated(fmt::format("n[{}1-999],", std::string(900, '0'))) +
                  "m\n"),
      network("simgrid_links", "xml", zone + counted([](int i) {
                                        return fmt::format("<link id=\"l{}\" bandwidth=\"1\"/>\n",
                                                           i);
                                      }) + "</zone></platform>"),
      network("simgrid_zones", "xml", zone + repeated("<zone id=\"y\">")),
      network("simgrid_hosts", "xml", cluster + "radical=\"0-999999\"/></zone></platform>"),
      network("simgrid_fat_tree", "xml",
              cluster + "radical=\"0-15\" topology=\"FAT_TREE\" "
                        "topo_parameters=\"2;4,4;1000,1000;1,1\"/></zone></platform>"),
      network("nccl_processors", "xml", "<system>" + counted([](int i) {
                                          return fmt::format("<cpu numaid=\"{}\"/>", i);
                                        }) + "</system>"),
      network("four_quotes", "toml",
              "hosts = [\"a\"]\nx = {y = \"\"\"z\"\"\"\", b" + repeated(".b") + " = 1}\n"),
  };
}

std::vector<Shape> schedules() {
  const std::string members = counted([](int i) { return fmt::format("\"{:x}\":1,", i); });
  return {
      schedule("binary_parts_that_overlap", "bin", overlapping_ranks()),
      schedule("goal_labels", "goal", "num_ranks 1\nrank 0 {\n" + counted([](int i) {
                                        return fmt::format("l{}: calc 1\n", i);
                                      }) + "}\n"),
      schedule("msccl_attributes", "xml",
               "<algo " + counted([](int i) { return fmt::format("a{}=\"\" ", i); }) + "/>"),
      schedule("msccl_deep", "xml", repeated("<algo>")),
      schedule("mscclpp_members", "json", "{" + members + "\"gpus\": []}"),
      schedule("mscclpp_deep", "json", "{\"gpus\": " + repeated("{\"gpus\":")),
      schedule("mscclpp_objects", "json", "{\"gpus\": [" + repeated("{},") + "{}]}"),
      schedule("teccl_members", "json", "{\"1-Flows\": [], " + members + "\"z\": 1}"),
      {"rules_members", "check f.json", "f.json",
       "{\"collectives\": {\"allreduce\": [{\"rules\": [{\"alg\": 1}]}], " + members +
           "\"z\": []}}"},
  };
}

std::vector<Shape> scenarios() {
  const std::string cells = "[run]\nranks = 4\nbytes = [" +
                            counted([](int i) { return fmt::format("\"{}B\",", i + 1); }, 300'000) +
                            "]\n[expect]\n";
  return {
      scenario("scenario_of_four_quotes", "a = {x = '''y'''', b" + repeated(".b") + " = 1}\n"),
      scenario("tables_in_each_other",
               "a = " + repeated("{" + repeated("a.", 126) + "a = ", 250 * 132) + "1"),
      scenario("expectations",
               cells + counted([](int i) { return fmt::format("\"{}B.rounds\" = 1\n", i + 1); },
                               300'000)),
      scenario("cells", "[run]\nranks = [" + repeated("2,") + "]\n"),
      scenario("operations", "[run]\nranks = 4\n" + counted([](int i) {
                               return fmt::format("[[operation]]\nname = \"o{}\"\n", i);
                             })),
      scenario("random_cases",
               "title = \"x\"\ncollective = \"broadcast\"\n[[part]]\nname = \"p\"\npoints = 1\n"
               "[part.cases]\nranks = 1000000\n[part.random]\ncases = 1000\nbytes = \"1B..9B\"\n",
               "grade f.toml f.toml"),
      scenario("pages", "title = \"x\"\n" + repeated("[[page]]\ntitle = \"p\"\ntext = \"x\"\n"),
               "lesson check f.toml"),
      scenario("bold",
               "title = \"x\"\n[run]\nranks = 4\n[[page]]\ntitle = \"p\"\ntext = \"" +
                   repeated("**") + "\"\n",
               "lesson play f.toml"),
      table("names_of_an_axis", "",
            "a,b\n" + counted([](int i) { return fmt::format("n{},1\n", i); })),
      table("lines_of_a_chart", "--by c",
            "a,b,c\n" + counted([](int i) { return fmt::format("{0},1,{0}\n", i); })),
      table("columns", "", "a,b" + repeated(",c") + "\n1,2" + repeated(",3") + "\n"),
      table("a_quote", "", "a,b\n\"" + repeated("\n")),
      {"results", "compare f.csv f.csv", "f.csv",
       "ranks,completion_time_s\n" + counted([](int i) { return fmt::format("{},1\n", i); })},
  };
}

class Readers : public Command, public ::testing::WithParamInterface<Shape> {};

TEST_P(Readers, AnswerAMegabyte) {
  const auto& [name, arguments, file, text] = GetParam();
  write(file, text);
  const int status = shell(
      fmt::format("ulimit -t 20; {}'{}' {}", with_memory_of(1'000'000), ORRERY_COMMAND, arguments));
  EXPECT_TRUE(status >= 0 && status <= 2) << status << ": " << err_.substr(0, 400);
  EXPECT_FALSE(contains(err_, "not enough memory")) << err_;
}

const auto kName = [](const auto& tested) { return tested.param.name; };
INSTANTIATE_TEST_SUITE_P(Networks, Readers, ::testing::ValuesIn(networks()), kName);
INSTANTIATE_TEST_SUITE_P(Schedules, Readers, ::testing::ValuesIn(schedules()), kName);
INSTANTIATE_TEST_SUITE_P(Scenarios, Readers, ::testing::ValuesIn(scenarios()), kName);

class BlockedReaders : public Command, public ::testing::WithParamInterface<const char*> {};

/// Checks that a signal stops a reader whose input never comes.
TEST_P(BlockedReaders, EndAtTheFirstSignal) {
  const int status = shell(
      fmt::format("mkfifo f.toml; sleep 60 > f.toml & writer=$!\n'{}' {} & reader=$!\nsleep 0.5\n"
                  "kill -TERM $reader\n( sleep 20; kill -KILL $reader ) 2> /dev/null & killer=$!\n"
                  "wait $reader; status=$?; kill $writer $killer; exit $status",
                  ORRERY_COMMAND, GetParam()));
  EXPECT_TRUE(status == 128 + 15 || status == 130) << status << ' ' << err_;
}

INSTANTIATE_TEST_SUITE_P(All, BlockedReaders,
                         ::testing::Values("run f.toml", "run --topology file:f.toml",
                                           "run --ranks 4 --include f.toml", "grade f.toml x.cc",
                                           "plot f.toml --x a --y b -o x.svg", "score f.toml"));

}  // namespace
}  // namespace orrery
