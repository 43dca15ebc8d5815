#include <random>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/plan/lower.h"
#include "algorithms/plan/plan_check.h"
#include "algorithms/plan/wire.h"
#include "scenarios/text/errors.h"
#include "tests/fuzz/mutated.h"
#include "tests/setting.h"
#include "tests/unit/scenarios/plus_plus_texts.h"
#include "tests/unit/scenarios/schedule_formats.h"
#include "tests/unit/scenarios/xml_texts.h"

/// Tests that a reader of plans returns a plan or throws PlanError for any text, and that a plan is checked,
/// becomes operations and runs with finite buffers. The seed is fixed; ORRERY_FUZZ_SEED and ORRERY_FUZZ_RUNS try
/// others.
namespace orrery {
namespace {

using testing::plus_plus_text;
using testing::xml_text;

std::vector<std::string> xml_corpus() {
  std::vector<std::string> texts{xml_text(testing::ring_allgather(3)),
                                 xml_text(testing::ring_allreduce(4)),
                                 xml_text(testing::exchange_and_add(true))};
  auto copies = testing::ring_allgather(2);
  copies.gpus[0].copies = "<copy i_off=\"0\" o_off=\"0\"/>\n";
  texts.push_back(xml_text(copies));
  const std::string allgather = xml_text(testing::ring_allgather(3));
  texts.push_back(std::regex_replace(allgather, std::regex("step s=\"1\" "),
                                     "step s=\"1\" sends_ended=\"0:0\" "));
  return texts;
}

std::vector<std::string> json_corpus() {
  const std::string gpu =
      R"({"id":0,"input_chunks":2,"output_chunks":2,"scratch_chunks":4,"channels":[{"channel_type":"memory","connected_to":[1,1]},{"channel_type":"port","connected_to":[1]},{"channel_type":"switch","buffer_type":"i","rank_groups":[{"size":2,"ranks":[0,1]}]}],"remote_buffers":[{"rank":1,"type":"s","access_channel_types":["memory","port"]}],"semaphores":[{"init_value":0}],"threadblocks":[{"id":0,"channels":[{"channel_type":"memory","channel_ids":[0,1]},{"channel_type":"port","channel_ids":[0]},{"channel_type":"switch","channel_ids":[0]}],"remote_buffer_refs":[{"access_channel_type":"memory","remote_buffer_ids":[0]},{"access_channel_type":"port","remote_buffer_ids":[0]}],"ops":[{"name":"copy","src_buff":[{"type":"i","index":0,"size":1}],"dst_buff":[{"type":"s","index":0,"size":1}],"tbg_info":{"tb_id":0,"tbg_size":2}},{"name":"pws","src_buff":[{"type":"i","index":1,"size":1}],"dst_buff":[{"buffer_id":0,"index":1,"size":1}],"channel_ids":[0],"channel_type":"port"},{"name":"wait","channel_ids":[0],"channel_type":"port"},{"name":"flush","channel_ids":[0],"channel_type":"port"},{"name":"pipeline","iter_context":{"unit_size":1024,"num_chunks":1},"ops":[{"name":"glres","src_buff":[{"switch_channel_id":0,"index":0,"size":1}],"dst_buff":[{"switch_channel_id":0,"index":0,"size":1}],"channel_type":"switch"},{"name":"sem_release","semaphore_ids":[0]},{"name":"sem_acquire","semaphore_ids":[0]}]},{"name":"ppkt","src_buff":[{"type":"i","index":0,"size":1}],"dst_buff":[{"buffer_id":0,"index":2,"size":1}],"channel_type":"memory"},{"name":"upkt","src_buff":[{"type":"s","index":2,"size":1}],"dst_buff":[{"type":"s","index":3,"size":1}]},{"name":"barrier","barrier_id":0,"num_threadblocks":1},{"name":"nop"}]}]})";
  std::string other = gpu;
  const auto put = [&](std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = other.find(from, at)) != std::string::npos; at += to.size())
      other.replace(at, from.size(), to);
  };
  put("{\"id\":0,\"input", "{\"id\":1,\"input");
  put("\"connected_to\":[1,1]", "\"connected_to\":[0,0]");
  put("\"connected_to\":[1]", "\"connected_to\":[0]");
  put("\"rank\":1", "\"rank\":0");
  const std::string flows =
      R"({"1-Epoch_Duration": 1e-06, "7-Flows": ["Chunk 0 from 0 traveled over 0->1 in epoch 0", "Chunk 0 from 1 traveled over 1->0 in epoch 0 via switches 7"]})";
  return {R"({"name":"f","collective":"custom","protocol":"LL","inplace":true,"gpus":[)" + gpu +
              "," + other + "]}",
          flows,
          plus_plus_text(testing::putting_allgather(2, "port")),
          plus_plus_text(testing::getting_allreduce(3)),
          plus_plus_text(testing::packet_allreduce(2)),
          plus_plus_text(testing::switched_allreduce(2))};
}

