#include <algorithm>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "scenarios/formats/formats.h"
#include "scenarios/grade/grade_report.h"
#include "scenarios/grade/graded_cases.h"
#include "scenarios/report/markup.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline grade {
namespace {

constexpr std::size_t kMostMessages = 60;
constexpr int kMostPictures = 8, kMostRanksDrawn = 64;

std::string escaped(std::string_view text) {
  return with_entities(text, "&<>\"");
}

std::string preformatted(std::string_view text) {
  return text.empty() ? "" : fmt::format("<pre>{}</pre>\n", escaped(text));
}

std::string part_row(const PartGrade& g) {
  const bool full = g.points == g.part->points;
  return fmt::format(
      "<tr><td>{}{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n {}\">{} of "
      "{}</td></tr>\n",
      escaped(g.part->name), g.part->hidden ? " (hidden)" : "", g.cases, g.passed,
      full ? "full" : "lost", points_text(g.points), points_text(g.part->points));
}

std::string parts_section(const GradedWork& work) {
  std::string rows;
  for (const PartGrade& g : work.grade.parts) rows += part_row(g);
  return fmt::format(
      "<table><caption>Parts and their points</caption><thead><tr><th scope=\"col\">Part</th><th "
      "scope=\"col\" class=\"n\">Cases</th>"
      "<th scope=\"col\" class=\"n\">Passed</th><th scope=\"col\" "
      "class=\"n\">Points</th></tr></thead><tbody>\n{}"
      "<tr class=\"total\"><td>Total</td><td></td><td></td><td class=\"n\">{} of "
      "{}</td></tr></tbody></table>\n",
      rows, points_text(work.grade.points()), points_text(work.assignment.points()));
}

std::string message_row(const Trace::Message& m) {
  return fmt::format(
      "<tr><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
      "class=\"n\">{}</td>"
      "<td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
      m.round, m.source, m.destination, short_size(m.bytes), short_time(m.start),
      short_time(m.end));
}

/// Describes the messages; a run that did not end has no record.
std::string messages_of(const RunSpec& spec) {
  const ExportedRun run = run_for_export(spec);
  const auto& messages = run.trace.messages;
  if (messages.empty()) return "";
  std::string rows;
  for (std::size_t i = 0; i < std::min(messages.size(), kMostMessages); ++i)
    rows += message_row(messages[i]);
  return fmt::format(
      "<details open><summary>Its messages{}</summary><table><thead><tr><th scope=\"col\" "
      "class=\"n\">Round</th>"
      "<th scope=\"col\" class=\"n\">From</th><th scope=\"col\" class=\"n\">To</th><th "
      "scope=\"col\" class=\"n\">Size</th>"
      "<th scope=\"col\" class=\"n\">Begins</th><th scope=\"col\" "
      "class=\"n\">Ends</th></tr></thead><tbody>\n{}</tbody></table></details>\n",
      messages.size() > kMostMessages
          ? fmt::format(", the first {} of {}", kMostMessages, messages.size())
          : "",
      rows);
}

std::string picture_of(const RunSpec& spec, int round, const Pictures& pictures) {
  RenderRequest request;
  request.width = 960, request.height = 600;
  request.round = round;
  request.theme = "light";
  request.layout = "network";
  return fmt::format(
      "<figure><img alt=\"Round {0}: which rank sends to which\" "
      "src=\"data:image/svg+xml;base64,{1}\">"
      "<figcaption>Round {0}</figcaption></figure>\n",
      round, base64(pictures.render(spec, request, "svg")));
}

std::string pictures_of(const FailedCase& failed, const Pictures* pictures) {
  if (pictures == nullptr || failed.spec.ranks > kMostRanksDrawn) return "";
  std::string all;
  try {
    for (int k = 0; k < std::min(failed.rounds, kMostPictures); ++k)
      all += picture_of(failed.spec, k, *pictures);
  } catch (const std::invalid_argument&) {  // it cannot be shown
  }
  return all;
}

std::string failed_part(const GradedWork& work, const PartGrade& g, const Pictures* pictures) {
  if (!g.first) return "";
  const std::string head = fmt::format("<section><h2>{}</h2>\n", escaped(g.part->name));
  if (!is_shown(work, g)) return head + "<p>The cases of this part are not shown.</p></section>\n";
  const FailedCase& f = *g.first;
  const bool ended = f.rounds > 0;
  return fmt::format(
      "{}<p>The first case that failed: {}</p>\n<p class=\"lost\">{}</p>\n<p>To run "
      "it:</p>\n{}{}{}{}</section>\n",
      head, escaped(words_of(f.spec)), escaped(f.why),
      preformatted(command_line_of(f.spec, work.plugin)),
      f.printed.empty() ? "" : "<p>The submission printed:</p>\n" + preformatted(f.printed),
      ended ? pictures_of(f, pictures) : "", ended ? messages_of(f.spec) : "");
}

}  // namespace

std::string grade_page(const GradedWork& work, const Pictures* pictures) {
  const std::string title = fmt::format(
      "{}: {}", work.assignment.title.empty() ? work.assignment.collective : work.assignment.title,
      work.name);
  std::string body = parts_section(work);
  if (!work.grade.failure.empty())
    body += fmt::format(
        "<section><h2>Nothing was run</h2>\n<p class=\"lost\">The submission "
        "{}</p>\n{}</section>\n",
        escaped(work.grade.failure), preformatted(work.submission.build_output));
  for (const PartGrade& g : work.grade.parts) body += failed_part(work, g, pictures);
  return html_document(title, fmt::format("<p class=\"total\">{} of {} points</p>\n{}",
                                          points_text(work.grade.points()),
                                          points_text(work.assignment.points()), body));
}

}  // namespace orrery::inline grade
