#pragma once

#include <array>
#include <string>
#include <vector>

#include "scenarios/reproduce/model.h"
#include "scenarios/reproduce/reproduction.h"

/// How the rows of a reproduction answer to changes of the model.
namespace orrery {

enum class Notice {
  kNothing,
  kValue,   ///< ours is another
  kVerdict  ///< and the verdict with it, or the reproduction cannot be run
};

/// "–", "value", "verdict".
std::string_view notice_name(Notice notice);

struct RowSensitivity {
  Finding row;                                       ///< in the model as it is
  std::array<Notice, kModelChanges.size()> notices;  ///< in the order of kModelChanges
  bool notices_any() const;
};

/// Runs the reproduction in the model as it is, and with each change.
std::vector<RowSensitivity> sensitivity_of(const Reproduction& reproduction,
                                           const Workshop& workshop);

/// A line for each row, and how many notice nothing and why.
std::string sensitivity_text(const Reproduction& reproduction,
                             const std::vector<RowSensitivity>& rows);

}  // namespace orrery
