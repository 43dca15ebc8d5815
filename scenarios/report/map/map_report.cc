#include "scenarios/report/map/map_report.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "emu/base/letters.h"
#include "scenarios/report/table.h"

namespace orrery::inline report {

namespace {

constexpr int kShades = 5;  ///< of the chosen algorithm: 20 % of gain each

std::vector<std::string> names_of(const WinnerMap::Axis& axis) {
  return axis.key.empty() ? std::vector<std::string>{" "} : axis.values;
}

/// Returns one series for each algorithm, several for the chosen one.
std::vector<Plot::Series> empty_series(const WinnerMap& map, std::optional<std::size_t> chosen) {
  std::vector<Plot::Series> series;
  for (std::size_t a = 0; a < map.algorithms.size(); ++a) {
    if (a != chosen) {
      series.push_back({map.algorithms[a], {}, a});
      continue;
    }
    for (int shade = 0; shade < kShades; ++shade)
      series.push_back({fmt::format("{}, saves {} to {} %", map.algorithms[a],
                                    shade * 100 / kShades, (shade + 1) * 100 / kShades),
                        {},
                        a,
                        0.25 + 0.75 * shade / (kShades - 1)});
  }
  return series;
}

std::vector<WinnerMap::Cell> close_cells(const WinnerMap& map) {
  std::vector<WinnerMap::Cell> close;
  for (std::size_t i = 0; i < map.cells(); ++i)
    if (is_close(map, map.cell(i))) close.push_back(map.cell(i));
  return close;
}

using Cell = WinnerMap::Cell;
using Chosen = std::optional<std::size_t>;

constexpr std::size_t kLongestColumnName = 6;
/// Backgrounds on which black is readable, of the 256 colours of terminals.
constexpr std::array kColours{75, 214, 114, 211, 228, 147, 180, 252};

/// Returns letters of a name, the likeliest first: beginnings of words, all letters, the alphabet.
std::string candidates_of(const std::string& name) {
  std::string candidates, letters;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (i == 0 || name[i - 1] == '-') candidates += name[i];
  for (const char c : candidates + name + "abcdefghijklmnopqrstuvwxyz")
    if (std::isalpha(static_cast<unsigned char>(c)) != 0)
      letters += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return letters;
}

/// Returns a sign for each algorithm that the map shows: the first letter that is still free, for
/// further ones two letters. The others have none.
std::vector<std::string> signs_of(const std::vector<std::string>& algorithms,
                                  const std::vector<bool>& shown) {
  std::set<std::string> used;
  std::vector<std::string> signs(algorithms.size());
  for (std::size_t a = 0; a < algorithms.size(); ++a) {
    if (!shown[a]) continue;
    const std::string letters = candidates_of(algorithms[a]);
    for (const char c : letters)
      if (signs[a].empty() && used.emplace(1, c).second) signs[a] = c;
    for (std::size_t i = 0; signs[a].empty() && i < letters.size() * letters.size(); ++i) {
      const auto second = static_cast<char>(std::tolower(letters[1 + i % (letters.size() - 1)]));
      const std::string two{letters[i / (letters.size() - 1) % letters.size()], second};
      if (used.insert(two).second) signs[a] = two;
    }
    if (signs[a].empty()) signs[a] = "?";  // of more than 26 + 26 x 26 winners
  }
  return signs;
}

/// Returns whether an algorithm wins anywhere, or is the chosen one.
std::vector<bool> shown_of(const WinnerMap& map, Chosen chosen) {
  std::vector<bool> shown;
  for (const std::size_t won : wins(map)) shown.push_back(won > 0 || chosen == shown.size());
  return shown;
}

class Painter {
 public:
  Painter(const WinnerMap& map, Chosen chosen, bool colour)
      : map_(map),
        chosen_(chosen),
        colour_(colour),
        shown_(shown_of(map, chosen)),
        signs_(signs_of(map.algorithms, shown_)) {
    for (const std::string& value : map.y.values)
      label_width_ = std::max(label_width_, display_width(value));
    label_width_ = std::max(label_width_, display_width(map.y.key));
    const std::size_t room =
        kTerminalWidth > label_width_ + 2 ? kTerminalWidth - label_width_ - 2 : 1;
    const auto longest = std::ranges::max_element(signs_, {}, &std::string::size);
    const std::size_t least = longest == signs_.end() || longest->size() < 2 ? 1 : 3;
    cell_width_ = std::clamp<std::size_t>(room / map.x.values.size(), least, 3);
  }

