#include "viz/widgets/lesson_panel.h"

#include <QHBoxLayout>
#include <QRadioButton>
#include <QScrollBar>

#include "viz/widgets/style.h"

namespace orrery::viz {
namespace {

constexpr int kMargin = 14;

bool isSet(teaching::Value::Kind kind) {
  using Kind = teaching::Value::Kind;
  return kind == Kind::kRanks || kind == Kind::kLinks || kind == Kind::kBlocks;
}

}  // namespace

LessonPanel::LessonPanel(LessonSession& lesson, QWidget* parent)
    : QWidget(parent),
      lesson_(lesson),
      progress_(new QLabel(this)),
      text_(new QTextBrowser(this)),
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
  field_->setAccessibleName(tr("Your answer"));
  choices_->setAccessibleName(tr("Your answer"));
  reply_->setWordWrap(true);
  reply_->setTextFormat(Qt::RichText);
  reply_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  new QVBoxLayout(choices_);
  choices_->layout()->setContentsMargins(0, 0, 0, 0);
  makeLayout(makeButtons());
  connect(field_, &QLineEdit::returnPressed, this, &LessonPanel::submit);
  connect(&lesson, &LessonSession::pageChanged, this, &LessonPanel::showPage);
  connect(&lesson, &LessonSession::replied, this, &LessonPanel::showReply);
  connect(keep_, &QCheckBox::toggled, this, &LessonPanel::keepChanged);
}

QLayout* LessonPanel::makeButtons() {
  auto* row = new QHBoxLayout;
  row->addWidget(back_);
  row->addWidget(next_);
  row->addStretch();
  row->addWidget(course_);
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
  auto* answers = new QHBoxLayout;
  answers->addWidget(answer_);
  answers->addWidget(reveal_);
  answers->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kMargin, 0, kMargin, kMargin);
  column->addWidget(progress_);
  column->addWidget(text_, 1);
  column->addWidget(field_);
  column->addWidget(choices_);
  column->addLayout(answers);
  column->addWidget(reply_);
  column->addLayout(buttons);
  column->addWidget(keep_);
}

void LessonPanel::setKeepsAnswers(bool keeps, const QString& file) {
  const QSignalBlocker quiet(keep_);
  keep_->setChecked(keeps);
  keep_->setToolTip(tr("When, what and whether it was right: %1").arg(file));
}

/// The choices of one of several; otherwise there are none.
void LessonPanel::showOptions() {
  for (QAbstractButton* button : group_->buttons()) delete button;
  const bool chooses =
      lesson_.asks() && lesson_.page().question->kind == teaching::Value::Kind::kWord;
  choices_->setVisible(chooses);
  field_->setVisible(lesson_.asks() && !chooses);
  if (!chooses) return;
  for (const QString& option : lesson_.options()) {
    auto* button = new QRadioButton(option, choices_);
    group_->addButton(button);
    choices_->layout()->addWidget(button);
  }
}

void LessonPanel::showPage() {
  if (!lesson_.isOpen()) return;
  showOptions();
  field_->clear();
  if (lesson_.asks()) {
    const teaching::Question& q = *lesson_.page().question;
    const auto syntax = kind_syntax(q.kind);
    QString hint = QString::fromUtf8(syntax.data(), static_cast<qsizetype>(syntax.size()));
    if (!lesson_.options().isEmpty())
      hint += QStringLiteral(": ") + lesson_.options().join(QStringLiteral(", "));
    else if (!q.unit.empty())
      hint = tr("a number, in %1").arg(QString::fromStdString(q.unit));
    field_->setPlaceholderText(hint);
    field_->setToolTip(hint);
  }
  showReply();
  text_->verticalScrollBar()->setValue(0);
}

/// What was said to the answer, and by then what the page shows in figures.
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
  const QString figures = lesson_.figures();
  if (!figures.isEmpty()) html += QStringLiteral("<pre>%1</pre>").arg(figures.toHtmlEscaped());
  text_->setHtml(html);
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

void LessonPanel::takeFocus() {
  if (!lesson_.isOpen()) return;
  if (!lesson_.isHidden()) return next_->setFocus();
  const QList<QAbstractButton*> choices = group_->buttons();
  if (choices.isEmpty()) return field_->setFocus();
  QAbstractButton* chosen = group_->checkedButton();
  (chosen != nullptr ? chosen : choices.front())->setFocus();
}

QString LessonPanel::given() const {
  const QAbstractButton* chosen = group_->checkedButton();
  return group_->buttons().isEmpty() ? field_->text()
         : chosen != nullptr         ? chosen->text()
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
  QStringList names = field_->text().split(u',', Qt::SkipEmptyParts);
  for (QString& known : names) known = known.trimmed();
  if (!isSet(lesson_.page().question->kind)) names.clear();
  if (!names.removeOne(name)) names.append(name);
  field_->setText(names.join(QStringLiteral(", ")));
  field_->setFocus();  // where Enter answers
}

}  // namespace orrery::viz
