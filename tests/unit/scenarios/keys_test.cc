#include "scenarios/keys/keys.h"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "algorithms/common/skips.h"
#include "emu/payload/op.h"

namespace orrery {
namespace {

TEST(Keys, EachIsThereOnceAndExplained) {
  std::set<std::string_view> names;
  for (const Key& key : all_keys()) {
    EXPECT_TRUE(names.insert(key.name).second) << key.name;
    EXPECT_NE(std::ranges::find(key_tables(), key.table), key_tables().end()) << key.name;
    EXPECT_NE(key.help.find(". Default: "), std::string::npos) << key.name;
    EXPECT_FALSE(key.expected.empty()) << key.name;
    EXPECT_FALSE(key.value.empty()) << key.name;
    EXPECT_EQ(find_key(key.name), &key);
  }
}

TEST(Keys, OptionsAreSpelledWithDashes) {
  EXPECT_EQ(option_name(*find_key("link_bandwidth")), "--link-bandwidth");
  EXPECT_EQ(option_name(*find_key("op")), "--op");
  EXPECT_EQ(find_key("link-bandwidth"), nullptr);
}

TEST(Keys, WhatAlgorithmsAreTunedByIsOneThatCanBeIdle) {
  for (const TuningRow& row : kTuningRows) {
    const Key* const key = find_key(row.key);
    ASSERT_NE(key, nullptr) << row.key;
    RunSpec spec;
    spec.algorithm = "dissemination";
    spec.collective = "barrier";
    EXPECT_EQ(key->idle(spec), fmt::format("dissemination {}", row.idle));
  }
}

TEST(Keys, WhatAKeySaysItAccepts) {
  RunSpec complete;
  complete.topology = "torus:4x4";
  complete.algorithm = "ring";
  complete.ranks = 16;
  for (const Key& key : all_keys()) {
    RunSpec copy;
    const std::string text = key.get(complete);
    EXPECT_NO_THROW(key.set(copy, text)) << key.name << " = " << text;
    EXPECT_EQ(key.get(copy), text) << key.name;
  }
}

TEST(Keys, DefaultsAreTheDocumentedOnes) {
  const RunSpec spec;
  const auto value = [&](const char* name) { return find_key(name)->get(spec); };
  EXPECT_EQ(value("alpha"), "0ps");
  EXPECT_EQ(value("gamma"), "0ps/B");
  EXPECT_EQ(value("hop_latency"), "0ps");
  EXPECT_EQ(value("link_bandwidth"), "400Gb/s");
  EXPECT_EQ(value("link_latency"), "100ns");
  EXPECT_EQ(value("core_bandwidth"), "400Gb/s");
  EXPECT_EQ(value("ports"), "1");
  EXPECT_EQ(value("duplex"), "full");
  EXPECT_EQ(value("payload"), "ghost");
  EXPECT_EQ(value("contention"), "on");
  EXPECT_EQ(value("sync"), "async");
  EXPECT_EQ(value("protocol"), "sync");
  EXPECT_EQ(value("seed"), "1");
}

/// Checks that documented defaults are the actual ones.
TEST(Keys, DefaultsThatAreValuesAreThoseOfASpec) {
  const std::set<std::string_view> others{"topology",        "core_bandwidth", "core_latency",
                                          "level_bandwidth", "level_latency",  "schedule",
                                          "algorithm",       "ranks",          "sizes"};
  for (const Key& key : all_keys()) {
    if (others.contains(key.name)) continue;  // "as link_bandwidth", "none"
    RunSpec spec;
    EXPECT_NO_THROW(key.set(spec, key.standard.substr(0, key.standard.find(" (")))) << key.name;
    EXPECT_EQ(key.get(spec), key.get(default_spec())) << key.name;
  }
}

TEST(Keys, ChoicesAreTaken) {
  for (const Key& key : all_keys()) {
    for (const Key::Choice& choice : choices_of(key)) {
      RunSpec spec;
      EXPECT_NO_THROW(key.set(spec, choice.word)) << key.name << " = " << choice.word;
      EXPECT_EQ(key.get(spec), choice.word) << key.name;
      EXPECT_FALSE(choice.meaning.empty()) << key.name << " = " << choice.word;
    }
  }
}

TEST(Keys, ChoicesOfOperatorsAreThoseThereAre) {
  const auto words = [](const char* name) {
    std::set<std::string, std::less<>> set;
    for (const Key::Choice& choice : choices_of(*find_key(name))) set.insert(choice.word);
    return set;
  };
  std::set<std::string, std::less<>> names, datatypes;
  for (const Op& op : ops()) names.emplace(op.name), datatypes.emplace(op.datatype);
  EXPECT_EQ(words("op"), names);
  EXPECT_EQ(words("datatype"), datatypes);
  for (const std::string& name : words("skips")) EXPECT_TRUE(circulant::named_skips(name, 5));
}

TEST(Keys, AlgorithmsAreThoseOfTheCollective) {
  RunSpec spec;
  spec.collective = "broadcast";
  const auto choices = choices_of(*find_key("algorithm"), spec);
  EXPECT_TRUE(std::ranges::any_of(choices, [](const auto& c) { return c.word == "binomial"; }));
  EXPECT_TRUE(
      std::ranges::none_of(choices, [](const auto& c) { return c.word == "rabenseifner"; }));
}

TEST(Keys, LevelsAreSetOneByOne) {
  RunSpec spec;
  find_key("level_bandwidth")->set(spec, "list:100Gb/s,200Gb/s");
  find_key("level_latency")->set(spec, "list:1us,2us,3us");
  EXPECT_EQ(find_key("level_bandwidth")->get(spec), "list:100Gb/s,200Gb/s,200Gb/s");
  EXPECT_EQ(find_key("level_latency")->get(spec), "list:1us,2us,3us");
  EXPECT_EQ(spec.costs.link(7).latency, Time(3us));
  find_key("level_latency")->set(spec, "5us");
  EXPECT_EQ(find_key("level_latency")->get(spec), "list:5us,5us,5us");
  find_key("core_latency")->set(spec, "6us");
  EXPECT_EQ(find_key("level_latency")->get(spec), "list:5us,6us,6us");
  EXPECT_THROW(find_key("level_bandwidth")->set(spec, "list:100Gb/s,0Gb/s"), std::invalid_argument);
  EXPECT_THROW(find_key("level_bandwidth")->set(spec, "list:"), std::invalid_argument);
}

TEST(Keys, CoreLinksFollowTheHostLinksUntilTold) {
  RunSpec spec;
  find_key("link_bandwidth")->set(spec, "100Gb/s");
  EXPECT_EQ(find_key("core_bandwidth")->get(spec), "100Gb/s");
  find_key("core_latency")->set(spec, "1us");
  EXPECT_EQ(find_key("core_bandwidth")->get(spec), "100Gb/s");
  EXPECT_EQ(find_key("core_latency")->get(spec), "1us");
  EXPECT_EQ(find_key("link_latency")->get(spec), "100ns");
}

}  // namespace
}  // namespace orrery
