#include "scenarios/page/builder.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/page/html.h"
#include "scenarios/page/page_sources.h"

namespace orrery::page {
namespace {

using Json = nlohmann::ordered_json;
using teaching::Page, teaching::Scene;

constexpr std::string_view kPlayer =
    R"(<figure class="player" data-run="{}" data-at="{}" data-then="{}" data-from="{}" data-pick="{}">
<div class="picture" role="img" aria-label="{}"></div>
<div class="controls"><button type="button" data-act="first">{}</button><button type="button" data-act="back">{}</button><button type="button" data-act="play">{}</button><button type="button" data-act="on">{}</button><button type="button" data-act="last">{}</button>
<input type="range" min="0" value="0" aria-label="{}"></div>
<figcaption class="faint" aria-live="polite"></figcaption>
{}</figure>
)";
constexpr std::string_view kListing =
    "<pre class=\"listing\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"></pre>\n";
constexpr std::string_view kTurning =
    R"(<nav aria-label="{}"><button type="button" data-go="back">{}</button><span class="faint" aria-live="polite"></span><button type="button" data-go="on">{}</button></nav>
)";
constexpr std::string_view kDocument =
    R"(<!DOCTYPE html>
<html lang="{7}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
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
{4}<noscript><p>{8}</p></noscript>
<script type="application/json" id="data">{5}</script>
<script>
{6}</script>
</body>
</html>
)";

/// Small, so that letters are large on a phone, where the parts of a picture stand one below the other.
constexpr int kPictureWidth = 760, kPictureHeight = 640;

/// Returns the number of pictures of each round: fewer if there are many rounds or ranks, since
/// pictures of many ranks are larger.
int frames_of_a_round(const RunSpec& spec, int rounds) {
  const int all = std::clamp(3000 / std::max(spec.ranks, 1), 12, 40);
  return std::clamp(all / std::max(rounds, 1), 1, 8);
}

/// Returns the first frame of step `step` or a later one; the last of all if there is none.
std::size_t frame_of(const Frames& frames, int step) {
  const auto found =
      std::ranges::find_if(frames.frames, [&](const Frames::Frame& f) { return f.step >= step; });
  return std::min(static_cast<std::size_t>(found - frames.frames.begin()),
                  frames.frames.size() - 1);
}

/// Returns the moment that a page without a question names; by default the start, from which it
/// plays.
std::size_t moment_of(const Page& page, const Frames& frames) {
  const auto& moment = page.moment;
  if (moment.round) return frame_of(frames, *moment.round + (moment.after ? 1 : 0));
  if (!moment.time) return 0;
  const auto later = std::ranges::find_if(
      frames.frames, [&](const Frames::Frame& f) { return f.time > *moment.time; });
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(later - frames.frames.begin() - 1, 0));
}

bool is_about_results(const Page& page) {
  return page.show == "report" || page.show == "compare";
}

double tenths(double x) {
  return std::round(10 * x) / 10;
}

Json json_of_target(const Frames::Target& t) {
  return Json::array(
      {t.kind, t.name, tenths(t.at[0]), tenths(t.at[1]), tenths(t.at[2]), tenths(t.at[3])});
}

/// Every picture once, made of pieces that occur once.
class PictureTable {
 public:
  /// Returns the number of a picture that consists of these pieces.
  std::size_t number_of(const std::vector<std::size_t>& svg) {
    const auto [at, is_new] = numbers_.emplace(svg, numbers_.size());
    if (is_new) all_.push_back(&at->first);
    return at->second;
  }
  std::size_t piece(const std::string& svg) {
    const auto [at, is_new] = piece_numbers_.emplace(svg, piece_numbers_.size());
    if (is_new) pieces_ += (pieces_.empty() ? "" : kBetween) + svg;
    return at->second;
  }
  const std::string& pieces() const { return pieces_; }
  /// Encodes pictures, a line each, by steps from the third number before, since a ball has three: "0,1,2,1".
  std::string pictures() const {
    std::string text;
    for (const std::vector<std::size_t>* svg : all_) {
      for (std::size_t i = 0; i < svg->size(); ++i) {
        const auto number = [&](std::size_t k) { return static_cast<std::ptrdiff_t>((*svg)[k]); };
        text += fmt::format("{}{}", i > 0 ? "," : "", number(i) - (i < 3 ? 0 : number(i - 3)));
      }
      text += '\n';
    }
    return text;
  }

 private:
  static constexpr const char* kBetween = "\f";  ///< separator of pieces; in none of them
  std::map<std::vector<std::size_t>, std::size_t> numbers_;
  std::vector<const std::vector<std::size_t>*> all_;
  std::map<std::string, std::size_t> piece_numbers_;
  std::string pieces_;
};

