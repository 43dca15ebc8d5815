#pragma once

#include <cstdint>

#include "emu/payload/slice.h"

/// The format of a rank's calls of its Comm in answers. No call gives a rank anything that it could
/// not know: data stay in buffers that only have numbers, and no clock is visible. So a rank in the
/// other process runs ahead and makes up numbers for its buffers, and this process makes the calls,
/// one after the other, when their time has come.
namespace orrery::inline run {

enum class CallKind : std::uint32_t {
  kSend,         ///< x, a: to, tag
  kReceive,      ///< x, a: from, tag
  kSendReceive,  ///< x, a: to, y, b: from, tag
  kIsend,        ///< x, a, tag; id
  kIreceive,     ///< x, a, tag; id
  kWait,         ///< list of ids; kNoHandle: of an empty slice
  kReduce,       ///< x: into, y: from
  kReduceFront,
  kCopy,
  kScratch,  ///< x.count; id
  kJoin,     ///< list of slices; id
  kRound,    ///< a: round, b: line; text: file
  kLanes,    ///< a: how many; id: task of the first
  kSub,      ///< list of ranks; id
  kFree,     ///< id of a sub
  // Ends of a task.
  kEnd,
  kThrew  ///< text
};

/// A slice of a rank's buffer: 0 is its vector, others are the ids of scratch and join; or the
/// buffers of empty slices and tokens.
struct WireSlice {
  std::uint32_t buffer = Slice::kNothing;
  std::int64_t offset = 0, count = 0;
};

/// The part that all kinds have; lists and texts follow.
struct WireCall {
  CallKind kind = CallKind::kEnd;
  std::uint32_t comm = 0;  ///< 0: the task's own; otherwise the id of a sub
  std::uint32_t id = 0;    ///< from 1 on, by rank
  std::int32_t a = 0, b = 0, tag = 0;
  WireSlice x{}, y{};
};

constexpr std::uint32_t kNoHandle = 0;

}  // namespace orrery::inline run
