#pragma once

#include <map>
#include <string>
#include <vector>

/// Hostile and careless submissions.
namespace orrery {

struct Hostile {
  std::string name;
  std::map<std::string, std::string>
      files;              ///< of a folder; "SOLUTION" stands for a file that must not be read
  double points = 0;      ///< of 100
  std::string says{};     ///< part of why it has no more
  std::string sandbox{};  ///< in which it is built; empty: the best
  bool as_user = false;   ///< not root grades it
};

/// Returns submissions that attack the compiler or CMake.
std::vector<Hostile> hostile_builds();
/// Returns submissions that do harm when they run.
std::vector<Hostile> hostile_runs();

/// Returns a correct broadcast whose first line in each rank is `mischief`; `outside` comes before
/// it.
std::string correct_but(const std::string& mischief, const std::string& outside = "");
/// Returns a submission that is correct only if `condition` holds.
std::string correct_if(const std::string& condition, const std::string& outside = "");

}  // namespace orrery
