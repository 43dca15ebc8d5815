#include "scenarios/page/page.h"

#include <algorithm>
#include <cstdint>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emu/base/check.h"
#include "emu/base/hash.h"
#include "emu/base/letters.h"
#include "scenarios/keys/keys.h"
#include "scenarios/page/builder.h"
#include "scenarios/page/html.h"
#include "scenarios/page/page_sources.h"
#include "scenarios/page/page_words.h"
#include "scenarios/page/zip.h"
#include "scenarios/report/markup.h"
#include "scenarios/report/why/against.h"
#include "scenarios/report/why/why_report.h"
#include "scenarios/run/explain.h"
#include "scenarios/teaching/classroom.h"
#include "scenarios/teaching/rounds_seen.h"
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

/// Returns a bar as long as the run, divided by cause.
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

/// Returns the parts of a run's time: its causes as a bar and a table, then its critical path by
/// round and rank, and the links on it, which open. Empty if the run has not ended.
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

using Json = nlohmann::ordered_json;
using teaching::Page, teaching::Quantity, teaching::Question, teaching::Scene, teaching::Value;

Json json_of_quantity(const Quantity& q) {
  return Json::array({q.amount, q.seconds, q.bytes});
}

Json json_of_quantity(const Value& value) {
  if (value.kind == Value::Kind::kQuantity) return json_of_quantity(value.quantity);
  return Json(value.names);
}

Json hints_of(const Page& page, const Question& q, const Scene& scene) {
  Json hints = Json::array();
  for (const teaching::Hint& hint : q.hints) {
    Page wrong = page;
    wrong.question.emplace(q).answer = hint.answer;
    hints.push_back(Json{{"answer", json_of_quantity(answer_of(wrong, scene))},
                         {"text", html_of_markdown(scene.filled(hint.text))}});
  }
  return hints;
}

/// Returns the data for the script.
std::string sealed(const Page& page, const Question& q, const Scene& scene,
                   const std::vector<std::string>& options, const Words& words) {
  const Value answer = answer_of(page, scene);
  Json json{{"kind", kind_name(q.kind)},
            {"answer", json_of_quantity(answer)},
            {"text", escaped(words.of(text_of(answer)))},
            {"syntax", escaped(words.of(kind_syntax(q.kind)))},
            {"explain", html_of_markdown(scene.filled(q.explain))},
            {"options", options},
            {"hints", hints_of(page, q, scene)},
            {"look", html_of_markdown(words.of(teaching::place_to_look(page.show)))}};
  if (q.kind == Value::Kind::kQuantity) json["off"] = allowed_error(q, answer.quantity);
  if (!q.unit.empty()) json["unit"] = json_of_quantity(teaching::parse_quantity("1" + q.unit));
  return base64(json.dump());
}

std::string choices_html(const std::vector<std::string>& options, const Words& words) {
  std::string html = "<div class=\"choices\">\n";
  for (const std::string& option : options)
    html += fmt::format("<label><input type=\"radio\" name=\"answer\" value=\"{}\"> {}</label>\n",
                        escaped(option), escaped(words.of(option)));
  return html + "</div>\n";
}

std::string field_html(const Question& q, const std::vector<std::string>& options,
                       const Words& words) {
  std::string about = escaped(words.of(kind_syntax(q.kind)));
  if (!options.empty())
    about += fmt::format(" ({})", escaped(fmt::format("{}", fmt::join(options, ", "))));
  if (!q.unit.empty()) about += words("; in {} without a unit", escaped(q.unit));
  return fmt::format(
      "<p><label>{} <input type=\"text\" autocomplete=\"off\"></label> <span "
      "class=\"faint\">{}</span></p>\n",
      words("Your answer:"), about);
}

