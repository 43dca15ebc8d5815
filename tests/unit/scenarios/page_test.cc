#include "scenarios/page/page.h"

#include <archive.h>
#include <archive_entry.h>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenarios/page/html.h"
#include "scenarios/page/zip.h"
#include "scenarios/run/load.h"

namespace orrery::page {
namespace {

using std::string_literals::operator""s;

/// Returns one picture for each of four rounds, or for the requested ones, and for the end.
class FakePictures : public Pictures {
 public:
  std::string plot(const Plot&, std::string_view) const override { return ""; }
  std::string render(const RunSpec&, const RenderRequest&, std::string_view) const override {
    return "";
  }
  std::vector<Slide> slides(const RunSpec&, const RenderRequest&) const override { return {}; }
  std::string packed(const std::string& text) const override { return text; }
  void use_language(std::string_view language) const override { language_ = language; }
  /// Translates into a language that has an x before every text.
  std::string translated(std::string_view text) const override {
    if (language_ == "en") return std::string(text);
    return text == "en" ? language_ : "x" + std::string(text);
  }
  Frames frames(const RunSpec&, const FramesRequest& request) const override {
    Frames frames;
    frames.pieces = {"<svg>"};
    const int rounds = request.rounds.value_or(4);
    for (int step = -1; step < (rounds == 0 ? 0 : rounds + 1); ++step) {
      Frames::Frame frame;
      frame.step = step;
      frame.time = Time((step + 1) * 1'000'000);
      frame.said = fmt::format("moment {} of {}", step, request.layout);
      frame.svg = {0, frames.pieces.size()};
      frames.pieces.push_back(
          fmt::format("PICTURE {} {}", step, request.rounds ? "PART" : "WHOLE"));
      frames.frames.push_back(frame);
    }
    frames.targets = {{"rank", "0", {1, 2, 3, 0}}, {"link", "0 -> 1", {1, 2, 3, 4}}};
    frames.palette = {{"#000000", "#ffffff"}};
    frames.sentences[0] = "Round 0: a < b.";
    return frames;
  }

