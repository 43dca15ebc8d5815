#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "algorithms/plan/lower.h"
#include "algorithms/plan/plan_check.h"
#include "algorithms/plan/wire.h"
#include "scenarios/formats/goal/goal.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "tests/own_folder.h"
#include "tests/setting.h"
#include "tests/unit/scenarios/plus_plus_texts.h"
#include "tests/unit/scenarios/schedule_formats.h"
#include "tests/unit/scenarios/xml_texts.h"

/// Tests schedules of other tools: correct ones are proved, faults are named with their place.
namespace orrery {
namespace {

using testing::exchange_and_add;
using testing::ring_allgather;
using testing::ring_allreduce;
using testing::xml_text;
using testing::XmlBlock;
using testing::XmlFile;
using testing::XmlStep;

namespace fs = std::filesystem;

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// Returns "verified", "nothing to verify", or the fault.
std::string verdict(const std::string& xml, const PlanOptions& options = {}) {
  try {
    const PlanCheck result = check(read_msccl_xml(xml, options));
    if (result.error) return result.error->what();
    return result.verified ? "verified" : "nothing to verify";
  } catch (const PlanError& e) {
    return e.what();
  }
}

TEST(MscclXml, RingsAreVerifiedWhateverTheirSize) {
  for (const int p : {2, 3, 5, 8, 13}) {
    EXPECT_EQ(verdict(xml_text(ring_allgather(p))), "verified") << p;
    EXPECT_EQ(verdict(xml_text(ring_allgather(p, 3))), "verified") << p;
    EXPECT_EQ(verdict(xml_text(ring_allreduce(p))), "verified") << p;
    const Plan plan = read_msccl_xml(xml_text(ring_allreduce(p)));
    const PlanTraffic traffic = traffic_of(plan);
    EXPECT_EQ(traffic.messages, 2 * p * (p - 1));
    EXPECT_EQ(traffic.chunks, 2 * p * (p - 1));
    EXPECT_EQ(std::ssize(traffic.pairs), p);
    EXPECT_EQ(check(plan).longest_chain, 2 * (p - 1));
    EXPECT_EQ(lowered(plan, {Bytes(std::int64_t{p} * 8), 1, {}}).graph.steps, 2 * (p - 1));
  }
}

TEST(MscclXml, DependenciesOrderWhatTimeWouldHide) {
  EXPECT_EQ(verdict(xml_text(exchange_and_add(true))), "verified");
  EXPECT_EQ(verdict(xml_text(exchange_and_add(false))),
            "race: gpu 1 tb 2 step 1 (re, line 23): writes i[0], which gpu 1 tb 0 step 0 (s, line "
            "16) reads; "
            "nothing orders them");
}

TEST(MscclXml, EveryClassOfFaultIsNamedWithItsPlace) {
  const std::string ring = xml_text(ring_allgather(3));
  const auto first_step = [&](std::string_view from, std::string_view to) {
    return verdict(replaced(ring, from, to));
  };
  EXPECT_EQ(verdict("<algo"), "syntax: line 1: Error parsing start element tag");
  EXPECT_EQ(verdict(ring + ring).substr(0, 8), "syntax: ");
  EXPECT_EQ(verdict("<other/>"), "syntax: line 1: no <algo>, but <other>");
  EXPECT_EQ(verdict("text " + ring).substr(0, 8), "syntax: ");
  EXPECT_EQ(first_step("cnt=\"1\"", "cnt=\"1\" cnt=\"1\""), "syntax: line 4: <step> has cnt twice");
  EXPECT_EQ(first_step("coll=", "\x01 coll="), "syntax: line 1: a control character");
  EXPECT_EQ(first_step("coll=", "more=\"a<b\" coll="),
            "syntax: line 1: < in the value of an attribute");
  EXPECT_EQ(first_step("<tb", "\n<tb more=\"&unknown;\""),
            "syntax: line 4: an & that begins none of XML's entities");
  EXPECT_EQ(first_step("coll=", "more=\"\xc3\x28\" coll="),
            "syntax: line 1: a byte that is not UTF-8");
  EXPECT_EQ(first_step("cnt=\"1\"", ""), "attribute: line 4: <step> has no cnt");
  EXPECT_EQ(first_step("cnt=\"1\"", "cnt=\"one\""),
            "attribute: line 4: cnt=\"one\" is not a number");
  EXPECT_EQ(first_step("cnt=\"1\"", "cnt=\"0\"").substr(0, 11), "attribute: ");
  EXPECT_EQ(first_step("type=\"s\"", "type=\"send\""), "attribute: line 4: unknown type=\"send\"");
  EXPECT_EQ(first_step("coll=\"allgather\"", "coll=\"gather\""),
            "attribute: line 1: unknown coll=\"gather\"");
  EXPECT_EQ(first_step("coll=\"allgather\"", "coll=\"all_gather\""),
            "attribute: line 1: unknown coll=\"all_gather\"");
  EXPECT_EQ(first_step("<gpu id=\"1\"", "<gpu id=\"0\"").substr(0, 11), "structure: ");
  EXPECT_EQ(first_step("ngpus=\"3\"", "ngpus=\"4\""), "structure: line 1: gpu 3 is missing");
  EXPECT_EQ(first_step("ngpus=\"3\"", "ngpus=\"0\""),
            "structure: line 1: ngpus=0 nchunksperloop=3; at least 1 of both");
  EXPECT_EQ(first_step("nchannels=\"1\"", "nchannels=\"0\""),
            "channel: gpu 0 tb 0 (line 3): chan=\"0\"; 0 to -1");
  EXPECT_EQ(first_step("nchunksperloop=\"3\"", "nchunksperloop=\"4\"").substr(0, 11),
            "structure: ");
  EXPECT_EQ(first_step("o_chunks=\"3\"", "o_chunks=\"4\""),
            "structure: line 2: gpu 0: o_chunks=4; allgather of 3 chunks has 3");
  EXPECT_EQ(first_step("<step s=\"1\"", "<step s=\"2\""),
            "structure: gpu 0 tb 0 (line 3): step 2 in line 5; expected 1");
  EXPECT_EQ(first_step("send=\"1\"", "send=\"3\""),
            "peer: gpu 0 tb 0 (line 3): send=\"3\"; -1 to 2");
  EXPECT_EQ(first_step("send=\"1\"", "send=\"0\""),
            "peer: gpu 0 tb 0 (line 3): send=\"0\" is itself");
  EXPECT_EQ(first_step("send=\"1\"", "send=\"-1\""),
            "peer: gpu 0 tb 0 step 0 (s, line 4): it sends, but its tb has send=\"-1\"");
  EXPECT_EQ(first_step("chan=\"0\"", "chan=\"1\""),
            "channel: gpu 0 tb 0 (line 3): chan=\"1\"; 0 to 0");
  EXPECT_EQ(first_step("srcoff=\"0\"", "srcoff=\"3\""),
            "bounds: gpu 0 tb 0 step 0 (s, line 4): src o[3..3] of 3");
  EXPECT_EQ(first_step("depid=\"-1\" deps=\"-1\"", "depid=\"0\" deps=\"0\""),
            "dependency: gpu 0 tb 0 step 0 (s, line 4): depid=\"0\", which is its own tb");
  EXPECT_EQ(first_step("depid=\"-1\" deps=\"-1\"", "depid=\"7\" deps=\"0\""),
            "dependency: gpu 0 tb 0 step 0 (s, line 4): depid=\"7\", but gpu 0 has 1 tbs");
  EXPECT_EQ(first_step("type=\"r\"", "type=\"nop\""),
            "unmatched: gpu 2 tb 0 step 2 (s, line 22): 2 -> 0 channel 0: 2 sends, 1 receives");
  EXPECT_EQ(first_step("cnt=\"1\"", "cnt=\"2\""),
            "count: gpu 1 tb 0 step 1 (r, line 13): receives 1 chunks, gpu 0 tb 0 step 0 (s, line "
            "4) sends 2");
  EXPECT_EQ(first_step("srcoff=\"0\"", "srcoff=\"1\""),
            "undefined: gpu 0 tb 0 step 0 (s, line 4): reads o[1], into which nothing was written");
}

/// Checks that texts are accepted exactly if the specification of XML allows them (5th edition, 2.2 to 4.1).
TEST(MscclXml, TextsAreXml) {
  const auto is_taken = [](std::string_view before, std::string_view more) {
    const std::string ring = xml_text(ring_allgather(3));
    const std::string text =
        std::string(before) + replaced(ring, "coll=", std::string(more) + " coll=");
    const std::string said = verdict(text);
    EXPECT_TRUE(said == "verified" || said.starts_with("syntax: ")) << said;
    return said == "verified";
  };
  for (const char* value : {"&amp;&lt;&gt;&quot;&apos;", "&#65;&#x41;&#x10ffff;", "a>b'c",
                            "\xc3\xa9", "\xf0\x9f\x98\x80", "]]>", "--", "&#9;"})
    EXPECT_TRUE(is_taken("", "more=\"" + std::string(value) + "\"")) << value;
  for (const char* value :
       {"&", "&amp", "& ", "&&amp;", "&no;", "&#0;", "&#xd800;", "&#x110000;", "&#;", "&#xg;",
        "a<b", "\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\xef\xbf\xbf"})
    EXPECT_FALSE(is_taken("", "more=\"" + std::string(value) + "\"")) << value;
  for (const char* before : {"\xef\xbb\xbf", "<?xml version=\"1.0\"?>", "<!-- < & - -->",
                             "<?other <&?>", "<!DOCTYPE algo [<!ELEMENT algo ANY><!-- > -->]>\n",
                             "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><!-- \xe9 -->"})
    EXPECT_TRUE(is_taken(before, "")) << before;
  for (const char* before :
       {" <?xml version=\"1.0\"?>", "<!-- -- -->", "<!-- --->", "<!-- \xe9 -->"})
    EXPECT_FALSE(is_taken(before, "")) << before;
}

/// Checks that a wrong place of the other side is a warning, since it has no effect.
TEST(MscclXml, AdviceThatDiffersIsAWarning) {
  const auto warnings = [](const std::string& text) {
    const Plan plan = read_msccl_xml(text);
    EXPECT_EQ(check(plan).verified, true);
    return plan.warnings;
  };
  const std::string ring = xml_text(ring_allgather(3));
  EXPECT_TRUE(warnings(ring).empty());
  const std::string step =
      "<step s=\"0\" type=\"s\" srcbuf=\"o\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"";
  EXPECT_EQ(warnings(replaced(ring, step + "0", step + "2")),
            std::vector<std::string>{
                "gpu 0 tb 0 step 0 (s, line 4): dst=\"o[2]\", but gpu 1 means o[0]"});
  const std::string other = "type=\"r\" srcbuf=\"o\" srcoff=\"2";
  EXPECT_EQ(warnings(replaced(ring, other, "type=\"r\" srcbuf=\"s\" srcoff=\"2")),
            std::vector<std::string>{
                "gpu 0 tb 0 step 1 (r, line 5): src=\"s[2]\", but gpu 2 means o[2]"});
  // In place, the rank's own block of the output is the input.
  EXPECT_TRUE(warnings(replaced(ring, other, "type=\"r\" srcbuf=\"i\" srcoff=\"0")).empty());
}

TEST(MscclXml, ADeadlockIsNamedWithItsCycle) {
  XmlFile f = ring_allgather(3);
  for (auto& gpu : f.gpus) std::swap(gpu.blocks[0].steps[0], gpu.blocks[0].steps[1]);
  EXPECT_EQ(verdict(xml_text(f)),
            "deadlock: gpu 0 tb 0 step 0 (r, line 4): waits for gpu 2 tb 0 step 1 (s, line 21), "
            "which waits for "
            "gpu 2 tb 0 step 0 (r, line 20), which waits for gpu 1 tb 0 step 1 (s, line 13), which "
            "waits for "
            "gpu 1 tb 0 step 0 (r, line 12), which waits for gpu 0 tb 0 step 1 (s, line 5), which "
            "waits for "
            "gpu 0 tb 0 step 0 (r, line 4)");
}

TEST(MscclXml, WhatIsWrongAboutAResultIsSaid) {
  XmlFile twice = ring_allreduce(3);
  for (auto& gpu : twice.gpus) gpu.blocks[0].steps[3].type = "rrcs";
  EXPECT_EQ(verdict(xml_text(twice)).substr(0, 40), "result: gpu 0 o[0]: counted twice: holds");
  XmlFile lost = ring_allreduce(3);
  lost.gpus[0].blocks[0].steps[2].type = "rcs";
  EXPECT_NE(verdict(xml_text(lost)).find("contributions missing: holds"), std::string::npos);
  XmlFile other = ring_allgather(3);
  std::swap(other.gpus[1].blocks[0].steps[1], other.gpus[1].blocks[0].steps[3]);
  EXPECT_NE(verdict(xml_text(other)), "verified");
}

TEST(MscclXml, CollectivesAreAsTheCallerSays) {
  const std::string ring = xml_text(ring_allgather(4));
  EXPECT_EQ(verdict(replaced(ring, "coll=\"allgather\"", "coll=\"custom\"")).substr(0, 9),
            "undefined");
  PlanOptions barrier;
  barrier.collective = "barrier";
  EXPECT_EQ(verdict(ring, barrier).substr(0, 9), "undefined");
  const std::string custom =
      xml_text({.collective = "custom",
                .chunks = 2,
                .in_place = 1,
                .channels = 1,
                .gpus = {{2, 0, 0, {{1, -1, 0, {{"s", 'i', 0, 'i', 0, 2}}}}},
                         {0, 2, 0, {{-1, 0, 0, {{"r", 'i', 0, 'o', 0, 2}}}}}}});
  EXPECT_EQ(verdict(custom), "nothing to verify");
}

TEST(MscclXml, TheRootIsThatForWhichItHolds) {
  for (const int root : {0, 1, 2}) {
    XmlFile f{
        .collective = "broadcast", .chunks = 2, .in_place = 1, .channels = 1, .gpus = {{}, {}, {}}};
    for (int r = 0; r < 3; ++r) {
      auto& blocks = f.gpus[static_cast<std::size_t>(r)].blocks;
      const int next = (r + 1) % 3, previous = (r + 2) % 3;
      const bool sends = next != root, receives = r != root;
      blocks.push_back({sends ? next : -1, receives ? previous : -1, 0, {}});
      blocks[0].steps.push_back({receives ? sends ? "rcs" : "r" : "s", 'i', 0, 'i', 0, 2});
    }
    const PlanCheck result = check(read_msccl_xml(xml_text(f)));
    EXPECT_EQ(result.verified, true);
    EXPECT_EQ(result.root, root);
    PlanOptions other;
    other.root = (root + 1) % 3;
    EXPECT_NE(verdict(xml_text(f), other), "verified");
  }
}

TEST(MscclXml, RootsAreRanks) {
  const fs::path file = own_folder() / "root.xml";
  std::ofstream(file) << xml_text(ring_allgather(3));
  PlanOptions options;
  options.collective = "gather";
  options.root = 2;
  EXPECT_EQ(check_file(file, options).verified, true);
  options.root = 3;
  EXPECT_EQ(check_file(file, options).error, "structure: root 3 of 3 ranks");
}

/// Checks that JSON and CSV have the same data about correct files, faulty files, and files without chunks.
TEST(CheckedColumns, AreThoseOfBothFormats) {
  const fs::path folder = own_folder() / "checked";
  fs::create_directories(folder);
  std::ofstream(folder / "a.xml") << xml_text(ring_allgather(3));
  std::ofstream(folder / "b.xml") << xml_text(exchange_and_add(false));
  std::ofstream(folder / "c.goal") << "num_ranks 1\nrank 0 {\ncalc 5\n}\n";
  const std::vector<CheckedFile> files = check_folder(folder);
  ASSERT_EQ(files.size(), 3U);
  std::string head;
  for (const CheckedColumn& c : checked_columns())
    head += fmt::format("{}{}", head.empty() ? "" : ",", c.name);
  const std::string csv = checked_csv(files), json = checked_json(files);
  EXPECT_EQ(csv.substr(0, csv.find('\n')), head);
  EXPECT_EQ(std::ranges::count(csv, '\n'), 4);
  for (const CheckedColumn& c : checked_columns()) {
    std::size_t times = 0;
    const std::string member = fmt::format("\n      \"{}\": ", c.name);
    for (std::size_t at = json.find(member); at != json.npos; at = json.find(member, at + 1))
      ++times;
    EXPECT_EQ(times, files.size()) << c.name;
  }
  EXPECT_NE(csv.find("race,"), std::string::npos);
  EXPECT_NE(csv.find("rank=1 thread_block=2 step=1 chunk=0 line=23"), std::string::npos) << csv;
  EXPECT_NE(csv.find("r=6 s=6"), std::string::npos) << csv;
}

/// Checks that the list of a folder has all schedules, also broken ones, and skips other files.
TEST(ScheduleLibrary, ShowsSchedulesHoweverBroken) {
  const fs::path folder = own_folder() / "mixed";
  fs::create_directories(folder / "folder.xml");
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder / name) << text;
  };
  write("a.xml", xml_text(ring_allgather(3)));
  write("cut.xml", xml_text(ring_allgather(3)).substr(0, 300));
  write("empty.xml", "");
  write("broken.goal", "nun_ranks 1\nrank 0 {\n}\n");
  write(
      "no-gpus.json",
      "{\"name\": \"a\", \"protocol\": \"LL\", \"inplace\": true, \"collective\": \"allgather\"}");
  write("page.xml", "<html></html>");
  write("trace.json", "{\"traceEvents\": [], \"name\": \"a\"}");
  write("list.json", "[1, 2]");
  write("notes.txt", "num");
  write("scenario.toml", "[run]\nranks = 2\n");
  fs::create_symlink("nowhere.xml", folder / "nowhere-link.xml");
  std::string found;
  for (const CheckedFile& c : check_folder(folder))
    found += fmt::format("{} {}\n", fs::path(c.file).filename().string(), c.error);
  EXPECT_EQ(found,
            "a.xml \n"
            "broken.goal syntax: line 1: expected num_ranks and a number, with which a schedule in "
            "GOAL begins, near 'nun_ranks'\n"
            "cut.xml syntax: line 4: Start-end tags mismatch\n"
            "empty.xml syntax: line 1: no <algo>\n"
            "no-gpus.json attribute: line 1: no gpus\n"
            "nowhere-link.xml syntax: cannot be read: No such file or directory\n");
  EXPECT_EQ(check_file(folder / "folder.xml").error, "syntax: cannot be read: Is a directory");
  EXPECT_EQ(check_file(folder / "page.xml").error, "syntax: line 1: no <algo>, but <html>");
  EXPECT_EQ(check_file(folder / "trace.json").error,
            "syntax: line 1: no execution plan; expected collective, protocol, inplace and gpus");
}

