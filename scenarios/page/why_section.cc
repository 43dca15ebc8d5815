#include "scenarios/page/why_section.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/page/html.h"
#include "scenarios/page/tables.h"
#include "scenarios/report/why/why_report.h"
#include "scenarios/text/units_text.h"

namespace orrery::page {
namespace {

constexpr std::size_t kMostRows = 512;  ///< of a table that opens

double percent(Time part, Time whole) {
  return whole > Time(0) ? 100 * to_seconds(part) / to_seconds(whole) : 0;
}

std::string shares(const TimeByCause& times, const Words& words) {
  std::string text;
  for (const Cause cause : kAllCauses)
    if (time_of(times, cause) > Time(0))
      text += fmt::format("{}{} {:.1f} %", text.empty() ? "" : ", ", words.of(name_of(cause)),
                          percent(time_of(times, cause), total(times)));
  return text;
}

/// As long as the run, divided by cause.
std::string bar(const TimeByCause& times, const Words& words) {
  std::string parts;
  double at = 0;
  for (const Cause cause : kAllCauses) {
    const double width = percent(time_of(times, cause), total(times));
    if (width <= 0) continue;
    parts += fmt::format(
        "<rect class=\"cause-{}\" x=\"{:.3f}\" y=\"0\" width=\"{:.3f}\" height=\"4\"><title>{}: "
        "{:.1f} %</title></rect>",
        name_of(cause), at, width, words.of(words_of(cause)), width);
    at += width;
  }
  return fmt::format(
      "<svg class=\"causes\" viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" role=\"img\" "
      "aria-label=\"{}\">{}</svg>\n",
      shares(times, words), parts);
}

std::string causes_rows(const TimeByCause& times, const Words& words) {
  std::string rows;
  for (const Cause cause : kAllCauses)
    if (const Time time = time_of(times, cause); time > Time(0))
      rows += fmt::format(
          "<tr><th scope=\"row\"><span class=\"key cause-{}\"></span> {}</th><td>{}</td>"
          "<td>{:.1f} %</td><td>{}</td></tr>\n",
          name_of(cause), words.of(name_of(cause)), short_time(time), percent(time, total(times)),
          words.of(words_of(cause)));
  return rows;
}

std::string path_by_round(const CriticalPath& path, const OperationRounds& operations,
                          const Words& words) {
  const std::vector<Leg> legs = legs_of(path);
  std::string rows;
  for (std::size_t i = 0; i < std::min(legs.size(), kMostRows); ++i)
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                        operations.text(legs[i].round), legs[i].rank, short_time(legs[i].from),
                        short_time(legs[i].to), shares(legs[i].times, words));
  rows += more_row(legs.size(), kMostRows, 5, words);
  return opening(
      words("The critical path by round and rank"),
      table(words("Stretches of the critical path"),
            heads({words("round"), words("rank"), words("from"), words("to"), words("made of")}),
            rows));
}

std::string links_of_path(const CriticalPath& path, const Topology& topology, const Words& words) {
  const std::vector<CausesOfLink> links = causes_of_links(path);
  if (links.empty()) return {};
  std::string rows;
  for (std::size_t i = 0; i < std::min(links.size(), kMostRows); ++i) {
    const auto& [id, times] = links[i];
    const Link link = topology.link(id);
    rows += fmt::format(
        "<tr><th scope=\"row\">{} → {}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        escaped(node_name(topology, link.from)), escaped(node_name(topology, link.to)),
        short_time(total(times)), short_time(time_of(times, Cause::kLatency)),
        short_time(time_of(times, Cause::kBytes)), short_time(time_of(times, Cause::kContention)));
  }
  rows += more_row(links.size(), kMostRows, 5, words);
  return opening(
      words("The links on it"),
      table(words("Links of the critical path"),
            heads({words("link"), words("time"), words.of(name_of(Cause::kLatency)),
                   words.of(name_of(Cause::kBytes)), words.of(name_of(Cause::kContention))}),
            rows));
}

}  // namespace

std::string why_tables(const Explained& e, const Words& words) {
  if (!is_measured(e.result)) return {};
  const TimeByCause times = e.path.by_cause();
  std::string html =
      bar(times, words) +
      table(words("What its time is made of"),
            heads({words("cause"), words("time"), words("share"), words("which is")}),
            causes_rows(times, words));
  if (e.path.stretches.empty()) return html;
  return html + path_by_round(e.path, OperationRounds(e.result.spec), words) +
         links_of_path(e.path, *make_network(e.result.spec).topology, words);
}

}  // namespace orrery::page
