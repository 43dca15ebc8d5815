#include "viz/widgets/pages/lesson_panel.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <QGridLayout>
#include <QKeyEvent>
#include <QMimeData>
#include <QRadioButton>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocumentFragment>

#include "viz/model/text/words.h"
#include "viz/widgets/laid_out.h"
#include "viz/widgets/style.h"

namespace orrery::viz::inline widgets {

namespace {

constexpr QChar kWordJoiner(0x2060);

/// Returns whether a text is a command: in a document, <code> has no other mark.
bool isCommand(const QTextCharFormat& format) {
  return format.fontFamilies().toStringList().contains(QStringLiteral("monospace"));
}

/// Returns whether a line could break after this letter of a command, which is not the end of a
/// word.
bool breaksBehind(const QString& text, qsizetype at) {
  return !text[at].isLetterOrNumber() && !text[at].isSpace() && at + 1 < text.size() &&
         !text[at + 1].isSpace();
}

/// Returns the places where a line of a document could break within a word of a command, ascending.
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

constexpr int kLessonMargin = 14;
constexpr int kLeastPageText = 120;
constexpr auto kOption = "option";  ///< a property of buttons
constexpr auto kPageStyle =
    "pre { white-space: pre-wrap; } th { text-align: left; font-weight: normal; }"
    "td, th { padding: 1px 12px 1px 0; }";

bool isSeveral(teaching::Value::Kind kind) {
  using enum teaching::Value::Kind;
  return kind == kRanks || kind == kLinks || kind == kBlocks || kind == kOrder;
}

/// Returns the number of buttons with room side by side.
int columnsOf(const QStringList& options) {
  constexpr qsizetype kLetters = 30, kFrame = 3;
  qsizetype longest = 0;
  for (const QString& option : options) longest = std::max(longest, option.size());
  return static_cast<int>(std::max(kLetters / (longest + kFrame), qsizetype{1}));
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

LessonPanel::LessonPanel(LessonSession& lesson, QWidget* parent)
    : QWidget(parent),
      lesson_(lesson),
      progress_(new QLabel(this)),
      text_(new PageText(this)),
      field_(new QLineEdit(this)),
      choices_(new QWidget(this)),
      group_(new QButtonGroup(this)),
      reply_(new QLabel(this)),
      answer_(new QPushButton(tr("&Answer"), this)),
      reveal_(new QPushButton(tr("&Reveal"), this)),
      back_(new QPushButton(tr("&Back"), this)),
      next_(new QPushButton(tr("Ne&xt"), this)),
      course_(new QPushButton(tr("All &lessons"), this)),
      keep_(new QCheckBox(tr("&Keep my answers in a file"), this)) {
  setObjectName(QStringLiteral("lesson"));
  progress_->setProperty("faint", true);
  setLetters(*text_, Letters::kField);
  setLetters(*reply_, Letters::kField);
  text_->setAccessibleName(tr("Page of the lesson"));
  text_->setFrameShape(QFrame::NoFrame);
  text_->setMinimumHeight(kLeastPageText);
  text_->document()->setDefaultStyleSheet(QString::fromLatin1(kPageStyle));
  field_->setAccessibleName(tr("Your answer"));
  choices_->setAccessibleName(tr("Your answer"));
  reply_->setWordWrap(true);
  reply_->setTextFormat(Qt::RichText);
  reply_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  (new QGridLayout(choices_))->setContentsMargins(0, 0, 0, 0);
  makeLayout(makeButtons());
  connect(field_, &QLineEdit::returnPressed, this, &LessonPanel::submit);
  connect(&lesson, &LessonSession::pageChanged, this, &LessonPanel::showPage);
  connect(&lesson, &LessonSession::replied, this, &LessonPanel::showReply);
  connect(keep_, &QCheckBox::toggled, this, &LessonPanel::keepChanged);
}

QLayout* LessonPanel::makeButtons() {
  auto* row = laidOut<QHBoxLayout>(nullptr, {back_, next_, kRoom, course_});
  connect(answer_, &QPushButton::clicked, this, &LessonPanel::submit);
  connect(reveal_, &QPushButton::clicked, this, [this] { lesson_.reveal(); });
  connect(back_, &QPushButton::clicked, this, [this] { lesson_.go(-1); });
  connect(next_, &QPushButton::clicked, this, &LessonPanel::goOn);
  connect(course_, &QPushButton::clicked, this, &LessonPanel::courseRequested);
  for (QPushButton* button : {answer_, reveal_, back_, next_, course_})
    button->setFocusPolicy(Qt::StrongFocus);
  return row;
}

void LessonPanel::makeLayout(QLayout* buttons) {
  auto* answers = laidOut<QHBoxLayout>(nullptr, {answer_, reveal_, kRoom});
  laidOut<QVBoxLayout>(
      this, {kLessonMargin, 0, kLessonMargin, kLessonMargin}, kUsualSpacing,
      {progress_, {text_, 1000}, field_, choices_, answers, reply_, LayoutPart(1), buttons, keep_});
}

void LessonPanel::setKeepsAnswers(bool keeps, const QString& file) {
  const QSignalBlocker quiet(keep_);
  keep_->setChecked(keeps);
  keep_->setToolTip(tr("Time, answer and whether it was right: %1").arg(file));
}

/// Makes a button for each option: of a choice, or of an order, whose field takes them one after
/// the other.
void LessonPanel::showOptions() {
  qDeleteAll(choices_->findChildren<QAbstractButton*>());
  const auto& question = lesson_.page().question;
  const bool chooses = question && question->kind == teaching::Value::Kind::kWord;
  choices_->setVisible(!lesson_.options().isEmpty());
  field_->setVisible(lesson_.asks() && !chooses);
  auto* grid = static_cast<QGridLayout*>(choices_->layout());
  const int columns = chooses ? 1 : columnsOf(lesson_.options());
  QWidget* before = field_;
  for (const QString& option : lesson_.options()) {
    QAbstractButton* button = chooses ? makeChoice(option) : makeStep(option);
    const int i = grid->count();
    grid->addWidget(button, i / columns, i % columns);
    button->show();  // it can have the focus now
    setTabOrder(before, button);
    before = button;
  }
}

QAbstractButton* LessonPanel::makeChoice(const QString& option) {
  auto* button = new QRadioButton(Words::of(option.toStdString()), choices_);
  button->setProperty(kOption,
                      option);  // compared with the answer, in any language
  group_->addButton(button);
  return button;
}

QAbstractButton* LessonPanel::makeStep(const QString& option) {
  auto* button = new QPushButton(option, choices_);
  connect(button, &QPushButton::clicked, this, [this, option] { point(option); });
  return button;
}

void LessonPanel::showPage() {
  if (!lesson_.isOpen()) return;
  showOptions();
  field_->clear();
  if (const auto& question = lesson_.page().question) {
    QString hint = Words::of(kind_syntax(question->kind));
    if (!question->unit.empty())
      hint = tr("a number, in %1").arg(QString::fromStdString(question->unit).replace(u'u', u'µ'));
    field_->setPlaceholderText(hint);
    field_->setToolTip(hint);
  }
  showReply();
  text_->verticalScrollBar()->setValue(0);
}

/// Shows the reply to the answer, and the page's metrics at that moment.
void LessonPanel::showReply() {
  const teaching::Score score = lesson_.score();
  progress_->setText(tr("Page %1 of %2 · %3 of %4 right at once")
                         .arg(lesson_.number() + 1)
                         .arg(lesson_.pages())
                         .arg(score.right)
                         .arg(lesson_.questions()));
  QString html =
      QStringLiteral("<h3>%1</h3>%2").arg(lesson_.title().toHtmlEscaped(), lesson_.text());
  if (lesson_.asks()) html += QStringLiteral("<b>%1</b>").arg(lesson_.question());
  html += lesson_.all_metrics();
  text_->setPage(html);
  fitText();
  reply_->setText(lesson_.reply());
  reply_->setVisible(!lesson_.reply().isEmpty());
  reply_->setProperty("warning", lesson_.asks() && !lesson_.isAnswered());
  reply_->setStyleSheet(reply_->styleSheet());  // the property is seen
  const bool open = lesson_.isHidden();
  field_->setEnabled(open);
  choices_->setEnabled(open);
  answer_->setVisible(lesson_.asks());
  reveal_->setVisible(lesson_.asks());
  answer_->setEnabled(open);
  reveal_->setEnabled(open);
  back_->setEnabled(lesson_.canGo(-1));
  next_->setText(lesson_.canGo(1) ? tr("Ne&xt") : tr("E&nd"));
  takeFocus();
}

/// Shrinks the text to the room it needs, so that the answer stands below the question.
void LessonPanel::fitText() {
  const std::unique_ptr<QTextDocument> copy(text_->document()->clone());
  copy->setTextWidth(contentsRect().width() - 2 * kLessonMargin -
                     text_->verticalScrollBar()->sizeHint().width());
  text_->setMaximumHeight(
      std::max(static_cast<int>(std::ceil(copy->size().height())), kLeastPageText));
}

void LessonPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitText();
}

/// Answers with the choice that is made.
void LessonPanel::keyPressEvent(QKeyEvent* event) {
  const bool enters = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (!enters || group_->checkedButton() == nullptr || !lesson_.isHidden())
    return QWidget::keyPressEvent(event);
  submit();
}

void LessonPanel::takeFocus() {
  if (!lesson_.isOpen() || presents_) return;
  if (!lesson_.isHidden()) return next_->setFocus();
  const QList<QAbstractButton*> choices = group_->buttons();
  if (choices.isEmpty()) return field_->setFocus();
  QAbstractButton* chosen = group_->checkedButton();
  (chosen != nullptr ? chosen : choices.front())->setFocus();
}

QString LessonPanel::given() const {
  const QAbstractButton* chosen = group_->checkedButton();
  return group_->buttons().isEmpty() ? field_->text()
         : chosen != nullptr         ? chosen->property(kOption).toString()
                                     : QString();
}

void LessonPanel::submit() {
  lesson_.answer(given());
  if (lesson_.isHidden()) field_->selectAll();
}

void LessonPanel::goOn() {
  lesson_.canGo(1) ? lesson_.go(1) : emit courseRequested();
}

void LessonPanel::point(const QString& name) {
  if (!lesson_.isOpen() || !lesson_.isHidden() || field_->isHidden()) return;
  const auto& question = lesson_.page().question;
  QStringList names = field_->text().split(u',', Qt::SkipEmptyParts);
  for (QString& known : names) known = known.trimmed();
  if (question && !isSeveral(question->kind)) names.clear();
  if (!names.removeOne(name)) names.append(name);
  field_->setText(names.join(QStringLiteral(", ")));
  field_->setFocus();  // where Enter answers
}

}  // namespace orrery::viz::inline widgets