TEST(MscclXml, CopiesComeBeforeEverything) {
  XmlFile f = ring_allgather(3);
  f.in_place = 0;
  EXPECT_EQ(verdict(xml_text(f)).substr(0, 9), "undefined");
  for (int r = 0; r < 3; ++r)
    f.gpus[static_cast<std::size_t>(r)].copies =
        fmt::format("<copy i_off=\"0\" o_off=\"{}\"/>\n", r);
  EXPECT_EQ(verdict(xml_text(f)), "verified");
}

TEST(MscclXml, CopiesAreWithinBoundsWithoutAnyThreadBlock) {
  XmlFile f{.collective = "allgather", .chunks = 1, .in_place = 0, .channels = 1, .gpus = {}};
  f.gpus.push_back({1, 1, 0, {}, "<copy i_off=\"0\" o_off=\"0\"/>\n"});
  EXPECT_EQ(verdict(xml_text(f)), "verified");
  f.gpus[0].copies = "<copy i_off=\"0\" o_off=\"123456789\"/>\n";
  EXPECT_EQ(verdict(xml_text(f)), "bounds: gpu 0 copy (line 3): i[0] of 1 to o[123456789] of 1");
}

/// Checks an all-to-all in which every rank sends n chunks to each other rank before it receives: more
/// than two do not fit into the buffers.
TEST(MscclXml, FiniteBuffersHangFromASizeOn) {
  XmlFile f{.collective = "alltoall", .chunks = 8, .in_place = 0, .channels = 1, .gpus = {}};
  for (int r = 0; r < 2; ++r)
    f.gpus.push_back({8,
                      8,
                      0,
                      {{1 - r,
                        1 - r,
                        0,
                        {{"cpy", 'i', 4 * r, 'o', 4 * r, 4},
                         {"s", 'i', 4 - 4 * r, 'o', 4 * r, 4},
                         {"r", 'i', 4 * r, 'o', 4 - 4 * r, 4}}}}});
  ASSERT_EQ(verdict(xml_text(f)), "verified");
  // Four chunks in two entries need two chunks per entry, hence chunks of at most 1 MiB.
  EXPECT_EQ(hangs_from_bytes(read_msccl_xml(xml_text(f))), 16 << 20);
  f.protocol = "LL";  // eight entries hold four chunks, however large
  EXPECT_EQ(hangs_from_bytes(read_msccl_xml(xml_text(f))), std::nullopt);
  EXPECT_EQ(hangs_from_bytes(read_msccl_xml(xml_text(ring_allreduce(5)))), std::nullopt);
}

