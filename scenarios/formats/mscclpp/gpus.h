#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "scenarios/formats/json_file.h"

/// The GPUs of an execution plan of MSCCL++ without their operations, and the meaning of their
/// thread blocks' numbers.
namespace orrery::mscclpp {

struct RemoteBuffer {
  std::int32_t rank = 0;
  Buffer buffer = Buffer::kInput;
};
struct SwitchChannel {
  Buffer buffer = Buffer::kInput;
  std::vector<std::int32_t> ranks;
};

struct Gpu {
  std::int32_t input = 0, output = 0, scratch = 0;
  std::map<std::string_view, std::vector<std::int32_t>> channels;  ///< peers by type
  std::vector<SwitchChannel> switches;
  std::vector<RemoteBuffer> remote;
  std::vector<std::int32_t> semaphores;
};

/// A thread block: the meaning of the numbers in its operations.
struct Block {
  std::int32_t rank = 0, id = 0;
  std::map<std::string_view, std::vector<std::int32_t>> channels, buffers;  ///< by type
  Where where;
};

/// A reader of GPUs and thread blocks. `file` must outlive it. THROWS PlanError.
class GpuReader {
 public:
  using Json = JsonFile::Json;
  GpuReader(const JsonFile& file, std::int32_t ranks) : file_(file), ranks_(ranks) {}

  Gpu gpu(const Json& json, std::int32_t rank) const;
  Block block(const Json& json, const Gpu& g, std::int32_t rank, std::int32_t id) const;

  Buffer buffer_named(const Json& object, const char* name, const Where& where) const;
  /// Returns "memory", "port" or "switch"; the words have unlimited lifetime.
  std::string_view channel_type(const Json& object, const char* name, const Where& where) const;
  /// Returns a number below `end`; a larger one is `fault`.
  std::int32_t below(const Json& value, const Json& object, const Where& where,
                     std::string_view what, std::size_t end, Fault fault) const;

 private:
  std::int32_t peer(const Json& value, const Json& object, const Where& where, std::int32_t self,
                    std::string_view what) const;
  void read_channels(const Json& json, const Where& where, std::int32_t rank, Gpu& g) const;

  const JsonFile& file_;
  std::int32_t ranks_;
};

}  // namespace orrery::mscclpp
