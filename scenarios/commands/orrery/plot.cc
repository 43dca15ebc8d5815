#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "emu/base/quantity.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/plot/csv.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kPlotFooter =
    R"(Draws two columns of a CSV file, as written by run --csv and reproduce --out, with a line for each value of
the --by columns. If x is not a number, the axis has names. Rows without y are left out, and without --x
those of 0 bytes; if a line ends because the next run failed, its name says so. Outputs of OSU, IMB, nccl-tests and rccl-tests are read
unchanged; their columns are bytes, time_s, least_s, most_s, bandwidth_Bps, busbw_Bps, collective, ranks and
placement (in-place or out-of-place).

Examples:
  orrery run lessons/few-rounds-or-few-bytes --csv results.csv
  orrery plot results.csv -o times.png    # times over sizes, a line for each algorithm
  orrery plot results.csv --x bytes --y completion_time_s --by algorithm --where ranks=16 \
      --baseline algorithm=linear --logx -o speed-up.svg
  orrery plot examples/osu_allreduce.txt -o osu.png
  orrery plot results.csv --x bytes --y goodput_bps --by algorithm --facet ranks --logx -o all.pdf
  orrery plot results.csv --x bytes --y completion_time_s --by algorithm --logx --logy --size 8.5x6cm \
      --no-title --legend below -o column.pdf)";

struct PlotOptions {
  std::string file, by, out, title, baseline, size, font, background = "white", legend = "right",
                                                          order = "given";
  std::vector<std::string> where;
  bool no_title = false;
  PlotRequest request;
};

/// Returns the place of a word among the known ones.
std::size_t place_of(const char* option, const std::string& word,
                     std::span<const std::string_view> known) {
  check_word(option, word, known);
  return static_cast<std::size_t>(std::ranges::find(known, word) - known.begin());
}

constexpr double kPointsPerInch = 72, kPixelsPerInch = 96;

/// Returns width and height in pixels of a size such as 8.5x6cm.
std::pair<double, double> parse_size(const std::string& text) {
  static constexpr std::array<std::pair<std::string_view, double>, 5> kUnits{
      {{"cm", kPixelsPerInch / 2.54},
       {"mm", kPixelsPerInch / 25.4},
       {"in", kPixelsPerInch},
       {"pt", kPixelsPerInch / kPointsPerInch},
       {"px", 1}}};
  constexpr double kLeast = 60, kMost = 8000;
  for (const auto& [unit, pixels] : kUnits) {
    const std::size_t x = text.find('x');
    if (!text.ends_with(unit) || x >= text.size() - unit.size()) continue;
    const auto width = plain_number(text.substr(0, x));
    const auto height = plain_number(text.substr(x + 1, text.size() - unit.size() - x - 1));
    const auto fits = [&](double side) { return side >= kLeast && side <= kMost; };
    if (width && height && fits(*width * pixels) && fits(*height * pixels))
      return {*width * pixels, *height * pixels};
  }
  throw InputError({.source = "--size", .is_option = true}, "",
                   {fmt::format("'{}' is not a size of a picture", text),
                    "WIDTHxHEIGHT with cm, mm, in, pt or px, such as 8.5x6cm, each side between "
                    "60 and 8000 pixels of 1/96 inch"});
}

double parse_font(const std::string& text) {
  constexpr double kLeast = 4, kMost = 72;
  const auto points = plain_number(text);
  if (points && *points >= kLeast && *points <= kMost) return *points;
  throw InputError(
      {.source = "--font", .is_option = true}, "",
      {fmt::format("'{}' is not a size of letters", text), "points from 4 to 72, such as 8"});
}

Plot::Look look_of(const PlotOptions& o) {
  static constexpr std::array<std::string_view, 3> kLegends{"right", "below", "none"};
  static constexpr std::array<std::string_view, 2> kBackgrounds{"white", "none"};
  constexpr double kPaperFont = 8;
  Plot::Look look;
  if (!o.size.empty()) {
    std::tie(look.width, look.height) = parse_size(o.size);
    look.font = kPaperFont;
  }
  if (!o.font.empty()) look.font = parse_font(o.font);
  look.title = !o.no_title;
  look.background = place_of("--background", o.background, kBackgrounds) == 0;
  look.legend = static_cast<Plot::Look::Legend>(place_of("--legend", o.legend, kLegends));
  return look;
}

