#include <algorithm>
#include <array>
#include <ranges>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/report/output_file.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/scenario.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kRenderFooter =
    R"(Draws the picture of orrery-gui: the network with its traffic, and blocks if they can be followed; with
--layout tree the tree over which messages travel. An animation shows all rounds, or the one of --round; mp4
needs ffmpeg. A pdf of all rounds has a page or a panel for each, with a sentence about rank 0. A folder (a
name that ends in /, or an existing folder) gets round-00.svg, round-01.svg, ... for slides.

Examples:
  orrery render lessons/first-allreduce --round 2 -o round2.svg
  orrery render lessons/first-allreduce --round all -o ring.gif
  orrery render lessons/contention-on-a-ring --round 1 --layout why -o why.png
  orrery render lessons/first-allreduce --page A4 --title 'A ring of four' -o handout.pdf
  orrery render lessons/first-allreduce --round all --size 16:9 -o frames/
  orrery render --collective gatherv --algorithm optimal --ranks 12 --layout tree -o tree.gif
  orrery render papers/swing-recursive-doubling-vs-ring-8x8 --algorithm ring --bytes 2MiB --round 3 -o r.png)";

constexpr std::array<std::string_view, 5> kFormats{"png", "svg", "pdf", "gif", "mp4"};
constexpr std::array<std::string_view, 3> kThemes{"light", "dark", "projector"};
constexpr std::array<std::string_view, 6> kLayouts{"network", "map",      "tree",
                                                   "blocks",  "timeline", "why"};
constexpr int kLeastSide = 240, kMostSide = 8192, kMostPanels = 8;

struct RenderOptions {
  std::string scenario, round = "all", out, size = "1280x800", theme = "light", layout = "network",
                        panels, page, title;
  KeyOptions keys;
};

bool is_folder(const std::string& name) {
  return name.ends_with('/') || std::filesystem::is_directory(name);
}

std::string picture_format_of(const std::string& file) {
  if (is_folder(file)) return "svg";
  for (const std::string_view format : kFormats)
    if (file.ends_with(fmt::format(".{}", format))) return std::string(format);
  throw InputError(fmt::format(
      "-o: '{}' has an unknown ending; expected .png, .svg, .pdf, .gif or .mp4, or a folder",
      file));
}

/// Reads WIDTHxHEIGHT, each from least to most. THROWS InputError that names the option.
std::pair<int, int> sides_of(const char* option, const std::string& text, int least, int most,
                             const char* example) {
  const auto sides = split(text, 'x');
  try {
    if (sides.size() == 2)
      return {static_cast<int>(parse_integer(sides[0], least, most)),
              static_cast<int>(parse_integer(sides[1], least, most))};
  } catch (const std::invalid_argument&) {
    // said below
  }
  throw InputError(
      fmt::format("{}: '{}'; expected {}, each {} to {}", option, text, example, least, most));
}

std::pair<int, int> size_of(const std::string& text) {
  if (text == "16:9") return {1280, 720};
  if (text == "4:3") return {1024, 768};
  return sides_of("--size", text, kLeastSide, kMostSide,
                  "16:9, 4:3 or WIDTHxHEIGHT such as 1280x800");
}

struct Sheet {
  std::string_view name;
  std::string_view panels;  ///< that fit
  int width, height;        ///< 96ths of an inch
};
constexpr Sheet kSheets[] = {{"A4", "1x3", 794, 1123},
                             {"A4-landscape", "2x2", 1123, 794},
                             {"letter", "1x3", 816, 1056},
                             {"letter-landscape", "2x2", 1056, 816}};

/// Returns the paper of that name; null: none is named. THROWS InputError that names the option.
const Sheet* sheet_of(const RenderOptions& o, const std::string& format) {
  if (o.page.empty()) return nullptr;
  if (format != "pdf" || o.round != "all")
    throw InputError("--page: expected -o FILE.pdf and --round all with it");
  const Sheet* const known = std::ranges::find(kSheets, o.page, &Sheet::name);
  if (known != std::end(kSheets)) return known;
  throw InputError({.source = "--page", .is_option = true}, "",
                   unknown_word(o.page, std::views::transform(kSheets, &Sheet::name)));
}

