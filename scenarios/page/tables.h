#pragma once

#include <string>
#include <vector>

#include "scenarios/document/operation_rounds.h"
#include "scenarios/report/plot/plot.h"
#include "scenarios/teaching/laboratory.h"

namespace orrery::page {

/// A round: a sentence, and a table of its messages that opens.
std::string round_table(const teaching::Evidence& evidence, int round, const Frames& frames,
                        const OperationRounds& operations);

/// Figures of one run or two, side by side.
std::string figures_table(const std::vector<const RunResult*>& results);

}  // namespace orrery::page