/// Returns a question as a form; its answer, hints and explanation stand in it in base 64. REQUIRES
/// a question. THROWS teaching::NoAnswer.
std::string question_form(const Page& page, const Scene& scene, const Words& words) {
  EMU_ASSERT(page.question.has_value(), "a form needs a question");
  const Question& q = *page.question;
  const std::vector<std::string> options = options_of(page, scene);
  return fmt::format(
      "<form class=\"ask\" data-question=\"{}\">\n<fieldset>\n<legend>{}</legend>\n{}{}<p><button "
      "type=\"submit\">{}</button> <button type=\"button\" class=\"reveal\">{}</button></p>\n"
      "<div class=\"verdict\" aria-live=\"polite\"></div>\n</fieldset>\n</form>\n",
      sealed(page, q, scene, options, words), words("Question"),
      html_of_markdown(scene.filled(q.ask)),
      q.kind == Value::Kind::kWord ? choices_html(options, words) : field_html(q, options, words),
      words("Answer"), words("Reveal"));
}

using teaching::Laboratory, teaching::Lesson, teaching::Page, teaching::Scene;

/// Adds the tables of rounds; those after the page's moment are hidden.
void add_rounds(Builder& builder, const Scene& scene, const Page& page, const Frames& frames) {
  const teaching::ObservedRun& e = scene.laboratory->evidence(scene.cell);
  const int seen = page.question ? teaching::rounds_seen(page, e, false) : e.rounds();
  const int shown = page.question ? teaching::rounds_seen(page, e, true) : e.rounds();
  const OperationRounds operations(e.result.spec);
  std::string now, later;
  for (int k = 0; k < std::min(shown, e.rounds()); ++k)
    (k < seen ? now : later) += round_table(e, k, frames, operations, builder.words());
  builder.add(now);
  if (!later.empty()) builder.add_future(later);
}

void add_metrics(Builder& builder, const Scene& scene, const Page& page) {
  Laboratory& lab = *scene.laboratory;
  std::vector<const RunResult*> results{&lab.result(scene.cell)};
  if (!page.with.empty()) results.push_back(&lab.result(lab.find(scene.cell, page.with)));
  const std::string table = metrics_table(results, builder.words());
  if (page.question)
    builder.add_future(table);
  else
    builder.add(table);
}

bool has_picture(const Scene& scene) {
  const RunResult& result = scene.laboratory->result(scene.cell);
  return is_measured(result) || !result.waiting_ranks.empty();
}

void add_players(Builder& builder, const Scene& scene, const Page& page) {
  if (!has_picture(scene)) return;
  if (page.with.empty()) return builder.add_player(page, scene);
  builder.add("<div class=\"players\">\n");
  builder.add_player(page, scene);
  builder.add_player(page, {scene.laboratory, scene.laboratory->find(scene.cell, page.with)});
  builder.add("</div>\n");
}

/// Adds the contents of a page, in the order in which they are read.
void add_views(Builder& builder, const Scene& scene, const Page& page) {
  add_players(builder, scene, page);
  if (page.show == "report" || page.show == "compare") {
    add_metrics(builder, scene, page);
  } else if (has_picture(scene)) {
    add_rounds(builder, scene, page, builder.frames_of(page, scene));
  }
}

void add_page(Builder& builder, teaching::Classroom& room, const Page& page,
              std::vector<Scene>& scenes) {
  const Scene& scene = scenes.emplace_back(room.scene(page));
  builder.open_section(page.title);
  builder.add(html_of_markdown(scene.filled(page.text)));
  if (page.question) builder.add(question_form(page, scene, builder.words()));
  add_views(builder, scene, page);
  builder.close_section();
}

/// Adds its critical path over network and timeline, and its parts.
void add_why(Builder& builder, const Scene& scene, const Explained& e) {
  if (!is_measured(e.result)) return;
  const std::string name = cell_name(e.result.spec);
  builder.add(fmt::format("<h3>{}</h3>\n",
                          name.empty()
                              ? builder.words()("What its time is made of")
                              : builder.words()("What its time is made of: {}", escaped(name))));
  Page page;
  page.show = "why";
  builder.add_player(page, scene);
  builder.add(why_tables(e, builder.words()));
}

