// Tests the German window: every text of the sources and of the tables has a translation with the same places for
// values, and in the states of the golden screens no text is missing, or cut off where the English one is not.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleFactory>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QTranslator>
#include <QTreeView>
#include <QXmlStreamReader>
#include <gtest/gtest.h>

#include "scenarios/teaching/lesson.h"
#include "tests/gui/gui_main.h"
#include "tests/gui/patience.h"
#include "tests/gui/screens.h"
#include "tests/gui/table_texts.h"
#include "tests/gui/text_recorder.h"
#include "viz/model/run/chart.h"
#include "viz/model/text/language.h"
#include "viz/model/text/window_text.h"
#include "viz/model/text/words.h"
#include "viz/paint/caption.h"
#include "viz/widgets/finder.h"
#include "viz/widgets/lesson_controller.h"
#include "viz/widgets/main_window.h"
#include "viz/widgets/moment.h"
#include "viz/widgets/pages/charts_page.h"
#include "viz/widgets/pages/compare_page.h"
#include "viz/widgets/pages/compose_page.h"
#include "viz/widgets/pages/pages.h"
#include "viz/widgets/run_controller.h"
#include "viz/widgets/screenshot.h"
#include "viz/widgets/window_help.h"

namespace orrery::viz {
namespace {

const QString kGerman = QStringLiteral("de");

/// Returns %1, %n, {}, line ends, and blanks at the ends.
QStringList placesOf(const QString& text) {
  static const QRegularExpression place(
      QStringLiteral("%[0-9n]|\\{[^}]*\\}|\\n|^ | $|\\*\\.[a-z0-9]+"));
  QStringList places;
  for (auto it = place.globalMatch(text); it.hasNext();) places.append(it.next().captured());
  places.sort();
  return places;
}

/// Records texts without a translation.
class Missing : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* source, const char* /*which*/,
                    int /*n*/) const override {
    const QString name = QString::fromUtf8(context);
    const bool ours = !name.startsWith(u'Q') || name == QLatin1String("QWidget");
    if (ours) texts_.insert(name.toStdString() + ": " + source);
    return {};
  }
  const std::set<std::string>& texts() const { return texts_; }

 private:
  mutable std::set<std::string> texts_;
};

class German : public ::testing::TestWithParam<Screen> {
 protected:
  void SetUp() override {
    if (!languages().contains(kGerman))
      GTEST_SKIP() << "built without lrelease (package qt6-l10n-tools)";
  }
  void TearDown() override { useLanguage(QStringLiteral("en")); }
};

void expectTranslation(const char* context, const QString& source) {
  const QString german = QCoreApplication::translate(context, source.toUtf8().constData());
  EXPECT_EQ(placesOf(german), placesOf(source))
      << source.toStdString() << "\n  is in German\n  " << german.toStdString();
  EXPECT_EQ(source.contains(u'&') && !source.contains(u'<'), german.contains(u'&'))
      << german.toStdString();
}

TEST_F(German, PagesHaveRoomForTheLegend) {
  useLanguage(kGerman);
  LegendMarks marks{
      .holds = true, .reduces = true, .background = true, .slow = true, .failed = true};
  for (marks.doublings = 0; marks.doublings <= 3; ++marks.doublings)
    EXPECT_GT(legendHeight(lightTheme(), QSizeF(420, 620), marks), 0) << marks.doublings;
}

TEST_F(German, EveryTextOfTheTables) {
  Missing missing;
  QCoreApplication::installTranslator(&missing);  // later translators come first
  useLanguage(kGerman);
  for (const std::string& text : tableTexts())
    expectTranslation("Words", QString::fromStdString(text));
  for (const std::string& text : missing.texts())
    ADD_FAILURE() << "not in assets/translations/tables_de.ts: " << text;
}

/// Passes every text of a translation file to `use`, with its context.
template <typename Use>
void forTextsOf(const QString& file, Use use) {
  QFile in(file);
  ASSERT_TRUE(in.open(QIODevice::ReadOnly));
  QXmlStreamReader xml(&in);
  QByteArray context;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == QLatin1String("name")) context = xml.readElementText().toUtf8();
    if (xml.name() == QLatin1String("source")) use(context, xml.readElementText());
  }
}

