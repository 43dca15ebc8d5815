#include "scenarios/text/errors.h"

#include <fmt/format.h>

#include "emu/base/nearest.h"
#include "emu/net/topology.h"

namespace orrery::inline text {
namespace {

void append(std::string& text, std::string_view separator, std::string_view part) {
  if (part.empty()) return;
  if (!text.empty()) text += separator;
  text += part;
}

void append_expected(std::string& text, const std::string& expected) {
  if (!expected.empty()) append(text, "; ", "expected " + expected);
}

std::string error_text(const Place& place, const std::string& key, const Complaint& complaint,
                       const std::string& usual, const std::string& remark) {
  std::string about = complaint.text();
  if (complaint.expected.empty() && !complaint.whole) append_expected(about, usual);
  std::string text = place.text();
  if (!place.is_option) append(text, ": ", key);
  append(text, ": ", about);
  return remark.empty() ? text : fmt::format("{} ({})", text, remark);
}

}  // namespace

Complaint complaint_of(const std::exception& error) {
  if (const auto* const value = dynamic_cast<const ValueError*>(&error)) return value->complaint();
  const bool open = dynamic_cast<const TopologyError*>(&error) != nullptr;
  return {.what = error.what(), .whole = !open};
}

std::string Place::text() const {
  std::string text = source;
  for (const int number : {line, column})
    if (number > 0) append(text, ":", fmt::format("{}", number));
  return text;
}

InputError::InputError(Place place, std::string key, Complaint complaint, std::string usual,
                       std::string remark)
    : std::invalid_argument(error_text(place, key, complaint, usual, remark)),
      place_(std::move(place)),
      key_(std::move(key)),
      complaint_(std::move(complaint)),
      usual_(complaint_.whole ? std::string() : std::move(usual)),
      remark_(std::move(remark)) {}

InputError::InputError(const InputError& error, std::string remark)
    : InputError(error.place_, error.key_, error.complaint_, error.usual_, std::move(remark)) {}

std::string InputError::text_without_place() const {
  return error_text({}, key_, complaint_, usual_, remark_);
}

}  // namespace orrery::inline text
