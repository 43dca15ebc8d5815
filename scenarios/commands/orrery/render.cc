#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/key_options.h"
#include "scenarios/document/library.h"
#include "scenarios/document/scenario.h"
#include "scenarios/document/units_text.h"
#include "scenarios/document/words.h"
#include "scenarios/report/output_file.h"
#include "scenarios/run/load.h"

namespace orrery {
namespace {

constexpr const char* kFooter =
    R"(The picture is the one that orrery-gui shows: the network with its traffic and, where they can be
followed, the blocks; or, with --layout tree, the tree over which messages go. A film shows all rounds, or the one asked for; mp4 needs ffmpeg.

Examples:
  orrery render lessons/first-allreduce --round 2 -o round2.svg
  orrery render lessons/first-allreduce --round all -o ring.gif
  orrery render --collective gatherv --algorithm optimal --ranks 12 --layout tree -o tree.gif
  orrery render papers/swing-recursive-doubling-vs-ring-8x8 --algorithm ring --bytes 2MiB --round 3 -o r.png)";

constexpr std::array<std::string_view, 5> kFormats{"png", "svg", "pdf", "gif", "mp4"};
constexpr std::array<std::string_view, 3> kThemes{"light", "dark", "projector"};
constexpr std::array<std::string_view, 4> kLayouts{"network", "tree", "blocks", "timeline"};
constexpr int kLeastSide = 240, kMostSide = 8192;

struct Options {
  std::string scenario, round = "all", out, size = "1280x800", theme = "light", layout = "network";
  KeyOptions keys;
};

std::string format_of(const std::string& file) {
  for (const std::string_view format : kFormats)
    if (file.ends_with(fmt::format(".{}", format))) return std::string(format);
  throw InputError(
      fmt::format("-o: '{}': expected a name that ends in .png, .svg, .pdf, .gif or .mp4", file));
}

int side_of(std::string_view text, const std::string& size) {
  try {
    return static_cast<int>(parse_integer(text, kLeastSide, kMostSide));
  } catch (const std::invalid_argument&) {
    throw InputError(
        fmt::format("--size: '{}'; expected WIDTHxHEIGHT such as 1280x800, each {} to {}", size,
                    kLeastSide, kMostSide));
  }
}

/// THROWS InputError unless `value` is one of `known`.
void check_word(const char* option, const std::string& value,
                std::span<const std::string_view> known) {
  if (std::ranges::find(known, value) != known.end()) return;
  throw InputError({.source = option, .is_option = true}, "",
                   {fmt::format("'{}'", value), one_of(known), nearest_of(value, known)});
}

RenderRequest request_of(const Options& o, const std::string& format) {
  RenderRequest request;
  const auto sides = split(o.size, 'x');
  request.width = side_of(sides.front(), o.size);
  request.height = side_of(sides.size() == 2 ? sides.back() : std::string_view(), o.size);
  check_word("--theme", o.theme, kThemes);
  check_word("--layout", o.layout, kLayouts);
  request.layout = o.layout;
  request.theme = o.theme;
  if (o.round == "all") {
    if (format != "gif" && format != "mp4")
      throw InputError(fmt::format(
          "--round: all rounds do not fit into one {}; expected a round, or a .gif or .mp4",
          format));
    return request;
  }
  try {
    request.round = static_cast<int>(parse_integer(o.round, 0, INT32_MAX));
  } catch (const std::invalid_argument&) {
    throw InputError(fmt::format("--round: '{}'; expected a round, from 0, or all", o.round));
  }
  return request;
}

int render(const CommandLine& command, const Options& o, const Pictures* pictures) {
  const std::string format = format_of(o.out);
  const RenderRequest request = request_of(o, format);
  const OutputFile out(o.out, "-o");
  const Overrides overrides = o.keys.overrides(command);
  if (o.scenario.empty() && overrides.empty())
    throw InputError("render: expected a scenario, or options that describe a run");
  const auto file = o.scenario.empty() ? std::filesystem::path() : find_scenario(o.scenario);
  const Scenario scenario = load_scenario(file, overrides);
  // A sweep shows its first cell, as the window does.
  out.write(drawn_by(pictures).render(scenario.cells.front(), request, format));
  return kExitFine;
}

}  // namespace

void add_render_command(CommandLine& app, int& status, const Pictures* pictures) {
  CommandLine* command =
      app.add_subcommand("render", "Draw a run: a round, or all of them as a film");
  const auto o = std::make_shared<Options>();
  const auto option = [&](const char* name, std::string& value, const char* help,
                          const char* text) {
    return command->add_option(name, value, help)->option_text(text);
  };
  option("scenario", o->scenario,
         "A scenario file, or a built-in one by name; of a sweep its first cell (choose another "
         "with options such as --algorithm)",
         "SCENARIO.toml");
  option("--round", o->round, "The round to show, or all. Default: all", "K|all");
  option("-o,--out", o->out, "The picture or film", "FILE.png|svg|pdf|gif|mp4")->required();
  option("--size", o->size, "In pixels. Default: 1280x800", "WxH");
  option(
      "--layout", o->layout,
      "network: the network; tree: who sends to whom, as a tree that grows, or round by round "
      "where there is none; blocks, timeline: the network with more of these beside it. Default: "
      "network",
      "network|tree|blocks|timeline");
  option("--theme", o->theme, "light, dark or projector. Default: light", "NAME");
  o->keys.add_to(*command);
  command->footer(kFooter);
  command->callback([command, o, pictures, &status] { status = render(*command, *o, pictures); });
}

}  // namespace orrery
