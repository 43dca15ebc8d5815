#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "algorithms/plan/plan.h"

namespace orrery::inline formats {

/// A place in a file, as far as known: as data, and in words ("gpu 0 tb 1").
struct Where {
  PlanPlace place;
  std::string text;
};

/// A JSON document with the line of each of its objects, and access that names missing members. All
/// functions THROW PlanError: kSyntax if it is not JSON, or nested deeper than any plan, otherwise
/// kAttribute.
class JsonFile {
 public:
  using Json = nlohmann::ordered_json;

  explicit JsonFile(const std::string& text);

  const Json& root() const { return root_; }
  /// Returns the line of an object; 0: not known.
  std::int32_t line(const Json& object) const;

  /// Returns a member of an object; `where` begins the texts of errors.
  const Json& member(const Json& object, const char* name, const Where& where) const;
  /// Returns a list; an empty one if it is missing and `optional`.
  const Json& list(const Json& object, const char* name, const Where& where,
                   bool optional = false) const;
  std::string_view text(const Json& object, const char* name, const Where& where) const;
  std::int32_t number(const Json& object, const char* name, const Where& where,
                      Fault beyond = Fault::kAttribute) const {
    return number_in(member(object, name, where), name, where, line(object), beyond);
  }
  bool flag(const Json& object, const char* name, const Where& where) const;
  /// Returns a whole number, 0 to 2^31 - 1; other whole numbers are a fault of the kind `beyond`.
  std::int32_t number_in(const Json& value, std::string_view name, const Where& where,
                         std::int32_t line, Fault beyond) const;

  /// Throws a PlanError in the line of an object.
  [[noreturn]] void fail(Fault fault, const Json& object, const Where& where,
                         const std::string& message) const {
    fail(fault, line(object), where, message);
  }
  [[noreturn]] static void fail(Fault fault, std::int32_t line, const Where& where,
                                const std::string& message);

 private:
  Json root_;
  std::unordered_map<const Json*, std::int32_t> lines_;
};

}  // namespace orrery::inline formats
