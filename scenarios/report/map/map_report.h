#pragma once

#include <optional>
#include <string>

#include "scenarios/report/map/winner_map.h"
#include "scenarios/report/plot/plot.h"

/// Winner maps as text, for readers and programs. `chosen` is the algorithm whose gain is shown, by
/// number.
namespace orrery::inline report {

/// Plots the map: a cell in the colour of its winner; if the chosen algorithm wins, the colour is
/// stronger the more it saves.
Plot map_plot(const WinnerMap& map, std::optional<std::size_t> chosen);

/// Returns the map as characters, a legend, and the share of each algorithm. A cell is a letter of
/// the winner, in its colour if `colour`; if the chosen algorithm wins, its gain in tens of per
/// cent (0 .. 9) stands for the letter. With bounds a second map shows which of them binds.
std::string map_text(const WinnerMap& map, std::optional<std::size_t> chosen, bool colour);

/// Returns one line for each cell: its values, the fastest two with their times, the number of
/// others that are as fast as the first, the chosen algorithm's gain, the time of every algorithm,
/// and with bounds which of them binds.
std::string map_csv(const WinnerMap& map, std::optional<std::size_t> chosen);

/// Returns {"schema": 1, "x": {"key", "values"}, "y": .., "algorithms": [..], "cells": [..],
/// "wins": {..}}.
std::string map_json(const WinnerMap& map, std::optional<std::size_t> chosen);

}  // namespace orrery::inline report
