#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/plan/plan.h"

/// Files of other tools that hold a plan of a collective, chunk by chunk. Adding one: a reader and a line in
/// plan_files.cc.
namespace orrery {

/// What the caller says beside the file.
struct PlanOptions {
  std::string collective;            ///< instead of what the file says; empty: that
  std::optional<std::int32_t> root;  ///< of a rooted collective
  /// Bytes of the whole vector, which decide how often a pipeline of MSCCL++ goes round; 0: twice.
  std::int64_t bytes = 0;
};

struct PlanFormat {
  std::string_view name;    ///< "msccl-xml"
  std::string_view title;   ///< "MSCCL XML"
  std::string_view ending;  ///< ".xml"
  bool (*recognises)(std::string_view beginning);
  /// THROWS PlanError: whatever is wrong but what check() finds.
  Plan (*read)(std::string text, const PlanOptions& options);
};

std::span<const PlanFormat> plan_formats();
/// By what a file is called and begins with; null: none.
const PlanFormat* plan_format_of(const std::filesystem::path& path);

/// THROWS InputError (cannot be read), PlanError.
Plan read_plan(const PlanFormat& format, const std::filesystem::path& path,
               const PlanOptions& options = {});

// The formats, each in files of its own.

/// MSCCL's algorithms as XML (Cowan et al., ASPLOS 2023), of msccl-tools, TACCL, TE-CCL and ForestColl.
Plan read_msccl_xml(std::string text, const PlanOptions& options = {});
/// What is written instead of a plan in which ranks reach into each other's memory; nothing: itself. THROWS InputError:
/// a plan that is wrong.
std::optional<Plan> sends_and_receives(const Plan& plan);
/// A plan as such XML. THROWS InputError: what MSCCL cannot say.
std::string msccl_xml_text(const Plan& plan);
/// Execution plans of MSCCL++ as JSON.
Plan read_mscclpp_json(std::string text, const PlanOptions& options = {});
/// A plan as such JSON: each message is put into scratch of its receiver and announced by a signal. THROWS InputError:
/// what MSCCL++ cannot say.
std::string mscclpp_json_text(const Plan& plan);
/// An allgather of TE-CCL (Liu et al., SIGCOMM 2024) as JSON, flow by flow.
Plan read_teccl_json(std::string text, const PlanOptions& options = {});

}  // namespace orrery
