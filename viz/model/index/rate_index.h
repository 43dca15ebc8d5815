#pragma once

#include <cstdint>
#include <vector>

#include "emu/trace/trace.h"

namespace orrery::viz::inline model {

/// The load of every path of every message at any time, from the rate events of a trace.
class RateIndex {
 public:
  RateIndex() = default;
  explicit RateIndex(const Trace& trace);

  struct Flow {
    double bytes_per_second = 0;  ///< rate at t
    double bytes = 0;             ///< carried until t
  };
  /// Returns the flow of a path at t. REQUIRES a message of the trace and one of its paths. A path
  /// without any rate event carries its bytes evenly from the message's flow to its end.
  Flow at(const Trace::Message& message, int path, Time t) const;
  /// Returns the lowest rate > 0 that a path ever has; 0 if it never carries anything.
  double least(const Trace::Message& message, int path) const;

 private:
  struct Change {
    Time time{0};
    double bytes_per_second = 0;
    double before = 0;  // bytes carried until then
  };
  std::size_t slot(std::int64_t message, int path) const {
    return first_path_[static_cast<std::size_t>(message)] + static_cast<std::size_t>(path);
  }
  void sumUp(std::size_t path);
  template <class Known>
  std::vector<bool> evenPaths(const Trace& trace, std::size_t paths, Known known) const;

  std::vector<std::size_t> first_path_;  // of each message, numbering all paths
  std::vector<std::size_t> offsets_;     // of each path, into changes_
  std::vector<Change> changes_;
};

}  // namespace orrery::viz::inline model
