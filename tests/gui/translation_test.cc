// Tests that every text of the window can be translated: with a translator that replaces every Latin
// letter by a Cyrillic one, the remaining Latin letters are names, units and letters of formulas.
// Texts are recorded where they are painted, so that no visible text is missed.
#include <set>

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QTextBrowser>
#include <QTranslator>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "emu/net/topology.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/load.h"
#include "scenarios/text/scenario_library.h"
#include "tests/gui/painted_texts.h"
#include "tests/gui/waiting.h"
#include "viz/model/run/lesson_session.h"
#include "viz/model/run/session.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/pages/charts_page.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/compose_page.h"
#include "viz/widgets/pages/pages.h"
#include "viz/widgets/pages/report_panel.h"
#include "viz/widgets/pages/side_panel.h"
#include "viz/widgets/pages/watch_page.h"
#include "viz/widgets/run_controller.h"
#include "viz/widgets/views/stage_view.h"
#include "viz/widgets/window_help.h"

namespace orrery::viz {
namespace {

/// Translates a text, but leaves %1, &amp; and <tags> unchanged.
class Pseudo : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char* /*context*/, const char* source, const char* /*which*/,
                    int /*n*/) const override {
    QString text = QString::fromUtf8(source);
    bool tag = false;
    for (QChar& c : text) {
      if (c == u'<') tag = true;
      if (c == u'>') tag = false;
      if (!tag && c.unicode() < 128 && c.isLetter()) c = QChar(0x430 + c.unicode() % 32);
    }
    return text;
  }
};

class Translation : public ::testing::Test {
 protected:
  Translation() {
    QCoreApplication::installTranslator(&pseudo_);
    for (const char* word :
         {"s",       "ms",         "ns",     "ps", "B",     "KiB",    "MiB",   "GiB", "TiB", "b",
          "kb",      "Kb",         "Mb",     "Gb", "Tb",    "k",      "m",     "n",   "f",   "p",
          "G",       "T",          "M",      "Ki", "Mi",    "Gi",     "Ti",    "r",   "XOR", "log",
          "cc",      "algorithms", "phases", "h",  "mW",    "Orrery", "Swing", "Fig", "Qt",  "g",
          "English", "Deutsch",    "NSDI",   "De", "Sensi", "et",     "al",    "Eq",  "F",   "Ctrl",
          "Shift",   "Alt",        "kB",     "MB", "GB",    "TB"}) {
      names_.insert(QString::fromLatin1(word));
    }
    const auto add = [this](std::string_view text) {
      for (const QString& word : wordsOf(QString::fromUtf8(text.data(), qsizetype(text.size()))))
        names_.insert(word);
    };
    for (const Algorithm* a : catalog()) add(a->name), add(a->collective);
    for (const TopologyKind* k : topology_kinds()) add(k->example);
    for (const Key& key : all_keys()) {
      add(key.name);
      add(ComposeModel::defaultText(key).toStdString());
      for (const auto& choice : ComposeModel().choices(key)) add(choice.word.toStdString());
    }
  }
  ~Translation() override { QCoreApplication::removeTranslator(&pseudo_); }

  static QStringList wordsOf(const QString& text) {
    static const QRegularExpression latin(QStringLiteral("[A-Za-z]+"));
    QStringList words;
    for (auto it = latin.globalMatch(text); it.hasNext();) words.append(it.next().captured());
    return words;
  }

  void check(const QString& text, const std::string& where) {
    for (const QString& word : wordsOf(text)) {
      if (word.size() > 1 && names_.count(word) == 0)
        ADD_FAILURE() << "'" << word.toStdString() << "' in '" << text.toStdString() << "', "
                      << where;
    }
  }

  /// Blanks texts that come from the scenario, and source code.
  static void blank(MainWindow& window) {
    for (auto* code : window.findChildren<QPlainTextEdit*>()) code->clear();
    for (auto* text : window.findChildren<QTextBrowser*>()) text->clear();
    for (auto* label : window.findChildren<QLabel*>(QStringLiteral("about"))) label->clear();
    for (auto* field : window.findChildren<QLineEdit*>()) {
      if (field->objectName().isEmpty())
        field->clear();  // not that of a key, whose values are names
    }
  }

  void checkScreen(MainWindow& window, const std::string& where) {
    blank(window);
    const QStringList texts = paintedTexts(window);
    EXPECT_GT(texts.size(), 5) << where;
    for (const QString& text : texts) check(text, where);
  }

  Pseudo pseudo_;
  std::set<QString> names_;
};

constexpr auto kSweep = R"(title = "2"
[network]
topology = "torus:4x4"
ports = "per-link"
[run]
collective = "allreduce"
algorithm = ["ring", "rabenseifner"]
bytes = ["1MiB", "2MiB"]
)";

TEST_F(Translation, EverythingThatIsSeen) {
  MainWindow window;
  window.resize(1500, 950);
  window.showScenario(parse_scenario(kSweep, "test"));
  ASSERT_TRUE(waitUntil([&] { return !window.runs().isBusy(); }));
  window.session().showRound(2);
  for (const QString& tab :
       window.side().report().tabNames() + QStringList{QStringLiteral("watch")}) {
    window.showTab(tab);
    checkScreen(window, tab.toStdString());
  }
  window.session().toStart();
  checkScreen(window, "start");
  window.session().toEnd();
  checkScreen(window, "end");
  window.pages().setMode(Mode::kCompare);
  ASSERT_TRUE(waitUntil([&] { return !window.pages().compare().isBusy(); }));
  checkScreen(window, "compare");
  window.pages().setMode(Mode::kCharts);
  checkScreen(window, "charts before");
  window.pages().charts().run();
  checkScreen(window, "charts running");
  ASSERT_TRUE(waitUntil([&] { return !window.pages().charts().isBusy(); }));
  for (int kind : {0, 1, 2}) {
    window.pages().charts().setKind(ChartRequest::Kind(kind));
    checkScreen(window, "charts " + std::to_string(kind));
  }
  window.pages().setMode(Mode::kCompose);
  window.pages().compose().read(QString::fromLatin1(kSweep), QStringLiteral("test"));
  window.findChild<QTreeView*>()->collapseAll();  // titles of scenarios are their own
  checkScreen(window, "compose");
}

TEST_F(Translation, WhatHoveringTells) {
  MainWindow window;
  window.resize(1500, 950);
  window.showScenario(parse_scenario(kSweep, "test"));
  ASSERT_TRUE(waitUntil([&] { return !window.runs().isBusy(); }));
  window.grab();
  std::set<QString> texts;
  const auto hover = [&texts](const auto& view) {
    for (int x = 0; x < view.width(); x += 7)
      for (int y = 0; y < view.height(); y += 7) texts.insert(view.textAt(QPointF(x, y)));
  };
  for (int round : {0, 20}) {
    window.session().showRound(round);
    hover(window.pages().stage());
    hover(window.pages().watch().blocks());
    hover(window.pages().watch().timeline());
  }
  EXPECT_GT(texts.size(), 50U);
  for (const QString& text : texts) check(text, "hovering");
}

TEST_F(Translation, MenusToolTipsAndHelp) {
  MainWindow window;
  for (const QAction* action : window.findChildren<QAction*>()) {
    check(action->text(), "menu");
    check(action->toolTip(), "tool tip of an action");
  }
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    const bool field = find_key(widget->objectName().toStdString()) != nullptr;
    if (!field && widget->property("key").isNull())
      check(widget->toolTip().remove(answerFile()), "tool tip");
    check(widget->accessibleName(), "accessible name");
  }
}

}  // namespace
}  // namespace orrery::viz
