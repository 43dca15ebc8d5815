#include "scenarios/page/why_section.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/document/units_text.h"
#include "scenarios/page/html.h"
#include "scenarios/report/why/why_report.h"

namespace orrery::page {
namespace {

constexpr std::size_t kMostRows = 512;  ///< of a table that opens

std::string_view name_of(Cause cause) {
  return kCauseNames[static_cast<std::size_t>(cause)];
}

double percent(Time part, Time whole) {
  return whole > Time(0) ? 100 * to_seconds(part) / to_seconds(whole) : 0;
}

std::string shares(const TimeByCause& times) {
  std::string text;
  for (const Cause cause : kAllCauses)
    if (time_of(times, cause) > Time(0))
      text += fmt::format("{}{} {:.1f} %", text.empty() ? "" : ", ", name_of(cause),
                          percent(time_of(times, cause), total(times)));
  return text;
}

/// As long as the run, divided by cause.
std::string bar(const TimeByCause& times) {
  std::string parts;
  double at = 0;
  for (const Cause cause : kAllCauses) {
    const double width = percent(time_of(times, cause), total(times));
    if (width <= 0) continue;
    parts += fmt::format(
        "<rect class=\"cause-{}\" x=\"{:.3f}\" y=\"0\" width=\"{:.3f}\" height=\"4\"><title>{}: "
        "{:.1f} %</title></rect>",
        name_of(cause), at, width, words_of(cause), width);
    at += width;
  }
  return fmt::format(
      "<svg class=\"causes\" viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" role=\"img\" "
      "aria-label=\"{}\">{}</svg>\n",
      shares(times), parts);
}

/// `head` and `rows` are HTML.
std::string table(std::string_view caption, std::string_view head, std::string_view rows) {
  return fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table>\n"
      "<caption>{0}</caption>\n<thead><tr>{1}</tr></thead>\n<tbody>\n{2}</tbody>\n</table></div>\n",
      caption, head, rows);
}

std::string heads(std::initializer_list<std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += fmt::format("<th scope=\"col\">{}</th>", name);
  return text;
}

std::string causes_rows(const TimeByCause& times) {
  std::string rows;
  for (const Cause cause : kAllCauses)
    if (const Time time = time_of(times, cause); time > Time(0))
      rows += fmt::format(
          "<tr><th scope=\"row\"><span class=\"key cause-{0}\"></span> {0}</th><td>{1}</td>"
          "<td>{2:.1f} %</td><td>{3}</td></tr>\n",
          name_of(cause), short_time(time), percent(time, total(times)), words_of(cause));
  return rows;
}

std::string more_rows(std::size_t all, int columns) {
  return all > kMostRows ? fmt::format("<tr><td colspan=\"{}\">and {} more</td></tr>\n", columns,
                                       all - kMostRows)
                         : "";
}

std::string opening(std::string_view summary, const std::string& content) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", summary, content);
}

std::string path_by_round(const CriticalPath& path, const OperationRounds& operations) {
  const std::vector<Leg> legs = legs_of(path);
  std::string rows;
  for (std::size_t i = 0; i < std::min(legs.size(), kMostRows); ++i)
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                        operations.text(legs[i].round), legs[i].rank, short_time(legs[i].from),
                        short_time(legs[i].to), shares(legs[i].times));
  return opening(
      "The critical path by round and rank",
      table("Stretches of the critical path", heads({"round", "rank", "from", "to", "made of"}),
            rows + more_rows(legs.size(), 5)));
}

std::string links_of_path(const CriticalPath& path, const Topology& topology) {
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
  return opening("The links on it", table("Links of the critical path",
                                          heads({"link", "time", "latency", "bytes", "contention"}),
                                          rows + more_rows(links.size(), 5)));
}

}  // namespace

std::string why_tables(const Explained& e) {
  if (!is_measured(e.result)) return {};
  const TimeByCause times = e.path.by_cause();
  std::string html =
      bar(times) + table("What its time is made of", heads({"cause", "time", "share", "which is"}),
                         causes_rows(times));
  if (e.path.stretches.empty()) return html;
  return html + path_by_round(e.path, OperationRounds(e.result.spec)) +
         links_of_path(e.path, *make_network(e.result.spec).topology);
}

}  // namespace orrery::page