CsvTable table_of(const std::string& file) {
  if (file == "-") return read_csv(std::cin, "standard input");
  std::error_code none;  // unreachable files are reported below
  if (std::filesystem::is_directory(file, none))
    throw InputError(fmt::format("plot: {}: is a directory; expected a CSV file", file));
  std::ifstream in(find_example(file));
  if (!in)
    throw InputError(fmt::format("plot: {}: cannot be read: {}", file, std::strerror(errno)));
  return read_csv(in, file);
}

/// Returns whether a table has the column, with more than `least` different values.
bool has_column(const CsvTable& table, const char* name, std::size_t least = 0) {
  if (std::ranges::find(table.head, name) == table.head.end()) return false;
  std::set<std::string_view> values;
  for (const auto& row : table.rows) values.insert(row[table.column(name)]);
  return values.size() > least;
}

/// Leaves out rows that have no place on a logarithmic axis: those of a barrier, of 0 bytes, or of one rank. THROWS
/// InputError if none is left; `option` gives an axis another column.
void keep_positive(CsvTable& table, const std::string& name, const char* option) {
  const std::size_t column = table.column(name);
  table =
      filtered(table, [&](const auto& row) { return plain_number(row[column]).value_or(0) > 0; });
  if (table.rows.empty())
    throw InputError(
        fmt::format("plot: {}: no {} above 0; expected {} COLUMN", table.name, name, option));
}

/// Chooses the columns of lines for a benchmark's output: those that differ between its rows.
std::vector<std::string> line_columns(const CsvTable& table, const std::string& x) {
  std::vector<std::string> by{"collective"};
  for (const char* const column : {"algorithm", "ranks", "nodes", "placement"})
    if (column != x && has_column(table, column, 1)) by.emplace_back(column);
  return by;
}

/// Chooses what is not given: times over sizes, or over ranks if all sizes are the same, with a line for each
/// algorithm, or collective of a benchmark's output. THROWS InputError for other tables.
void choose_columns(PlotRequest& request, CsvTable& table) {
  constexpr std::array kTimes{"completion_time_s", "time_s", "median_s"};
  const bool measured = has_column(table, "tool");
  const auto* const time =
      std::ranges::find_if(kTimes, [&](const char* name) { return has_column(table, name); });
  const bool known = time != kTimes.end() && has_column(table, "bytes");
  if (known && request.x.empty()) {
    request.x = !has_column(table, "bytes", 1) && has_column(table, "ranks", 1) ? "ranks" : "bytes";
    request.log_x = true;
    keep_positive(table, request.x, "--x");
    if (request.by.empty() && measured) request.by = line_columns(table, request.x);
    if (request.by.empty() && has_column(table, "algorithm")) request.by = {"algorithm"};
  }
  if (known && request.y.empty()) {
    request.y = *time;
    request.log_y = true;
    keep_positive(table, request.y, "--y");
  }
  for (const auto& [name, column] : {std::pair("--x", &request.x), {"--y", &request.y}})
    if (column->empty())
      throw InputError(
          fmt::format("plot: {} is missing; expected a column of {}", name, table.name));
}

int plot(PlotOptions options, const Pictures* pictures) {
  const std::string format = picture_format(options.out, "-o");
  const OutputFile out(options.out, "-o");
  if (!options.by.empty())
    for (const std::string_view name : split(options.by, ','))
      options.request.by.emplace_back(name);
  for (const std::string& text : options.where)
    options.request.where.push_back(parse_column_value(text, "--where"));
  if (!options.baseline.empty())
    options.request.baseline = parse_column_value(options.baseline, "--baseline");
  static constexpr std::array<std::string_view, 3> kOrders{"given", "name", "last"};
  options.request.order =
      static_cast<PlotRequest::Order>(place_of("--order", options.order, kOrders));
  const Plot::Look look = look_of(options);
  CsvTable table = table_of(options.file);
  say_warnings(table.warnings);
  choose_columns(options.request, table);
  Plot plot = plot_of(table, options.request);
  if (!options.title.empty()) plot.title = options.title;
  plot.look = look;
  out.write(drawn_by(pictures).plot(plot, format));
  return kExitFine;
}

}  // namespace