const QString kTables = QStringLiteral(ORRERY_VIZ "/../assets/translations/tables_de.ts");

TEST_F(German, NoTextThatNoTableHas) {
  const std::set<std::string> texts = tableTexts();
  forTextsOf(kTables, [&](const QByteArray& /*context*/, const QString& source) {
    EXPECT_TRUE(texts.contains(source.toStdString())) << source.toStdString();
  });
}

/// Of two translations of one text, lrelease drops one and warns in the middle of the build.
TEST_F(German, NoTextInBothFiles) {
  std::set<std::pair<QByteArray, QString>> texts;
  for (const QString& file :
       {kTables, QStringLiteral(ORRERY_VIZ "/../assets/translations/orrery_de.ts")})
    forTextsOf(file, [&](const QByteArray& context, const QString& source) {
      EXPECT_TRUE(texts.emplace(context, source).second) << source.toStdString();
    });
}

TEST_F(German, EveryTextOfTheSources) {
  const QString lupdate = QStringLiteral("/usr/lib/qt6/bin/lupdate");
  if (!QFile::exists(lupdate)) GTEST_SKIP() << "lupdate is missing (package qt6-l10n-tools)";
  QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("texts.ts"));
  QProcess process;
  process.start(lupdate, {QStringLiteral(ORRERY_VIZ), QStringLiteral("-silent"),
                          QStringLiteral("-ts"), file});
  ASSERT_TRUE(process.waitForFinished(kPatience));
  Missing missing;
  QCoreApplication::installTranslator(&missing);
  useLanguage(kGerman);
  int count = 0;
  forTextsOf(file, [&](const QByteArray& context, const QString& source) {
    if (!source.contains(QLatin1String("%n"))) expectTranslation(context.constData(), source);
    ++count;
  });
  EXPECT_GT(count, 400);
  for (const std::string& text : missing.texts())
    ADD_FAILURE() << "not in assets/translations/orrery_de.ts: " << text;
}

/// Checks the reasons why keys have no effect, which are composed below the window.
TEST_F(German, EveryReasonWhyAKeyChangesNothing) {
  useLanguage(kGerman);
  std::set<std::string> reasons;
  for (const Algorithm* algorithm : catalog()) {
    RunSpec spec;
    spec.collective = std::string(algorithm->collective);
    spec.algorithm = std::string(algorithm->name);
    spec.topology = "torus:4x4";
    for (const Key& key : all_keys())
      if (key.idle != nullptr) reasons.insert(key.idle(spec));
  }
  reasons.erase("");
  EXPECT_GT(reasons.size(), 50U);
  for (const std::string& reason : reasons)
    EXPECT_NE(reasonText(reason).toStdString(), reason)
        << "give viz/model/text/window_text.cc its form";
}

TEST_F(German, CompareNamesTheScenarioAndTellsTheDifference) {
  useLanguage(kGerman);
  MainWindow window;
  Options options;
  options.scenario = QStringLiteral("lessons/two-clusters");
  options.tab = QStringLiteral("compare");
  options.why = true;
  applyOptions(window, options);
  ComparePage& page = window.pages().compare();
  EXPECT_TRUE(page.difference().contains(QStringLiteral(" schneller: ")))
      << page.difference().toStdString();
  EXPECT_EQ(page.chooser(0).findChild<QComboBox*>()->itemText(0),
            QStringLiteral("Zwei Cluster: Das Netz entscheidet, welches Allgather schnell ist"));
  ChartRequest request;
  request.x = "bytes";
  request.y = "rounds";
  const Chart chart =
      chartOf(window.runs().scenario(), {page.comparison().side(0).run()->result}, request);
  EXPECT_TRUE(chart.plot.title.starts_with("Zwei Cluster: ")) << chart.plot.title;
}

