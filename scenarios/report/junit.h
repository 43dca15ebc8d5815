#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "scenarios/run/runner.h"

/// Results as JUnit XML, which continuous integration reads.
namespace orrery::inline report {

/// A test case and its end. A failure is a fault of the tested code, an error prevented the test.
struct TestCase {
  std::string name;
  std::string group{};  ///< the group it belongs to; empty: the suite
  double seconds = 0;
  std::string_view ended{};  ///< "failure", "error", "skipped"; empty: passed
  std::string_view type{};   ///< of a failure or an error
  std::string message{}, printed{};
};

/// Returns the end of a case whose outcome should be fine.
std::string_view ending_of(Outcome outcome);

/// Returns a file with these elements of suites.
std::string junit_text(std::string_view elements);

class JunitSuite {
 public:
  explicit JunitSuite(const std::string& title);

  void add(const TestCase& c);
  /// Returns the suite alone, for junit_text().
  std::string element() const;
  /// Returns a file with no other suite.
  std::string text() const;

 private:
  std::string title_, body_;
  std::size_t cases_ = 0;
  std::map<std::string_view, int> ended_;  // number of cases by ending
  double seconds_ = 0;
};

}  // namespace orrery::inline report
