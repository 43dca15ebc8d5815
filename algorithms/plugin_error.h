#pragma once

#include <string>

#include "emu/engine/world.h"

namespace orrery {

/// The code of a plug-in did not do what it was called for. what() says so in words, with rank and round
/// where it had them.
class PluginError : public RankError {
 public:
  enum class Kind {
    kCrashed,   ///< a signal, an exception, a call of exit
    kLimit,     ///< it took more time or memory than it may
    kForbidden  ///< it did what plug-ins may not
  };
  PluginError(Kind kind, const std::string& message) : RankError(-1, message), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

}  // namespace orrery
