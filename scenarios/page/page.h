#pragma once

#include <string>

#include "scenarios/report/plot/plot.h"
#include "scenarios/spec/scenario.h"
#include "scenarios/teaching/lesson.h"

/// Runs, comparisons and lessons as one file for a browser, which loads nothing else.
namespace orrery::page {

/// Returns a page of a scenario with one run, or two that are compared: pictures of every round,
/// sentences, tables and metrics. THROWS InputError for more of them, std::invalid_argument for a
/// run that cannot be shown.
std::string scenario_page(const Scenario& scenario, const Pictures& pictures);

/// Returns all pages of a lesson, with their questions. `reports`: to the course system in which
/// the page is opened, by the calls of SCORM 1.2. THROWS as scenario_page; teaching::NoAnswer.
std::string lesson_page(const teaching::Lesson& lesson, const Pictures& pictures, bool reports);

/// Returns a package for course systems (SCORM 1.2): a zip archive of the page and its manifest.
std::string scorm_package(const std::string& title, const std::string& html);

}  // namespace orrery::page