/// Checks rank 1, which makes room for rank 0 only after all other ranks have stopped, and has no room
/// itself.
TEST(MscclXml, RoomThatARestingSenderWaitsForIsNoticed) {
  const auto forwards = [](std::string_view type, int depends_on = -1, int depends_step = -1) {
    return XmlStep{type, 'i', 0, 's', 0, 1, depends_on, depends_step, 0};
  };
  const XmlStep sends{"s", 'i', 0, 's', 0, 1, -1, -1, 1};
  const XmlStep receives{"r", 's', 0, 's', 0, 1, -1, -1, 1};
  XmlFile f{.collective = "custom", .chunks = 1, .in_place = 0, .channels = 2, .gpus = {}};
  f.gpus.push_back(
      {1,
       1,
       1,
       {{1, -1, 0, {sends, sends, sends}}, {2, -1, 1, {{"s", 'i', 0, 's', 0, 1, 0, 2, 0}}}}});
  f.gpus.push_back(
      {1,
       1,
       1,
       {{2,
         0,
         0,
         {forwards("s"), forwards("s"), forwards("rcs", 1, 0), forwards("rcs"), forwards("rcs")}},
        {-1, -1, 0, {{"cpy", 'i', 0, 'o', 0, 1, -1, -1, 1}}}}});
  XmlStep first = receives;
  first.depends_on = 1, first.depends_step = 0;
  f.gpus.push_back({1,
                    1,
                    2,
                    {{-1, 1, 0, {first, receives, receives, receives, receives}},
                     {-1, 0, 1, {{"r", 's', 1, 's', 1, 1, -1, -1, 1}}}}});
  ASSERT_EQ(verdict(xml_text(f)), "nothing to verify");
  EXPECT_EQ(hangs_from_bytes(read_msccl_xml(xml_text(f))), std::nullopt);
  EXPECT_EQ(least_slots(read_msccl_xml(xml_text(f))), 2);
}

