#pragma once

#include <cstdint>

#include "algorithms/algorithm.h"
#include "algorithms/fingerprint.h"

/// Algorithms outside of the program: a shared library that says ORRERY_PLUGIN(&my_algorithm, ...)
/// once. It is linked against nothing; what it uses of algorithms/ and emu/ the program has.
namespace orrery {

/// What the program looks for in a plug-in. The first three members stay what they are, so that every
/// version can tell that another one is not for it.
struct PluginHeader {
  static constexpr std::uint32_t kInterface = 1;

  char magic[8];            ///< "orrery\0\0"
  std::uint32_t interface;  ///< of this header
  std::uint32_t count;      ///< of algorithms
  const char* fingerprint;  ///< of the headers that it was built with
  const Algorithm* const* algorithms;
};

/// Stands for the headers, and for what else decides how values lie in memory.
constexpr const char* kFingerprint =
#if defined(_GLIBCXX_USE_CXX11_ABI) && _GLIBCXX_USE_CXX11_ABI == 0
    ORRERY_HEADERS "-old-strings";
#else
    ORRERY_HEADERS;
#endif

}  // namespace orrery

#define ORRERY_PLUGIN(...)                                                  \
  namespace orrery {                                                        \
  static const Algorithm* const plugin_algorithms[] = {__VA_ARGS__};        \
  }                                                                         \
  extern "C" {                                                              \
  extern const orrery::PluginHeader orrery_plugin;                          \
  const orrery::PluginHeader orrery_plugin = {                              \
      {'o', 'r', 'r', 'e', 'r', 'y', 0, 0},                                 \
      orrery::PluginHeader::kInterface,                                     \
      sizeof orrery::plugin_algorithms / sizeof *orrery::plugin_algorithms, \
      orrery::kFingerprint,                                                 \
      orrery::plugin_algorithms};                                           \
  }
