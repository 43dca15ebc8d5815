#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "scenarios/spec/scenario.h"

namespace orrery::inline spec {

/// The reason why a cell cannot be run.
struct Refusal {
  std::string_view key;  ///< name of the key to blame
  Complaint complaint;
  bool unsupported = false;  ///< the algorithm cannot: skip_unsupported makes it a skipped cell
  RunSpec spec = {};         ///< the cell, with the parts that were found correct
  std::optional<Place> place =
      {};  ///< of a key of an [[operation]], or of it; nothing: a key of the scenario
  std::string operation = {};  ///< the name of the operation that is to blame; empty: none

  std::string message() const { return complaint.text(); }
};

/// An exception: a check refuses the cell; caught in prepare().
struct Refused {
  Refusal refusal;
};

[[noreturn]] inline void refuse(std::string_view key, Complaint complaint) {
  throw Refused{{key, std::move(complaint)}};
}
[[noreturn]] inline void refuse_unsupported(Complaint complaint) {
  throw Refused{{"algorithm", std::move(complaint), true}};
}

}  // namespace orrery::inline spec