const Pictures& drawn_by(const Pictures* pictures) {
  if (pictures == nullptr)
    throw InputError("this orrery was built without pictures; expected one built with Qt");
  return *pictures;
}

void check_word(const char* option, std::string_view value,
                std::span<const std::string_view> known) {
  if (std::ranges::find(known, value) != known.end()) return;
  throw InputError({.source = option, .is_option = true}, "",
                   unknown_word(value, known, fmt::format("'{}'", value)));
}

std::string picture_format(const std::string& file, std::string_view option) {
  for (const char* format : {"png", "svg", "pdf"})
    if (file.ends_with(std::string(".") + format)) return format;
  throw InputError(
      fmt::format("{}: '{}' has an unknown ending; expected .png, .svg or .pdf", option, file));
}

void add_plot_command(CommandLine& app, int& status, const Pictures* pictures) {
  const auto [command, o] = app.add_command<PlotOptions>(
      "plot", "Draw charts of results from a CSV file", kPlotFooter, status, plot, pictures);
  const auto option = [&command = command](const char* name, std::string& value, const char* help,
                                           const char* text) {
    return command.add_option(name, value, help, text);
  };
  option("results", o.file, "A table with a line of names first; - is standard input",
         "RESULTS.csv|-")
      ->required();
  option("--x", o.request.x,
         "Column along the x axis. Default: bytes, or ranks if all sizes are the same, on a "
         "logarithmic axis without values of 0",
         "COLUMN");
  option("--y", o.request.y,
         "Column along the y axis. Default: completion_time_s, or time_s of a benchmark, on a "
         "logarithmic axis without values of 0",
         "COLUMN");
  option("--by", o.by,
         "Columns with a line for each combination of their values. Default, without --x: "
         "algorithm; for a benchmark collective, and ranks and placement if they differ",
         "COLUMN,..");
  option("--facet", o.request.facet,
         "A small chart for each value of this column, all with the same axes", "COLUMN");
  command
      .add_option("--where", o.where,
                  "Use only rows with this value; several values of a column are alternatives",
                  "COLUMN=VALUE")
      ->allow_extra_args(false);
  option(
      "--baseline", o.baseline,
      "Show the factor by which each line is better than the line of this value of a --by column",
      "COLUMN=VALUE");
  command.add_flag("--logx", o.request.log_x, "Logarithmic x axis");
  command.add_flag("--logy", o.request.log_y, "Logarithmic y axis");
  option("--x-title", o.request.x_title, "Title of the x axis. Default: its column", "TEXT");
  option("--y-title", o.request.y_title, "Title of the y axis. Default: its column", "TEXT");
  option(
      "--size", o.size,
      "Size of the picture, such as 8.5x6cm for a column of text, with letters of 8pt; a PNG has 4 "
      "pixels for each px. Default: 960x600px, with 2 pixels for each",
      "WIDTHxHEIGHT");
  option("--title", o.title, "Title of the picture. Default: names of the axes", "TEXT");
  command.add_flag("--no-title", o.no_title, "No title, for pictures with a caption");
  option("--font", o.font, "Size of the letters in points. Default: 8 with --size, else about 10",
         "POINTS");
  option(
      "--legend", o.legend,
      "Place of the legend. Default: right; with --size or --font below, where names would be cut",
      "right|below|none");
  option("--order", o.order,
         "Order of the lines: as in the table, by name, or by their last value. Default: given",
         "given|name|last");
  option("--background", o.background, "none: a transparent picture. Default: white", "white|none");
  option("-o,--out", o.out, "The picture", "FILE.png|svg|pdf")->required();
}

}  // namespace orrery::inline commands
