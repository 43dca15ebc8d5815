#pragma once

namespace orrery {

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

}  // namespace orrery
