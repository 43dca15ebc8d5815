#include <fmt/format.h>

#include "scenarios/report/map/map_report.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline report {
namespace {

using Cell = WinnerMap::Cell;
using Chosen = std::optional<std::size_t>;

std::string time_or_nothing(const std::optional<Time>& t, const char* nothing = "") {
  return t ? seconds_text(*t) : nothing;
}

std::string name_or_nothing(const WinnerMap& map, const std::optional<std::size_t>& a) {
  return a ? csv_text(map.algorithms[*a]) : std::string();
}

std::optional<Time> time_of(const WinnerMap& map, Cell c, const std::optional<std::size_t>& a) {
  return a ? map.time(c, *a) : std::nullopt;
}

std::string text_token(const std::string& text) {
  return json_token(FieldValue(text));
}

std::string texts_token(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts)
    out += fmt::format("{}{}", out.empty() ? "" : ", ", text_token(text));
  return fmt::format("[{}]", out);
}

std::string axis_token(const WinnerMap::Axis& axis) {
  return fmt::format("{{\"key\": {}, \"values\": {}}}", text_token(axis.key),
                     texts_token(axis.values));
}

std::string cell_token(const WinnerMap& map, Chosen chosen, Cell c) {
  const Podium p = podium(map, c);
  const auto name = [&](const std::optional<std::size_t>& a) {
    return a ? text_token(map.algorithms[*a]) : "null";
  };
  std::string out = fmt::format(
      "{{\"x\": {}, \"y\": {}, \"best\": {}, \"best_time_s\": {}, \"second\": {}, "
      "\"second_time_s\": {}, \"tied\": {}",
      text_token(map.x.values[c.x]), text_token(map.y.values[c.y]), name(p.first),
      time_or_nothing(time_of(map, c, p.first), "null"), name(p.second),
      time_or_nothing(time_of(map, c, p.second), "null"), p.tied);
  if (chosen) {
    const auto g = gain(map, c, *chosen);
    out += fmt::format(", \"gain\": {}", g ? fmt::format("{}", *g) : "null");
  }
  if (const auto bounds = map.bound(c))
    out += fmt::format(", \"bound\": \"{}\", \"bound_s\": {}", name_of(bounds->binding()),
                       seconds_text(bounds->least()));
  if (map.spread > 0) out += fmt::format(", \"close\": {}", is_close(map, c));
  out += ", \"time_s\": {";
  for (std::size_t a = 0; a < map.algorithms.size(); ++a)
    out += fmt::format("{}{}: {}", a > 0 ? ", " : "", text_token(map.algorithms[a]),
                       time_or_nothing(map.time(c, a), "null"));
  return out + "}}";
}

}  // namespace

std::string map_csv(const WinnerMap& map, Chosen chosen) {
  std::string out;
  for (const WinnerMap::Axis* axis : {&map.x, &map.y})
    if (!axis->key.empty()) out += axis->key + ",";
  out += "best,best_time_s,second,second_time_s,tied";
  if (chosen) out += ",gain";
  for (const std::string& name : map.algorithms) out += fmt::format(",{}_time_s", name);
  if (!map.bounds.empty()) out += ",bound,bound_s";
  if (map.spread > 0) out += ",close";
  out += '\n';
  for (std::size_t i = 0; i < map.cells(); ++i) {
    const Cell c = map.cell(i);
    const Podium p = podium(map, c);
    if (!map.x.key.empty()) out += csv_text(map.x.values[c.x]) + ",";
    if (!map.y.key.empty()) out += csv_text(map.y.values[c.y]) + ",";
    out += fmt::format("{},{},{},{},{}", name_or_nothing(map, p.first),
                       time_or_nothing(time_of(map, c, p.first)), name_or_nothing(map, p.second),
                       time_or_nothing(time_of(map, c, p.second)), p.tied);
    if (chosen) {
      const auto g = gain(map, c, *chosen);
      out += g ? fmt::format(",{:.6f}", *g) : ",";
    }
    for (std::size_t a = 0; a < map.algorithms.size(); ++a)
      out += fmt::format(",{}", time_or_nothing(map.time(c, a)));
    if (const auto bounds = map.bound(c))
      out += fmt::format(",{},{}", name_of(bounds->binding()), seconds_text(bounds->least()));
    else if (!map.bounds.empty())
      out += ",,";
    if (map.spread > 0) out += is_close(map, c) ? ",1" : ",0";
    out += '\n';
  }
  return out;
}

std::string map_json(const WinnerMap& map, Chosen chosen) {
  std::string cells, shares, fixed;
  for (const auto& [key, value] : map.fixed)
    fixed += fmt::format("\n  \"{}\": {},", key, text_token(value));
  for (std::size_t i = 0; i < map.cells(); ++i)
    cells += fmt::format("{}\n    {}", i > 0 ? "," : "", cell_token(map, chosen, map.cell(i)));
  const std::vector<std::size_t> won = wins(map);
  for (std::size_t a = 0; a < won.size(); ++a)
    shares += fmt::format("{}{}: {}", a > 0 ? ", " : "", text_token(map.algorithms[a]), won[a]);
  return fmt::format(
      "{{\n  \"schema\": 1,\n  \"title\": {},{}\n  \"x\": {},\n  \"y\": {},\n  \"algorithms\": "
      "{},\n"
      "  \"gain_of\": {},\n  \"wins\": {{{}}},\n  \"cells\": [{}\n  ]\n}}\n",
      text_token(map.title), fixed, axis_token(map.x), axis_token(map.y),
      texts_token(map.algorithms), chosen ? text_token(map.algorithms[*chosen]) : "null", shares,
      cells);
}

}  // namespace orrery::inline report