TEST(MscclXml, SlotsAreWhatAConnectionHoldsAtLeast) {
  const auto slots = [](const XmlFile& f) { return least_slots(read_msccl_xml(xml_text(f))); };
  EXPECT_EQ(slots(ring_allgather(5)), 1);  // all send first
  XmlFile even_first = ring_allgather(4);
  for (const std::size_t odd : {1u, 3u})  // who receives first on every other rank needs none
    for (std::size_t k = 0; k < 6; k += 2) {
      auto& steps = even_first.gpus[odd].blocks[0].steps;
      std::swap(steps[k], steps[k + 1]);
    }
  ASSERT_EQ(verdict(xml_text(even_first)), "verified");
  EXPECT_EQ(slots(even_first), 0);
  XmlFile all{.collective = "custom", .chunks = 4, .in_place = 0, .channels = 1, .gpus = {}};
  for (int r = 0; r < 2; ++r) {
    XmlBlock b{1 - r, 1 - r, 0, {}};
    for (int k = 0; k < 4; ++k) b.steps.push_back({"s", 'i', k, 'o', k});
    for (int k = 0; k < 4; ++k) b.steps.push_back({"r", 'i', k, 'o', k});
    all.gpus.push_back({4, 4, 0, {b}});
  }
  EXPECT_EQ(slots(all), 4);
}

// MSCCL++.

std::string verdict_json(const std::string& json) {
  try {
    const PlanCheck result = check(read_mscclpp_json(json));
    return result.error ? result.error->what() : result.verified ? "verified" : "nothing to verify";
  } catch (const PlanError& e) {
    return e.what();
  }
}