TEST_F(German, FindsWhatItsOwnWordsName) {
  useLanguage(kGerman);
  MainWindow window;
  Options options;
  options.scenario = QStringLiteral("lessons/first-allreduce");
  applyOptions(window, options);
  auto& field = *window.findChild<Finder*>();
  EXPECT_LT(field.fontMetrics().horizontalAdvance(field.placeholderText()), field.width() - 20);
  const auto found = [&](const char* text) {
    window.session().setFocus({});
    field.setText(QString::fromLatin1(text));
    emit field.returnPressed();
    return window.session().focus();
  };
  EXPECT_EQ(found("Rang 2").rank, 2);
  EXPECT_GE(found("Verbindung 0 -> 1").link, 0);
  EXPECT_EQ(found("Block 1").block, 1);
  EXPECT_EQ(found("Nachricht 3").message, 3);
}

TEST_F(German, MnemonicsOfAMenuDiffer) {
  useLanguage(kGerman);
  MainWindow window;
  static const QRegularExpression mnemonic(QStringLiteral("&(\\w)"));
  const auto expectUnique = [&](const QString& name, const QList<QAction*>& actions) {
    QStringList seen;
    for (const QAction* action : actions) {
      const QString letter = mnemonic.match(action->text()).captured(1).toLower();
      EXPECT_FALSE(!letter.isEmpty() && seen.contains(letter))
          << name.toStdString() << ": " << action->text().toStdString();
      seen.append(letter);
    }
  };
  expectUnique(QStringLiteral("menus"), window.menuBar()->actions());
  for (const QAction* menu : window.menuBar()->actions())
    expectUnique(menu->text(), menu->menu()->actions());
}

/// Returns how many texts end in an ellipsis or reach beyond the widget that they were painted for.
int cutIn(const TextRecorder& recorder, const QWidget& widget) {
  const QRectF room = QRectF(widget.rect()).adjusted(-2, -3, 2, 3);
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  const bool asks = button != nullptr && button->text().endsWith(u'…');  // what is to be done
  int count = 0;
  for (qsizetype i = 0; i < recorder.texts().size(); ++i) {
    const bool elided = recorder.texts()[i].endsWith(u'…') && !asks;
    count += elided || !room.contains(recorder.places()[i]) ? 1 : 0;
  }
  return count;
}

/// Returns whether a widget is the viewport of a list or a text, which can be scrolled, so that
/// nothing is lost.
bool isScrolled(const QWidget& widget) {
  for (const QWidget* w = &widget; w != nullptr; w = w->parentWidget()) {
    if (qobject_cast<const QHeaderView*>(w) != nullptr)  // a tree scrolls with its header
      return qobject_cast<const QTreeView*>(w->parentWidget()) != nullptr;
    if (qobject_cast<const QAbstractScrollArea*>(w) != nullptr)
      return qobject_cast<const QScrollArea*>(w) == nullptr;
  }
  return false;
}

struct Cuts {
  int count = 0;
  QString texts;
};

/// Collects the texts that every visible widget cuts off, named by its place among its siblings.
void collectCuts(QWidget& widget, const QString& path, std::map<QString, Cuts>& cuts) {
  if (!isScrolled(widget)) {
    TextRecorder recorder(widget.size());
    widget.render(&recorder, QPoint(), QRegion(), QWidget::RenderFlags());
    cuts[path] = {cutIn(recorder, widget), recorder.texts().join(QStringLiteral(" | "))};
  }
  if (const auto* table = qobject_cast<const QTableView*>(&widget); table != nullptr) {
    const int beyond = table->horizontalScrollBar()->maximum();
    cuts[path + QStringLiteral("/columns")] = {
        beyond > 0, QStringLiteral("%1 pixels beyond the edge").arg(beyond)};
    TextRecorder cells(table->size());
    table->viewport()->render(&cells);
    const QStringList elided = cells.texts().filter(QRegularExpression(QStringLiteral("…$")));
    cuts[path + QStringLiteral("/cells")] = {static_cast<int>(elided.size()), elided.join(u' ')};
  }
  int place = 0;
  for (QObject* child : widget.children()) {
    auto* inner = qobject_cast<QWidget*>(child);
    if (inner == nullptr || inner->isWindow()) continue;
    const QString kind = QString::fromLatin1(inner->metaObject()->className()).section(u':', -1);
    const QString name = path + u'/' + kind + QString::number(place);
    if (inner->isVisibleTo(&widget)) collectCuts(*inner, name, cuts);
    ++place;
  }
}

