#include "viz/widgets/finder.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QStringListModel>
#include <QTimer>
#include <QToolTip>

#include "viz/model/run/session.h"
#include "viz/model/text/landmarks.h"
#include "viz/widgets/pages/pages.h"
#include "viz/widgets/views/stage_view.h"

namespace orrery::viz::inline widgets {
namespace {
constexpr int kFinderWidth = 250;
constexpr int kListCloses =
    150;  ///< ms in which events of the list that closes hide a tool tip (X11)
}  // namespace

void showLandmark(Session& session, const Landmark& landmark) {
  if (landmark.round >= 0) session.showRound(landmark.round);
  Focus focus;
  focus.link = landmark.link;
  session.setFocus(focus);
}

Finder::Finder(Pages& pages, QWidget* parent) : QLineEdit(parent), pages_(pages) {
  setPlaceholderText(tr("Find: rank 5, link 3 -> 4"));
  setAccessibleName(tr("Find"));
  setToolTip(
      tr("Finds a rank, link, block, message or round, the slowest round and the busiest link "
         "(Ctrl+F)"));
  setClearButtonEnabled(true);
  setFixedWidth(kFinderWidth);
  auto* completer = new QCompleter(new QStringListModel(this), this);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  setCompleter(completer);
  connect(this, &QLineEdit::textEdited, this, &Finder::suggest);
  connect(this, &QLineEdit::returnPressed, this, [this] {
    this->completer()->popup()->hide();  // later, it would hide the tool tip of an error
    find(text().trimmed());
  });
}

void Finder::suggest() {
  QStringList names;
  const Session& session = pages_.activeSession();
  if (session.hasPicture())
    for (const Landmark& mark : landmarksOf(*session.run())) names.append(mark.name);
  names << tr("rank %1").arg(0) << tr("round %1").arg(0);
  static_cast<QStringListModel*>(completer()->model())->setStringList(names);
}

bool Finder::showRound(const QString& text) {
  bool isNumber = false;
  const QString word = tr("round %1").arg(QString()).trimmed();
  if (!text.startsWith(word, Qt::CaseInsensitive)) return false;
  const int round = text.mid(word.size()).trimmed().toInt(&isNumber);
  return isNumber && pages_.activeSession().showRound(round);
}

void Finder::find(const QString& text) {
  Session& session = pages_.activeSession();
  if (text.isEmpty() || !session.hasPicture()) return;
  for (const Landmark& mark : landmarksOf(*session.run()))
    if (mark.name.compare(text, Qt::CaseInsensitive) == 0) return showLandmark(session, mark);
  if (showRound(text)) return;
  bool isRank = false;
  text.toInt(&isRank);
  QString name = isRank ? QStringLiteral("rank ") + text : text;
  for (const auto& [own, word] : {std::pair(tr("rank %1"), "rank"),
                                  {tr("link %1"), "link"},
                                  {tr("block %1"), "block"},
                                  {tr("message %1"), "message"}}) {
    const auto size = own.indexOf(u'%');
    if (name.startsWith(own.left(size), Qt::CaseInsensitive))
      name = QString::fromLatin1(word) + u' ' + name.mid(size);
  }
  try {
    session.setFocus(focusFrom(*session.run(), name.toStdString()));
    pages_.activeStage().showNeighbourhood();
  } catch (const std::exception&) {
    const QString said =
        tr("'%1' is not in this run; expected rank 5, link 3 -> 4, block 2 or round 7").arg(text);
    const auto say = [this, said] {
      QToolTip::showText(mapToGlobal(rect().bottomLeft()), said, this);
    };
    say();
    QTimer::singleShot(kListCloses, this, say);
  }
}

}  // namespace orrery::viz::inline widgets