/// Returns a plan in which each of two GPUs puts its chunk into the output of the other; `ops`
/// replace those of GPU 0.
std::string puts(const std::string& ops = {}) {
  const auto gpu = [&](int r) {
    const std::string usual = fmt::format(
        R"([{{"name":"put","src_buff":[{{"type":"o","index":{0},"size":1}}],"dst_buff":[{{"buffer_id":0,"index":{0},"size":1}}],"channel_type":"memory"}},
{{"name":"signal","channel_ids":[0],"channel_type":"memory"}},
{{"name":"wait","channel_ids":[0],"channel_type":"memory"}}])",
        r);
    return fmt::format(
        R"({{"id":{0},"input_chunks":1,"output_chunks":2,"scratch_chunks":0,
"channels":[{{"channel_type":"memory","connected_to":[{1}]}}],
"remote_buffers":[{{"rank":{1},"type":"o","access_channel_types":["memory"]}}],
"threadblocks":[{{"id":0,"channels":[{{"channel_type":"memory","channel_ids":[0]}}],
"remote_buffer_refs":[{{"access_channel_type":"memory","remote_buffer_ids":[0]}}],
"ops":{2}}}]}})",
        r, 1 - r, r == 0 && !ops.empty() ? ops : usual);
  };
  return fmt::format(
      R"({{"name":"p","collective":"allgather","protocol":"Simple","inplace":true,"gpus":[{},{}]}})",
      gpu(0), gpu(1));
}

TEST(MscclppJson, PutsAndSignalsAreFollowed) {
  EXPECT_EQ(verdict_json(puts()), "verified");
  const PlanTraffic traffic = traffic_of(read_mscclpp_json(puts()));
  EXPECT_EQ(traffic.messages, 2);
  EXPECT_EQ(traffic.empty, 2);
  const std::string
      wait = R"({"name":"wait","channel_ids":[0],"channel_type":"memory"})",
      signal = R"({"name":"signal","channel_ids":[0],"channel_type":"memory"})",
      put =
          R"({"name":"put","src_buff":[{"type":"o","index":0,"size":1}],"dst_buff":[{"buffer_id":0,"index":0,"size":1}],"channel_type":"memory"})";
  const auto with = [&](const std::string& ops) { return verdict_json(puts("[" + ops + "]")); };
  EXPECT_EQ(with(put + "," + signal).substr(0, 10), "unmatched:");
  EXPECT_EQ(with(put + "," + wait).substr(0, 43), "deadlock: gpu 1 tb 0 op 2 (wait, line 13): ");
  EXPECT_EQ(
      with(put + "," + wait),
      "deadlock: gpu 1 tb 0 op 2 (wait, line 13): waits for ever for a signal that is never sent");
  EXPECT_EQ(
      with(wait + "," + put),
      "deadlock: gpu 1 tb 0 op 2 (wait, line 13): waits for ever for a signal that is never sent");
  EXPECT_EQ(with(signal + "," + wait).substr(0, 7), "result:");
  EXPECT_EQ(with(signal + "," + wait + "," + put), "verified");
  EXPECT_EQ(with(replaced(put, "put", "putt")), "attribute: gpu 0 tb 0 (line 6): unknown op putt");
  EXPECT_EQ(with(replaced(put, "\"buffer_id\":0", "\"buffer_id\":3")).substr(0, 7), "bounds:");
  EXPECT_EQ(verdict_json(replaced(puts(), "\"rank\":1", "\"rank\":5")).substr(0, 5), "peer:");
  EXPECT_EQ(verdict_json("{").substr(0, 7), "syntax:");
  for (const char* other : {"AllGather", "all_gather", "reduce", "gather", ""})
    EXPECT_EQ(verdict_json(replaced(puts(), "\"allgather\"", fmt::format("\"{}\"", other))),
              "nothing to verify")
        << other;
  EXPECT_EQ(verdict_json(replaced(puts(), "\"rank\":1", "\"rank\":-1")).substr(0, 5), "peer:");
  EXPECT_EQ(with(replaced(put, "\"buffer_id\":0", "\"buffer_id\":-1")).substr(0, 7), "bounds:");
  EXPECT_EQ(with(replaced(put, "\"index\":0", "\"index\":-1")).substr(0, 7), "bounds:");
  EXPECT_EQ(with(replaced(signal, "[0]", "[-1]")).substr(0, 8), "channel:");
  EXPECT_EQ(verdict_json(replaced(puts(), "\"id\":0", "\"id\":-1")).substr(0, 10), "structure:");
  for (const char* channels : {"\"channels\":[{\"channel_type\":\"memory\",\"connected_to\"",
                               "\"channels\":[{\"channel_type\":\"memory\",\"channel_ids\""})
    EXPECT_EQ(verdict_json(replaced(puts(), channels, "\"other" + std::string(channels + 9)))
                  .substr(0, 10),
              "attribute:");
  const std::string apart = replaced(puts(), "\"inplace\":true", "\"inplace\":false");
  EXPECT_EQ(verdict_json(replaced(apart, "allgather", "other")).substr(0, 9), "undefined");
}

TEST(MscclppJson, FaultsHaveTheirPlace) {
  const std::string put = R"({"name":"put"})";
  try {
    read_mscclpp_json(puts("[" + put + "]"));
    FAIL();
  } catch (const PlanError& e) {
    EXPECT_EQ(e.place().rank, 0);
    EXPECT_EQ(e.place().block, 0);
    EXPECT_EQ(e.place().line, 6);
  }
}

/// Checks that a packet counts only where it was written, not at the same place of another buffer.
TEST(MscclppJson, PacketsOfOtherBuffersDoNotCount) {
  const std::string text = testing::plus_plus_text(testing::packet_allreduce(2));
  EXPECT_EQ(verdict_json(text), "verified");
  EXPECT_EQ(verdict_json(replaced(text, testing::own('s', 1), testing::own('i', 1))),
            "deadlock: gpu 0 tb 0 op 1 (respkt, line 6): waits for ever for packets that "
            "are never written; so do gpu 1 tb 0 op 2 (upkt, line 14)");
}

/// Checks that the place of a deadlock is the first thread block in the file that stops, and that
/// the message names the final wait.
TEST(MscclppJson, ADeadlockHasItsCauseElsewhere) {
  auto f = testing::packet_allreduce(2);
  f.ops[0][0].erase(f.ops[0][0].begin());
  EXPECT_EQ(verdict_json(testing::plus_plus_text(f)),
            "deadlock: gpu 0 tb 0 op 1 (upkt, line 6): waits for ever, as gpu 1 tb 0 op 1 (respkt, "
            "line 12) waits for packets that are never written");
}

TEST(MscclppJson, SwitchesHaveRanks) {
  const std::string text = testing::plus_plus_text(testing::switched_allreduce(2));
  EXPECT_EQ(verdict_json(text), "verified");
  EXPECT_EQ(verdict_json(replaced(text, "\"ranks\":[0,1]", "\"ranks\":[]")),
            "attribute: gpu 0 (line 2): a switch without ranks");
}

// TE-CCL.

