#pragma once

#include <map>
#include <memory>
#include <vector>

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QStringList>

#include "scenarios/teaching/play.h"
#include "viz/model/run/finished_run.h"
#include "viz/model/run/focus.h"

namespace orrery::viz::inline model {

/// An answer of a reader, kept for a teacher or a study.
struct GivenAnswer {
  QDateTime time;
  QString lesson;
  int page = 1;
  QString answer;  ///< as given
  bool right = false;
  bool first = true;  ///< the first answer to this question
};

/// A lesson played page by page: its questions, the reader's answers, and the visible part of the
/// run. scenarios/teaching computes and judges answers, as in `orrery lesson play`.
class LessonSession : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Opens a lesson at a page, from 0. THROWS std::exception for pages that cannot be shown; then
  /// no lesson is open.
  void begin(teaching::Lesson lesson, int page = 0);
  void end();
  bool isOpen() const { return room_ != nullptr; }

  // The rest REQUIRES isOpen().
  const teaching::Lesson& lesson() const { return *lesson_; }
  const teaching::Page& page() const { return lesson_->pages[static_cast<std::size_t>(at_)]; }
  const teaching::Scene& scene() const { return *scene_; }
  int number() const { return at_; }  ///< returns the number of the page, from 0
  int pages() const { return static_cast<int>(lesson_->pages.size()); }
  bool canGo(int step) const { return at_ + step >= 0 && at_ + step < pages(); }
  void go(int step);  ///< moves to a page before or after; nothing where there is none

  bool asks() const { return page().question.has_value(); }
  bool isAnswered() const { return turn().done; }
  /// Returns whether an answer is pending, which hides later events.
  bool isHidden() const { return asks() && !isAnswered(); }
  const QStringList& options() const { return options_; }
  /// Judges an answer, and shows the rest of the run if it is right.
  void answer(const QString& text);
  void reveal();
  /// Returns how many questions were answered or revealed, and how many right with the first
  /// answer.
  teaching::Score score() const;
  /// Returns the number of questions in the lesson.
  int questions() const;

  QString title(int step = 0) const;  ///< of the page, or of an existing page `step` pages after it
  QString notes() const;              ///< HTML, the speaker notes; may be empty
  QString answerText() const;         ///< REQUIRES asks()
  QString text() const;               ///< HTML
  QString question() const;           ///< HTML; empty on a page without a question
  QString reply() const;  ///< HTML: to the last answer, with the explanation; may be empty
  bool isReplyGood() const { return turn().right; }
  /// Returns the metrics of a page about results, as HTML; empty while hidden.
  QString all_metrics() const;

  /// Returns the visible part of the run.
  std::shared_ptr<const FinishedRun> run() const { return seen(scene().cell); }
  /// Returns whether the page shows another run beside it. That run is also shown only in its
  /// visible part.
  bool comparesRuns() const { return !page().with.empty(); }
  std::shared_ptr<const FinishedRun> otherRun() const;
  /// Returns the moment of the run that is shown first.
  Time moment() const;
  Focus focus() const;
  /// Returns the answer, once it is known, and the reader's answer in its place, if they are ranks
  /// or links.
  Marks marks() const;

 signals:
  void pageChanged();  ///< another page, or none
  void replied();      ///< an answer was judged, or revealed
  void answered(const orrery::viz::GivenAnswer& answer);

 private:
  /// Progress on a page.
  struct Turn {
    bool done = false, right = false;
    int attempts = 0;
    bool first_right = false;
    QString reply;
    std::vector<std::string> given = {};  ///< names of the last answer
  };
  const Turn& turn() const { return turns_[static_cast<std::size_t>(at_)]; }
  void open(int page);
  void finish(const QString& said, bool right);
  std::shared_ptr<const FinishedRun> whole(std::size_t cell) const;
  std::shared_ptr<const FinishedRun> seen(std::size_t cell) const;

  std::unique_ptr<const teaching::Lesson> lesson_;
  std::unique_ptr<teaching::Classroom> room_;
  std::unique_ptr<teaching::Scene> scene_;
  std::vector<Turn> turns_;
  QStringList options_;
  mutable std::map<const RunSpec*, std::shared_ptr<const FinishedRun>> runs_;
  int at_ = 0;
};

/// Returns the file of lesson answers: answers.csv in the folder of the user's data.
QString answerFile();

/// Adds a row to a file (time, in UTC; lesson; page, from 1; answer; right; first): yes or no for
/// the last two. A new file gets a heading. Returns false if it cannot be written.
bool keepAnswer(const QString& file, const GivenAnswer& answer);

}  // namespace orrery::viz::inline model