/// Creates the request. THROWS InputError unless each value is a known one.
RenderRequest render_request(const RenderOptions& o, const std::string& format) {
  RenderRequest request;
  std::tie(request.width, request.height) = size_of(o.size);
  const Sheet* const sheet = sheet_of(o, format);
  const std::string panels = !o.panels.empty()  ? o.panels
                             : sheet != nullptr ? std::string(sheet->panels)
                                                : "1x1";
  std::tie(request.columns, request.rows) =
      sides_of("--panels", panels, 1, kMostPanels, "COLUMNSxROWS such as 2x3");
  if (sheet != nullptr) request.paper_width = sheet->width, request.paper_height = sheet->height;
  if (sheet == nullptr && !o.title.empty()) throw InputError("--title: expected --page with it");
  check_word("--theme", o.theme, kThemes);
  check_word("--layout", o.layout, kLayouts);
  request.layout = o.layout;
  request.theme = o.theme;
  if (o.round == "all") {
    if (format == "png" || (format == "svg" && !is_folder(o.out)))
      throw InputError(fmt::format(
          "--round: all rounds do not fit into one {}; expected a round, or a .pdf, .gif, .mp4 or "
          "a folder",
          format));
    if (panels != "1x1" && format != "pdf")
      throw InputError(fmt::format("--panels: a {} has no panels; expected -o FILE.pdf", format));
    return request;
  }
  if (panels != "1x1")
    throw InputError("--panels: a single round has no panels; expected --round all");
  if (is_folder(o.out))
    throw InputError("--round: a folder takes all rounds; expected all, or -o FILE.svg for one");
  try {
    request.round = static_cast<int>(parse_integer(o.round, 0, INT32_MAX));
  } catch (const std::invalid_argument&) {
    throw InputError(
        fmt::format("--round: '{}' is not a round; expected a number from 0, or all", o.round));
  }
  return request;
}

/// Writes a file for each round.
void write_slides(const std::string& folder, const std::vector<Slide>& slides) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw OutputError(fmt::format("-o: cannot make '{}': {}", folder, error.message()));
  const std::size_t digits =
      std::max<std::size_t>(fmt::format("{}", slides.back().round).size(), 2);
  for (const Slide& slide : slides) {
    const auto name = fmt::format("round-{:0{}}.svg", slide.round, digits);
    OutputFile((std::filesystem::path(folder) / name).string(), "-o").write(slide.svg);
  }
}

Scenario scenario_to_render(const RenderOptions& o, const Overrides& overrides) {
  if (o.scenario.empty() && overrides.empty())
    throw InputError("render: expected a scenario, or options that describe a run");
  return load_scenario(o.scenario.empty() ? std::filesystem::path() : find_scenario(o.scenario),
                       overrides);
}

int render(const CommandLine& command, const RenderOptions& o, const Pictures* pictures) {
  const std::string format = picture_format_of(o.out);
  const RenderRequest request = render_request(o, format);
  const Overrides overrides = o.keys.overrides(command);
  // A sweep shows its first cell, as the window does.
  if (is_folder(o.out)) {
    const Scenario scenario = scenario_to_render(o, overrides);
    write_slides(o.out, drawn_by(pictures).slides(scenario.cells.front(), request));
    return kExitFine;
  }
  const OutputFile out(o.out, "-o");
  RunSpec cell = scenario_to_render(o, overrides).cells.front();
  if (!o.title.empty()) cell.title = o.title;
  out.write(drawn_by(pictures).render(cell, request, format));
  return kExitFine;
}

}  // namespace

void add_render_command(CommandLine& app, int& status, const Pictures* pictures) {
  const auto [command, o] = app.add_command<RenderOptions>(
      "render", "Draw a run: a round, an animation, a handout or slides", kRenderFooter, status,
      render, pictures);
  const auto option = [&command = command](const char* name, std::string& value, const char* help,
                                           const char* text) {
    return command.add_option(name, value, help, text);
  };
  option("scenario", o.scenario,
         "A scenario file, or a built-in one by name; of a sweep its first cell (choose another "
         "with options such as --algorithm)",
         "SCENARIO.toml");
  option("--round", o.round, "The round to show, or all. Default: all", "K|all");
  option("-o,--out", o.out, "The picture, animation or handout, or a folder for slides",
         "FILE.png|svg|pdf|gif|mp4|FOLDER/")
      ->required();
  option("--size", o.size, "Size in pixels; 16:9 is 1280x720, 4:3 is 1024x768. Default: 1280x800",
         "WxH|16:9|4:3");
  option("--panels", o.panels,
         "Columns and rows of rounds on a page of a pdf. Default: 1x1, with --page 1x3 or 2x2",
         "CxR");
  option("--page", o.page,
         "Paper of a pdf, with a title and page numbers: a handout. Rounds fill the page, and "
         "--size is ignored",
         "A4|A4-landscape|letter|letter-landscape");
  option("--title", o.title, "Title of a handout. Default: that of the scenario", "TEXT");
  option("--layout", o.layout,
         "network; map: a tile for each link; tree: the messages as a tree that grows, or round "
         "by round without one; blocks, "
         "timeline: the network with more room for these; why: the critical path with its causes. "
         "Default: network",
         "network|map|tree|blocks|timeline|why");
  option("--theme", o.theme, "light, dark or projector. Default: light", "NAME");
  o.keys.add_to(command);
}

}  // namespace orrery::inline commands
