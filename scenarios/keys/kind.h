#pragma once

namespace orrery {

/// What the values of a key, a metric or a field are.
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
