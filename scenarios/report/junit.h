#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "scenarios/run/runner.h"

/// Results as JUnit XML, which continuous integration reads.
namespace orrery {

/// How a test case ended. A failure is what the tested code got wrong, an error what kept it from being
/// tested.
struct TestCase {
  std::string name;
  std::string group{};  ///< what it belongs to; empty: the suite
  double seconds = 0;
  std::string_view ended{};  ///< "failure", "error", "skipped"; empty: well
  std::string_view type{};   ///< of a failure or an error
  std::string message{}, printed{};
};

/// How a case ends that had to go well.
std::string_view ending_of(Outcome outcome);

/// A file with these elements of suites.
std::string junit_text(std::string_view elements);

class JunitSuite {
 public:
  explicit JunitSuite(const std::string& title);

  void add(const TestCase& c);
  /// The suite alone, which junit_text() makes a file of.
  std::string element() const;
  /// A file with no other suite.
  std::string text() const;

 private:
  std::string title_, body_;
  std::size_t cases_ = 0;
  std::map<std::string_view, int> ended_;  // how many, by ending
  double seconds_ = 0;
};

}  // namespace orrery