Json json_of_target(const Frames& frames, bool pointed_at, PictureTable& pictures) {
  std::vector<std::size_t> pieces;  // as this page numbers them
  pieces.reserve(frames.pieces.size());
  for (const std::string& piece : frames.pieces) pieces.push_back(pictures.piece(piece));
  Json list = Json::array(), targets = Json::array();
  for (const Frames::Frame& f : frames.frames) {
    std::vector<std::size_t> svg;
    svg.reserve(f.svg.size());
    for (const std::size_t piece : f.svg) svg.push_back(pieces[piece]);
    Json& json = list.emplace_back(
        Json{{"step", f.step}, {"said", f.said}, {"svg", pictures.number_of(svg)}});
    if (!frames.listings.empty()) json["lines"] = Json::array({f.listing, f.first_line, f.lines});
  }
  if (pointed_at)
    for (const Frames::Target& t : frames.targets) targets.push_back(json_of_target(t));
  return Json{{"palette", frames.palette},
              {"frames", std::move(list)},
              {"targets", std::move(targets)},
              {"listings", frames.listings}};
}

}  // namespace

void Builder::open_section(const std::string& title) {
  body_ += fmt::format("<section class=\"page\">\n<h2 tabindex=\"-1\">{}</h2>\n", escaped(title));
}

void Builder::add_future(const std::string& html) {
  body_ += fmt::format("<div class=\"future\">\n{}</div>\n", html);
}

std::size_t Builder::run_of(const Page& page, const Scene& scene, bool answered) {
  const teaching::ObservedRun& e = scene.laboratory->evidence(scene.cell);
  FramesRequest request;
  request.width = kPictureWidth, request.height = kPictureHeight;
  request.layout = is_about_results(page) ? "network" : page.show;
  request.follow = page.follow;
  request.each = frames_of_a_round(scene.spec(), e.rounds());
  request.rounds = teaching::rounds_drawn(page, e, answered);
  const Key key{&scene.spec(), request.layout, request.follow, request.rounds.value_or(-1)};
  const auto known = runs_.find(key);
  if (known != runs_.end()) return known->second;
  frames_.push_back(pictures_.frames(scene.spec(), request));
  return runs_[key] = frames_.size() - 1;
}

void Builder::add_player(const Page& page, const Scene& scene) {
  const std::size_t before = run_of(page, scene, false), after = run_of(page, scene, true);
  const std::string_view pick = page.question ? teaching::pointed_at(*page.question) : "";
  if (!pick.empty()) pointed_at_.insert({before, after});
  const std::size_t at =
      page.question ? frames_[before].frames.size() - 1 : moment_of(page, frames_[before]);
  const int seen =
      teaching::rounds_seen(page, scene.laboratory->evidence(scene.cell), !page.question);
  body_ += fmt::format(kPlayer, before, at, after, frame_of(frames_[after], seen), pick,
                       escaped(cell_name(scene.spec())), words_("Start"), words_("Back"),
                       words_("Play"), words_("On"), words_("End"), words_("Moment of the run"),
                       page.show == "listing" ? fmt::format(kListing, words_("Listing")) : "");
}

const Frames& Builder::frames_of(const Page& page, const Scene& scene) {
  return frames_[run_of(page, scene, true)];
}

/// Returns data that begin or end no element and no comment of the surrounding page.
std::string Builder::data(bool reports) const {
  PictureTable pictures;
  Json runs = Json::array();
  for (std::size_t i = 0; i < frames_.size(); ++i)
    runs.push_back(json_of_target(frames_[i], pointed_at_.contains(i), pictures));
  Json texts = Json::object();
  for (const std::string_view text : texts_of_script()) texts[std::string(text)] = words_.of(text);
  const std::string data = Json{{"reports", reports},
                                {"texts", std::move(texts)},
                                {"runs", std::move(runs)},
                                {"pieces", pictures_.packed(pictures.pieces())},
                                {"pictures", pictures_.packed(pictures.pictures())}}
                               .dump();
  std::string out;
  for (const char c : data) c == '<' ? out += "\\u003c" : out += c;
  return out;
}

std::string Builder::finish(const std::string& title, const std::string& intro, bool many,
                            bool reports) const {
  const std::string turning =
      many ? fmt::format(kTurning, words_("Pages"), words_("Previous page"), words_("Next page"))
           : "";
  return fmt::format(kDocument, escaped(title), kStyle, intro, body_, turning, data(reports),
                     kScript, words_.language(),
                     words_("The moving pictures and the questions need JavaScript; texts and "
                            "tables do not."));
}

}  // namespace orrery::page
