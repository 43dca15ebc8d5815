#include "scenarios/spec/file_kind.h"

#include <fmt/format.h>

#include "emu/net/imports/import.h"
#include "scenarios/spec/schedule_format.h"
#include "scenarios/text/benchmark_log.h"
#include "scenarios/text/text_file.h"

namespace orrery {

std::string kind_of_text(std::string_view text) {
  if (std::string words = benchmark_in_words(text); !words.empty()) return words;
  const imports::NetworkFormat* const format = imports::format_of_network(text);
  return format == nullptr || format->name == "an edge list" ? std::string()
                                                             : std::string(format->name);
}

std::string kind_in_words(const std::filesystem::path& file) {
  const std::string beginning = beginning_of(file);
  if (std::string words = kind_of_text(beginning); !words.empty()) return words;
  const ScheduleFormat* const schedule = recognised_format(file);
  return schedule == nullptr ? std::string() : fmt::format("a schedule ({})", schedule->name);
}

}  // namespace orrery
