#include "scenarios/page/html.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "scenarios/report/deficiency_words.h"
#include "scenarios/report/markup.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/teaching/value.h"
#include "scenarios/text/words.h"

namespace orrery::page {

namespace {

struct Mark {
  std::string_view sign, element;
};
constexpr std::array kMarks{Mark{"**", "strong"}, Mark{"`", "code"}, Mark{"*", "em"}};

/// Returns the end of the text that the mark at `at` begins; npos if that is not a mark but a sign
/// of its own, as in "2 * 3".
std::size_t end_of_mark(std::string_view text, std::size_t at, std::string_view sign) {
  const std::size_t begin = at + sign.size();
  if (text.substr(at, sign.size()) != sign || begin >= text.size() || text[begin] == ' ')
    return std::string_view::npos;
  return text.find(sign, begin + 1);
}

std::string inline_html(std::string_view text) {
  std::string html;
  std::size_t plain = 0;  // where the text begins that is not written yet
  for (std::size_t i = 0; i < text.size();) {
    const auto mark = std::ranges::find_if(kMarks, [&](const Mark& m) {
      return end_of_mark(text, i, m.sign) != std::string_view::npos;
    });
    if (mark == kMarks.end()) {
      ++i;
      continue;
    }
    html += escaped(text.substr(plain, i - plain));
    const std::size_t begin = i + mark->sign.size(), end = end_of_mark(text, i, mark->sign);
    const std::string_view inner = text.substr(begin, end - begin);
    html += fmt::format("<{0}>{1}</{0}>", mark->element,
                        mark->element == "code" ? escaped(inner) : inline_html(inner));
    i = plain = end + mark->sign.size();
  }
  return html += escaped(text.substr(plain));
}

std::string code_html(std::string_view paragraph) {
  while (paragraph.ends_with('\n')) paragraph.remove_suffix(1);
  std::string code;
  for (std::string_view line : split(paragraph, '\n')) code += escaped(line) + '\n';
  return fmt::format("<pre tabindex=\"0\"><code>{}</code></pre>\n", code);
}

std::string list_html(std::string_view paragraph) {
  std::string items;
  for (const std::string_view line : split(paragraph, '\n'))
    items += line.starts_with("- ") ? fmt::format("{}<li>{}", items.empty() ? "" : "</li>\n",
                                                  inline_html(line.substr(2)))
                                    : ' ' + inline_html(line);
  return fmt::format("<ul>\n{}</li>\n</ul>\n", items);
}

}  // namespace

std::string escaped(std::string_view text) {
  return with_entities(text, "&<>\"'");
}

std::string html_of_markdown(std::string_view markdown) {
  std::string html;
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find("\n\n"), markdown.size());
    const std::string_view paragraph = markdown.substr(0, end);
    markdown.remove_prefix(std::min(end + 2, markdown.size()));
    if (trimmed(paragraph).empty()) continue;
    if (paragraph.starts_with("    "))
      html += code_html(paragraph);
    else if (paragraph.starts_with("- "))
      html += list_html(paragraph);
    else
      html += fmt::format("<p>{}</p>\n", inline_html(trimmed(paragraph)));
  }
  return html;
}

namespace {

/// Messages that are listed: of a run, and of a round of it.
constexpr int kMostMessages = 8192, kLeastOfRound = 16, kMostOfRound = 256;

std::string blocks_of(const teaching::ObservedRun& e, const MessageEvent& m) {
  const std::vector<std::string> names = e.blocks_of(m);
  return names.empty() ? "" : teaching::joined_names(names);
}

std::vector<const Trace::Message*> messages_in(const teaching::ObservedRun& e, int round) {
  auto all = e.messages();
  std::erase_if(all, [&](const Trace::Message* m) { return m->round != round; });
  return all;
}

/// Returns a row without the end tags that HTML lets a page of many rows leave out.
std::string message_row(const teaching::ObservedRun& e, const Trace::Message& m) {
  return fmt::format("<tr><td>{} → {}<td>{}<td>{}<td>{}<td>{}\n", m.source, m.destination,
                     escaped(blocks_of(e, m)), teaching::text_of(m.bytes),
                     teaching::text_of(m.start), teaching::text_of(m.end));
}

/// Returns "4 messages, 1 KiB, from 0 ps to 105.12 ns."
std::string sum_of(const std::vector<const Trace::Message*>& messages, const Words& words) {
  Bytes bytes;
  Time from = Time::max(), to{0};
  for (const Trace::Message* m : messages)
    bytes += m->bytes, from = std::min(from, m->start), to = std::max(to, m->end);
  const std::string size = teaching::text_of(bytes), begin = teaching::text_of(from),
                    end = teaching::text_of(to);
  return messages.size() == 1
             ? words("1 message, {}, from {} to {}.", size, begin, end)
             : words("{} messages, {}, from {} to {}.", messages.size(), size, begin, end);
}

}  // namespace