TEST(TecclJson, FlowsFollowThoseThatBringTheirChunks) {
  const auto verdict_of = [](const std::string& flows) {
    try {
      const PlanCheck result = check(read_teccl_json("{\"7-Flows\": [" + flows + "]}"));
      return std::string(result.error ? result.error->what() : "verified");
    } catch (const PlanError& e) {
      return std::string(e.what());
    }
  };
  const auto flow = [](int origin, int from, int to, int epoch) {
    return fmt::format("\"Chunk 0 from {} traveled over {}->{} in epoch {}\"", origin, from, to,
                       epoch);
  };
  const std::string line = flow(3, 3, 5, 0) + "," + flow(5, 5, 3, 0) + "," + flow(5, 5, 9, 1) +
                           "," + flow(9, 9, 5, 0) + "," + flow(9, 5, 3, 2) + ",";
  EXPECT_EQ(verdict_of(line + flow(3, 5, 9, 2)), "verified");
  // Puts become sends and receives.
  const Plan plan = read_teccl_json("{\"7-Flows\": [" + line + flow(3, 5, 9, 2) + "]}");
  for (const Plan& again :
       {read_msccl_xml(msccl_xml_text(plan)), read_mscclpp_json(mscclpp_json_text(plan))}) {
    EXPECT_EQ(check(again).verified, true);
    EXPECT_EQ(traffic_of(again).messages, traffic_of(plan).messages);
    EXPECT_EQ(traffic_of(again).pairs.size(), 4U);
  }
  const Plan timed =
      read_teccl_json("{\"3-Epochs_Required\": 7, \"7-Flows\": [" + line + flow(3, 5, 9, 2) + "]}");
  EXPECT_EQ(timed.description.epochs, 7);
  EXPECT_EQ(plan.description.epochs, std::nullopt);
  EXPECT_EQ(verdict_of(line + flow(3, 5, 9, 0)).substr(0, 11), "dependency:");
  EXPECT_EQ(verdict_of(line + flow(5, 5, 9, 3)).substr(0, 7), "result:");
  EXPECT_EQ(verdict_of(line + "\"\"").substr(0, 10), "attribute:");
  EXPECT_EQ(
      verdict_of("\"Chunk 1 from 0 traveled over 0->1 with volume 0.5 in epoch 0\"").substr(0, 10),
      "attribute:");
}

// Runs.

/// Runs a file on a network with contention; the result has its verification and time.
RunResult run_file(const std::string& name, const std::string& text, Overrides overrides) {
  const fs::path file = own_folder() / name;
  std::ofstream(file) << text;
  overrides.insert(overrides.begin(), {"schedule", file.string()});
  return run_one(load_scenario("", overrides).cells.front());
}

TEST(PlanRuns, MoveRealDataInTheTimeOfTheAlgorithm) {
  for (const int p : {3, 4, 6})
    for (const char* payload : {"real", "provenance", "ghost"}) {
      const Overrides same{{"bytes", "4800B"}, {"payload", payload}, {"gamma", "10ps/B"}};
      const RunResult r = run_file("ring.xml", xml_text(ring_allreduce(p)), same);
      ASSERT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
      EXPECT_EQ(r.verified.value_or(true), true);
      Overrides ring = same;
      ring.insert(ring.end(), {{"algorithm", "ring"}, {"ranks", std::to_string(p)}});
      const RunResult own = run_one(load_scenario("", ring).cells.front());
      EXPECT_EQ(r.metrics.completion, own.metrics.completion);
      EXPECT_EQ(r.metrics.messages, own.metrics.messages);
      EXPECT_EQ(r.metrics.reduced_max_rank, own.metrics.reduced_max_rank);
    }
}

TEST(PlanRuns, WrongDataAreFoundByRunningToo) {
  XmlFile f = ring_allreduce(3);
  f.gpus[0].blocks[0].steps[1].type = "rcs";
  const RunResult r = run_file("wrong.xml", xml_text(f), {{"bytes", "48B"}, {"payload", "real"}});
  EXPECT_EQ(r.outcome, Outcome::kVerificationFailed);
}

TEST(PlanRuns, PlansOfMscclppMoveRealData) {
  for (const char* payload : {"real", "provenance"}) {
    const RunResult r = run_file("p.json", puts(), {{"bytes", "64B"}, {"payload", payload}});
    EXPECT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
    EXPECT_EQ(r.verified, true);
  }
}

/// Returns steps in which rank 0 sends chunk 0, copies it, and sends chunk 1 on another channel; `copy` and `second`
/// are added to these steps.
std::string sends_and_copy(const std::string& copy, const std::string& second) {
  const auto step = [](int s, const char* type, int chunk, const char* to,
                       const std::string& more) {
    return fmt::format(
        R"(<step s="{}" type="{}" srcbuf="i" srcoff="{}" dstbuf="{}" dstoff="{}" cnt="1" hasdep="1" {}/>)",
        s, type, chunk, to, chunk, more);
  };
  const std::string none = "depid=\"-1\" deps=\"-1\"", first = "depid=\"0\" deps=\"0\"";
  return R"(<algo name="x" proto="Simple" nchannels="2" nchunksperloop="2" ngpus="2" coll="broadcast" inplace="1">
<gpu id="0" i_chunks="2" o_chunks="2" s_chunks="1"><tb id="0" send="1" recv="-1" chan="0">)" +
         step(0, "s", 0, "i", none) + step(1, "cpy", 0, "s", none + copy) +
         R"(</tb><tb id="1" send="1" recv="-1" chan="1">)" + step(0, "s", 1, "i", first + second) +
         R"(</tb></gpu><gpu id="1" i_chunks="2" o_chunks="2" s_chunks="0"><tb id="0" send="-1" recv="0" chan="0">)" +
         step(0, "r", 0, "i", none) + R"(</tb><tb id="1" send="-1" recv="0" chan="1">)" +
         step(0, "r", 1, "i", none) + "</tb></gpu></algo>";
}

std::string ended(const std::string& sends) {
  return fmt::format(" sends_ended=\"{}\"", sends);
}

TEST(PlanRuns, StepsMayWaitForASendToEnd) {
  int files = 0;  // a file of the same name and time is not read again
  const auto time = [&](const std::string& copy, const std::string& second, const char* gamma) {
    return run_file(fmt::format("sends{}.xml", ++files), sends_and_copy(copy, second),
                    {{"ports", "unlimited"},
                     {"contention", "off"},
                     {"bytes", "2000B"},
                     {"gamma", gamma}})
        .metrics.completion;
  };
  const Time message = time("", "", "0ps/B"), copy = time("", "", "1ns/B");
  EXPECT_EQ(message, 120ns);
  EXPECT_EQ(copy, 1us);
  EXPECT_EQ(time("", ended("0:0"), "0ps/B"), message * 2);
  EXPECT_EQ(time(ended("0:0"), "", "1ns/B"), message + copy);
}

