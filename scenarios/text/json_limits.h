#pragma once

#include <cstddef>
#include <stdexcept>
#include <vector>

namespace orrery {

/// An error: a JSON document is nested too deeply, or an object has too many members.
class JsonBeyondLimits : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A callback of Json::parse that THROWS JsonBeyondLimits: an ordered_json compares each member of
/// an object with all before it, and recursion over a document is as deep as the document.
class JsonLimits {
 public:
  template <class Event, class Json>
  bool operator()(int depth, Event event, const Json& /*value*/) {
    if (depth > kDeepest) throw JsonBeyondLimits("nested too deeply");
    if (event == Event::object_start) members_[static_cast<std::size_t>(depth) + 1] = 0;
    if (event == Event::key && ++members_[static_cast<std::size_t>(depth)] > kMostMembers)
      throw JsonBeyondLimits("an object with more than 2048 members");
    return true;
  }

 private:
  static constexpr int kDeepest = 32, kMostMembers = 2048;
  std::vector<int> members_ = std::vector<int>(kDeepest + 2);  ///< so far, by depth
};

}  // namespace orrery
