#include "scenarios/formats/formats.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenarios/formats/traces/timeline.h"
#include "scenarios/run/explain.h"
#include "scenarios/run/load.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

/// Tests exports by reading them back with a parser of their format, or with a program that other
/// people use, and comparing them with the trace.
namespace orrery {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

ExportedRun run_of(const Overrides& overrides, Recorded recorded = {}) {
  ExportedRun run = run_for_export(load_scenario("", overrides).cells.front(), recorded);
  EXPECT_EQ(run.result.outcome, Outcome::kFine) << run.result.error.value_or("");
  return run;
}

/// Returns runs with waits for ports, two routes of a ring, several lanes, computations, and ranks
/// on one host.
std::vector<ExportedRun> runs() {
  std::vector<ExportedRun> all;
  all.push_back(run_of({{"topology", "torus:4x2"},
                        {"algorithm", "bucket"},
                        {"bytes", "37B"},
                        {"ports", "unlimited"},
                        {"gamma", "30ps/B"}}));
  all.push_back(run_of({{"ranks", "6"},
                        {"ranks_per_host", "2"},
                        {"collective", "alltoall"},
                        {"algorithm", "linear"},
                        {"bytes", "1000B"},
                        {"duplex", "half"},
                        {"host_beta", "7ps/B"}}));
  all.push_back(run_of({{"ranks", "5"}, {"collective", "barrier"}}));
  return all;
}

/// Returns "12.345678" microseconds as picoseconds.
std::int64_t picoseconds(const json& microseconds) {
  return std::llround(microseconds.get<double>() * 1e6);
}

/// The slices of a thread, with ends matched to begins.
struct Slice {
  json begin;
  std::int64_t from = 0, to = 0;
};

std::map<std::pair<int, int>, std::vector<Slice>> slices_of(const json& trace) {
  std::map<std::pair<int, int>, std::vector<Slice>> threads;
  std::map<std::pair<int, int>, bool> open;
  for (const json& e : trace.at("traceEvents")) {
    if (e.at("ph") != "B" && e.at("ph") != "E") continue;
    const std::pair<int, int> thread(e.at("pid"), e.at("tid"));
    auto& slices = threads[thread];
    EXPECT_EQ(open[thread], e.at("ph") == "E");
    open[thread] = e.at("ph") == "B";
    if (e.at("ph") == "B") {
      const std::int64_t from = picoseconds(e.at("ts"));
      EXPECT_GE(from, slices.empty() ? 0 : slices.back().to);
      slices.push_back({e, from, 0});
    } else {
      EXPECT_EQ(e.at("name"), slices.back().begin.at("name"));
      slices.back().to = picoseconds(e.at("ts"));
    }
  }
  return threads;
}

TEST(Perfetto, HasEveryMessageOnceAtEachEndAndItsTimesAreExact) {
  for (const ExportedRun& run : runs()) {
    const json trace = json::parse(perfetto_json(run));
    std::set<std::pair<std::string, std::int64_t>> seen;
    std::int64_t computes = 0, rounds = 0;
    for (const auto& [thread, slices] : slices_of(trace))
      for (const Slice& s : slices) {
        const std::string kind = s.begin.at("cat");
        rounds += kind == "round" ? 1 : 0;
        computes += kind == "compute" ? 1 : 0;
        if (kind != "send" && kind != "receive") continue;
        const std::int64_t id = s.begin.at("args").at("message");
        const MessageEvent& m = run.trace.messages.at(static_cast<std::size_t>(id));
        EXPECT_TRUE(seen.emplace(kind, id).second) << kind << ' ' << id;
        EXPECT_EQ(thread.first, 1 + (kind == "send" ? m.source : m.destination));
        EXPECT_EQ(s.from, m.start.count());
        EXPECT_EQ(s.to, m.end.count());
        EXPECT_EQ(picoseconds(s.begin.at("args").at("flow_us")), m.flow.count());
        EXPECT_EQ(s.begin.at("args").at("bytes"), m.bytes.count());
      }
    EXPECT_EQ(seen.size(), 2 * run.trace.messages.size());
    EXPECT_EQ(computes, std::ssize(run.trace.computes));
    EXPECT_GE(rounds, run.network.ranks());
  }
}

TEST(Perfetto, ArrowsGoFromTheSendersSliceToTheReceivers) {
  for (const ExportedRun& run : runs()) {
    std::map<std::int64_t, int> starts, ends;
    const json trace = json::parse(perfetto_json(run));
    for (const json& e : trace.at("traceEvents")) {
      if (e.at("ph") != "s" && e.at("ph") != "f") continue;
      const MessageEvent& m = run.trace.messages.at(e.at("id").get<std::size_t>());
      const bool begins = e.at("ph") == "s";
      ++(begins ? starts : ends)[m.id];
      EXPECT_EQ(e.at("pid"), 1 + (begins ? m.source : m.destination));
      EXPECT_GE(picoseconds(e.at("ts")), m.start.count());
      EXPECT_LE(picoseconds(e.at("ts")), m.end.count());
    }
    EXPECT_EQ(starts.size(), run.trace.messages.size());
    EXPECT_EQ(starts, ends);
  }
}

/// Checks that the slices of causes follow each other from 0 to completion and add up to the output of
/// `orrery why`.
TEST(Perfetto, HasATrackOfCauses) {
  const ExportedRun run = run_of({{"topology", "torus:5x2"},
                                  {"algorithm", "ring"},
                                  {"bytes", "3001B"},
                                  {"mapping", "random"},
                                  {"gamma", "30ps/B"},
                                  {"alpha", "1733ps"}},
                                 {.path = true});
  const json trace = json::parse(perfetto_json(run));
  const auto threads = slices_of(trace);
  const auto track = threads.find({run.network.ranks() + 2, 1});
  ASSERT_NE(track, threads.end());
  std::int64_t at = 0;
  std::map<std::string, std::int64_t> causes;
  for (const Slice& s : track->second) {
    EXPECT_EQ(s.from, at);
    at = s.to;
    const json& args = s.begin.at("args");
    causes[s.begin.at("name")] += s.to - s.from;
    EXPECT_FALSE(args.at("waits_for").get<std::string>().empty());
    EXPECT_LT(args.at("rank"), run.network.ranks());
    EXPECT_EQ(args.contains("link"), s.begin.at("name") == "latency" ||
                                         s.begin.at("name") == "bytes" ||
                                         s.begin.at("name") == "contention");
  }
  EXPECT_EQ(at, run.result.metrics.completion.count());
  const auto sums = explain(run.result.spec).path.by_cause();
  for (std::size_t i = 0; i < kCauses; ++i)
    EXPECT_EQ(causes[std::string(kCauseNames[i])], sums[i].count()) << kCauseNames[i];
  EXPECT_GT(causes["contention"], 0);
  EXPECT_EQ(perfetto_json(run_of({{"ranks", "4"}})).find("critical path"), std::string::npos);
}

/// Checks that the counter of a link, summed over time, gives the bytes of that link.
TEST(Perfetto, CountersAddUpToTheBytesOfTheirLinks) {
  const ExportedRun run =
      run_of({{"topology", "torus:4x2"}, {"algorithm", "bucket"}, {"bytes", "64B"}});
  std::map<std::string, std::int64_t> expected;
  for (const LinkRates& use : busiest_links(run.trace, run.network, 1000)) {
    const std::string name = link_text(*run.network.topology, use.link);
    const bool parallel = expected.contains(name);
    expected[parallel ? name + " #2" : name] = use.bytes.count();
  }
  EXPECT_TRUE(expected.contains("host 0 (0,0) -> host 1 (0,1) #2"));
  std::map<std::string, double> bytes, rate;
  std::map<std::string, std::int64_t> since;
  const json trace = json::parse(perfetto_json(run));
  for (const json& e : trace.at("traceEvents")) {
    if (e.at("ph") != "C") continue;
    const std::string name = e.at("name");
    const std::int64_t now = picoseconds(e.at("ts"));
    bytes[name] += rate[name] * 1e9 * 1e-12 * static_cast<double>(now - since[name]);
    since[name] = now;
    rate[name] = e.at("args").at("GB/s");
  }
  ASSERT_FALSE(bytes.empty());
  for (const auto& [name, sum] : bytes) {
    EXPECT_EQ(rate[name], 0) << name;
    EXPECT_NEAR(sum, static_cast<double>(expected.at(name)), 0.5) << name;
  }
}

TEST(MessagesCsv, HasALineForEachMessage) {
  for (const ExportedRun& run : runs()) {
    std::istringstream in(messages_csv(run));
    std::string line;
    std::getline(in, line);
    EXPECT_TRUE(line.starts_with("message,from,to,bytes,round,"));
    for (const Trace::Message& m : run.trace.messages) {
      ASSERT_TRUE(std::getline(in, line));
      const auto cells = split(line, ',');
      EXPECT_TRUE(line.starts_with(
          fmt::format("{},{},{},{},{},", m.id, m.source, m.destination, m.bytes.count(), m.round)));
      EXPECT_EQ(cells[8], seconds_text(m.start));
      EXPECT_EQ(cells[10], seconds_text(m.end));
    }
    EXPECT_FALSE(std::getline(in, line));
  }
}

/// Runs a program on a file and returns its output line by line.
class Reader {
 public:
  Reader(const std::string& program, const std::string& text) {
    const fs::path file = fs::temp_directory_path() / fmt::format("orrery-format-{}", getpid());
    std::ofstream(file) << text;
    const std::string command =
        fmt::format("{} '{}' > '{}.out' 2>&1", program, file.string(), file.string());
    status = std::system(command.c_str());
    std::ifstream in(file.string() + ".out");
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    fs::remove(file);
    fs::remove(file.string() + ".out");
  }