std::map<QString, Cuts> cutsOf(const Screen& screen) {
  MainWindow window(themeOf(screen.theme));
  showScreen(window, screen);
  window.grab();
  std::map<QString, Cuts> cuts;
  collectCuts(window, QString(), cuts);
  return cuts;
}

TEST_P(German, NoTextIsMissingAndNoneIsCut) {
  const auto english = cutsOf(GetParam());
  EXPECT_GT(english.size(), 20U);
  Missing missing;
  QCoreApplication::installTranslator(&missing);
  useLanguage(kGerman);
  for (const auto& [path, cuts] : cutsOf(GetParam())) {
    const auto before = english.find(path);
    EXPECT_LE(cuts.count, before == english.end() ? 0 : before->second.count)
        << path.toStdString() << ": " << cuts.texts.toStdString();
  }
  for (const std::string& text : missing.texts()) ADD_FAILURE() << "no German for " << text;
}

INSTANTIATE_TEST_SUITE_P(Thirteen, German, ::testing::ValuesIn(kScreens), nameOfScreen);

/// Checks that the test above notices a text that does not fit.
TEST(Cuts, OfALabelThatIsTooNarrow) {
  QLabel label(QStringLiteral("Everything that is said"));
  label.resize(label.sizeHint());
  std::map<QString, Cuts> cuts;
  collectCuts(label, QString(), cuts);
  EXPECT_EQ(cuts.at(QString()).count, 0);
  label.resize(label.sizeHint().width() / 2, label.height());
  collectCuts(label, QString(), cuts);
  EXPECT_EQ(cuts.at(QString()).count, 1);
}

/// States of the window on a small laptop.
const std::array kLaptop{Screen{"report", kScreenTorus, 1, "report"},
                         Screen{"listing", kScreenTorus, 1, "listing"},
                         Screen{"links", kScreenTorus, 1, "links"},
                         Screen{"blocks", kScreenTorus, 1, "blocks"},
                         Screen{"timeline", kScreenTorus, 1, "timeline"},
                         Screen{"scenario", kScreenTorus, 1, "scenario"},
                         Screen{"projector", kScreenTorus, 1, "watch", "projector"},
                         Screen{"compose", "lessons/first-allreduce", 0, "compose"},
                         Screen{"compare", "lessons/few-rounds-or-few-bytes", 2, "compare"},
                         Screen{"compare_far", "lessons/contention-on-a-ring", 2, "compare"},
                         Screen{"charts", "lessons/few-rounds-or-few-bytes", 0, "charts"},
                         Screen{"switches", "ci/switches", 3, "report"},
                         Screen{"operations", "ci/operations", 3, "operations"},
                         Screen{"training", "lessons/training-step", 1, "operations"},
                         Screen{"dragonfly", "lessons/dragonfly", 1, "report"}};

class Laptop : public German {};

TEST_P(Laptop, CutsNoText) {
  for (const QString& language : {QStringLiteral("en"), kGerman}) {
    useLanguage(language);
    Screen screen = GetParam();
    screen.size = {1366, 768};
    for (const auto& [path, cuts] : cutsOf(screen))
      EXPECT_EQ(cuts.count, 0) << language.toStdString() << " " << path.toStdString() << ": "
                               << cuts.texts.toStdString();
  }
}

INSTANTIATE_TEST_SUITE_P(All, Laptop, ::testing::ValuesIn(kLaptop), nameOfScreen);