 private:
  mutable std::string language_ = "en";
};

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Html, OfMarkdown) {
  EXPECT_EQ(html_of_markdown("A **b** *c* `d < e` 2 * 3 * 4 <x>."),
            "<p>A <strong>b</strong> <em>c</em> <code>d &lt; e</code> 2 * 3 * "
            "4 &lt;x&gt;.</p>\n");
  EXPECT_EQ(html_of_markdown("one\ntwo\n\nthree"), "<p>one\ntwo</p>\n<p>three</p>\n");
  EXPECT_EQ(html_of_markdown("    a\n"), "<pre tabindex=\"0\"><code>a\n</code></pre>\n");
  EXPECT_EQ(html_of_markdown("    a & b\n    c"),
            "<pre tabindex=\"0\"><code>a &amp; b\nc\n</code></pre>\n");
  EXPECT_EQ(html_of_markdown("- a\n- b *c*"), "<ul>\n<li>a</li>\n<li>b <em>c</em></li>\n</ul>\n");
  EXPECT_EQ(html_of_markdown("**<script>**"), "<p><strong>&lt;script&gt;</strong></p>\n");
  EXPECT_EQ(html_of_markdown("α + m **β** für 1 µs"), "<p>α + m <strong>β</strong> für 1 µs</p>\n");
}

/// Returns the entries of a zip archive after checking its sums. tests/readers/page.sh reads packages
/// with another library.
std::vector<std::pair<std::string, std::string>> unzipped(const std::string& zip) {
  const std::unique_ptr<archive, int (*)(archive*)> in(archive_read_new(), archive_read_free);
  archive_read_support_format_zip_seekable(in.get());
  EXPECT_EQ(archive_read_open_memory(in.get(), zip.data(), zip.size()), ARCHIVE_OK);
  std::vector<std::pair<std::string, std::string>> all;
  archive_entry* entry = nullptr;
  while (archive_read_next_header(in.get(), &entry) == ARCHIVE_OK) {
    std::string content(static_cast<std::size_t>(archive_entry_size(entry)), '?');
    EXPECT_EQ(archive_read_data(in.get(), content.data(), content.size()),
              static_cast<la_ssize_t>(content.size()));
    all.emplace_back(archive_entry_pathname(entry), content);
  }
  return all;
}

/// Checks that entries state their sizes before their data unless they are packed, since course
/// systems read streams.
TEST(Zip, HoldsItsEntriesAndIsTheSameEverywhere) {
  const std::string large(100'000, 'x');
  const auto pack = [&](const char* zone) {
    setenv("TZ", zone, 1);
    tzset();
    return zip_archive({{"a.txt", "123456789"}, {"b.txt", ""}, {"c.txt", large}});
  };
  const std::string zip = pack("America/New_York");
  EXPECT_TRUE(zip == pack("Asia/Tokyo"));
  unsetenv("TZ");
  EXPECT_TRUE(zip.starts_with("PK\x03\x04"));
  EXPECT_TRUE(has(zip, "\x26\x39\xF4\xCB")) << "CRC-32 of 123456789 (RFC 3720, B.4)";
  EXPECT_EQ(zip.substr(8, 2), std::string("\x08\x00", 2)) << "packed";
  EXPECT_LT(zip.size(), 2'000U);
  const auto entries = unzipped(zip);
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0], std::pair("a.txt"s, "123456789"s));
  EXPECT_EQ(entries[1], std::pair("b.txt"s, ""s));
  EXPECT_TRUE(entries[2] == std::pair("c.txt"s, large));
}

TEST(Pages, LoadNothing) {
  const auto lesson = teaching::load_lesson("lessons/ports");
  const std::string html = lesson_page(lesson, FakePictures(), false);
  for (const char* outside : {"http:", "https:", "src=", "@import", "url(", "fetch(", "XMLHttp"})
    EXPECT_FALSE(has(html, outside)) << outside;
}

/// Checks that a page contains the answers, but not in a form that is read by accident.
TEST(Pages, HideTheAnswer) {
  const auto lesson = teaching::load_lesson("lessons/messages-and-costs");
  const std::string html = lesson_page(lesson, FakePictures(), false);
  EXPECT_TRUE(has(html, "How long does the first message take, with its 1 kB?"));
  EXPECT_FALSE(has(html, "That is the time for the bytes alone"));
  EXPECT_TRUE(has(html, "<div class=\"future\">"));
}

nlohmann::json data_of(const std::string& html) {
  const std::string head = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = html.find(head) + head.size();
  return nlohmann::json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

/// Checks that every text of the page itself has an x, and is passed to its script.
TEST(Pages, SpeakTheLanguageOfTheirPictures) {
  FakePictures pictures;
  pictures.use_language("de");
  const std::string html =
      lesson_page(teaching::load_lesson("lessons/messages-and-costs", "de"), pictures, false);
  EXPECT_TRUE(has(html, "<html lang=\"de\">"));
  for (const char* text :
       {">xStart<", ">xPlay<", ">xAnswer<", ">xReveal<", ">xQuestion<", ">xNext page<", ">xranks<",
        "xMessages of round 0", "Was eine Nachricht"})
    EXPECT_TRUE(has(html, text)) << text;
  for (const char* text : {">Start<", ">Answer<", ">Next page<", ">ranks<", ">Your answer"})
    EXPECT_FALSE(has(html, text)) << text;
  const auto texts = data_of(html)["texts"];
  EXPECT_EQ(texts["Right: {}."], "xRight: {}.");
  const std::string run = scenario_page(load_scenario("", {{"ranks", "4"}}), pictures);
  for (const char* text : {">xThe run<", ">xRounds<", ">xcause<", ">xCompletion time<"})
    EXPECT_TRUE(has(run, text)) << text;
}

/// Assembles a picture as the page's script does.
std::string picture_of(const nlohmann::json& data, const nlohmann::json& frame) {
  const auto parts = [&](const char* name, char between) {
    std::vector<std::string> found;
    std::stringstream all(data[name].get<std::string>());
    for (std::string part; std::getline(all, part, between);) found.push_back(part);
    return found;
  };
  const std::vector<std::string> pieces = parts("pieces", '\f');
  std::stringstream steps(parts("pictures", '\n').at(frame["svg"].get<std::size_t>()));
  std::string picture, step;
  for (std::vector<std::size_t> at; std::getline(steps, step, ',');) {
    at.push_back((at.size() < 3 ? 0 : at[at.size() - 3]) + std::stoul(step));
    picture += pieces.at(at.back()) + '\n';
  }
  return picture;
}

/// Returns the number in the first attribute of that name after `from`.
int attribute(const std::string& html, const std::string& name, std::size_t from) {
  return std::stoi(html.substr(html.find(name + "=\"", from) + name.size() + 2));
}

/// Checks that a question has pictures of the moments before the answer, and none of later ones.
TEST(Pages, HideTheFuture) {
  const auto lesson = teaching::load_lesson("lessons/messages-and-costs");
  const std::string html = lesson_page(lesson, FakePictures(), false);
  const auto data = data_of(html);
  const auto frames = [&](int run) {
    return data["runs"][static_cast<std::size_t>(run)]["frames"];
  };
  const std::size_t first = html.find("class=\"player\""),
                    second = html.find("class=\"player\"", first + 1);
  EXPECT_EQ(frames(attribute(html, "data-run", first)).size(), 1U);    // before round 0
  EXPECT_EQ(frames(attribute(html, "data-then", first)).size(), 3U);   // round 0, and its end
  EXPECT_EQ(frames(attribute(html, "data-run", second)).size(), 3U);   // after round 0
  EXPECT_EQ(frames(attribute(html, "data-then", second)).size(), 6U);  // to the end
  for (const auto& frame : frames(attribute(html, "data-run", second)))
    EXPECT_TRUE(has(picture_of(data, frame), "PART"));
}

/// Checks that a page has the common pieces of pictures once, and that assembled pictures equal the
/// drawn ones.
TEST(Pages, HavePicturesOfCommonPieces) {
  const std::string html = scenario_page(
      load_scenario("", {{"collective", "broadcast"}, {"ranks", "5"}}), FakePictures());
  const auto data = data_of(html);
  EXPECT_EQ(data["pieces"].get<std::string>().find("<svg>"),
            data["pieces"].get<std::string>().rfind("<svg>"));
  int step = -1;
  for (const auto& frame : data["runs"][0]["frames"])
    EXPECT_EQ(picture_of(data, frame), fmt::format("<svg>\nPICTURE {} WHOLE\n", step++));
  EXPECT_EQ(step, 5);
}

/// Checks that the page has the pictures that it names, and that ranks in them can be clicked.
TEST(Pages, ShowWhatTheyName) {
  const auto lesson = teaching::load_lesson("lessons/broadcast-trees");
  const std::string html = lesson_page(lesson, FakePictures(), false);
  const auto data = data_of(html);
  EXPECT_TRUE(has(html, "data-pick=\"rank\""));
  EXPECT_TRUE(has(data.dump(), "of tree"));
  EXPECT_TRUE(has(data.dump(), "of timeline"));
  std::size_t pointed_at = 0;
  for (const auto& run : data["runs"]) pointed_at += run["targets"].empty() ? 0U : 1U;
  EXPECT_GT(pointed_at, 0U);
  EXPECT_LT(pointed_at, data["runs"].size());
}

TEST(Pages, AreOfOneRunOrTwo) {
  const Overrides one{{"collective", "broadcast"}, {"algorithm", "linear"}, {"ranks", "5"}};
  const std::string html = scenario_page(load_scenario("", one), FakePictures());
  EXPECT_TRUE(has(html, "Round 0: 1 message, 1 KiB, from 0 ps to"));
  EXPECT_TRUE(has(html, "<p>Round 0: a &lt; b.</p>"));
  EXPECT_TRUE(has(html, "<td>0 → 4<td>"));
  Overrides two = one;
  two[1].second = "linear,binomial";
  const std::string both = scenario_page(load_scenario("", two), FakePictures());
  EXPECT_TRUE(has(both, "algorithm linear"));
  EXPECT_TRUE(has(both, "algorithm binomial"));
  two[2].second = "5,6";
  try {
    scenario_page(load_scenario("", two), FakePictures());
    ADD_FAILURE() << "a page of four runs";
  } catch (const InputError& error) {
    EXPECT_TRUE(
        has(error.what(),
            "4 cells; expected one, or two to be compared (choose with --algorithm, --ranks)"))
        << error.what();
  }
}

/// Checks the table and the bar of causes, whose parts add up; the pictures beside them show the
/// path.
TEST(Pages, SayWhatTheTimeIsMadeOf) {
  const Overrides one{{"collective", "broadcast"},
                      {"algorithm", "linear"},
                      {"ranks", "5"},
                      {"alpha", "1us"},
                      {"topology", "full:5"}};
  const std::string html = scenario_page(load_scenario("", one), FakePictures());
  EXPECT_TRUE(has(html, "<h3>What its time is made of</h3>"));
  EXPECT_TRUE(has(html, "</span> alpha</th><td>"));
  EXPECT_FALSE(has(html, "</span> contention</th>"));
  EXPECT_TRUE(has(data_of(html).dump(), "of why"));
  double parts = 0;
  for (auto at = html.find("<rect class=\"cause-"); at != std::string::npos;
       at = html.find("<rect class=\"cause-", at + 1))
    parts += std::stod(html.substr(html.find("width=\"", at) + 7));
  EXPECT_NEAR(parts, 100, 0.01);
}

TEST(Pages, SayWhichCausesMakeTheDifference) {
  const Overrides two{{"collective", "broadcast"},
                      {"algorithm", "linear,binomial"},
                      {"ranks", "5"},
                      {"topology", "full:5"},
                      {"alpha", "1us"}};
  const std::string html = scenario_page(load_scenario("", two), FakePictures());
  EXPECT_TRUE(has(html, "What its time is made of: algorithm linear"));
  EXPECT_TRUE(has(html, " faster: "));
  FakePictures pictures;
  pictures.use_language("de");
  EXPECT_TRUE(has(scenario_page(load_scenario("", two), pictures), "µs less xα"));
}

}  // namespace
}  // namespace orrery::page
