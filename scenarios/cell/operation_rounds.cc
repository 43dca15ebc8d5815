#include "scenarios/cell/operation_rounds.h"

#include <fmt/format.h>

#include "scenarios/cell/validate.h"

namespace orrery::inline cell {

OperationRounds::OperationRounds(const RunSpec& spec) {
  if (!runs_operations(spec)) return;
  const Preparation result = prepare(spec);
  const auto* const cell = std::get_if<Prepared>(&result);
  if (cell == nullptr) return;
  for (const GroupOperation& o : cell->operations) names_.push_back(o.name);
  first_ = first_rounds(cell->operations);
}

int OperationRounds::operation(int round) const {
  return any() ? operation_of_round(first_, round) : -1;
}

std::string_view OperationRounds::name(int round) const {
  return any() ? std::string_view(names_[static_cast<std::size_t>(operation(round))])
               : std::string_view();
}

int OperationRounds::within(int round) const {
  return any() ? round - first_[static_cast<std::size_t>(operation(round))] : round;
}

std::string OperationRounds::text(int round) const {
  return any() ? fmt::format("{} {}", name(round), within(round)) : fmt::format("{}", round);
}

}  // namespace orrery::inline cell