void add_difference(Builder& builder, const std::vector<Explained>& runs) {
  if (!std::ranges::all_of(runs, [](const Explained& e) { return competes(e.result); })) return;
  const auto side = [](const Explained& e) { return Side{cell_name(e.result.spec), e}; };
  const std::string text =
      difference_text(side(runs[0]), side(runs[1]),
                      [&](std::string_view english) { return builder.words().of(english); });
  builder.add(fmt::format("<p>{}</p>\n", escaped(text)));
}

/// Returns a description; its lines that suggest a command begin with "Try:".
std::string described(std::string text, const Words& words) {
  constexpr std::string_view kTry = "Try:";
  const std::size_t at = text.find(kTry);
  if (at != std::string::npos) text.replace(at, kTry.size(), words(kTry));
  return html_of_markdown(text);
}

/// Returns the name of a package among others: "orrery-swing-short-routes-1a2b3c4d", of the title's letters and digits
/// and a hash (FNV-1a) of all of it.
std::string identifier_of(const std::string& title) {
  const std::string small = small_letters(title);
  std::string name = "orrery-";
  for (const char c : small) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
      name += c;
    else if (!name.ends_with('-'))
      name += '-';
  }
  return fmt::format("{}{}{:08x}", name, name.ends_with('-') ? "" : "-",
                     fnv1a<std::uint32_t>(small));
}

}  // namespace

std::string lesson_page(const Lesson& lesson, const Pictures& pictures, bool reports) {
  Builder builder(pictures);
  teaching::Classroom room(lesson);
  std::vector<Scene> scenes;  // keeps the cells where they are
  for (const Page& page : lesson.pages) add_page(builder, room, page, scenes);
  return builder.finish(lesson.title, html_of_markdown(lesson.goal), true, reports);
}

std::string scenario_page(const Scenario& scenario, const Pictures& pictures) {
  const std::size_t runs = scenario.cells.size();
  if (runs > 2) {
    std::string options;
    for (const std::string& name : scenario.swept)
      options += fmt::format("{}{}", options.empty() ? "" : ", ", option_name(*find_key(name)));
    throw InputError(fmt::format(
        "export: the scenario has {} cells; expected one, or two to be compared (choose with {})",
        runs, options));
  }
  Builder builder(pictures);
  const auto laboratory = std::make_shared<Laboratory>(scenario);
  const Page page;
  builder.open_section(builder.words()(runs == 2 ? "Two runs" : "The run"));
  if (runs == 2) builder.add("<div class=\"players\">\n");
  for (std::size_t i = 0; i < runs; ++i) builder.add_player(page, {laboratory, i});
  if (runs == 2) builder.add("</div>\n");
  std::vector<const RunResult*> results;
  results.reserve(runs);
  for (std::size_t i = 0; i < runs; ++i) results.push_back(&laboratory->result(i));
  builder.add(metrics_table(results, builder.words()));
  std::vector<Explained> explained;
  explained.reserve(runs);
  for (const RunSpec& cell : scenario.cells) explained.push_back(explain(cell));
  if (runs == 2) add_difference(builder, explained);
  for (std::size_t i = 0; i < runs; ++i) add_why(builder, {laboratory, i}, explained[i]);
  for (std::size_t i = 0; i < runs; ++i) {
    const std::string name = cell_name(scenario.cells[i]);
    builder.add(
        fmt::format("<h3>{}</h3>\n", name.empty() ? builder.words()("Rounds") : escaped(name)));
    add_rounds(builder, {laboratory, i}, page, builder.frames_of(page, {laboratory, i}));
  }
  builder.close_section();
  return builder.finish(scenario.title.empty() ? builder.words()("A run") : scenario.title,
                        described(scenario.description, builder.words()), false, false);
}

std::string scorm_package(const std::string& title, const std::string& html) {
  return zip_archive({{"imsmanifest.xml",
                       fmt::format(fmt::runtime(kManifest), escaped(title), identifier_of(title))},
                      {"index.html", html},
                      {"imscp_rootv1p1p2.xsd", std::string(kPackageSchema)},
                      {"adlcp_rootv1p2.xsd", std::string(kCourseSchema)}});
}

}  // namespace orrery::page
