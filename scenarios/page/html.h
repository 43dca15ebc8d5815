#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/cell/operation_rounds.h"
#include "scenarios/page/page_words.h"
#include "scenarios/report/plot/plot.h"
#include "scenarios/teaching/laboratory.h"

namespace orrery::page {

/// Returns text without special characters of HTML, for elements and for attributes in quotes.
std::string escaped(std::string_view text);

/// Converts the Markdown of lessons: paragraphs, code by four blanks, "- " for items, **strong**,
/// *emphasis*, `code`. All else is text.
std::string html_of_markdown(std::string_view markdown);

/// Returns a table below its caption; `head` and `rows` are HTML.
std::string table(std::string_view caption, std::string_view head, std::string_view rows);
/// Returns a head of a table, name by name.
std::string heads(const std::vector<std::string>& names);
/// Returns the last row of a table that shows `most` rows of `all`; nothing if that is all.
std::string more_row(std::size_t all, std::size_t most, int columns, const Words& words);
/// Returns an element that opens when its summary is clicked.
std::string opening(std::string_view summary, const std::string& content);

/// Returns a round: a sentence, and a table of its messages that opens.
std::string round_table(const teaching::ObservedRun& evidence, int round, const Frames& frames,
                        const OperationRounds& operations, const Words& words);

/// Describes the times of one run or two in words, then their metrics, side by side.
std::string metrics_table(const std::vector<const RunResult*>& results, const Words& words);

}  // namespace orrery::page
