#include "scenarios/formats/json_file.h"

#include <algorithm>
#include <limits>

#include "scenarios/formats/schedule_error.h"
#include "scenarios/text/json_limits.h"

namespace orrery::inline formats {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the lines of all { outside of strings, in order.
std::vector<std::int32_t> lines_of_objects(std::string_view text) {
  std::vector<std::int32_t> lines;
  std::int32_t line = 1;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') ++line;
    if (quoted && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      quoted = !quoted;
    else if (!quoted && text[i] == '{')
      lines.push_back(line);
  }
  return lines;
}

/// Collects all objects of a document, in order.
void collect(const Json& value, std::vector<const Json*>& objects) {
  if (value.is_object()) objects.push_back(&value);
  if (value.is_structured())
    for (const Json& part : value) collect(part, objects);
}

Json parsed(const std::string& text) {
  const auto line_at = [&](std::size_t byte) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
    return static_cast<std::int32_t>(std::count(text.begin(), end, '\n')) + 1;
  };
  try {
    check_json_limits(text);
    return Json::parse(text);
  } catch (const JsonBeyondLimits& e) {
    JsonFile::fail(Fault::kSyntax, 0, {}, e.what());
  } catch (const Json::parse_error& e) {
    JsonFile::fail(Fault::kSyntax, line_at(e.byte == 0 ? 0 : e.byte - 1), {},
                   "this is not JSON, or ends too early");
  } catch (const Json::exception&) {
    JsonFile::fail(Fault::kSyntax, 0, {}, "a number that JSON cannot hold");
  }
}

}  // namespace

JsonFile::JsonFile(const std::string& text) : root_(parsed(text)) {
  if (!root_.is_object()) throw NoSchedule(1, "not an object");
  const std::vector<std::int32_t> lines = lines_of_objects(text);
  std::vector<const Json*> objects;
  collect(root_, objects);
  if (objects.size() != lines.size()) return;  // names that are there twice
  for (std::size_t i = 0; i < objects.size(); ++i) lines_[objects[i]] = lines[i];
}

std::int32_t JsonFile::line(const Json& object) const {
  const auto found = lines_.find(&object);
  return found == lines_.end() ? 0 : found->second;
}

void JsonFile::fail(Fault fault, std::int32_t line, const Where& where,
                    const std::string& message) {
  PlanPlace place = where.place;
  place.line = line;
  std::string text = where.text;
  if (line > 0)
    text += fmt::format("{}line {}{}", text.empty() ? "" : " (", line, text.empty() ? "" : ")");
  throw PlanError(fault, place, text.empty() ? message : text + ": " + message);
}

const Json& JsonFile::member(const Json& object, const char* name, const Where& where) const {
  if (!object.is_object()) fail(Fault::kAttribute, 0, where, "expected an object");
  const auto found = object.find(name);
  if (found == object.end()) fail(Fault::kAttribute, object, where, fmt::format("no {}", name));
  return *found;
}

const Json& JsonFile::list(const Json& object, const char* name, const Where& where,
                           bool optional) const {
  static const Json kNone = Json::array();
  if (optional && object.is_object() && !object.contains(name)) return kNone;
  const Json& value = member(object, name, where);
  if (!value.is_array())
    fail(Fault::kAttribute, object, where, fmt::format("{} is not a list", name));
  return value;
}

std::string_view JsonFile::text(const Json& object, const char* name, const Where& where) const {
  const Json& value = member(object, name, where);
  if (!value.is_string())
    fail(Fault::kAttribute, object, where, fmt::format("{} is not a text", name));
  return value.get_ref<const std::string&>();
}

bool JsonFile::flag(const Json& object, const char* name, const Where& where) const {
  const Json& value = member(object, name, where);
  if (!value.is_boolean())
    fail(Fault::kAttribute, object, where, fmt::format("{} is neither true nor false", name));
  return value.get<bool>();
}

std::int32_t JsonFile::number_in(const Json& value, std::string_view name, const Where& where,
                                 std::int32_t line, Fault beyond) const {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kMost)
    fail(value.is_number_integer() ? beyond : Fault::kAttribute, line, where,
         fmt::format("{} is not a number from 0 to {}", name, kMost));
  return value.get<std::int32_t>();
}

}  // namespace orrery::inline formats
