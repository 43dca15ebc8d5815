#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/plan/plan.h"

/// An algorithm of MSCCL (Cowan et al., ASPLOS 2023), of msccl-tools, TACCL, TE-CCL or ForestColl,
/// as its XML has it: the reader checks it, and the writer makes it.
namespace orrery::msccl {

enum class Type : std::uint8_t { kS, kR, kRcs, kRrs, kRrc, kRrcs, kCpy, kRe, kNop };

/// The effects of a type of step, in the order of Type.
struct TypeMeaning {
  std::string_view name;
  bool sends, receives, reads_source, reads_destination, writes_destination;
};
inline constexpr TypeMeaning kTypes[] = {
    {"s", true, false, true, false, false},    {"r", false, true, false, false, true},
    {"rcs", true, true, false, false, true},   {"rrs", true, true, true, false, false},
    {"rrc", false, true, true, false, true},   {"rrcs", true, true, true, false, true},
    {"cpy", false, false, true, false, true},  {"re", false, false, true, true, true},
    {"nop", false, false, false, false, false}};
inline const TypeMeaning& meaning(Type type) {
  return kTypes[static_cast<std::size_t>(type)];
}

struct StepElement {
  std::int32_t number = 0, source_offset = -1, destination_offset = -1, count = 0;
  std::int32_t depends_on = -1, depends_step = -1;
  std::int32_t line = 0;
  Type type = Type::kNop;
  Buffer source = Buffer::kInput, destination = Buffer::kInput;
  bool is_awaited = false;
};

/// Our own attribute, which other readers do not know: step `later` of a thread block waits until a
/// send of its GPU has ended, and not only until its data are in a buffer.
inline constexpr const char* kSendsEnded = "sends_ended";
struct SendEnded {
  std::int32_t later = 0, block = 0, send = 0;
};

struct ThreadBlock {
  std::int32_t id = 0, send = -1, receive = -1, channel = 0, line = 0;
  std::vector<StepElement> steps;
  std::vector<SendEnded> sends_ended;
};

struct Copy {
  std::int32_t input = 0, output = 0, line = 0;
};

struct GpuElement {
  std::int32_t id = 0, input = 0, output = 0, scratch = 0, line = 0;
  std::vector<Copy> copies;
  std::vector<ThreadBlock> blocks;
};

struct AlgorithmElement {
  std::string name, protocol, collective;
  std::int32_t channels = 1, chunks = 1, gpus_declared = 1, line = 1;
  bool in_place = false, out_of_place = false;
  std::int64_t least_bytes = 0, most_bytes = 0;
  std::vector<GpuElement> gpus;
};

/// Returns "gpu 0 tb 1 step 2 (rrs, line 7)".
std::string place_of(std::int32_t gpu, const ThreadBlock& b, const StepElement& s);
/// Returns the steps with an effect, such as TypeMeaning::sends; empty for a null block.
std::vector<const StepElement*> steps_of(const ThreadBlock* b, bool TypeMeaning::*does);

/// Reads the XML. THROWS PlanError: kSyntax, kAttribute.
AlgorithmElement parse(std::string text);

/// A file that keeps its own rules.
struct Checked {
  /// The sending and the receiving thread block of each connection.
  std::map<Connection, std::pair<const ThreadBlock*, const ThreadBlock*>> connections;
  std::int64_t input = 0, output = 0;  ///< chunks of every GPU, by the collective
};
/// Checks a file; sorts GPUs and thread blocks by their numbers. THROWS PlanError: kStructure to
/// kCount, class by class.
Checked checked(AlgorithmElement& x, const Demand& demand);

/// Writes a plan as such XML. REQUIRES and THROWS as ScheduleFormat::write_plan.
std::string xml_text(const Plan& plan);

}  // namespace orrery::msccl
