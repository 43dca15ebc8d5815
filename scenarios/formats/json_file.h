#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algorithms/plan/plan.h"

namespace orrery {

/// A JSON document that knows in which line each of its objects begins, with access that names what is missing.
/// All THROW PlanError: kSyntax where it is no JSON, or nested deeper than any plan, otherwise kAttribute.
class JsonFile {
 public:
  using Json = nlohmann::ordered_json;

  explicit JsonFile(const std::string& text);

  const Json& root() const { return root_; }
  /// 0: not known.
  std::int32_t line(const Json& object) const;

  /// `where` begins the texts of errors: "gpu 0 tb 1".
  const Json& member(const Json& object, const char* name, std::string_view where) const;
  /// A list; an empty one if there is none and that is `optional`.
  const Json& list(const Json& object, const char* name, std::string_view where,
                   bool optional = false) const;
  std::string_view text(const Json& object, const char* name, std::string_view where) const;
  std::int32_t number(const Json& object, const char* name, std::string_view where) const {
    return number_in(member(object, name, where), name, where, line(object));
  }
  bool flag(const Json& object, const char* name, std::string_view where) const;
  /// A whole number, 0 to 2^31 - 1.
  std::int32_t number_in(const Json& value, std::string_view name, std::string_view where,
                         std::int32_t line) const;

  [[noreturn]] static void fail(Fault fault, std::int32_t line, std::string_view where,
                                const std::string& message);

 private:
  Json root_;
  std::unordered_map<const Json*, std::int32_t> lines_;
};

}  // namespace orrery
