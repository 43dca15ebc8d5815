#include "scenarios/formats/plan_files.h"

#include <algorithm>
#include <array>
#include <fstream>

#include <fmt/format.h>

#include "algorithms/plan/two_sided.h"
#include "scenarios/document/errors.h"
#include "scenarios/document/program_formats.h"
#include "scenarios/document/text_file.h"

namespace orrery {
namespace {

bool begins_with(std::string_view text, char c) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && text[first] == c;
}
bool has_word(std::string_view text, std::string_view word) {
  return text.find(word) != text.npos;
}

bool is_xml(std::string_view beginning) {
  return begins_with(beginning.substr(beginning.starts_with("\xef\xbb\xbf") ? 3 : 0), '<');
}
bool is_flows(std::string_view beginning) {
  return begins_with(beginning, '{') &&
         (has_word(beginning, "-Epoch") || has_word(beginning, "-Flows"));
}
bool is_json(std::string_view beginning) {
  return begins_with(beginning, '{');
}

constexpr std::array kPlanFormats{
    PlanFormat{"msccl-xml", "MSCCL XML", ".xml", is_xml, read_msccl_xml},
    PlanFormat{"teccl-json", "TE-CCL JSON", ".json", is_flows, read_teccl_json},
    PlanFormat{"mscclpp-json", "MSCCL++ JSON", ".json", is_json, read_mscclpp_json}};

std::string beginning_of(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  std::array<char, 4096> bytes;
  std::ifstream in(path, std::ios::binary);
  in.read(bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(in.gcount())};
}

/// Files of a known size are read in one piece: large ones would not fit twice.
std::string whole(const std::filesystem::path& path) {
  constexpr std::streamoff kMost = std::streamoff{1} << 30;
  std::ifstream in = open_file(path, "", std::ios::ate);
  const std::streamoff size = in.tellg();
  if (size > kMost) throw InputError({path.string()}, "", {"larger than 1 GiB", "a smaller file"});
  std::string text;
  in.seekg(0);
  if (size <= 0) return read_stream(in, path.string());
  text.resize(static_cast<std::size_t>(size));
  in.read(text.data(), size);
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

/// A plan for running it: what is wrong with it is wrong with the scenario.
template <std::size_t format>
Plan plan_to_run(const std::filesystem::path& path, std::int64_t bytes) {
  try {
    PlanOptions options;
    options.bytes = bytes;
    return read_plan(kPlanFormats[format], path, options);
  } catch (const PlanError& e) {
    throw InputError({path.string(), e.place().line}, "", {.what = e.what(), .whole = true});
  }
}

template <std::size_t format>
bool recognises(const std::filesystem::path& path, std::string_view) {
  return plan_format_of(path) == &kPlanFormats[format];
}

}  // namespace

extern const ProgramFormat msccl_xml_program{
    .name = "MSCCL XML",
    .summary = "algorithms of msccl-tools, TACCL, TE-CCL and ForestColl for MSCCL and RCCL",
    .recognises = recognises<0>,
    .read = nullptr,
    .id = "msccl-xml",
    .read_plan = plan_to_run<0>};
extern const ProgramFormat teccl_json_program{
    .name = "TE-CCL JSON",
    .summary = "the flows of an allgather that TE-CCL found",
    .recognises = recognises<1>,
    .read = nullptr,
    .id = "teccl-json",
    .read_plan = plan_to_run<1>};
extern const ProgramFormat mscclpp_json_program{.name = "MSCCL++ JSON",
                                                .summary = "execution plans of MSCCL++",
                                                .recognises = recognises<2>,
                                                .read = nullptr,
                                                .id = "mscclpp-json",
                                                .read_plan = plan_to_run<2>};

std::span<const PlanFormat> plan_formats() {
  return kPlanFormats;
}

std::optional<Plan> sends_and_receives(const Plan& plan) {
  if (is_two_sided(plan)) return {};
  if (!plan.knows_memory)
    throw InputError({"export"}, "",
                     {"it is in place, but does not say which parts of input and output are one "
                      "memory",
                      "a collective that MSCCL++ knows, or out of place"});
  try {
    return two_sided(plan);
  } catch (const PlanError& e) {
    throw InputError({"export"}, "",
                     {fmt::format("it is wrong: {}", e.what()),
                      "a schedule that `orrery check` finds no such fault in"});
  }
}

/// An ending that belongs to a format decides where the contents do not.
const PlanFormat* plan_format_of(const std::filesystem::path& path) {
  if (path.extension() == ".et") return nullptr;  // any bytes
  const std::string beginning = beginning_of(path);
  const auto recognised = std::ranges::find_if(
      kPlanFormats, [&](const PlanFormat& f) { return f.recognises(beginning); });
  if (recognised != kPlanFormats.end()) return &*recognised;
  const std::string ending = path.extension().string();
  if (ending == ".xml") return &kPlanFormats.front();
  return ending == ".json" ? &kPlanFormats.back() : nullptr;
}

Plan read_plan(const PlanFormat& format, const std::filesystem::path& path,
               const PlanOptions& options) {
  Plan plan = format.read(whole(path), options);
  if (plan.root && *plan.root >= plan.setting.ranks)
    throw PlanError(Fault::kStructure, {},
                    fmt::format("root {} of {} ranks", *plan.root, plan.setting.ranks));
  return plan;
}

}  // namespace orrery
