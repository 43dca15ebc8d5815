#include "scenarios/report/junit.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/report/markup.h"

namespace orrery::inline report {
namespace {

/// Escapes text; XML cannot express most control characters.
std::string xml_text(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 && c != '\t' && c != '\n'; }, ' ');
  return with_entities(text, "&<>\"\n");
}

std::string ending_element(const TestCase& c) {
  if (c.ended.empty()) return {};
  const std::string type = c.type.empty() ? "" : fmt::format(R"( type="{}")", c.type);
  return fmt::format(R"(<{}{} message="{}"/>)", c.ended, type, xml_text(c.message));
}

std::string printed_element(const TestCase& c) {
  return c.printed.empty() ? "" : fmt::format("<system-out>{}</system-out>", xml_text(c.printed));
}

}  // namespace

std::string_view ending_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kFine:
      return {};
    case Outcome::kSkipped:
    case Outcome::kNotRun:
      return "skipped";
    case Outcome::kVerificationFailed:
    case Outcome::kDeadlock:
      return "failure";
    default:
      return "error";
  }
}

JunitSuite::JunitSuite(const std::string& title) : title_(xml_text(title)) {}

void JunitSuite::add(const TestCase& c) {
  ++cases_;
  seconds_ += c.seconds;
  ++ended_[c.ended];
  body_ += fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.6f}">)",
                       c.group.empty() ? title_ : xml_text(c.group), xml_text(c.name), c.seconds);
  body_ += ending_element(c) + printed_element(c) + "</testcase>\n";
}

std::string JunitSuite::element() const {
  const auto count = [&](std::string_view ending) {
    const auto found = ended_.find(ending);
    return found == ended_.end() ? 0 : found->second;
  };
  return fmt::format(
      R"(  <testsuite name="{}" tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.6f}">
{}  </testsuite>
)",
      title_, cases_, count("failure"), count("error"), count("skipped"), seconds_, body_);
}

std::string JunitSuite::text() const {
  return junit_text(element());
}

std::string junit_text(std::string_view elements) {
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n{}</testsuites>\n",
                     elements);
}

}  // namespace orrery::inline report
