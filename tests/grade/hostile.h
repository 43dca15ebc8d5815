#pragma once

#include <map>
#include <string>
#include <vector>

/// Submissions of people who make mistakes, or have plans.
namespace orrery {

struct Hostile {
  std::string name;
  std::map<std::string, std::string>
      files;              ///< of a folder; "SOLUTION" stands for a file that must not be read
  double points = 0;      ///< of 100
  std::string says{};     ///< part of why it has no more
  std::string sandbox{};  ///< in which it is built; empty: the best
};

/// What a compiler or CMake is to be led astray by.
std::vector<Hostile> hostile_builds();
/// What does harm when it is run.
std::vector<Hostile> hostile_runs();

/// A correct broadcast whose first line in each rank is `mischief`; `outside` stands before it.
std::string correct_but(const std::string& mischief, const std::string& outside = "");
/// One that is correct only if `condition` holds.
std::string correct_if(const std::string& condition, const std::string& outside = "");

}  // namespace orrery