  std::string text() const {
    std::string out = grid([this](Cell c) { return cell(c); }) + "\n" + legend();
    if (map_.bounds.empty()) return out;
    return out + "\nWhat binds:\n\n" + grid([this](Cell c) { return bound(c); }) + "\n" +
           legend_of_bounds();
  }

 private:
  template <class F>
  std::string grid(F&& text_of_cell) const {
    std::string out = fmt::format("{:>{}}\n", map_.y.key, label_width_);
    for (std::size_t y = map_.y.values.size(); y-- > 0;) {
      out += fmt::format("{:>{}}  ", map_.y.values[y], label_width_);
      for (std::size_t x = 0; x < map_.x.values.size(); ++x) out += text_of_cell(Cell{x, y});
      out.erase(out.find_last_not_of(' ') + 1);
      out += '\n';
    }
    return out + columns();
  }

  /// Returns the first letter of the binding bound.
  std::string bound(Cell c) const {
    const auto bounds = map_.bound(c);
    if (!bounds) return fmt::format("{:^{}}", '.', cell_width_);
    return painted(static_cast<std::size_t>(bounds->binding()),
                   std::string(name_of(bounds->binding()).substr(0, 1)));
  }

  /// Cells that a bound binds in, and how near to it the fastest come there.
  struct Tightness {
    std::size_t cells = 0;
    double nearest = 0, farthest = 0;
  };
  void add(Tightness& t, Cell c, const NetworkBounds& bounds) const {
    ++t.cells;
    const auto best = podium(map_, c).first;
    if (!best || bounds.least() == Time(0)) return;
    const double times = to_seconds(*map_.time(c, *best)) / to_seconds(bounds.least());
    t.nearest = t.nearest == 0 ? times : std::min(t.nearest, times);
    t.farthest = std::max(t.farthest, times);
  }
  Tightness tightness(NetworkBounds::Kind kind) const {
    Tightness t;
    for (std::size_t i = 0; i < map_.cells(); ++i)
      if (const auto bounds = map_.bound(map_.cell(i)); bounds && bounds->binding() == kind)
        add(t, map_.cell(i), *bounds);
    return t;
  }

  std::string legend_of_bounds() const {
    using Kind = NetworkBounds::Kind;
    std::string out;
    for (const Kind kind : {Kind::kLatency, Kind::kPorts, Kind::kCut}) {
      const Tightness t = tightness(kind);
      if (t.cells == 0) continue;
      out += fmt::format("   {}   {:<7}  {:>6} {}", name_of(kind)[0], name_of(kind), t.cells,
                         t.cells == 1 ? "cell" : "cells");
      if (t.nearest > 0)
        out += fmt::format("; the fastest takes {:.2f} to {:.2f} times the bound", t.nearest,
                           t.farthest);
      out += '\n';
    }
    return out;
  }

  std::string painted(std::size_t algorithm, const std::string& sign) const {
    const std::string text = fmt::format("{:^{}}", sign, cell_width_);
    if (!colour_) return text;
    return fmt::format("\033[48;5;{};30m{}\033[0m", kColours[algorithm % kColours.size()], text);
  }

  /// Returns whole tens of per cent; exact tenths are rarely exact in binary.
  static char digit(double gain) {
    return static_cast<char>('0' + std::clamp(static_cast<int>(gain * 10 + 1e-9), 0, 9));
  }

  std::string cell(Cell c) const {
    const Podium p = podium(map_, c);
    if (!p.first) return fmt::format("{:^{}}", '.', cell_width_);
    std::string sign = is_close(map_, c) ? small_letters(signs_[*p.first]) : signs_[*p.first];
    if (chosen_ && *p.first == *chosen_)
      if (const auto g = gain(map_, c, *chosen_)) sign = digit(*g);
    return painted(*p.first, sign);
  }

  /// Returns the values along x below their columns, from top to bottom; long ones are listed.
  std::string columns() const {
    std::size_t height = 0;
    for (const std::string& value : map_.x.values) height = std::max(height, display_width(value));
    std::string out;
    if (height > kLongestColumnName) {
      out = fmt::format("{:>{}}  from left to right: {}\n", map_.x.key, label_width_,
                        fmt::join(map_.x.values, ", "));
      return out;
    }
    for (std::size_t line = 0; line < height; ++line) {
      out += fmt::format("{:>{}}  ", line == 0 ? map_.x.key : "", label_width_);
      for (const std::string& value : map_.x.values)
        out += fmt::format("{:^{}}", line < value.size() ? value[line] : ' ', cell_width_);
      out.erase(out.find_last_not_of(' ') + 1);
      out += '\n';
    }
    return out;
  }