/// Checks that a correct plan is written and correct when it is read again, or is refused with a
/// reason.
void write_again(const Plan& plan) {
  PlanOptions same;
  same.collective = plan.demand->name;
  same.root = plan.root;
  const auto again = [&](auto write, auto read) {
    try {
      const PlanCheck result = check(read(write(plan), same));
      EXPECT_FALSE(result.error) << result.error->what();
    } catch (const InputError& e) {
      EXPECT_NE(std::string_view(e.what()).find("expected"), std::string_view::npos) << e.what();
    }
  };
  again(msccl_xml_text, read_msccl_xml);
  again(mscclpp_json_text, read_mscclpp_json);
}

std::vector<ScheduleFormat> plan_formats() {
  std::vector<ScheduleFormat> all;
  for (const ScheduleFormat* format : schedule_formats())
    if (format->read_plan != nullptr) all.push_back(*format);
  return all;
}

bool try_text(const ScheduleFormat& format, const std::string& text) {
  try {
    const Plan plan = format.read_plan(text, {});
    if (plan.setting.chunks * plan.parts > (1 << 16)) return true;
    if (check(plan).error) return true;
    lowered(plan, {Bytes(1000), 4, {1}});
    lowered(plan, {Bytes(1000), 4, {1}, 3});
    write_again(plan);
    hangs_from_bytes(plan);
    return true;
  } catch (const PlanError& e) {
    EXPECT_NE(std::string_view(e.what()).find(": "), std::string_view::npos);
    return false;
  } catch (const InvalidSchedule&) {
    return false;
  }
}

const std::vector<std::string>& words() {
  static const std::vector<std::string> list{
      "<",         ">",          "\"",         "/>",
      "<step",     "</tb>",      "<!--",       "-->",
      "<![CDATA[", "&amp;",      "&#0;",       "<!DOCTYPE a [<!ENTITY b \"c\">]>",
      "{",         "}",          "[",          "]",
      ",",         ":",          "null",       "1e999",
      "-1",        "0",          "1",          "2",
      "99",        "2147483647", "2147483648", "4611686018427387904",
      "\"name\"",  "\"o\"",      "\"i\"",      "rrcs",
      "re",        "nop",        "\n",         std::string(1, '\0'),
      "\xff",      "\\u0000"};
  return list;
}

void try_mutations(const std::vector<std::string>& corpus, std::uint64_t runs) {
  std::mt19937_64 random(setting("ORRERY_FUZZ_SEED", 21));
  std::uint64_t accepted = 0;
  for (std::uint64_t i = 0; i < runs; ++i) {
    const std::string text = mutated(corpus[random() % corpus.size()], words(), random);
    for (const ScheduleFormat& format : plan_formats())
      accepted += try_text(format, text) ? 1u : 0u;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(accepted, runs / 50);
}

TEST(PlanFuzz, MutatedXmlIsReadOrRefused) {
  try_mutations(xml_corpus(), setting("ORRERY_FUZZ_RUNS", 20000));
}

TEST(PlanFuzz, MutatedJsonIsReadOrRefused) {
  try_mutations(json_corpus(), setting("ORRERY_FUZZ_RUNS", 10000));
}

TEST(PlanFuzz, WhatIsDeepOrLargeHasABound) {
  const auto repeated = [](std::string_view text, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += text;
    return out;
  };
  for (const ScheduleFormat& format : plan_formats())
    for (const std::string& text :
         {repeated("<a>", 200000), repeated("[", 200000), repeated("{\"a\":", 200000),
          repeated("<gpu>", 100000) + repeated("</gpu>", 100000),
          std::string("<!DOCTYPE l [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b "
                      "\"&a;&a;&a;&a;\">]><algo>&b;</algo>"),
          std::string("<algo name=\"x\" proto=\"LL\" nchannels=\"1\" nchunksperloop=\"2147483647\" "
                      "ngpus=\"1\" coll=\"allreduce\" "
                      "inplace=\"1\"><gpu id=\"0\" i_chunks=\"2147483647\" o_chunks=\"0\" "
                      "s_chunks=\"2147483647\"/></algo>"),
          std::string("<algo name=\"x\" proto=\"LL\" nchannels=\"1\" nchunksperloop=\"1\" "
                      "ngpus=\"2147483647\" coll=\"allreduce\" "
                      "inplace=\"1\"/>")})
      try_text(format, text);
}

}  // namespace
}  // namespace orrery