TEST(MscclXml, WhatIsSaidAboutTheEndsOfSendsIsChecked) {
  EXPECT_EQ(verdict(sends_and_copy(ended("0:0"), ended("0:0"))), "verified");
  const auto said = [](const std::string& text) { return text.substr(0, text.find(':')); };
  for (const char* wrong :
       {"", " ", "0", "0:", ":0", "0:0 ", " 0:0", "0:0,0:1", "0:x", "0:99999999999"})
    EXPECT_EQ(said(verdict(sends_and_copy(ended(wrong), ""))), "attribute") << wrong;
  // Wrong references: to itself, to no step, to no thread block, to a step that it does not follow
  // or that is not a send.
  for (const char* wrong : {"0:1", "0:2", "0:-1", "2:0", "-1:0", "1:0"})
    EXPECT_EQ(said(verdict(sends_and_copy(ended(wrong), ""))), "dependency") << wrong;
  EXPECT_EQ(said(verdict(sends_and_copy("", ended("0:1")))), "dependency");
}

// Written and read again.

/// A format in which plans are written, and its reader.
struct Written {
  std::string (*write)(const Plan&);
  Plan (*read)(std::string, const PlanOptions&);
  const char* file;
};
constexpr Written kXml{msccl_xml_text, read_msccl_xml, "again.xml"},
    kPlusPlus{mscclpp_json_text, read_mscclpp_json, "again.json"};

/// Returns the time if steps wait only for the start of sends, as executors run them.
Time time_of_begun_sends(const RunSpec& cell) {
  Schedule graph = run_for_export(cell, {.schedule = true}).schedule;
  for (RankSchedule& tasks : graph.ranks)
    for (Requirement& q : tasks.requirements)
      q.only_begun =
          tasks.operations[static_cast<std::size_t>(q.earlier)].kind == Operation::Kind::kSend;
  return run_file("begun.goal", goal_text(graph), {{"ports", "unlimited"}, {"contention", "off"}})
      .metrics.completion;
}

/// Returns a file as other readers see it, without sends_ended.
std::string without_sends_ended(std::string xml) {
  constexpr std::string_view kOurs = " sends_ended=\"";
  for (std::size_t at; (at = xml.find(kOurs)) != xml.npos;)
    xml.erase(at, xml.find('"', at + kOurs.size()) + 1 - at);
  return xml;
}

/// Writes and reads a plan. Checks that it verifies and has the same messages with data; returns whether it
/// takes the same time, or nothing if it cannot be written.
std::optional<bool> round_trip(const Written& format, const Algorithm& a, int p,
                               std::int64_t bytes) {
  const Overrides all{{"collective", std::string(a.collective)},
                      {"algorithm", std::string(a.name)},
                      {"ranks", std::to_string(p)},
                      {"ports", "unlimited"},
                      {"contention", "off"},
                      {"bytes", fmt::format("{}B", bytes)}};
  const Scenario scenario = load_scenario("", all, Unsupported::kSkip);
  if (!scenario.cells.front().skipped.empty()) return {};
  ExportedRun run;
  std::string text;
  try {
    run = run_for_export(scenario.cells.front(), {.plan = true});
    text = format.write(run.plan);
  } catch (const InputError&) {
    return {};
  }
  const Plan plan = format.read(text, {});
  EXPECT_EQ(check(plan).verified, true) << a.collective << " " << a.name << " " << p;
  for (const std::string& w : plan.warnings) EXPECT_EQ(w.find(", but gpu "), w.npos) << w;
  const std::int64_t with_data = traffic_of(run.plan).messages;  // a plan has no others
  EXPECT_EQ(traffic_of(plan).messages, with_data) << a.collective << " " << a.name << " " << p;
  EXPECT_LE(with_data, run.result.metrics.messages);
  const Overrides plain{{"ports", "unlimited"},
                        {"contention", "off"},
                        {"payload", "provenance"},
                        {"bytes", fmt::format("{}B", bytes)}};
  const RunResult again = run_file(format.file, text, plain);
  EXPECT_EQ(again.outcome, Outcome::kFine) << again.error.value_or("");
  EXPECT_EQ(again.verified, true);
  EXPECT_EQ(again.metrics.messages, with_data + traffic_of(plan).empty)
      << a.collective << " " << a.name << " " << p;
  EXPECT_EQ(again.metrics.bytes_total, run.result.metrics.bytes_total)
      << a.collective << " " << a.name << " " << p;
  if (format.read == read_msccl_xml && with_data == run.result.metrics.messages) {
    const RunResult elsewhere = run_file(format.file, without_sends_ended(text), plain);
    EXPECT_EQ(elsewhere.metrics.completion, time_of_begun_sends(scenario.cells.front()))
        << a.collective << " " << a.name << " " << p;
  }
  return again.metrics.completion == run.result.metrics.completion;
}

TEST(PlanRoundTrip, TheCatalogueIsWrittenAndVerified) {
  Sampler sample(9);
  int tried = 0, written = 0;
  for (const Algorithm* a : catalog())
    for (const int p : {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 17})
      for (const std::int64_t bytes : {std::int64_t{5040} / p * p, std::int64_t{97} * p}) {
        if (!sample.takes_next()) continue;
        ++tried;
        const auto same_time = round_trip(kXml, *a, p, bytes);
        written += same_time ? 1 : 0;
        EXPECT_NE(same_time, false) << a->collective << " " << a->name << " " << p << " " << bytes;
      }
  EXPECT_GT(written, tried / 3);
}

/// Checks MSCCL++, in which signals are messages and data go through scratch memory, so that times
/// differ.
TEST(PlanRoundTrip, TheCatalogueIsWrittenForMscclppAndVerified) {
  Sampler sample(3);
  int tried = 0, written = 0;
  for (const Algorithm* a : catalog())
    for (const int p : {1, 2, 5, 6, 8}) {
      if (!sample.takes_next()) continue;
      ++tried;
      written += round_trip(kPlusPlus, *a, p, std::int64_t{5040} / p * p) ? 1 : 0;
    }
  EXPECT_GT(written, tried / 4);
}

// The files that other tools wrote.

