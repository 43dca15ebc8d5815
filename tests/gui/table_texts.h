#pragma once

#include <set>
#include <string>

#include "algorithms/algorithm.h"
#include "algorithms/operations/schedule_program.h"
#include "scenarios/keys/keys.h"
#include "scenarios/page/page_words.h"
#include "scenarios/report/deficiency_words.h"
#include "scenarios/report/why/against.h"
#include "scenarios/report/why/why_report.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/teaching/classroom.h"
#include "scenarios/teaching/glossary.h"
#include "scenarios/teaching/play.h"
#include "scenarios/teaching/value.h"

namespace orrery::viz {

/// Returns the texts of the window and of pages from the tables of keys, choices, algorithms, metrics, causes and
/// answers, without names and formulas, and the texts of the pages themselves. Texts of plug-ins stay as their
/// authors wrote them.
inline std::set<std::string> tableTexts() {
  std::set<std::string> texts{"yes", "no", "fine", "deadlock",
                              std::string(ScheduleProgram::kSummary)};
  const auto add = [&](std::string_view text) {
    if (!text.empty()) texts.emplace(text);
  };
  for (const Key& key : all_keys()) {
    add(key.help), add(key.expected);
    for (const Key::Choice& choice : choices_of(key))
      if (choice.meaning != choice.word) add(choice.meaning);
  }
  for (const Algorithm* algorithm : catalog()) add(algorithm->summary);
  for (const TuningRow& row : kTuningRows) add("%1 " + std::string(row.idle));
  for (const Metric& metric : all_metrics())
    add(metric.label), add(metric.axis), add(metric.meaning);
  for (int kind = 0; kind <= static_cast<int>(teaching::Value::Kind::kRow); ++kind)
    add(kind_syntax(static_cast<teaching::Value::Kind>(kind)));
  for (const char* show : {"network", "blocks", "tree", "timeline", "report"})
    add(teaching::place_to_look(show));
  for (const Cause cause : kAllCauses)
    add(kCauseNames[static_cast<std::size_t>(cause)]), add(words_of(cause));
  for (const teaching::Term& term : teaching::glossary()) add(term.meaning);
  for (const std::string_view text : page::texts_of_pages()) add(text);
  for (const std::string_view text : page::texts_of_script()) add(text);
  for (const std::string_view text : teaching::kTextsOfPlay) add(text);
  for (const std::string_view text : texts_of_differences()) add(text);
  for (const std::string_view text : deficiency_texts()) add(text);
  return texts;
}

}  // namespace orrery::viz
