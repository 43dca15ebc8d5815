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

namespace orrery::viz {

/// What a reader has answered: what is kept for a teacher or a study.
struct GivenAnswer {
  QDateTime time;
  QString lesson;
  int page = 1;
  QString answer;  ///< as it was given
  bool right = false;
  bool first = true;  ///< the first answer to this question
};

/// A lesson that is gone through page by page: what is asked, what the reader answered, and what may be
/// seen of the run by then. Answers are computed and judged by scenarios/teaching, as `orrery lesson play`
/// does.
class LessonSession : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// THROWS std::exception for pages that cannot be shown; then no lesson is open. `page` is from 0.
  void begin(teaching::Lesson lesson, int page = 0);
  void end();
  bool isOpen() const { return room_ != nullptr; }

  // The rest REQUIRES isOpen().
  const teaching::Lesson& lesson() const { return *lesson_; }
  const teaching::Page& page() const { return lesson_->pages[static_cast<std::size_t>(at_)]; }
  const teaching::Scene& scene() const { return *scene_; }
  int number() const { return at_; }  ///< of the page, from 0
  int pages() const { return static_cast<int>(lesson_->pages.size()); }
  bool canGo(int step) const { return at_ + step >= 0 && at_ + step < pages(); }
  void go(int step);  ///< to a page before or after; nothing where there is none

  bool asks() const { return page().question.has_value(); }
  bool isAnswered() const { return turn().done; }
  /// Whether an answer is waited for, and what comes later is not to be seen.
  bool isHidden() const { return asks() && !isAnswered(); }
  const QStringList& options() const { return options_; }
  /// Judges an answer, and shows what happened if it is right.
  void answer(const QString& text);
  void reveal();
  /// How many questions were answered or revealed, and how many right with the first answer.
  teaching::Score score() const;
  /// How many questions the lesson has.
  int questions() const;

  QString title(int step = 0) const;  ///< of the page, or of one behind it that there is
  QString notes() const;              ///< HTML, the speaker notes; may be empty
  QString answerText() const;         ///< REQUIRES asks()
  QString text() const;               ///< HTML
  QString question() const;           ///< HTML; empty where it asks nothing
  QString reply() const;  ///< HTML: to the last answer, with the explanation; may be empty
  bool isReplyGood() const { return turn().right; }
  /// HTML: what a page about results says in metrics; empty while it is hidden.
  QString all_metrics() const;

  /// As much of the run as may be seen.
  std::shared_ptr<const FinishedRun> run() const { return seen(scene().cell); }
  /// Whether the page shows another run beside it, and as much of that as may be seen.
  bool comparesRuns() const { return !page().with.empty(); }
  std::shared_ptr<const FinishedRun> otherRun() const;
  /// The moment of it that is shown first.
  Time moment() const;
  Focus focus() const;
  /// The answer, once it is known, and what was answered instead, as far as they are ranks or links.
  Marks marks() const;

 signals:
  void pageChanged();  ///< another page, or none
  void replied();      ///< an answer was judged, or revealed
  void answered(const orrery::viz::GivenAnswer& answer);

 private:
  /// How far a page has been gone through.
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

/// Where answers of lessons are kept: answers.csv in the folder of the user's data.
QString answerFile();

/// Adds a row to a file (time, in UTC; lesson; page, from 1; answer; right; first): yes or no for the last two. A
/// new file gets a heading. False where it cannot be written.
bool keepAnswer(const QString& file, const GivenAnswer& answer);

}  // namespace orrery::viz
