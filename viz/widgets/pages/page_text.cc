#include "viz/widgets/pages/page_text.h"

#include <vector>

#include <QMimeData>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocumentFragment>

namespace orrery::viz {
namespace {

constexpr QChar kWordJoiner(0x2060);

/// What stands in <code> has no other mark in a document.
bool isCommand(const QTextCharFormat& format) {
  return format.fontFamilies().toStringList().contains(QStringLiteral("monospace"));
}

/// Whether a line could break behind this letter of a command, which is not the end of a word.
bool breaksBehind(const QString& text, qsizetype at) {
  return !text[at].isLetterOrNumber() && !text[at].isSpace() && at + 1 < text.size() &&
         !text[at + 1].isSpace();
}

/// Where a line of a document could break within a word of a command, ascending.
std::vector<int> breaksOf(const QTextDocument& document) {
  std::vector<int> places;
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
    for (auto it = block.begin(); !it.atEnd(); ++it) {
      const QTextFragment piece = it.fragment();
      if (!isCommand(piece.charFormat())) continue;
      const QString text = piece.text();
      for (qsizetype i = 0; i < text.size(); ++i)
        if (breaksBehind(text, i)) places.push_back(piece.position() + static_cast<int>(i) + 1);
    }
  return places;
}

}  // namespace

void PageText::setPage(const QString& html) {
  setHtml(html);
  const std::vector<int> places = breaksOf(*document());
  QTextCursor cursor(document());
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    cursor.setPosition(*place);
    cursor.insertText(kWordJoiner);
  }
}

QMimeData* PageText::createMimeDataFromSelection() const {
  auto* written = new QMimeData;
  written->setText(textCursor().selection().toPlainText().remove(kWordJoiner));
  return written;
}

}  // namespace orrery::viz
