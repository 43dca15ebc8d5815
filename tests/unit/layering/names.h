#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Lists the names that a source declares at namespace scope, for tests of collisions.
namespace orrery::testing {

struct Name {
  enum class Kind { kType, kAlias, kVariable, kFunction };
  Kind kind = Kind::kType;
  std::string scope;  ///< the named namespaces around it: "orrery::viz"
  std::string name;
  std::string detail;     ///< of a function: types of its parameters; of an alias: its target
  bool defined = true;    ///< false: only declared
  bool internal = false;  ///< in an anonymous namespace, or static
  int line = 0;
};

/// Returns the names in the order of the file. Left out are members of types, qualified names (A::f),
/// names within functions, specialisations and explicit instantiations.
std::vector<Name> names_in(std::string_view code);

/// Returns true if two equal names cannot stand in one namespace, or confuse there. Overloads do not
/// collide, nor do two aliases of the same type.
bool collide(const Name& a, const Name& b);

}  // namespace orrery::testing
