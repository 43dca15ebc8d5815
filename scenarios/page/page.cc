#include "scenarios/page/page.h"

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/page/html.h"
#include "scenarios/page/page_sources.h"
#include "scenarios/page/questions.h"
#include "scenarios/page/tables.h"
#include "scenarios/page/zip.h"
#include "scenarios/teaching/view.h"

namespace orrery::page {
namespace {

using Json = nlohmann::ordered_json;
using teaching::Laboratory, teaching::Lesson, teaching::Page, teaching::Scene;

/// How many pictures a run has: fewer where there are many ranks, as each is
/// then larger.
int most_frames(const RunSpec& spec) {
  return std::clamp(3000 / std::max(spec.ranks, 1), 12, 32);
}

/// Which pictures of a run are seen, and which one first.
struct Seen {
  std::size_t limit = 0;  ///< the first so many
  std::size_t at = 0;
};

/// Frames of steps before `step`; at least that of the start.
std::size_t frames_before(const Frames& frames, int step) {
  const auto end =
      std::ranges::find_if(frames.frames, [&](const Frames::Frame& f) { return f.step >= step; });
  return std::max<std::size_t>(static_cast<std::size_t>(end - frames.frames.begin()), 1);
}

std::size_t frames_until(const Frames& frames, Time t) {
  return std::max<std::size_t>(
      static_cast<std::size_t>(std::ranges::count_if(
          frames.frames, [&](const Frames::Frame& f) { return f.time <= t; })),
      1);
}

Seen before_answer(const Page& page, const Frames& frames) {
  const std::size_t all = frames.frames.size();
  const auto& moment = page.moment;
  std::size_t limit = page.question ? 1 : all;
  if (moment.round) limit = frames_before(frames, *moment.round + (moment.after ? 1 : 0));
  if (moment.time) limit = frames_until(frames, *moment.time);
  return {page.question ? limit : all, limit - 1};
}

Seen after_answer(const Page& page, const Frames& frames) {
  const std::size_t all = frames.frames.size();
  if (!page.question || !page.moment.round || page.moment.after) return {all, all - 1};
  const std::size_t begin = frames_before(frames, *page.moment.round);
  const std::size_t end = frames_before(frames, *page.moment.round + 1);
  return {end, (begin + end - 1) / 2};
}

/// A page as it is put together.
class Builder {
 public:
  explicit Builder(const Pictures& pictures) : pictures_(pictures) {}

  void open_section(const std::string& title) {
    body_ += fmt::format("<section class=\"page\">\n<h2 tabindex=\"-1\">{}</h2>\n", escaped(title));
  }
  void close_section() { body_ += "</section>\n"; }
  void add(const std::string& html) { body_ += html; }
  /// Hidden until the question of the section is answered.
  void add_future(const std::string& html) {
    body_ += fmt::format("<div class=\"future\">\n{}</div>\n", html);
  }

  /// Pictures of a cell with a slider and buttons.
  void add_player(const RunSpec& spec, const std::string& layout, const Page& page,
                  const std::string& name) {
    const std::size_t run = run_of(spec, layout);
    const Frames& frames = *frames_[run];
    const Seen first = before_answer(page, frames), then = after_answer(page, frames);
    body_ += fmt::format(kPlayer, run, first.limit, first.at, then.limit, then.at, escaped(name));
  }
  const Frames& frames_of(const RunSpec& spec, const std::string& layout) {
    return *frames_[run_of(spec, layout)];
  }

  std::string finish(const std::string& title, const std::string& intro, bool many,
                     bool reports) const {
    Json runs = Json::array();
    for (const auto& frames : frames_) runs.push_back(json_of(*frames));
    std::string data = Json{{"reports", reports}, {"runs", std::move(runs)}}.dump();
    for (std::size_t at = 0; (at = data.find("</", at)) != std::string::npos; at += 3)
      data.replace(at, 2, "<\\/");
    return fmt::format(kDocument, escaped(title), kStyle, intro, body_, many ? kTurning : "", data,
                       kScript);
  }

 private:
  static constexpr std::string_view kPlayer =
      R"(<figure class="player" data-run="{}" data-limit="{}" data-at="{}" data-all="{}" data-then="{}">
<div class="picture" role="img" aria-label="{}"></div>
<div class="controls"><button type="button" data-act="first">Start</button><button type="button" data-act="back">Back</button><button type="button" data-act="play">Play</button><button type="button" data-act="on">On</button><button type="button" data-act="last">End</button>
<input type="range" min="0" value="0" aria-label="Moment of the run"></div>
<figcaption class="faint" aria-live="polite"></figcaption>
</figure>
)";
  static constexpr std::string_view kTurning =
      R"(<nav aria-label="Pages"><button type="button" data-go="back">Previous page</button><span class="faint" aria-live="polite"></span><button type="button" data-go="on">Next page</button></nav>
)";
  static constexpr std::string_view kDocument =
      R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{0}</title>
<style>
{1}</style>
</head>
<body>
<header>
<h1>{0}</h1>
{2}</header>
<main>
{3}</main>
{4}<noscript><p>The moving pictures and the questions need JavaScript; texts and tables do not.</p></noscript>
<script type="application/json" id="data">{5}</script>
<script>
{6}</script>
</body>
</html>
)";

  std::size_t run_of(const RunSpec& spec, const std::string& layout) {
    const auto known = runs_.find({&spec, layout});
    if (known != runs_.end()) return known->second;
    FramesRequest request;
    request.layout = layout;
    request.most = most_frames(spec);
    frames_.push_back(std::make_unique<Frames>(pictures_.frames(spec, request)));
    return runs_[{&spec, layout}] = frames_.size() - 1;
  }

  static Json json_of(const Frames& frames) {
    Json list = Json::array();
    for (const Frames::Frame& f : frames.frames)
      list.push_back(Json{{"step", f.step}, {"said", f.said}, {"svg", f.svg}});
    return Json{{"palette", frames.palette}, {"frames", std::move(list)}};
  }

  const Pictures& pictures_;
  std::string body_;
  std::vector<std::unique_ptr<Frames>> frames_;
  std::map<std::pair<const RunSpec*, std::string>, std::size_t> runs_;
};

