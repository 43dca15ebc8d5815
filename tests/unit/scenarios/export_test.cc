#include "scenarios/report/export.h"

#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenarios/run/load.h"
#include "scenarios/run/metrics/fields.h"
#include "tests/setting.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

RunResult sample() {
  RunResult r;
  r.title = "A \"title\", with commas\nand lines";
  r.spec.topology = "torus:8x8";
  r.spec.algorithm = "ring";
  r.spec.ranks = 64;
  r.spec.bytes = Bytes(2 << 20);
  r.metrics.completion = Time(95'175'360);
  r.uncontended = Time(1);
  r.goodput_bps = 1.5;
  r.metrics.messages = 8064;
  return r;
}

TEST(Export, EveryFieldOfTheContractIsThere) {
  for (const char* name : {"title",
                           "collective",
                           "algorithm",
                           "ranks",
                           "topology",
                           "mapping",
                           "bytes",
                           "payload",
                           "seed",
                           "completion_time_s",
                           "uncontended_time_s",
                           "goodput_bps",
                           "rounds",
                           "messages",
                           "bytes_total",
                           "bytes_max_rank",
                           "lambda",
                           "psi",
                           "xi",
                           "max_link_bytes",
                           "verified",
                           "wall_s",
                           "messages_per_s",
                           "peak_rss_bytes",
                           "error"}) {
    ASSERT_NE(find_field(name), nullptr) << name;
    EXPECT_EQ(find_field(name)->name, name);
  }
  EXPECT_EQ(find_field("completion_time")->name, "completion_time_s");
  EXPECT_EQ(find_field("goodput")->name, "goodput_bps");
  EXPECT_EQ(find_field("rounds_s"), nullptr);
  EXPECT_EQ(find_field(""), nullptr);
}

/// Checks that new columns come last, so that programs may read columns by number.
TEST(Export, NewColumnsAreBehindTheOthers) {
  const std::string old =
      "title,collective,algorithm,ranks,topology,mapping,bytes,payload,seed,completion_time_s,"
      "uncontended_time_s,goodput_bps,rounds,messages,bytes_total,bytes_max_rank,"
      "reduced_max_rank,lambda,psi,xi,max_link_bytes,verified,wall_s,messages_per_s,"
      "peak_rss_bytes,error,outcome,blocks,root,op,datatype,ranks_per_host,ports,duplex,"
      "routing,contention,link_bandwidth,link_latency,core_bandwidth,core_latency,"
      "hop_latency,host_alpha,host_beta,alpha,overhead,gamma,protocol,sync,order,skips,"
      "distribution,sizes,rho,"
      "orrery_version,level_bandwidth,level_latency,cores_per_host,schedule";
  const std::string csv = to_csv({});
  EXPECT_TRUE(csv.starts_with(old + ",") || csv == old + "\n") << csv;
}

TEST(Export, FieldsAreThereOnce) {
  std::set<std::string> names;
  for (const Field& f : fields()) EXPECT_TRUE(names.insert(f.name).second) << f.name;
}

