#include "scenarios/page/tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/page/html.h"
#include "scenarios/run/figures.h"
#include "scenarios/teaching/value.h"

namespace orrery::page {
namespace {

constexpr std::size_t kMostMessages = 256;  ///< of a round that are listed

std::string blocks_of(const teaching::Evidence& e, const MessageEvent& m) {
  std::vector<std::string> names;
  for (const BlockRange& range : e.blocks.of(m))
    for (int b = range.first; b <= range.last; ++b) names.push_back(block_name(e.blocks, b));
  teaching::sort_names(names);
  return names.empty() ? "" : teaching::joined_names(names);
}

std::vector<const Trace::Message*> messages_in(const teaching::Evidence& e, int round) {
  auto all = e.messages();
  std::erase_if(all, [&](const Trace::Message* m) { return m->round != round; });
  return all;
}

std::string message_row(const teaching::Evidence& e, const Trace::Message& m) {
  return fmt::format("<tr><td>{} → {}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                     m.source, m.destination, escaped(blocks_of(e, m)), teaching::text_of(m.bytes),
                     teaching::text_of(m.start), teaching::text_of(m.end));
}

/// "4 messages, 1 KiB, from 0 ps to 105.12 ns."
std::string sum_of(const std::vector<const Trace::Message*>& messages) {
  Bytes bytes;
  Time from = Time::max(), to{0};
  for (const Trace::Message* m : messages)
    bytes += m->bytes, from = std::min(from, m->start), to = std::max(to, m->end);
  return fmt::format("{} message{}, {}, from {} to {}.", messages.size(),
                     messages.size() == 1 ? "" : "s", teaching::text_of(bytes),
                     teaching::text_of(from), teaching::text_of(to));
}

}  // namespace

std::string round_table(const teaching::Evidence& e, int round, const Frames& frames,
                        const OperationRounds& operations) {
  const auto messages = messages_in(e, round);
  if (messages.empty()) return {};
  std::string rows;
  for (std::size_t i = 0; i < std::min(messages.size(), kMostMessages); ++i)
    rows += message_row(e, *messages[i]);
  if (messages.size() > kMostMessages)
    rows += fmt::format("<tr><td colspan=\"5\">and {} more</td></tr>\n",
                        messages.size() - kMostMessages);
  const auto said = frames.sentences.find(round);
  const std::string name = operations.text(round);
  return fmt::format(
      "<details><summary>Round {}: {}</summary>\n{}<div class=\"wide\" "
      "tabindex=\"0\" role=\"region\" "
      "aria-label=\"Messages of round {}\"><table>\n<caption>Messages of round "
      "{}</caption>\n<thead><tr><th "
      "scope=\"col\">ranks</th><th scope=\"col\">blocks</th><th "
      "scope=\"col\">size</th><th "
      "scope=\"col\">start</th><th "
      "scope=\"col\">end</th></tr></thead>\n<tbody>\n{}</tbody>\n</table></"
      "div>\n"
      "</details>\n",
      name, sum_of(messages),
      said == frames.sentences.end() ? "" : fmt::format("<p>{}</p>\n", escaped(said->second)), name,
      name, rows);
}

std::string figures_table(const std::vector<const RunResult*>& results) {
  std::string head, rows;
  for (const RunResult* r : results) {
    const std::string name = cell_name(r->spec);
    head += fmt::format("<th scope=\"col\">{}</th>", escaped(name.empty() ? "value" : name));
  }
  for (const Figure& f : figures()) {
    if (!f.is_in(Figure::kComparison) || f.timing) continue;
    std::string cells;
    bool known = false;
    for (const RunResult* r : results) {
      const std::string text = shown(f.kind, value_of(f, *r));
      known |= !text.empty();
      cells += fmt::format("<td>{}</td>", escaped(text));
    }
    if (known)
      rows += fmt::format("<tr><th scope=\"row\">{}</th>{}</tr>\n", escaped(f.label), cells);
  }
  return fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Figures\"><table>\n<caption>Figures</caption>\n"
      "<thead><tr><th "
      "scope=\"col\">figure</th>{}</tr></thead>\n<tbody>\n{}</tbody>\n</"
      "table></div>\n",
      head, rows);
}

}  // namespace orrery::page
