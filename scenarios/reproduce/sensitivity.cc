#include "scenarios/reproduce/sensitivity.h"

#include <algorithm>
#include <exception>
#include <optional>

#include <fmt/format.h>

#include "scenarios/report/table.h"

namespace orrery::inline reproduce {

namespace {

bool same_ours(const Finding& a, const Finding& b) {
  if (a.compared.index() != b.compared.index()) return false;
  if (const auto* n = std::get_if<Number>(&a.compared))
    return n->ours == std::get<Number>(b.compared).ours;
  return ours_text(a) == ours_text(b);
}

Notice notice(const Finding& row, const std::vector<Finding>* rows, std::size_t i) {
  if (rows == nullptr || i >= rows->size() || judge((*rows)[i]) != judge(row))
    return Notice::kVerdict;
  return same_ours(row, (*rows)[i]) ? Notice::kNothing : Notice::kValue;
}

/// Runs the reproduction in that model. Returns nothing if it cannot be run there.
std::optional<Evidence> run_in(ModelChange change, const Reproduction& r, const Workshop& w) {
  const ChangedModel model(change);
  try {
    return r.run(w);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace

std::string_view notice_name(Notice notice) {
  constexpr std::string_view kNames[] = {"–", "value", "verdict"};
  return kNames[static_cast<std::size_t>(notice)];
}

bool RowSensitivity::notices_any() const {
  return std::ranges::any_of(notices, [](Notice n) { return n != Notice::kNothing; });
}

std::vector<RowSensitivity> sensitivity_of(const Reproduction& reproduction,
                                           const Workshop& workshop) {
  Workshop w = workshop;
  w.keep.clear();  // kept runs are those of the model as it is
  std::vector<RowSensitivity> rows;
  for (Finding& f : reproduction.run(w).findings) rows.push_back({std::move(f), {}});
  for (std::size_t c = 0; c < kModelChanges.size(); ++c) {
    const std::optional<Evidence> other = run_in(kModelChanges[c], reproduction, w);
    for (std::size_t i = 0; i < rows.size(); ++i)
      rows[i].notices[c] = notice(rows[i].row, other ? &other->findings : nullptr, i);
  }
  return rows;
}

std::string sensitivity_text(const Reproduction& reproduction,
                             const std::vector<RowSensitivity>& rows) {
  TextTable table;
  table.left({"what", "verdict", "judged by"});
  for (const ModelChange c : kModelChanges) table.left({model_change_name(c)});
  for (const RowSensitivity& r : rows) {
    std::vector<std::string> cells{r.row.what, std::string(verdict_name(judge(r.row))),
                                   std::string(basis_name(r.row.basis))};
    for (const Notice n : r.notices) cells.emplace_back(notice_name(n));
    table.add_row(std::move(cells));
  }
  const auto none = std::ranges::count_if(rows, [](const auto& r) { return !r.notices_any(); });
  const std::string reason = none == 0 || reproduction.beyond_model.empty()
                                 ? ""
                                 : fmt::format(": {}", reproduction.beyond_model);
  return table.text(2) + fmt::format("{} of {} rows are insensitive to these changes{}\n", none,
                                     rows.size(), reason);
}

}  // namespace orrery::inline reproduce
