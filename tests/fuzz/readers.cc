#include "tests/fuzz/readers.h"

#include <array>
#include <stdexcept>

#include "emu/net/topology.h"
#include "scenarios/formats/checked_file.h"
#include "scenarios/report/regression/result_rows.h"
#include "scenarios/report/rules/library_rules.h"
#include "scenarios/run/load.h"
#include "scenarios/spec/schedule_format.h"
#include "scenarios/teaching/lesson.h"
#include "scenarios/text/csv_table.h"
#include "scenarios/text/errors.h"

namespace orrery {
namespace {

void read_network(const std::string& path, const std::string& /*text*/) {
  static_cast<void>(make_topology("file:" + path));
}

void read_scenario(const std::string& path, const std::string& text) {
  static_cast<void>(parse_scenario(text, path));
}

void read_teaching(const std::string& path, const std::string& text) {
  static_cast<void>(teaching::read_lesson(text, path));
}

/// Returns whether the format accepts a file; a plan is proved.
bool reads(const ScheduleFormat& format, const std::string& path) {
  if (format.read_plan != nullptr) return check_file(path, format, {}).error.empty();
  try {
    static_cast<void>(format.read(path));
  } catch (const InputError&) {
    return false;
  }
  return true;
}

/// Reads a schedule with every format.
void read_schedules(const std::string& path, const std::string& /*text*/) {
  int accepted = 0;
  for (const ScheduleFormat* format : schedule_formats()) accepted += reads(*format, path) ? 1 : 0;
  if (accepted == 0) throw InputError(path + ": no format of schedules reads it");
}

/// Reads a table, or the output of a benchmark.
void read_measurements(const std::string& path, const std::string& /*text*/) {
  static_cast<void>(read_csv_file(path));
}

void read_decision_table(const std::string& path, const std::string& text) {
  static_cast<void>(read_rules(text, path));
}

void read_results(const std::string& path, const std::string& /*text*/) {
  static_cast<void>(read_result_rows(path));
}

constexpr std::array<FileReader, 7> kReaders{{{"network", read_network},
                                              {"scenario", read_scenario},
                                              {"lesson", read_teaching},
                                              {"schedule", read_schedules},
                                              {"measurements", read_measurements},
                                              {"rules", read_decision_table},
                                              {"results", read_results}}};

}  // namespace

std::span<const FileReader> file_readers() {
  return kReaders;
}

bool accepts(const FileReader& reader, const std::string& path, const std::string& text) {
  try {
    reader.read(path, text);
  } catch (const std::invalid_argument&) {  // InputError, too
    return false;
  } catch (const PlanError&) {
    return false;
  }
  return true;
}

}  // namespace orrery
