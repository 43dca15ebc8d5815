#include "scenarios/page/page_words.h"

#include <algorithm>
#include <array>

#include "emu/base/check.h"

namespace orrery::page {
namespace {

constexpr std::array<std::string_view, 7> kScriptTexts{
    "Play",       "Pause",    "Please answer with {}.", "Right: {}.",
    "Not right.", "{} of {}", "The answer is {}."};

constexpr std::array<std::string_view, 51> kTexts{
    "en",  // the language's letters
    "1 message, {}, from {} to {}.",
    "; in {} without a unit",
    "A run",
    "Answer",
    "Back",
    "End",
    "Links of the critical path",
    "Listing",
    "Messages of round {}",
    "Metrics",
    "Moment of the run",
    "Next page",
    "On",
    "Pages",
    "Play",
    "Previous page",
    "Question",
    "Reveal",
    "Round {}: {}",
    "Rounds",
    "Start",
    "Stretches of the critical path",
    "The critical path by round and rank",
    "The links on it",
    "The moving pictures and the questions need JavaScript; texts and tables do not.",
    "The run",
    "Try:",
    "Two runs",
    "What its time is made of",
    "What its time is made of: {}",
    "Your answer:",
    "and {} more",
    "blocks",
    "cause",
    "end",
    "from",
    "link",
    "made of",
    "metric",
    "rank",
    "ranks",
    "round",
    "share",
    "size",
    "start",
    "time",
    "to",
    "value",
    "which is",
    "{} messages, {}, from {} to {}."};

}  // namespace

std::span<const std::string_view> texts_of_pages() {
  return kTexts;
}

std::span<const std::string_view> texts_of_script() {
  return kScriptTexts;
}

std::string Words::own(std::string_view text) const {
  EMU_ASSERT(std::ranges::find(kTexts, text) != kTexts.end(), "no text of pages: ", text);
  return translate_(text);
}

}  // namespace orrery::page
