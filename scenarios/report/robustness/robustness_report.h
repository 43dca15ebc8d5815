#pragma once

#include <string>
#include <vector>

#include "scenarios/report/plot/plot.h"
#include "scenarios/run/statistics/robustness.h"

namespace orrery {

/// A line for each cell: its time, and by how much it grows.
std::string robustness_text(const std::vector<Robustness>& all, const RobustnessRequest& request);

/// A line for each run: the swept values, what is slow, by how much, time and growth.
std::string robustness_csv(const std::vector<Robustness>& all, const RobustnessRequest& request,
                           const std::vector<std::string>& swept);
std::string robustness_json(const std::vector<Robustness>& all, const RobustnessRequest& request);

/// Growth over slowdown, a line for each cell.
Plot robustness_plot(const std::vector<Robustness>& all, const RobustnessRequest& request,
                     const std::string& title);

}  // namespace orrery
