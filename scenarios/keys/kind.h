#pragma once

namespace orrery::inline keys {

/// The kinds of values of keys, metrics and fields.
enum class Kind {
  kText,
  kInteger,
  kBytes,    ///< a number of bytes
  kReal,     ///< a ratio or a plain number
  kBitRate,  ///< bits per second
  kTime,     ///< Time; in files decimal seconds
  kBool
};

}  // namespace orrery::inline keys
