// Tests that classes stay small, over all of their files.
#include "tests/unit/layering/classes.h"

#include <gtest/gtest.h>

#include "tests/unit/layering/sources.h"

namespace orrery::testing {
namespace {

using Sizes = std::map<std::string, ClassSize>;

Sizes sizes_of(const std::string& code) {
  return class_sizes({{"a.cc", code, {}, {}}});
}

TEST(ClassSizes, AreOfTypesOnly) {
  EXPECT_EQ(sizes_of("int f() {}\nint x;\nclass C;\nenum class E { kA };\nnamespace n {}"),
            Sizes{});
  EXPECT_EQ(sizes_of("template <class T>\nT f(T x) {\n}"), Sizes{});
  EXPECT_EQ(sizes_of("struct S {};"), (Sizes{{"S", {1, 0, 0}}}));
  EXPECT_EQ(sizes_of("namespace n {\nclass C final : public B<int> {\n};\n}"),
            (Sizes{{"n::C", {2, 0, 0}}}));
  EXPECT_EQ(sizes_of("class A::B : public D {\n  int c_;\n};"), (Sizes{{"A::B", {3, 1, 0}}}));
  EXPECT_EQ(sizes_of("template <class T>\nunion U {\n};"), (Sizes{{"U", {3, 0, 0}}}));
}

TEST(ClassSizes, CountTheDataOfAnObject) {
  EXPECT_EQ(
      sizes_of("class C {\n public:\n  int a = 1, b{2};\n private:\n  std::map<int, int> c_;\n"
               "  static int d;\n  static constexpr int kE = 1;\n  using F = int;\n"
               "  friend class G;\n  enum H { kI };\n  std::function<void(int, int)> j_;\n"
               "  int (*k)(int) = nullptr;\n  struct L* l = nullptr;\n  struct M;\n};")
          .at("C")
          .members,
      6);
}

TEST(ClassSizes, CountTheFunctionsThatAreDeclared) {
  EXPECT_EQ(
      sizes_of("class C : public QObject {\n  Q_OBJECT\n\n public:\n  explicit C(int a = {1});\n"
               "  C(const C&) = delete;\n  ~C() override;\n  [[nodiscard]] int a() const { return "
               "a_; }\n"
               "  template <class T>\n  T b(T x);\n  bool operator==(const C&) const = default;\n"
               "  friend bool operator<(C, C);\n public slots:\n  void c();\n signals:\n"
               "  void d(int x);\n  auto e() -> int;\n  operator bool() const;\n"
               "  bool operator()(int x);\n private:\n  int a_;\n};"),
      (Sizes{{"C", {22, 1, 10}}}));
}

TEST(ClassSizes, CountTheLinesOfTheFunctionsElsewhere) {
  EXPECT_EQ(sizes_of("namespace n {\nclass C {\n  C();\n};\nC::C() : a_{1} {\n}\nC::~C() {\n}\n"
                     "const std::map<int, int>& C::f(int x) {\n  return x;\n}\n"
                     "bool C::operator<(C c) const {\n}\nint g(C c) {\n}\n}"),
            (Sizes{{"n::C", {12, 0, 1}}}));
  EXPECT_EQ(
      sizes_of("template <class T>\nint C<T>::f() {\n}\nnamespace n {\nint D::E::f() {\n}\n}"),
      (Sizes{{"C", {3, 0, 0}}, {"n::D::E", {2, 0, 0}}}));
}

TEST(ClassSizes, ATypeInATypeHasItsOwnMembers) {
  EXPECT_EQ(sizes_of("class C {\n  struct D {\n    int a, b;\n    int f();\n  };\n  D d_;\n};"),
            (Sizes{{"C", {7, 1, 0}}, {"C::D", {4, 2, 1}}}));
}

/// Checks that two files may have anonymous classes of the same name.
TEST(ClassSizes, AnonymousOnesAreOfTheirFile) {
  const std::string code = "namespace n {\nnamespace {\nclass C {\n};\nvoid C::f() {\n}\n}\n}";
  EXPECT_EQ(class_sizes({{"a.cc", code, {}, {}}, {"b.cc", code, {}, {}}}),
            (Sizes{{"a.cc:n::C", {4, 0, 0}}, {"b.cc:n::C", {4, 0, 0}}}));
}

TEST(ClassSizes, ReachOverFiles) {
  EXPECT_EQ(class_sizes({{"a.h", "class C {\n  void f();\n  int a_;\n};", {}, {}},
                         {"a.cc", "void C::f() {\n}", {}, {}},
                         {"b.cc", "void C::g() {\n}", {}, {}}}),
            (Sizes{{"C", {8, 1, 1}}}));
}

/// Tables and plain records, which are exempt.
const std::map<std::string, const char*> kTables{
    {"orrery::Algorithm", "a row of the catalogue: what its author says of an algorithm"},
    {"orrery::CheckedFile", "a row of the table of checked files: a member for each column"},
    {"orrery::RunSpec", "what a scenario says of a run: a member for each key"},
    {"orrery::Transfer", "a message on its way: data in one piece, laid out for the cache"},
    {"orrery::viz::Theme", "a colour for each thing that is drawn"},
};

const Sizes& project_sizes() {
  static const Sizes all = class_sizes(sources());
  return all;
}

TEST(Classes, TheTablesAreThere) {
  for (const auto& [name, reason] : kTables)
    EXPECT_TRUE(project_sizes().contains(name)) << name << ": " << reason;
}

TEST(Classes, StaySmall) {
  constexpr ClassSize kMost{500, 25, 40};
  const Sizes& all = project_sizes();
  EXPECT_GT(all.size(), 1000u) << "the counter has lost its way";
  for (const auto& [name, size] : all) {
    if (kTables.contains(name)) continue;
    EXPECT_LE(size.lines, kMost.lines) << name << ": lines over all of its files";
    EXPECT_LE(size.members, kMost.members) << name << ": data members";
    EXPECT_LE(size.functions, kMost.functions) << name << ": functions";
  }
}

}  // namespace
}  // namespace orrery::testing