std::string layout_of(const Page& page) {
  return page.show == "tree" ? "tree" : "network";
}

/// The tables of rounds; those that are still to come are hidden.
void add_rounds(Builder& builder, const Scene& scene, const Page& page, const Frames& frames) {
  const teaching::Evidence& e = scene.laboratory->evidence(scene.cell);
  const int seen = page.question ? teaching::rounds_seen(page, e, false) : e.rounds();
  const int shown = page.question ? teaching::rounds_seen(page, e, true) : e.rounds();
  std::string now, later;
  for (int k = 0; k < std::min(shown, e.rounds()); ++k)
    (k < seen ? now : later) += round_table(e, k, frames);
  builder.add(now);
  if (!later.empty()) builder.add_future(later);
}

void add_figures(Builder& builder, const Scene& scene, const Page& page) {
  Laboratory& lab = *scene.laboratory;
  std::vector<const RunResult*> results{&lab.result(scene.cell)};
  if (!page.with.empty()) results.push_back(&lab.result(lab.find(scene.cell, page.with)));
  const std::string table = figures_table(results);
  if (page.question)
    builder.add_future(table);
  else
    builder.add(table);
}

void add_players(Builder& builder, const Scene& scene, const Page& page) {
  if (scene.laboratory->evidence(scene.cell).messages().empty()) return;
  const RunSpec& spec = scene.spec();
  const bool two = !page.with.empty();
  if (two) builder.add("<div class=\"players\">\n");
  builder.add_player(spec, layout_of(page), page, cell_name(spec));
  if (two) {
    const RunSpec& other = scene.laboratory->spec(scene.laboratory->find(scene.cell, page.with));
    builder.add_player(other, layout_of(page), page, cell_name(other));
    builder.add("</div>\n");
  }
}

/// What a page shows, in the order in which it is read.
void add_views(Builder& builder, const Scene& scene, const Page& page) {
  add_players(builder, scene, page);
  if (page.show == "report" || page.show == "compare") {
    add_figures(builder, scene, page);
  } else if (!scene.laboratory->evidence(scene.cell).messages().empty()) {
    add_rounds(builder, scene, page, builder.frames_of(scene.spec(), layout_of(page)));
  }
}

void add_page(Builder& builder, teaching::Classroom& room, const Page& page,
              std::vector<Scene>& scenes) {
  const Scene& scene = scenes.emplace_back(room.scene(page));
  builder.open_section(page.title);
  builder.add(html_of_markdown(scene.filled(page.text)));
  if (page.question) builder.add(question_form(page, scene));
  add_views(builder, scene, page);
  builder.close_section();
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
  if (scenario.cells.size() > 2)
    throw InputError(
        fmt::format("export: the scenario has {} cells; expected one, or two "
                    "to be compared (choose with options "
                    "such as --algorithm and --bytes)",
                    scenario.cells.size()));
  Builder builder(pictures);
  const auto laboratory = std::make_shared<Laboratory>(scenario);
  Page page;
  builder.open_section(scenario.cells.size() == 2 ? "Two runs" : "The run");
  if (scenario.cells.size() == 2) builder.add("<div class=\"players\">\n");
  for (const RunSpec& cell : laboratory->scenario().cells)
    builder.add_player(cell, "network", page, cell_name(cell));
  if (scenario.cells.size() == 2) builder.add("</div>\n");
  std::vector<const RunResult*> results;
  for (std::size_t i = 0; i < scenario.cells.size(); ++i) results.push_back(&laboratory->result(i));
  builder.add(figures_table(results));
  for (std::size_t i = 0; i < scenario.cells.size(); ++i) {
    const std::string name = cell_name(scenario.cells[i]);
    builder.add(fmt::format("<h3>{}</h3>\n", escaped(name.empty() ? "Rounds" : name)));
    const Scene scene{laboratory, i};
    add_rounds(builder, scene, page, builder.frames_of(scene.spec(), "network"));
  }
  builder.close_section();
  return builder.finish(scenario.title.empty() ? "A run" : scenario.title,
                        html_of_markdown(scenario.description), false, false);
}

std::string scorm_package(const std::string& title, const std::string& html) {
  return zip_archive({{"imsmanifest.xml", fmt::format(fmt::runtime(kManifest), escaped(title))},
                      {"index.html", html}});
}

}  // namespace orrery::page
