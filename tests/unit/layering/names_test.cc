// Tests that names do not collide. The project defines each type and function once, and sources
// that are compiled together (add_sources in the top CMakeLists.txt) share their anonymous
// namespaces.
#include "tests/unit/layering/names.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "tests/unit/layering/groups.h"
#include "tests/unit/layering/sources.h"

namespace orrery::testing {
namespace {

using Texts = std::vector<std::string>;

/// A name and its place.
struct Place {
  std::string path;
  std::set<std::string> groups;  ///< it is compiled in these; none: alone
  Name name;
};

using Places = std::vector<Place>;
using Rule = bool (*)(const Place&, const Place&);

bool is_header(const Place& p) {
  return p.path.ends_with(".h");
}

bool is_type(const Name& n) {
  return n.kind == Name::Kind::kType || n.kind == Name::Kind::kAlias;
}

bool is_function(const Name& n) {
  return n.kind == Name::Kind::kFunction;
}

/// Returns true for definitions that the whole program shares. Ignores the global namespace: each
/// program has a main() there.
bool is_shared(const Name& n) {
  return !n.scope.empty() && n.defined && !n.internal;
}

bool in_one_namespace(const Name& a, const Name& b) {
  return a.scope == b.scope && collide(a, b);
}

bool type_twice(const Place& a, const Place& b) {
  return is_type(a.name) && is_type(b.name) && is_shared(a.name) && is_shared(b.name) &&
         in_one_namespace(a.name, b.name);
}

bool function_twice(const Place& a, const Place& b) {
  return is_function(a.name) && is_function(b.name) && is_shared(a.name) && is_shared(b.name) &&
         in_one_namespace(a.name, b.name);
}

bool share_group(const Place& a, const Place& b) {
  const auto has_it = [&](const std::string& group) { return b.groups.contains(group); };
  return std::any_of(a.groups.begin(), a.groups.end(), has_it);
}

/// Returns true if the names cannot stand in one unit. This includes names outside of anonymous
/// namespaces: constants there are internal as well, and a name in both is ambiguous.
bool twice_in_group(const Place& a, const Place& b) {
  return !is_header(a) && !is_header(b) && share_group(a, b) && a.name.defined && b.name.defined &&
         in_one_namespace(a.name, b.name);
}

bool is_around(const std::string& outer, const std::string& inner) {
  return inner == outer || inner.starts_with(outer.empty() ? "" : outer + "::");
}

/// Returns true if an internal name and that of a header are ambiguous or the first hides the other,
/// for all sources of the group.
bool also_in_header(const Place& a, const Place& b) {
  const Place &own = a.name.internal ? a : b, &other = a.name.internal ? b : a;
  return own.name.internal && is_header(other) && !other.name.internal && share_group(a, b) &&
         is_around(other.name.scope, own.name.scope) && collide(a.name, b.name);
}

std::string text_of(const Place& p) {
  return p.path + ":" + std::to_string(p.name.line);
}

std::string full_name(const Name& n) {
  const std::string parameters = is_function(n) ? "(" + n.detail + ")" : "";
  return n.scope + (n.scope.empty() ? "" : "::") + n.name + parameters;
}

/// Returns a line for each pair among `places`, which have one name, that the rule forbids.
std::string collisions_of(const Places& places, Rule forbids) {
  std::string lines;
  for (std::size_t i = 1; i < places.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Place &a = places[is_header(places[j]) ? i : j], &b = places[&a == &places[i] ? j : i];
      if (a.path != b.path && forbids(a, b))
        lines += text_of(a) + ": " + full_name(a.name) + " collides with " + text_of(b) +
                 "; rename one of them\n";
    }
  return lines;
}

std::string collisions(const Places& places, Rule forbids) {
  std::map<std::string, Places> by_name;
  for (const Place& p : places) by_name[p.name.name].push_back(p);
  std::string lines;
  for (const auto& [name, same] : by_name) lines += collisions_of(same, forbids);
  return lines;
}

void add_names(const std::string& path, const std::set<std::string>& groups, std::string_view text,
               Places& places) {
  for (Name& n : names_in(text)) places.push_back({path, groups, std::move(n)});
}

const Places& project_places() {
  static const Places all = [] {
    Places places;
    auto groups = compiled_in(sources(), project_groups());
    for (const Source& s : sources()) add_names(s.path, groups[s.path], s.text, places);
    return places;
  }();
  return all;
}

/// Returns the collisions between the texts of n/a.cc and of `path`, compiled in `groups`.
std::string between(Rule forbids, std::string_view a, std::string_view b,
                    const std::string& path = "n/b.cc",
                    const std::set<std::string>& groups = {"target m", "target n"}) {
  Places places;
  add_names("n/a.cc", {"target n"}, a, places);
  add_names(path, groups, b, places);
  return collisions(places, forbids);
}

Texts names_of(std::string_view code) {
  Texts all;
  for (const Name& n : names_in(code))
    all.push_back((n.internal ? "-" : "") + full_name(n) + (n.defined ? "" : ";"));
  return all;
}

TEST(NamesInCode, AreTypesAliasesVariablesAndFunctions) {
  EXPECT_EQ(names_of(""), Texts{});
  EXPECT_EQ(
      names_of(
          "namespace a::b {\nclass C {};\nstruct D final : E {};\nenum class F : int { kX };\n}"),
      (Texts{"a::b::C", "a::b::D", "a::b::F"}));
  EXPECT_EQ(
      names_of("using A = int;\nnamespace fs = std::filesystem;\nusing B::c;\nusing namespace d;"),
      (Texts{"A", "fs"}));
  EXPECT_EQ(names_of("constexpr int kA = 1 << 2, kB = 9 >> 3, kC{};\nint d;\nextern const A "
                     "b{};\nextern const A c;"),
            (Texts{"kA", "kB", "kC", "d", "b", "c;"}));
  EXPECT_EQ(names_of("const std::map<int, int (*)(int)> kA{{1, f}};\nconst std::string kB(\"\");\n"
                     "const char* const kC[] = {\"\"};\nconst auto kD = [](int x) { return x; };"),
            (Texts{"kA", "kB", "kC", "kD"}));
  EXPECT_EQ(names_of("enum A : int { kA = 1, kB };\nint f();\n"), (Texts{"A", "kA", "kB", "f();"}));
}

TEST(NamesInCode, AreNotOfInlineNamespaces) {
  EXPECT_EQ(names_of("namespace a::inline b {\nclass C {};\nnamespace {\nint f() {}\n}\n}\n"
                     "namespace a::inline b::d {\nclass E {};\n}"),
            (Texts{"a::C", "-a::f()", "a::d::E"}));
}

TEST(NamesInCode, AreInternalInAnonymousNamespacesAndIfStatic) {
  EXPECT_EQ(names_of("namespace a {\nnamespace {\nint f() {}\nstruct S;\n}\nint g() {}\n}"),
            (Texts{"-a::f()", "-a::S;", "a::g()"}));
  EXPECT_EQ(names_of("static int f() {}\ninline static constexpr int kA = 1;"),
            (Texts{"-f()", "-kA"}));
}

TEST(NamesInCode, LeaveOutWhatStandsElsewhere) {
  EXPECT_EQ(names_of("void A::f() {}\nA::A() : x_(2) {}\nA::~A() {}\nbool A::operator==(A a) "
                     "{}\nint A::x = 1;\n"
                     "struct A::B {};\nauto A::g() -> int { return b->c; }"),
            Texts{});
  EXPECT_EQ(
      names_of("int f() {\n  struct S {};\n  int x = 1;\n}\nclass C {\n  struct D {};\n  int y;\n"
               "  friend int h(int x) {}\n};"),
      (Texts{"f()", "C"}));
  EXPECT_EQ(
      names_of(
          "template <>\nstruct A<int> {};\ntemplate <class T>\nstruct A<T*> {};\n"
          "template class A<int>;\nextern template class A<int>;\ntemplate <>\nint f<int>() {}\n"
          "template int f(int);\nstruct std::hash<A> {};"),
      Texts{});
  EXPECT_EQ(names_of("// class A {};\n#define B class C {}\nstatic_assert(x == 1, \"\");"),
            Texts{});
}

TEST(NamesInCode, FunctionsHaveTheTypesOfTheirParameters) {
  EXPECT_EQ(names_of("int f(const A& a, int b = 3, std::vector<int> = {}, unsigned = 0);"),
            Texts{"f(const A&, int, std::vector<int>, unsigned);"});
  EXPECT_EQ(
      names_of(
          "void f(const int x, bool (*g)(int y)) {}\nS* h(S&&, A::B, A::B c) {}\nstruct S* i() {}"),
      (Texts{"f(int, bool(*)(int y))", "h(S&&, A::B, A::B)", "i()"}));
  EXPECT_EQ(names_of("template <class T, int n = 1>\nT f(const T& x) {}"),
            Texts{"f(const $0& of 2 parameters)"});
  EXPECT_EQ(
      names_of("bool operator==(A a, B b) {}\nA operator()(A);\nvoid* operator new(size_t n) {}"),
      (Texts{"operator==(A, B)", "operator()(A);", "operator new(size_t)"}));
}

TEST(Names, ATypeTwiceInANamespaceIsFound) {
  EXPECT_EQ(between(type_twice, "namespace a {\nclass A {};\n}", "\nnamespace a { struct A {}; }"),
            "n/a.cc:2: a::A collides with n/b.cc:2; rename one of them\n");
  EXPECT_NE(between(type_twice, "namespace a { class A {}; }", "namespace a { enum class A {}; }",
                    "m/b.h"),
            "");
  EXPECT_NE(between(type_twice, "namespace a { template <class T>\nclass A {}; }",
                    "namespace a { using A = int; }"),
            "");
  EXPECT_NE(
      between(type_twice, "namespace a { using A = long; }", "namespace a { using A = int; }"), "");
}

TEST(Names, OtherTypesArePassed) {
  const std::string a = "namespace a { class A {}; }";
  EXPECT_EQ(between(type_twice, a, "namespace b { class A {}; }"), "");
  EXPECT_EQ(between(type_twice, a, "namespace a { class A; enum class A : int; }"), "");
  EXPECT_EQ(between(type_twice, a, "namespace a { class B { class A {}; }; struct B::A {}; }"), "");
  EXPECT_EQ(between(type_twice, a, "namespace a { namespace { class A {}; } }"), "");
  EXPECT_EQ(between(type_twice, "namespace a { namespace { class A {}; } }", a), "");
  EXPECT_EQ(between(type_twice, a, "namespace a { template <>\nclass A<int> {}; }"), "");
  EXPECT_EQ(between(type_twice, a, "namespace a { void f() { class A {}; } }"), "");
  EXPECT_EQ(between(type_twice, "namespace a { using A = int; }", "namespace a { using A = int; }"),
            "");
}

TEST(Names, AFunctionTwiceInANamespaceIsFound) {
  const std::string f = "namespace a { int f(const A& x) {} }";
  EXPECT_EQ(between(function_twice, f, "namespace a {\nbool f(const A& y = {}) {} }", "m/b.cc"),
            "n/a.cc:1: a::f(const A&) collides with m/b.cc:2; rename one of them\n");
  EXPECT_NE(between(function_twice, "namespace a { template <class T>\nint f(T x) {} }",
                    "namespace a { template <class U>\nint f(U x) {} }"),
            "");
}

TEST(Names, OtherFunctionsArePassed) {
  const std::string f = "namespace a { int f(const A& x) {} bool operator<(A a, A b) {} }";
  EXPECT_EQ(between(function_twice, f, "namespace a { int f(A& x) {} int f() {} }"), "");
  EXPECT_EQ(between(function_twice, f, "namespace a { int f(const A& x); }"), "");
  EXPECT_EQ(between(function_twice, f, "namespace a { int B::f(const A& x) {} }"), "");
  EXPECT_EQ(between(function_twice, f, "namespace a { bool operator<(B a, B b) {} }"), "");
  EXPECT_EQ(between(function_twice, f,
                    "namespace a { template <>\nint f(const A& x) {} template int f(const A&); }"),
            "");
  EXPECT_EQ(between(function_twice, "int main() {}", "int main() {}"), "");
}

TEST(Names, WhatTwoSourcesOfAGroupShareIsFound) {
  const std::string a =
      "namespace a { namespace {\nint f(int x) {}\nstruct S {};\nconstexpr int kA = 1;\n} }";
  EXPECT_EQ(between(twice_in_group, a, "namespace a { namespace { int f(int y) {} } }"),
            "n/a.cc:2: a::f(int) collides with n/b.cc:1; rename one of them\n");
  EXPECT_NE(between(twice_in_group, a, "namespace a { static void f(const int y) {} }"), "");
  EXPECT_NE(between(twice_in_group, a, "namespace a { namespace { using S = int; } }"), "");
  EXPECT_NE(between(twice_in_group, a, "namespace a { constexpr int kB = 2, kA = 3; }"), "");
  EXPECT_NE(between(twice_in_group, a, "namespace a { namespace { const int f = 1; } }"), "");
  EXPECT_NE(between(twice_in_group, a, "namespace a { namespace { enum E { kA }; } }"), "");
}

TEST(Names, WhatSourcesOfAGroupMayShareIsPassed) {
  const std::string a =
      "namespace a { namespace {\nint f(int x) {}\nstruct S {};\nusing T = int;\n} }";
  EXPECT_EQ(between(twice_in_group, a, "namespace a { namespace { int f(long x) {} } }"), "");
  EXPECT_EQ(between(twice_in_group, a, "namespace a { namespace { int g() { int f = 1; } } }"), "");
  EXPECT_EQ(between(twice_in_group, a, "namespace a { namespace { struct B { struct S {}; }; } }"),
            "");
  EXPECT_EQ(between(twice_in_group, a, "namespace a { namespace { using T = int; struct S; } }"),
            "");
  EXPECT_EQ(between(twice_in_group, a, "namespace a::b { namespace { struct S {}; } }"), "");
  EXPECT_EQ(between(twice_in_group, a, a, "m/b.cc", {"target m"}), "");
  EXPECT_EQ(between(twice_in_group, "#if A\nint f() {}\n#else\nint f() {}\n#endif", ""), "");
}

TEST(Names, WhatAHeaderHasTooIsFound) {
  const std::string a = "namespace a {\nnamespace { struct S {}; int x = 1; int f(int n) {} }\n}";
  EXPECT_EQ(between(also_in_header, a, "namespace a {\n\nclass S {};\n}", "m/b.h"),
            "n/a.cc:2: a::S collides with m/b.h:3; rename one of them\n");
  EXPECT_NE(between(also_in_header, a, "namespace a { class S; }", "m/b.h"), "");
  EXPECT_NE(between(also_in_header, a, "namespace a { extern const int x; }", "m/b.h"), "");
  EXPECT_NE(between(also_in_header, a, "namespace a { using x = int; }", "m/b.h"), "");
  EXPECT_NE(between(also_in_header, a, "namespace a { int f(int); }", "m/b.h"), "");
  EXPECT_NE(between(also_in_header, a, "class S {};", "m/b.h"), "");
  EXPECT_NE(between(also_in_header, "namespace a::b { namespace { class S {}; } }",
                    "namespace a { class S {}; }", "m/b.h"),
            "");
}

TEST(Names, OtherNamesOfHeadersArePassed) {
  const std::string a =
      "namespace a {\nnamespace { struct S {}; int f(int n) {} }\nconst int x = 1;\n}";
  EXPECT_EQ(between(also_in_header, a, "namespace b { class S {}; }", "m/b.h"), "");
  EXPECT_EQ(between(also_in_header, a, "namespace a { class B { class S {}; }; }", "m/b.h"), "");
  EXPECT_EQ(between(also_in_header, a, "namespace a { int f(); extern const int x; }", "m/b.h"),
            "");
  EXPECT_EQ(between(also_in_header, a, "namespace a { class S {}; }", "m/b.cc"), "");
  EXPECT_EQ(between(also_in_header, a, "namespace a { class S {}; }", "m/b.h", {"target m"}), "");
  EXPECT_EQ(between(also_in_header, "namespace ab { namespace { class S {}; } }",
                    "namespace a { class S {}; }", "m/b.h"),
            "");
}

TEST(SourceGroups, AreTargets) {
  EXPECT_EQ(
      groups_in("add_sources(t\n  a.cc  # b.cc\n  c/d.cc ../e.cc)\ntarget_sources(t PRIVATE f.cc)",
                "n/m"),
      (Groups{{"n/m/a.cc", "t"}, {"n/m/c/d.cc", "t"}, {"n/e.cc", "t"}}));
  EXPECT_EQ(
      groups_in(
          "function(add x)\n  add_sources(t ${x}.cc)\nendfunction()\nadd(a)\nadd_sources(u b.cc)",
          "n"),
      (Groups{{"n/a.cc", "t"}, {"n/b.cc", "u"}}));
  EXPECT_EQ(
      groups_in("function(add x)\n  add_sources(t ${ARGN})\nendfunction()\nadd(a m/b.cc c.cc)",
                "n"),
      (Groups{{"n/m/b.cc", "t"}, {"n/c.cc", "t"}}));
}

TEST(SourceGroups, ReachTheHeadersOfTheirSources) {
  const std::vector<Source> all{{"a.cc", "", {"a.h"}, {}},
                                {"b.cc", "", {"b.h"}, {}},
                                {"a.h", "", {"c.h"}, {}},
                                {"b.h", "", {}, {}},
                                {"c.h", "", {"a.h"}, {}}};
  using Files = std::map<std::string, std::set<std::string>>;
  EXPECT_EQ(compiled_in(all, {{"a.cc", "t"}}),
            (Files{{"a.cc", {"t"}}, {"a.h", {"t"}}, {"c.h", {"t"}}}));
  EXPECT_EQ(compiled_in(all, {{"a.cc", "t"}, {"c.h", "u"}})["a.h"],
            (std::set<std::string>{"t", "u"}));
}

/// Checks that groups_in() understands every function in CMakeLists.txt that groups sources.
TEST(SourceGroups, AreThoseOfSources) {
  std::set<std::string> known;
  for (const Source& s : sources()) known.insert(s.path);
  for (const auto& [path, group] : project_groups()) EXPECT_TRUE(known.contains(path)) << path;
  EXPECT_GT(project_groups().size(), 300u);
}

TEST(Names, OfTheProjectAreFound) {
  std::map<Name::Kind, int> count;
  for (const Place& p : project_places()) ++count[p.name.kind];
  EXPECT_GT(count[Name::Kind::kType], 1000);
  EXPECT_GT(count[Name::Kind::kVariable], 1000);
  EXPECT_GT(count[Name::Kind::kFunction], 4000);
}

void expect_none(Rule forbids) {
  const std::string found = collisions(project_places(), forbids);
  EXPECT_TRUE(found.empty()) << found;
}

TEST(Names, NoTypeIsDefinedTwice) {
  expect_none(type_twice);
}

TEST(Names, NoFunctionIsDefinedTwice) {
  expect_none(function_twice);
}

TEST(Names, SourcesOfAGroupShareNone) {
  expect_none(twice_in_group);
}

TEST(Names, NoneOfASourceIsInAHeaderToo) {
  expect_none(also_in_header);
}

}  // namespace
}  // namespace orrery::testing
