#pragma once

#include <string>

#include "emu/engine/world.h"

namespace orrery::inline algorithms {

/// A failed call of a plug-in's code. what() describes it, with rank and round if known.
class PluginError : public RankError {
 public:
  enum class Kind {
    kCrashed,   ///< a signal, an exception, a call of exit
    kLimit,     ///< it exceeded its time or memory
    kForbidden  ///< it made a call that plug-ins may not make
  };
  PluginError(Kind kind, const std::string& message) : RankError(-1, message), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

}  // namespace orrery::inline algorithms