TEST(Export, JsonIsExactAndEscaped) {
  const std::string json = to_json({sample()});
  EXPECT_TRUE(contains(json, "{\n  \"schema\": 1,\n  \"runs\": [\n    {\n"));
  EXPECT_TRUE(contains(json, R"("title": "A \"title\", with commas\nand lines",)"));
  EXPECT_TRUE(contains(json, "\"completion_time_s\": 0.000095175360,"));
  EXPECT_TRUE(contains(json, "\"uncontended_time_s\": 0.000000000001,"));
  EXPECT_TRUE(contains(json, "\"verified\": null,"));
  EXPECT_TRUE(contains(json, "\"error\": null,"));
  EXPECT_TRUE(contains(json, "\"goodput_bps\": 1.5,"));
}

TEST(Export, WhatWasNotMeasuredIsNull) {
  RunResult r = sample();
  r.outcome = Outcome::kDeadlock;
  r.error = "deadlock";
  r.waiting_ranks = {0, 3};
  const std::string json = to_json({r});
  EXPECT_TRUE(contains(json, "\"completion_time_s\": null,"));
  EXPECT_TRUE(contains(json, "\"messages\": null,"));
  EXPECT_TRUE(contains(json, "\"error\": \"deadlock\","));
  EXPECT_TRUE(contains(json, "\"outcome\": \"deadlock\","));
  EXPECT_TRUE(contains(json, "\"waiting_ranks\": [0, 3]"));
  EXPECT_TRUE(contains(json, "\"ranks\": 64,"));
}

TEST(Export, NumbersThatJsonHasNotAreNull) {
  RunResult r = sample();
  r.deficiency.psi = 1.0 / 0.0;
  EXPECT_TRUE(contains(to_json({r}), "\"psi\": null,"));
}

TEST(Export, CsvQuotesWhatNeedsIt) {
  const std::string csv = to_csv({sample()});
  EXPECT_EQ(csv.substr(0, 27), "title,collective,algorithm,");
  EXPECT_TRUE(contains(csv,
                       "\n\"A \"\"title\"\", with commas\nand "
                       "lines\",allreduce,ring,64,torus:8x8,sequential,2097152,ghost,1,"
                       "0.000095175360,0.000000000001,1.5,"));
}

TEST(Export, NoRunsAreStillWellFormed) {
  EXPECT_EQ(to_json({}),
            "{\n  \"schema\": 1,\n  \"runs\": [\n  ],\n  \"expectations\": [\n  ]\n}\n");
}

TEST(Export, JunitHasACaseForEachRunAndCheck) {
  const std::string text =
      "title = 'A & B'\n[run]\nranks = 4\nskip_unsupported = true\nalgorithm = ['ring', "
      "'binomial']\ncollective = ['allreduce', "
      "'broadcast']\n[expect]\n'ring.rounds' = 7\n'binomial.rounds' = 2";
  const Scenario s = parse_scenario(text, "f.toml");
  const auto results = run_all(s.cells);
  const std::string xml = to_junit(s, results, check_expectations(s, results));
  EXPECT_TRUE(contains(
      xml, "<testsuite name=\"A &amp; B\" tests=\"6\" failures=\"1\" errors=\"0\" skipped=\"2\""));
  EXPECT_TRUE(contains(xml, "name=\"run algorithm ring, collective allreduce\""));
  EXPECT_TRUE(contains(xml, "name=\"expect ring.rounds in algorithm ring, collective allreduce\""));
  EXPECT_TRUE(contains(
      xml,
      "<failure type=\"expectation\" message=\"f.toml:8: ring.rounds: rounds is 6; expected 7 "
      "(algorithm ring, collective "
      "allreduce)\"/>"));
  EXPECT_TRUE(contains(xml, "<skipped message=\"skipped: allreduce has no algorithm 'binomial'"));
}

TEST(Export, ExpectationsAreThereWhateverBecameOfThem) {
  const std::string text =
      "[run]\nranks = [4, 5]\n[expect]\n'ranks=4.rounds' = 6\n'5.rounds' = {min = 6, max = 7}\n"
      "rounds = '1.5 * ranks=5'\n\"bytes=1KiB.verified\" = true";
  const Scenario s = parse_scenario(text, "f.toml", {{"bytes", "2KiB"}, {"ranks", "4..6"}});
  const auto results = run_all(s.cells);
  const auto checks = check_expectations(s, results);
  const auto json = nlohmann::json::parse(to_json(results, checks)).at("expectations");
  ASSERT_EQ(json.size(), 5u);
  EXPECT_EQ(json[0], nlohmann::json({{"key", "ranks=4.rounds"},
                                     {"line", 4},
                                     {"run", 0},
                                     {"expected", "6"},
                                     {"got", 6},
                                     {"outcome", "passed"},
                                     {"message", nullptr}}));
  EXPECT_EQ(json[1].at("outcome"), "failed");
  EXPECT_EQ(json[1].at("run"), 1);
  EXPECT_EQ(json[1].at("got"), 8);
  EXPECT_EQ(json[1].at("expected"), "6 to 7");
  EXPECT_EQ(
      json[1].at("message"),
      "f.toml:5: 5.rounds: rounds is 8; expected 6 to 7 (ranks 5) with --bytes 2KiB --ranks 4..6");
  EXPECT_EQ(json[2].at("expected"), "12 (1.5 * ranks=5)");
  EXPECT_EQ(json[3].at("run"), 2);
  EXPECT_EQ(json[4],
            nlohmann::json({{"key", "bytes=1KiB.verified"},
                            {"line", 7},
                            {"run", nullptr},
                            {"expected", nullptr},
                            {"got", nullptr},
                            {"outcome", "skipped"},
                            {"message",
                             "f.toml:7: bytes=1KiB.verified: not checked: no cell is named "
                             "'bytes=1KiB' with --bytes 2KiB --ranks 4..6"}}));
  const std::string xml = to_junit(s, results, checks);
  EXPECT_TRUE(contains(xml, "tests=\"8\" failures=\"3\" errors=\"0\" skipped=\"1\"")) << xml;
  EXPECT_TRUE(
      contains(xml, "name=\"expect bytes=1KiB.verified\" time=\"0.000000\"><skipped message=\""))
      << xml;
}

}  // namespace
}  // namespace orrery
