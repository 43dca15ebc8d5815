#include <gtest/gtest.h>

#include "viz/model/items/compose_model.h"

/// Tests scenarios that are being written: the keys and texts of their errors.
namespace orrery::viz {
namespace {

std::string flawWith(const ComposeModel& model, std::string_view blamed) {
  const auto flaw = model.flaw();
  if (!flaw) return "(none)";
  EXPECT_EQ(flaw->key, find_key(blamed));
  return flaw->text.toStdString();
}

/// Checks that a flaw names its key without a place, since the file of the place was never read by
/// the user.
TEST(Compose, AFlawBlamesItsKeyWithoutAPlace) {
  ComposeModel model;
  EXPECT_EQ(flawWith(model, "ranks"),
            "run.ranks: neither ranks nor topology is given; expected one of them, such as ranks = "
            "8");
  model.setValue(*find_key("ranks"), "4");
  EXPECT_EQ(flawWith(model, "ranks"), "(none)");
  model.setValue(*find_key("bytes"), "32B, 5");
  EXPECT_EQ(flawWith(model, "bytes"), "run.bytes: '5' has no unit; expected a size such as 2MiB");
  model.setValue(*find_key("bytes"), "32B, 64B");
  model.setValue(*find_key("root"), "4");
  EXPECT_EQ(flawWith(model, "root"), "run.root: 4 is not a rank; expected 0 to 3 (cell bytes 32B)");
  model.setValue(*find_key("root"), {});
  model.setValue(*find_key("schedule"), "no-such.goal");
  EXPECT_EQ(flawWith(model, "schedule"),
            "run.schedule: no-such.goal: cannot be read: No such file or directory; expected a "
            "schedule file");
}

/// Checks errors that belong to no key and keep their text.
TEST(Compose, AFlawMayBeNoKeys) {
  ComposeModel model;
  QStringList many;
  for (int i = 1; i <= 400; ++i) many.append(QString::number(i));
  model.setValue(*find_key("ranks"), many.join(u','));
  model.setValue(*find_key("seed"), many.join(u','));
  const auto flaw = model.flaw();
  if (!flaw) FAIL() << "no flaw";
  EXPECT_EQ(flaw->key, nullptr);
  EXPECT_EQ(flaw->text.toStdString(),
            "this scenario: the lists make more than 100000 cells; expected a smaller sweep (only "
            "orrery run takes larger ones, and streams them)");
}

}  // namespace
}  // namespace orrery::viz
