#include "viz/widgets/views/listing_view.h"

#include <algorithm>

#include <QFile>
#include <QFileInfo>
#include <QTextBlock>

#include "algorithms/operations/schedule_program.h"
#include "scenarios/cell/validate.h"
#include "scenarios/keys/keys.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/words.h"
#include "viz/widgets/laid_out.h"
#include "viz/widgets/style.h"

namespace orrery::viz::inline widgets {
namespace {
constexpr int kLeastText = 80;
}

ListingView::ListingView(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      theme_(&lightTheme()),
      sentence_(new QLabel(this)),
      words_(new QLabel(this)),
      about_(new QLabel(this)),
      place_(new QLabel(this)),
      text_(new QPlainTextEdit(this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  setLetters(*sentence_, Letters::kStrongNote);
  for (QLabel* label : {words_, about_}) setLetters(*label, Letters::kNote);
  setLetters(*place_, Letters::kSmall);
  place_->setProperty("faint", true);
  for (QLabel* label : {sentence_, words_, about_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  about_->setObjectName(QStringLiteral("about"));
  words_->setObjectName(QStringLiteral("about"));
  text_->setReadOnly(true);
  text_->setLineWrapMode(
      QPlainTextEdit::NoWrap);  // lines stand as in the file; it scrolls sideways
  text_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);  // as high as there is room
  text_->setMinimumHeight(kLeastText);
  setLetters(*text_, Letters::kCode);
  text_->setTabChangesFocus(true);
  text_->setAccessibleName(tr("Listing"));
  laidOut<QVBoxLayout>(this, {14, 12, 14, 8}, 8, {sentence_, words_, {text_, 1}, place_, about_});
  connect(&session, &Session::runChanged, this, &ListingView::followRun);
  connect(&session, &Session::runCompleted, this, [this] {
    followRun();
    followFrame();
  });
  connect(&session, &Session::frameChanged, this, &ListingView::followFrame);
  connect(&session, &Session::focusChanged, this, &ListingView::followFrame);
}

void ListingView::setTheme(const Theme& theme) {
  theme_ = &theme;
  mark();
}

void ListingView::followRun() {
  source_.clear();
  plan_.reset();
  listing_ = {};
  text_->clear();
  sentence_->clear();
  words_->clear();
  about_->clear();
  place_->clear();
  if (!session_.hasPicture()) return;
  const RunSpec& spec = session_.run()->result.spec;
  runs_ = nullptr;
  if (runs_operations(spec)) return;
  if (schedule_of(spec) == nullptr) return followAlgorithm(spec);
  source_ = sourceOfPrograms();
  followPlan(spec);
  describe(ScheduleProgram::kSummary, ScheduleProgram::kReference, ScheduleProgram::kFormula);
}

/// Shows the lines of a plan. A file that can no longer be read has no lines.
void ListingView::followPlan(const RunSpec& spec) {
  const auto steps = session_.run()->stage->index().sharedSteps();
  if (!steps) return;
  const QString path = QString::fromStdString(found_file(spec, schedule_of(spec)->file));
  QFile file(path);
  const QString text =
      file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  plan_.emplace(steps, QFileInfo(path).fileName(), text);
}

void ListingView::followAlgorithm(const RunSpec& spec) {
  const Algorithm& algorithm = find_algorithm(spec.collective, spec.algorithm);
  problem_ = make_problem(spec, &session_.run()->stage->network());
  runs_ = &chosen(algorithm, problem_);
  source_ = sourceOf(algorithm);
  describe(algorithm.summary, algorithm.reference, algorithm.formula);
}

void ListingView::describe(std::string_view summary, std::string_view reference,
                           std::string_view formula) {
  QString about = Words::of(summary) + u'\n' + textOf(reference) + QStringLiteral("\n") +
                  tr("Time: %1").arg(textOf(formula));
  if (const QString letters = lettersOf(source_); !letters.isEmpty()) {
    about += QStringLiteral("\n") + tr("Letters: %1").arg(letters);
  }
  about_->setText(about);
}

void ListingView::followFrame() {
  if (source_.isEmpty() || !session_.hasPicture()) return;
  const TraceIndex& index = session_.run()->stage->index();
  const int rank = std::max(session_.focus().rank, 0);
  const FrameState& frame = session_.frame();
  const RoundWords words =
      runs_ == nullptr ? RoundWords{} : roundWords(*runs_, problem_, frame.round, rank);
  sentence_->setText(frame.time >= index.end() ? tr("Finished.")
                                               : roundSentence(index, words, frame.round, rank));
  Listing next =
      plan_ ? plan_->at(index, rank, frame.time) : listingAt(index, source_, rank, frame.time);
  if (next.lines != listing_.lines) text_->setPlainText(next.lines.join(u'\n'));
  listing_ = std::move(next);
  place_->setText(listing_.first_line == 0 ? tr("%1 · rank %2").arg(listing_.file).arg(rank)
                                           : tr("%1, line %2 · rank %3")
                                                 .arg(listing_.file)
                                                 .arg(listing_.first_line + listing_.begin)
                                                 .arg(rank));
  words_->setText(plan_ ? QString() : wordsOf(listing_));
  words_->setVisible(!words_->text().isEmpty());
  mark();
}

void ListingView::mark() {
  QList<QTextEdit::ExtraSelection> marks;
  QList<int> lines = listing_.marked;
  if (lines.isEmpty())
    for (int line = listing_.begin; line < listing_.end; ++line) lines.append(line);
  for (const int line : lines) {
    QTextEdit::ExtraSelection mark;
    mark.format.setBackground(theme_->hottest);
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    mark.cursor = QTextCursor(text_->document()->findBlockByNumber(line));
    marks.append(mark);
  }
  text_->setExtraSelections(marks);
  if (listing_.end <= listing_.begin) return;
  text_->setTextCursor(QTextCursor(text_->document()->findBlockByNumber(listing_.begin)));
  text_->ensureCursorVisible();
}

}  // namespace orrery::viz::inline widgets
