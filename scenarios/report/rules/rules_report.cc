#include "scenarios/report/rules/rules_report.h"

#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algorithms/libraries.h"
#include "emu/base/quantity.h"
#include "scenarios/report/table.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline report {
namespace {

using nlohmann::json;

/// Returns a value of an axis, or the value that all cells of the map share.
std::string value_of(const json& map, const json& cell, const char* key) {
  for (const char* axis : {"x", "y"})
    if (map.at(axis).at("key") == key) return cell.at(axis).get<std::string>();
  const json& fixed = map.at(key);
  return fixed.is_string() ? fixed.get<std::string>() : fixed.dump();
}

MapTimes::Cell cell_of(const json& map, const json& cell) {
  MapTimes::Cell read;
  read.ranks = std::stoi(value_of(map, cell, "ranks"));
  const std::string bytes = value_of(map, cell, "bytes");
  const bool is_plain = bytes.find_first_not_of("0123456789") == std::string::npos;
  read.bytes = is_plain ? std::stoll(bytes) : parse_bytes(bytes).count();
  for (const auto& [algorithm, seconds] : cell.at("time_s").items())
    if (seconds.is_number()) read.seconds[algorithm] = seconds.get<double>();
  return read;
}

/// The choice of the rules in a cell of the map.
struct ChosenCell {
  std::string chosen;  ///< the library's name; empty: it decides itself
  const LibraryAlgorithm* row = nullptr;
  std::optional<double> seconds;  ///< of the library's choice
  std::string best;
  double best_seconds = 0;
  double loss() const { return *seconds / best_seconds - 1; }
};

ChosenCell chosen_in(const LibraryRules& rules, const LibraryRules::Choice& choice,
                     const std::string& collective, const MapTimes::Cell& cell) {
  ChosenCell o;
  for (const auto& [algorithm, seconds] : cell.seconds)
    if (o.best.empty() || seconds < o.best_seconds) o.best = algorithm, o.best_seconds = seconds;
  const auto chosen = choice(cell.ranks, cell.bytes);
  if (!chosen) return o;
  o.chosen = *chosen;
  o.row = library_algorithm(rules.library, collective, *chosen);
  if (o.row == nullptr) return o;
  // One name may have several rows: the first that the map has counts.
  for (const LibraryAlgorithm& row : library_algorithms())
    if (row.library == rules.library && row.call == collective && row.name == o.row->name &&
        !o.seconds)
      if (const auto time = cell.seconds.find(std::string(row.algorithm));
          time != cell.seconds.end())
        o.row = &row, o.seconds = time->second;
  return o;
}

std::string ours_of(const ChosenCell& o) {
  if (o.chosen.empty()) return "(as the library decides)";
  if (o.row == nullptr) return "(none in the catalogue)";
  return o.seconds ? std::string(o.row->algorithm)
                   : fmt::format("{} (not in the map)", o.row->algorithm);
}

std::string time_of(double seconds) {
  return short_time(Time(static_cast<std::int64_t>(seconds * 1e12 + 0.5)));
}

}  // namespace

MapTimes read_map(std::string_view text, const std::string& name) try {
  const json map = json::parse(text);
  MapTimes read;
  read.title = map.at("title").get<std::string>();
  read.collective = map.at("collective").get<std::string>();
  for (const json& cell : map.at("cells")) read.cells.push_back(cell_of(map, cell));
  return read;
} catch (const std::exception&) {  // of the parser, numbers, missing members
  throw InputError({name}, "",
                   {"is not a map over ranks and bytes", "what `orrery map --json FILE` writes"});
}

std::string rules_text(const LibraryRules& rules, const MapTimes& map, const std::string& name) {
  const auto choice = rules.choices.find(map.collective);
  if (choice == rules.choices.end()) {
    std::vector<std::string> known;
    for (const auto& [collective, unused] : rules.choices) known.push_back(collective);
    throw InputError({name}, "",
                     {fmt::format("{}: nothing is said of {}, which the map is about", rules.format,
                                  map.collective),
                      known.empty() ? "rules for it" : one_of(known)});
  }
  TextTable table;
  table.right({"ranks", "bytes"})
      .left({rules.library, "which is"})
      .right({"time"})
      .left({"fastest"})
      .right({"time", "loss"});
  double sum = 0, most = 0;
  std::size_t compared = 0, right = 0;
  std::string worst;
  for (const MapTimes::Cell& cell : map.cells) {
    if (cell.seconds.empty()) continue;
    const ChosenCell o = chosen_in(rules, choice->second, map.collective, cell);
    table.add_row({fmt::format("{}", cell.ranks), size_text(Bytes(cell.bytes)),
                   o.row == nullptr ? o.chosen : std::string(o.row->name), ours_of(o),
                   o.seconds ? time_of(*o.seconds) : "–", o.best, time_of(o.best_seconds),
                   o.seconds ? fmt::format("{:.1f} %", 100 * o.loss()) : "–"});
    if (!o.seconds) continue;
    ++compared, sum += o.loss();
    if (o.loss() == 0) ++right;
    if (o.loss() > most)
      most = o.loss(), worst = fmt::format(" ({} ranks, {}: {} instead of {})", cell.ranks,
                                           size_text(Bytes(cell.bytes)), o.row->algorithm, o.best);
  }
  const std::size_t others = map.cells.size() - compared;
  return fmt::format("{}: {}{}\n\n{}\n", name, rules.format,
                     map.title.empty() ? "" : fmt::format(" against {}", map.title),
                     table.text(2)) +
         (compared == 0 ? "No choice of the rules is an algorithm of the map.\n"
                        : fmt::format("The fastest algorithm is chosen in {} of {} cells. The "
                                      "choices lose {:.1f} % on "
                                      "average, {:.1f} % at most{}.\n",
                                      right, compared, 100 * sum / static_cast<double>(compared),
                                      100 * most, worst)) +
         (others == 0 ? ""
                      : fmt::format("Not compared: {} of {} cells.\n", others, map.cells.size())) +
         (rules.remark.empty() ? "" : rules.remark + '\n');
}

}  // namespace orrery::inline report