  std::string legend() const {
    const std::vector<std::size_t> won = wins(map_);
    std::string out;
    std::size_t decided = 0;
    for (const std::size_t n : won) decided += n;
    std::size_t widest = 0;
    for (std::size_t a = 0; a < won.size(); ++a)
      if (shown_[a]) widest = std::max(widest, map_.algorithms[a].size());
    for (std::size_t a = 0; a < won.size(); ++a) {
      if (!shown_[a]) continue;
      const bool digits = chosen_ && a == *chosen_;
      const std::string sign = digits ? "0-9" : fmt::format("{:^3}", signs_[a]);
      const std::string sample =
          colour_ ? fmt::format("\033[48;5;{};30m{}\033[0m", kColours[a % kColours.size()], sign)
                  : sign;
      out += fmt::format("  {}  {:<{}}  {:>6} {:>3}  {:>6.2f} %{}\n", sample, map_.algorithms[a],
                         widest, won[a], won[a] == 1 ? "cell" : "cells", share(won[a], decided),
                         digits ? "  (its gain, in tens of per cent)" : "");
    }
    return out + remarks(decided);
  }

  static double share(std::size_t part, std::size_t whole) {
    return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
  }

  std::string remarks(std::size_t decided) const {
    std::string out;
    if (const auto others = std::ranges::count(shown_, false); others > 0)
      out += fmt::format("  {} {} the fastest nowhere; --csv has the times of all.\n", others,
                         others == 1 ? "other is" : "others are");
    std::size_t ties = 0;
    for (std::size_t i = 0; i < map_.cells(); ++i)
      if (podium(map_, map_.cell(i)).tied > 0) ++ties;
    if (ties > 0)
      out += fmt::format(
          "  {} of {} cells are ties: they go to the first in the order of --algorithm.\n", ties,
          decided);
    if (map_.spread > 0)
      out += fmt::format(
          "  {} of {} cells (small letters) are undecided: another algorithm is within {:g} %.\n",
          close_cells(map_).size(), decided, 100 * map_.spread);
    if (decided < map_.cells())
      out += fmt::format("  {} cells (.) no algorithm can run.\n", map_.cells() - decided);
    if (chosen_) {
      const GainSummary s = summarise_gain(map_, *chosen_);
      out += fmt::format(
          "  Where {} wins it saves {:.1f} % of the time of the second best on average, {:.1f} % "
          "in the\n  median, {:.1f} % at best.\n",
          map_.algorithms[*chosen_], 100 * s.mean, 100 * s.median, 100 * s.best);
    }
    return out;
  }

  const WinnerMap& map_;
  Chosen chosen_;
  bool colour_;
  std::vector<bool> shown_;  // in the legend
  std::vector<std::string> signs_;
  std::size_t label_width_ = 0, cell_width_ = 1;
};

}  // namespace

Plot map_plot(const WinnerMap& map, std::optional<std::size_t> chosen) {
  Plot plot{.title = map.title,
            .x = {.label = map.x.key, .names = names_of(map.x)},
            .y = {.label = map.y.key, .names = names_of(map.y)},
            .series = empty_series(map, chosen),
            .kind = Plot::Kind::kCells};
  for (std::size_t i = 0; i < map.cells(); ++i) {
    const WinnerMap::Cell cell = map.cell(i);
    const auto first = podium(map, cell).first;
    if (!first) continue;
    std::size_t series = *first;
    if (chosen && *first > *chosen) series += kShades - 1;
    if (first == chosen)
      series += static_cast<std::size_t>(std::clamp(
          static_cast<int>(gain(map, cell, *chosen).value_or(0) * kShades), 0, kShades - 1));
    plot.series[series].points.emplace_back(cell.x, cell.y);
  }
  Plot::Series close{.name = fmt::format("another is within {:g} %", 100 * map.spread),
                     .hatched = true};
  for (const Cell c : close_cells(map)) close.points.emplace_back(c.x, c.y);
  plot.series.push_back(std::move(close));
  std::erase_if(plot.series, [](const Plot::Series& s) { return s.points.empty(); });
  return plot;
}

std::string map_text(const WinnerMap& map, Chosen chosen, bool colour) {
  return Painter(map, chosen, colour).text();
}

}  // namespace orrery::inline report
