#include "scenarios/teaching/rounds_seen.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/report/report.h"
#include "scenarios/report/table.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/text/words.h"

namespace orrery::teaching {
namespace {

constexpr std::size_t kMostLines = 32;  ///< of a view of messages
constexpr int kLastRounds = 2;          ///< that it has

std::string blocks_of(const ObservedRun& e, const MessageEvent& m) {
  const std::vector<std::string> names = e.blocks_of(m);
  return names.empty()
             ? ""
             : fmt::format(", block{} {}", names.size() == 1 ? "" : "s", joined_names(names));
}

/// Returns the first lines, and the number of others.
std::string abridged(const std::string& text) {
  std::size_t end = 0;
  for (std::size_t line = 0; line < kMostLines && end < text.size(); ++line)
    end = text.find('\n', end) + 1;
  const auto more = std::ranges::count(text.substr(end), '\n');
  return more == 0 ? text : fmt::format("{}  ... and {} lines more\n", text.substr(0, end), more);
}

std::string messages_text(const ObservedRun& e, int rounds) {
  std::string text;
  for (int k = std::max(rounds - kLastRounds, 0); k < rounds; ++k) text += round_text(e, k);
  return abridged(text);
}

std::string comparison_text(const RunResult& one, const RunResult& other) {
  TextTable table;
  table.left({""});
  for (const RunResult* r : {&one, &other}) table.right({cell_name(r->spec)});
  for (const Metric& f : all_metrics()) {
    if (!f.is_in(Metric::kComparison) || f.timing) continue;
    const std::string a = shown(f.kind, value_of(f, one)), b = shown(f.kind, value_of(f, other));
    if (!a.empty() || !b.empty()) table.add_row({std::string(f.label), a, b});
  }
  return table.text(2);
}

std::string report_text(const RunResult& result) {
  return result.error ? fmt::format("  {}\n", *result.error) : run_report(result);
}

/// Returns whether a page shows metrics of the whole run.
bool is_about_results(const Page& page) {
  return page.show == "report" || page.show == "compare";
}

/// Returns the number of rounds that a page shows by its moment.
int rounds_by_moment(const Page& page, const ObservedRun& e) {
  const Moment& moment = page.moment;
  if (moment.round) return *moment.round + (moment.after ? 1 : 0);
  if (!moment.time) return page.question ? 0 : e.rounds();
  return static_cast<int>(
      std::ranges::count_if(e.result.metrics.per_round,
                            [&](const RoundMetrics& r) { return r.last_end <= *moment.time; }));
}

}  // namespace

std::string terminal_text(std::string_view markdown) {
  std::string text;
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find("\n\n"), markdown.size());
    const std::string_view paragraph = markdown.substr(0, end);
    markdown.remove_prefix(std::min(end + 2, markdown.size()));
    if (trimmed(paragraph).empty()) continue;
    text += text.empty() ? "" : "\n";
    text += paragraph.starts_with("    ") ? fmt::format("{}\n", paragraph)
                                          : wrapped(paragraph, kTerminalWidth);
  }
  std::string plain;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 2) {
    end = std::min(text.find("**", at), text.size());
    plain.append(text, at, end - at);
  }
  return plain;
}

int rounds_seen(const Page& page, const ObservedRun& e, bool answered) {
  const int before = rounds_by_moment(page, e);
  if (!page.question || !answered) return before;
  if (!page.moment.round && !page.moment.time) return e.rounds();
  const int next = std::min(before + (page.moment.after ? 0 : 1), e.rounds());
  return std::max(next, page.question->answer.rounds(e.rounds()));
}

std::string_view pointed_at(const Question& question) {
  switch (question.kind) {
    case Value::Kind::kRank:
    case Value::Kind::kRanks:
      return "rank";
    case Value::Kind::kLink:
    case Value::Kind::kLinks:
      return "link";
    case Value::Kind::kBlock:
    case Value::Kind::kBlocks:
      return "block";
    default:
      return "";
  }
}

std::optional<int> rounds_drawn(const Page& page, const ObservedRun& e, bool answered) {
  if (!page.question) return std::nullopt;
  const int seen = rounds_seen(page, e, answered);
  return answered && seen >= e.rounds() ? std::nullopt : std::optional(seen);
}

std::string round_text(const ObservedRun& e, int round) {
  std::string text;
  for (const Trace::Message* m : e.messages())
    if (m->round == round)
      text += fmt::format("  round {}: {} -> {}  ({}{})\n", round, m->source, m->destination,
                          text_of(m->bytes), blocks_of(e, *m));
  return text;
}

std::string holdings_text(const Scene& scene, int rounds) {
  const ObservedRun& e = scene.laboratory->evidence(scene.cell);
  std::string text;
  for (int r = 0; r < e.ranks() && e.history; ++r) {
    const std::string when =
        rounds == 0 ? "before round 0" : fmt::format("after round {}", rounds - 1);
    const Value held = scene.value(Expression(fmt::format("blocks of rank {} {}", r, when)));
    const Value done =
        scene.value(Expression(fmt::format("finished blocks of rank {} {}", r, when)));
    text += fmt::format("  rank {}: blocks {}", r, text_of(held));
    text += done.names.empty() ? "\n" : fmt::format(" (finished: {})\n", text_of(done));
  }
  return abridged(text);
}

std::string view_text(const Page& page, const Scene& scene, bool answered) {
  const bool hidden = page.question && !answered;
  if (is_about_results(page) && hidden) return {};
  Laboratory& lab = *scene.laboratory;
  if (page.show == "report") return report_text(lab.result(scene.cell));
  if (page.show == "compare")
    return comparison_text(lab.result(scene.cell), lab.result(lab.find(scene.cell, page.with)));
  const ObservedRun& e = lab.evidence(scene.cell);
  const int rounds = std::min(rounds_seen(page, e, answered), e.rounds());
  return page.show == "blocks" && e.history ? holdings_text(scene, rounds)
                                            : messages_text(e, rounds);
}

}  // namespace orrery::teaching
