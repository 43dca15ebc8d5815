#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "scenarios/formats/json_file.h"
#include "scenarios/formats/mscclpp/gpus.h"

namespace orrery::mscclpp {

/// Sets the chunks of the vector and of every GPU's buffers, which a plan may leave out in place. THROWS PlanError
/// (kStructure).
void set_sizes(Plan& plan, std::vector<Gpu>& gpus);

/// Into how many parts pipelines and groups of thread blocks cut the chunks.
class Parts {
 public:
  using Json = JsonFile::Json;
  /// `bytes` of the whole vector; 0: not known.
  Parts(const JsonFile& file, std::int64_t bytes) : file_(file), bytes_(bytes) {}

  /// How often a pipeline goes round: twice where nothing says how large a chunk is.
  std::int64_t rounds_of(const Json& op, const Where& where, Plan& plan) const;
  /// Sets the parts of a chunk, so that every slice is a whole number of them, and the buffers in these.
  void set(Plan& plan, const Json& gpus, const std::vector<Gpu>& known) const;

 private:
  std::int64_t parts_of(const Json& op, Plan& plan) const;

  const JsonFile& file_;
  std::int64_t bytes_;
};

}  // namespace orrery::mscclpp