std::vector<std::vector<std::string>> rows_of(const fs::path& csv) {
  std::ifstream in(csv);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> row(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        row.emplace_back();
      else
        row.back() += c;
    }
    rows.push_back(row);
  }
  return rows;
}

/// Tests the files of the folder that ORRERY_SHARED_FORMATS names.
class SharedFormats : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* const folder = std::getenv("ORRERY_SHARED_FORMATS");
    if (folder == nullptr)
      GTEST_SKIP() << "ORRERY_SHARED_FORMATS does not name the folder of samples";
    folder_ = folder;
  }
  /// Returns the column of a row by its name in the first row.
  static std::string field(const std::vector<std::vector<std::string>>& rows, std::size_t row,
                           std::string_view name) {
    const auto at = std::ranges::find(rows.front(), name) - rows.front().begin();
    return at < std::ssize(rows[row]) ? rows[row][static_cast<std::size_t>(at)] : "";
  }
  fs::path folder_;
};

std::string text_of(const std::optional<bool>& verified) {
  return !verified ? "n/a" : *verified ? "yes" : "no";
}

template <class T>
std::string text_of(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "";
}

/// Returns the names of steps: "nop put wait".
std::string names_of(const std::map<std::string_view, std::int64_t>& kinds) {
  std::string names;
  for (const auto& [name, times] : kinds)
    names += fmt::format("{}{}", names.empty() ? "" : " ", name);
  return names;
}

TEST_F(SharedFormats, AreVerifiedOrRefusedAsTheOraclesSay) {
  for (const auto& [csv, samples] : {std::pair("oracle_given.csv", "msccl_xml"),
                                     std::pair("oracle_mscclpp_given.csv", "mscclpp_json")}) {
    const auto rows = rows_of(folder_ / csv);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const CheckedFile c = check_file(folder_ / "samples" / samples / rows[i][0]);
      EXPECT_EQ(text_of(c.verified), field(rows, i, "verified")) << c.file << ": " << c.error;
      EXPECT_EQ(c.error_class, field(rows, i, "error_class")) << c.file;
      const auto same = [&](const auto& value, const char* column) {
        EXPECT_EQ(text_of(value), field(rows, i, column)) << c.file << ' ' << column;
      };
      const bool is_xml = std::string_view(samples) == "msccl_xml";
      const PlanDescription& d = c.description;
      same(c.ranks, "ngpus");
      same(c.messages, "messages");
      same(c.chunks, "chunks");
      same(std::optional(std::ssize(c.pairs)), "pairs");
      same(std::optional(d.blocks), "tbs");
      EXPECT_EQ(d.protocol, field(rows, i, "proto")) << c.file;
      EXPECT_EQ(c.in_place, field(rows, i, "inplace") == "1") << c.file;
      if (is_xml) {
        same(c.vector_chunks, "nchunks");
        same(std::optional(d.channels), "nchannels");
        EXPECT_EQ(c.out_of_place, field(rows, i, "outofplace") == "1") << c.file;
        same(std::optional(d.steps), "steps");
        same(c.longest_chain, "longest_chain");
        same(c.rounds, "rounds");
        same(c.slots, "slots");
        same(c.hangs_from_bytes, "hangs_from_bytes");
        same(c.reduced_chunks, "reduced_chunks");
        same(c.copied_chunks, "copied_chunks");
      } else {
        same(std::optional(d.input), "input_chunks");
        same(std::optional(d.output), "output_chunks");
        same(std::optional(d.scratch), "scratch_chunks");
        same(std::optional(d.steps), "ops");
        same(c.signals, "signals");
        EXPECT_EQ(names_of(d.kinds), field(rows, i, "op_names")) << c.file;
      }
    }
  }
}

/// Checks one ring that one tool wrote as XML and another as traces of its ranks. A sum of 131,072 bytes is a node of
/// 7 us in the traces, so the XML runs with that cost per byte; it has no effect on the traces.
TEST_F(SharedFormats, ARingIsTheSameAsTraces) {
  const auto time_of = [&](const char* file, const char* topology) {
    const fs::path path = folder_ / "samples" / "chakra" / file;
    const RunResult r = run_one(load_scenario("", {{"schedule", path.string()},
                                                   {"topology", topology},
                                                   {"bytes", "1MiB"},
                                                   {"gamma", "53.40576171875ps/B"}})
                                    .cells.front());
    EXPECT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
    return r.metrics.completion;
  };
  for (const char* topology : {"full:8", "torus:8", "star:8"})
    EXPECT_EQ(time_of("astra-sim_custom_allreduce.xml", topology),
              time_of("astra-sim_custom_ring_allreduce_8npus_1MB__custom_allreduce.0.et", topology))
        << topology;
}

TEST_F(SharedFormats, FlowsAreAsTheOracleSays) {
  const auto rows = rows_of(folder_ / "oracle_teccl.csv");
  std::vector<CheckedFile> files;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    files.push_back(check_file(folder_ / "samples" / "teccl_json" / rows[i][0]));
    const CheckedFile& c = files.back();
    const auto same = [&](const std::string& value, const char* column) {
      EXPECT_EQ(value, field(rows, i, column)) << c.file << ' ' << column;
    };
    const auto& kinds = c.description.kinds;
    same(text_of(c.ranks), "gpus");
    same(fmt::format("{}", c.vector_chunks.value_or(0) / c.ranks.value_or(1)), "chunks");
    same(fmt::format("{}", c.description.steps), "flows");
    same(kinds.contains("flow via switches") ? fmt::format("{}", kinds.at("flow via switches"))
                                             : "0",
         "via_switches");
    same(text_of(c.description.epochs), "epochs");
    same(text_of(c.verified), "verified");
    same(text_of(c.longest_chain), "longest_chain");
  }
  // What is written about them has it, too.
  const std::string csv = checked_csv(files), json = checked_json(files);
  EXPECT_NE(csv.find(",epochs,"), std::string::npos);
  EXPECT_NE(json.find("\"epochs\": " + field(rows, 1, "epochs")), std::string::npos);
}

TEST_F(SharedFormats, BrokenOnesAreNamed) {
  for (const char* csv : {"broken_given.csv", "broken_mscclpp.csv"}) {
    const auto rows = rows_of(folder_ / csv);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const CheckedFile c = check_file(folder_ / "samples" / "broken" / rows[i][0]);
      EXPECT_EQ(c.error_class, field(rows, i, "error_class")) << c.file << ": " << c.error;
    }
  }
}

}  // namespace
}  // namespace orrery
