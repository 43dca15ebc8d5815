#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algorithms/plan/plan.h"

namespace orrery {

/// Where in a file something stands, as far as that is known: as data, and in words ("gpu 0 tb 1").
struct Where {
  PlanPlace place;
  std::string text;
};

/// A JSON document that knows in which line each of its objects begins, with access that names what is missing.
/// All THROW PlanError: kSyntax where it is not JSON, or nested deeper than any plan, otherwise kAttribute.
class JsonFile {
 public:
  using Json = nlohmann::ordered_json;

  explicit JsonFile(const std::string& text);

  const Json& root() const { return root_; }
  /// 0: not known.
  std::int32_t line(const Json& object) const;

  /// `where` begins the texts of errors.
  const Json& member(const Json& object, const char* name, const Where& where) const;
  /// A list; an empty one if there is none and that is `optional`.
  const Json& list(const Json& object, const char* name, const Where& where,
                   bool optional = false) const;
  std::string_view text(const Json& object, const char* name, const Where& where) const;
  std::int32_t number(const Json& object, const char* name, const Where& where,
                      Fault beyond = Fault::kAttribute) const {
    return number_in(member(object, name, where), name, where, line(object), beyond);
  }
  bool flag(const Json& object, const char* name, const Where& where) const;
  /// A whole number, 0 to 2^31 - 1; other whole numbers are a fault of the kind `beyond`.
  std::int32_t number_in(const Json& value, std::string_view name, const Where& where,
                         std::int32_t line, Fault beyond) const;

  /// In the line of an object.
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

}  // namespace orrery