/// Looks at every page of every lesson and at its first run, in the longer language.
TEST(Lessons, CutNoTextOnALaptop) {
  useLanguage(kGerman);
  MainWindow window(themeOf("light"));
  window.resize(1366, 768);
  const auto look = [&](const std::string& place) {
    for (int i = 0; i < 10; ++i) QCoreApplication::processEvents();  // as for a reader
    window.grab();
    std::map<QString, Cuts> cuts;
    collectCuts(window, QString(), cuts);
    for (const auto& [path, found] : cuts)
      EXPECT_EQ(found.count, 0) << place << " " << path.toStdString() << ": "
                                << found.texts.toStdString();
  };
  for (const teaching::Lesson& lesson : teaching::built_in_lessons()) {
    int page = 0;
    for (; page < static_cast<int>(lesson.pages.size()); ++page) {
      ASSERT_TRUE(window.lessons().open(QString::fromStdString(lesson.name), page));
      look(lesson.name + " page " + std::to_string(page + 1));
    }
    for (const char* tab : {"report", "listing", "why"}) {
      showScreen(window, {"", lesson.name.c_str(), 0, tab, "light", window.size()});
      look(lesson.name + " " + tab);
    }
  }
}

/// Looks at every dialog that is opened while it lives, and closes it; a file dialog first gets a
/// name that cannot be used, so that the message about that appears.
class DialogReader {
 public:
  DialogReader() {
    QObject::connect(&timer_, &QTimer::timeout, [this] { read(); });
    timer_.start(0);
  }
  QStringList titles;            ///< in the order of opening
  std::map<QString, Cuts> cuts;  ///< by title, and the path within the dialog

 private:
  void read() {
    QWidget* widget = QApplication::activeModalWidget();
    auto* dialog = qobject_cast<QDialog*>(widget);
    if (dialog == nullptr || !dialog->isVisible() || accepts_) return;
    if (!titles.contains(dialog->windowTitle())) {
      titles.append(dialog->windowTitle());
      collectCuts(*dialog, dialog->windowTitle(), cuts);
      EXPECT_LE(dialog->width(), 1366) << dialog->windowTitle().toStdString();
      EXPECT_LE(dialog->height(), 768) << dialog->windowTitle().toStdString();
    }
    auto* files = qobject_cast<QFileDialog*>(dialog);
    if (files == nullptr || refused_.contains(dialog->windowTitle())) return dialog->reject();
    accepts_ = true;
    files->selectFile(folder_.filePath(QStringLiteral("name.doc")));
    QTimer::singleShot(0, files, [this, files] {
      refused_.append(files->windowTitle());
      accepts_ = false;
      QMetaObject::invokeMethod(files, "accept");
    });
  }

  QTimer timer_;
  QTemporaryDir folder_;
  QStringList refused_;
  bool accepts_ = false;
};

/// Opens the dialogs of a window.
void openDialogs(MainWindow& window) {
  for (const QAction* menu : window.menuBar()->actions())
    for (QAction* action : menu->menu()->actions())
      if (action->text().endsWith(u'…')) action->trigger();
  showKeyboardHelp(window, *window.menuBar());
  showAbout(window);
  openMoment(window, QStringLiteral("no-such.moment"));
  QComboBox& scenarios = *window.pages().compare().chooser(0).findChild<QComboBox*>();
  emit scenarios.activated(scenarios.count() - 1);
  window.pages().charts().exportChart();
  window.pages().compose().type("bytes", QStringLiteral("2MiB"));
  window.close();
}

/// Checks that dialogs cut no text and fit onto a small laptop.
TEST_F(German, DialogsCutNoText) {
  for (const QString& language : {QStringLiteral("en"), kGerman}) {
    useLanguage(language);
    MainWindow window;
    showScreen(window, {"dialogs", "lessons/first-allreduce", 1, "compare"});
    DialogReader reader;
    openDialogs(window);
    EXPECT_GE(reader.titles.size(), 12) << reader.titles.join(u'|').toStdString();
    for (const auto& [path, cuts] : reader.cuts)
      EXPECT_EQ(cuts.count, 0) << language.toStdString() << " " << path.toStdString() << ": "
                               << cuts.texts.toStdString();
  }
}

}  // namespace
}  // namespace orrery::viz

int main(int argc, char** argv) {
  return orrery::viz::runGuiTests<QApplication>(argc, argv);
}
