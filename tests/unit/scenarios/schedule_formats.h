#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "scenarios/formats/checked_file.h"
#include "scenarios/formats/formats.h"
#include "scenarios/spec/schedule_format.h"

/// Names the formats of schedules as tests request them.
namespace orrery {

inline const ScheduleFormat& schedule_format(std::string_view name) {
  return **std::ranges::find(schedule_formats(), name, &ScheduleFormat::name);
}

inline Plan read_msccl_xml(std::string text, const PlanOptions& options = {}) {
  return schedule_format("msccl-xml").read_plan(std::move(text), options);
}
inline Plan read_mscclpp_json(std::string text, const PlanOptions& options = {}) {
  return schedule_format("mscclpp-json").read_plan(std::move(text), options);
}
inline Plan read_teccl_json(std::string text, const PlanOptions& options = {}) {
  return schedule_format("teccl-json").read_plan(std::move(text), options);
}
inline std::string msccl_xml_text(const Plan& plan) {
  return plan_text(schedule_format("msccl-xml"), plan);
}
inline std::string mscclpp_json_text(const Plan& plan) {
  return plan_text(schedule_format("mscclpp-json"), plan);
}

inline CheckedFile check_file(const std::filesystem::path& path, const PlanOptions& options = {}) {
  return check_file(path, format_of(path), options);
}

}  // namespace orrery