  int status = -1;
  std::vector<std::string> lines;
};

TEST(Paje, PjDumpFindsEveryMessageAndEveryState) {
  for (const ExportedRun& run : runs()) {
    const Reader dump("pj_dump -l 12", paje_trace(run));
    ASSERT_EQ(dump.status, 0) << fmt::format("{}", fmt::join(dump.lines, "\n"));
    std::map<std::string, std::int64_t> states;
    std::set<std::int64_t> messages;
    for (const std::string& line : dump.lines) {
      const auto cells = split(line, ',');
      if (cells[0] == "State")
        ++states[std::string(cells.back().substr(0, cells.back().find(' ')))];
      if (cells[0] != "Link") continue;
      ASSERT_EQ(cells.size(), 10u) << line;
      const std::int64_t id = parse_integer(cells[9], 0, std::ssize(run.trace.messages) - 1);
      const MessageEvent& m = run.trace.messages[static_cast<std::size_t>(id)];
      EXPECT_TRUE(messages.insert(id).second);
      EXPECT_EQ(cells[3], seconds_text(m.start));
      EXPECT_EQ(cells[4], seconds_text(m.end));
      EXPECT_TRUE(cells[7].starts_with(fmt::format("rank {} send", m.source)));
      EXPECT_TRUE(cells[8].starts_with(fmt::format("rank {} receive", m.destination)));
    }
    EXPECT_EQ(messages.size(), run.trace.messages.size());
    EXPECT_EQ(states["send"], std::ssize(run.trace.messages));
    EXPECT_EQ(states["receive"], std::ssize(run.trace.messages));
    EXPECT_EQ(states["compute"], std::ssize(run.trace.computes));
  }
}

TEST(CommunicationDot, GraphvizReadsItAndBytesAddUp) {
  for (const ExportedRun& run : runs()) {
    const Reader plain("dot -Tplain", communication_dot(run));
    ASSERT_EQ(plain.status, 0) << fmt::format("{}", fmt::join(plain.lines, "\n"));
    std::set<std::pair<std::string, std::string>> edges, expected;
    int nodes = 0;
    for (const std::string& line : plain.lines) {
      const auto words = split(line, ' ');
      nodes += words[0] == "node" ? 1 : 0;
      if (words[0] == "edge") edges.emplace(words[1], words[2]);
    }
    for (const MessageEvent& m : run.trace.messages)
      expected.emplace(std::to_string(m.source), std::to_string(m.destination));
    EXPECT_EQ(nodes, run.network.ranks());
    EXPECT_EQ(edges, expected);
  }
}

TEST(Formats, UnknownOnesHaveANearest) {
  try {
    find_export_format("perfeto");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_TRUE(std::string_view(e.what()).ends_with("did you mean 'perfetto'?")) << e.what();
  }
}

}  // namespace
}  // namespace orrery