std::string table(std::string_view caption, std::string_view head, std::string_view rows) {
  return fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table>\n"
      "<caption>{0}</caption>\n<thead><tr>{1}</tr></thead>\n<tbody>\n{2}</tbody>\n</table></div>\n",
      caption, head, rows);
}

std::string heads(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += fmt::format("<th scope=\"col\">{}</th>", name);
  return text;
}

std::string more_row(std::size_t all, std::size_t most, int columns, const Words& words) {
  if (all <= most) return {};
  return fmt::format("<tr><td colspan=\"{}\">{}</td></tr>\n", columns,
                     words("and {} more", all - most));
}

std::string opening(std::string_view summary, const std::string& content) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", summary, content);
}

std::string round_table(const teaching::ObservedRun& e, int round, const Frames& frames,
                        const OperationRounds& operations, const Words& words) {
  const auto messages = messages_in(e, round);
  if (messages.empty()) return {};
  std::string rows;
  const std::size_t most = static_cast<std::size_t>(
      std::clamp(kMostMessages / std::max(e.rounds(), 1), kLeastOfRound, kMostOfRound));
  for (std::size_t i = 0; i < std::min(messages.size(), most); ++i)
    rows += message_row(e, *messages[i]);
  rows += more_row(messages.size(), most, 5, words);
  const auto said = frames.sentences.find(round);
  const std::string name = operations.text(round);
  const std::string caption = words("Messages of round {}", name);
  const std::string sentence =
      said == frames.sentences.end() ? "" : fmt::format("<p>{}</p>\n", escaped(said->second));
  return opening(words("Round {}: {}", name, sum_of(messages, words)),
                 sentence + table(caption,
                                  heads({words("ranks"), words("blocks"), words("size"),
                                         words("start"), words("end")}),
                                  rows));
}

namespace {

/// Describes a run's time and its deficiencies; empty for one that was not measured.
std::string words_of_run(const RunResult& r, bool is_named, const Words& words) {
  if (!is_measured(r)) return "";
  const Translate translate = [&](std::string_view text) { return words.of(text); };
  const std::string name = is_named ? cell_name(r.spec) + ": " : "";
  std::string items;
  for (const DeficiencyWords& d : deficiency_words(r, translate))
    items += fmt::format("<li>{} {} = {:.2f}: {}</li>\n", escaped(d.name), d.letter, d.value,
                         escaped(d.sentence));
  return fmt::format("<p><strong>{}{}</strong></p>\n<ul>{}</ul>\n", escaped(name),
                     escaped(headline_of(r, translate)), items);
}

}  // namespace

std::string metrics_table(const std::vector<const RunResult*>& results, const Words& words) {
  std::string head, rows, told;
  for (const RunResult* r : results) told += words_of_run(*r, results.size() > 1, words);
  for (const RunResult* r : results) {
    const std::string name = cell_name(r->spec);
    head += heads({escaped(name.empty() ? words("value") : name)});
  }
  for (const Metric& f : all_metrics()) {
    if (!f.is_in(Metric::kComparison) || f.timing) continue;
    std::string cells;
    bool known = false;
    for (const RunResult* r : results) {
      const std::string text = shown(f.kind, value_of(f, *r));
      known |= !text.empty();
      cells += fmt::format("<td>{}</td>", escaped(text));
    }
    if (known)
      rows +=
          fmt::format("<tr><th scope=\"row\">{}</th>{}</tr>\n", escaped(words.of(f.label)), cells);
  }
  return told + table(words("Metrics"), heads({words("metric")}) + head, rows);
}

}  // namespace orrery::page
