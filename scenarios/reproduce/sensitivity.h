#pragma once

#include <array>
#include <string>
#include <vector>

#include "scenarios/reproduce/model.h"
#include "scenarios/reproduce/reproduction.h"

/// The response of a reproduction's rows to changes of the model.
namespace orrery::inline reproduce {

enum class Notice {
  kNothing,
  kValue,   ///< our value changes
  kVerdict  ///< the verdict changes too, or the reproduction cannot be run
};

/// Returns "–", "value", "verdict".
std::string_view notice_name(Notice notice);

struct RowSensitivity {
  Finding row;                                       ///< in the unchanged model
  std::array<Notice, kModelChanges.size()> notices;  ///< in the order of kModelChanges
  bool notices_any() const;
};

/// Runs the reproduction in the unchanged model, and with each change.
std::vector<RowSensitivity> sensitivity_of(const Reproduction& reproduction,
                                           const Workshop& workshop);

/// Returns a line for each row, and the number of rows that notice nothing with the reason.
std::string sensitivity_text(const Reproduction& reproduction,
                             const std::vector<RowSensitivity>& rows);

}  // namespace orrery::inline reproduce
