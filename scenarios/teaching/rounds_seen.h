#pragma once

#include <optional>
#include <string>

#include "scenarios/teaching/classroom.h"

namespace orrery::teaching {

/// How many rounds of a run are seen on a page: what comes later is hidden until an answer is committed,
/// and then those are seen that the answer is about, and at least the one that the page stands before. All of
/// them where a page asks nothing and names no moment, and after the answer where it names none.
int rounds_seen(const Page& page, const Evidence& evidence, bool answered);

/// What pictures show, which have an end besides: nothing where the run is seen as a whole, as on every page
/// that asks nothing.
std::optional<int> rounds_drawn(const Page& page, const Evidence& evidence, bool answered);

/// What a question can be answered with by pointing: "rank", "link" or "block"; empty for the others.
std::string_view pointed_at(const Question& question);

/// What a page shows, for a terminal: who sends what to whom, who holds what, or metrics. Empty where
/// everything is still hidden.
std::string view_text(const Page& page, const Scene& scene, bool answered);

/// Markdown for a terminal: paragraphs are wrapped, code (four blanks) stays as it is.
std::string terminal_text(std::string_view markdown);

/// Who sends what to whom in a round, a line for each message.
std::string round_text(const Evidence& evidence, int round);
/// A line for each rank: the blocks it holds when it has left `rounds` rounds.
std::string holdings_text(const Scene& scene, int rounds);

}  // namespace orrery::teaching
