#pragma once

#include <optional>
#include <string>

#include "scenarios/teaching/classroom.h"

namespace orrery::teaching {

/// Returns the number of rounds that a page shows: later ones are hidden until an answer is
/// committed, then the rounds of the answer are shown too, and at least those before the page's
/// moment. All rounds if a page has no question and no moment, and after the answer if it has no
/// moment.
int rounds_seen(const Page& page, const ObservedRun& evidence, bool answered);

/// Returns the number of rounds in pictures, which also have an end; nothing if the whole run is
/// shown, as on every page without a question.
std::optional<int> rounds_drawn(const Page& page, const ObservedRun& evidence, bool answered);

/// Returns the things that answer a question by pointing: "rank", "link" or "block"; empty for
/// other questions.
std::string_view pointed_at(const Question& question);

/// Returns the contents of a page for a terminal: messages with sender and receiver, blocks of
/// ranks, or metrics. Empty if everything is still hidden.
std::string view_text(const Page& page, const Scene& scene, bool answered);

/// Formats Markdown for a terminal: wraps paragraphs, keeps code (four blanks) unchanged.
std::string terminal_text(std::string_view markdown);

/// Lists the messages of a round with sender, receiver and contents, one on each line.
std::string round_text(const ObservedRun& evidence, int round);
/// Returns a line for each rank: the blocks it holds when it has left `rounds` rounds.
std::string holdings_text(const Scene& scene, int rounds);

}  // namespace orrery::teaching
