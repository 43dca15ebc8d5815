#include "viz/model/run/lesson_session.h"

#include <algorithm>
#include <stdexcept>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "scenarios/page/html.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/teaching/rounds_seen.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {

namespace {

QString yesOrNo(bool b) {
  return b ? QStringLiteral("yes") : QStringLiteral("no");
}

QString rowOf(const GivenAnswer& a) {
  const QStringList fields{a.time.toString(Qt::ISODate),
                           QString::fromStdString(csv_text(a.lesson.toStdString())),
                           QString::number(a.page),
                           QString::fromStdString(csv_text(a.answer.toStdString())),
                           yesOrNo(a.right),
                           yesOrNo(a.first)};
  return fields.join(u',') + u'\n';
}

QString htmlOf(const std::string& markdown) {
  return QString::fromStdString(page::html_of_markdown(markdown));
}

QString paragraph(const QString& text) {
  return QStringLiteral("<p>%1</p>\n").arg(text.toHtmlEscaped());
}

bool isAboutResults(const teaching::Page& page) {
  return page.show == "report" || page.show == "compare";
}

/// Adds the names that are ranks or links.
void addThings(const FinishedRun& run, std::string_view kind, const std::vector<std::string>& names,
               Marks::Things& things) {
  for (const std::string& name : names) {
    const Focus focus = focusNamed(run, std::string(kind) + ' ' + name);
    if (focus.rank >= 0) things.ranks.push_back(focus.rank);
    if (focus.link >= 0) things.links.push_back(focus.link);
  }
}

std::vector<std::string> namesOf(const teaching::Value& value) {
  return value.kind == teaching::Value::Kind::kQuantity ? std::vector<std::string>() : value.names;
}

}  // namespace

QString answerFile() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
         QStringLiteral("/answers.csv");
}

bool keepAnswer(const QString& file, const GivenAnswer& answer) {
  QDir().mkpath(QFileInfo(file).path());
  QFile out(file);
  const bool is_new = !out.exists() || out.size() == 0;
  if (!out.open(QIODevice::Append)) return false;
  const QString text =
      (is_new ? QStringLiteral("time,lesson,page,answer,right,first\n") : QString()) +
      rowOf(answer);
  const QByteArray bytes = text.toUtf8();
  return out.write(bytes) == bytes.size();
}

void LessonSession::begin(teaching::Lesson lesson, int page) {
  end();
  const int last = static_cast<int>(lesson.pages.size());
  if (page < 0 || page >= last)
    throw std::invalid_argument(
        text_of("page ", page + 1, " does not exist; expected 1 to ", last));
  lesson_ = std::make_unique<const teaching::Lesson>(std::move(lesson));
  room_ = std::make_unique<teaching::Classroom>(*lesson_);
  turns_.assign(lesson_->pages.size(), {});
  try {
    open(page);
  } catch (const std::exception&) {
    end();
    throw;
  }
}

void LessonSession::end() {
  const bool was_open = isOpen();
  runs_.clear();
  scene_.reset();
  room_.reset();
  lesson_.reset();
  turns_.clear();
  at_ = 0;
  if (was_open) emit pageChanged();
}

void LessonSession::open(int page) {
  const teaching::Page& wanted = lesson_->pages[static_cast<std::size_t>(page)];
  auto scene = std::make_unique<teaching::Scene>(room_->scene(wanted));
  options_.clear();
  if (wanted.question)
    for (const std::string& option : options_of(wanted, *scene))
      options_.append(QString::fromStdString(option));
  scene_ = std::move(scene);
  at_ = page;
  emit pageChanged();
}

void LessonSession::go(int step) {
  if (canGo(step)) open(at_ + step);
}

void LessonSession::answer(const QString& text) {
  if (!isHidden()) return;
  const teaching::Question& question = *page().question;
  Turn& here = turns_[static_cast<std::size_t>(at_)];
  std::vector<std::string> options;
  for (const QString& option : options_) options.push_back(option.toStdString());
  try {
    const teaching::Value given = response_of(question, options, text.trimmed().toStdString());
    const teaching::Verdict verdict = judge(page(), scene(), given);
    here.given = namesOf(given);
    const bool first = ++here.attempts == 1;
    here.first_right |= first && verdict.right;
    if (verdict.right)
      finish(Words::tr("Right: %1."), true);
    else
      here.reply =
          paragraph(Words::tr("Not right.")) + htmlOf(Words::of(verdict.hint).toStdString());
    emit answered({QDateTime::currentDateTimeUtc(), QString::fromStdString(lesson().name), at_ + 1,
                   text.trimmed(), verdict.right, first});
  } catch (const ValueError& e) {
    here.reply = paragraph(QString::fromUtf8(e.what()));
  }
  emit replied();
}

void LessonSession::finish(const QString& said, bool right) {
  Turn& here = turns_[static_cast<std::size_t>(at_)];
  here.done = true;
  here.right = right;
  here.reply = paragraph(said.arg(answerText())) + htmlOf(scene().filled(page().question->explain));
}

void LessonSession::reveal() {
  if (!isHidden()) return;
  finish(Words::tr("The answer is %1."), false);
  emit replied();
}

teaching::Score LessonSession::score() const {
  teaching::Score score;
  for (const Turn& t : turns_) {
    score.asked += t.done ? 1 : 0;
    score.right += t.first_right ? 1 : 0;
  }
  return score;
}

int LessonSession::questions() const {
  return static_cast<int>(std::ranges::count_if(
      lesson().pages, [](const teaching::Page& p) { return p.question.has_value(); }));
}

QString LessonSession::title(int step) const {
  return QString::fromStdString(lesson().pages[static_cast<std::size_t>(at_ + step)].title);
}

QString LessonSession::notes() const {
  return htmlOf(scene().filled(page().notes));
}

QString LessonSession::answerText() const {
  return QString::fromStdString(text_of(answer_of(page(), scene())));
}

QString LessonSession::text() const {
  return htmlOf(scene().filled(page().text));
}

QString LessonSession::question() const {
  return asks() ? htmlOf(scene().filled(page().question->ask)) : QString();
}

QString LessonSession::reply() const {
  return turn().reply;
}

QString LessonSession::all_metrics() const {
  if (!isAboutResults(page()) || isHidden()) return {};
  teaching::Laboratory& laboratory = *scene().laboratory;
  std::vector<const RunResult*> results{&laboratory.result(scene().cell)};
  if (page().show == "compare")
    results.push_back(&laboratory.result(laboratory.find(scene().cell, page().with)));
  return QString::fromStdString(page::metrics_table(
      results, page::Words([](std::string_view t) { return Words::of(t).toStdString(); })));
}

std::shared_ptr<const FinishedRun> LessonSession::whole(std::size_t cell) const {
  const RunSpec& spec = scene().laboratory->spec(cell);
  auto& run = runs_[&spec];
  if (run == nullptr) run = runCell(spec);
  return run;
}

std::shared_ptr<const FinishedRun> LessonSession::seen(std::size_t cell) const {
  const auto run = whole(cell);
  const auto rounds =
      teaching::rounds_drawn(page(), scene().laboratory->evidence(cell), !isHidden());
  return rounds && run->hasPicture() ? asFarAs(*run, *rounds) : run;
}

std::shared_ptr<const FinishedRun> LessonSession::otherRun() const {
  return seen(scene().laboratory->find(scene().cell, page().with));
}

Time LessonSession::moment() const {
  const auto shown = run();
  if (!shown->hasPicture()) return Time{0};
  const Time end = shown->stage->index().end();
  const teaching::ObservedRun& e = scene().laboratory->evidence(scene().cell);
  const teaching::Moment& named = page().moment;
  if (isHidden() || (!asks() && !named.round && !named.time)) return end;
  if (named.time) return std::min(*named.time, end);
  const int rounds = teaching::rounds_seen(page(), e, false);
  for (const RoundMark& mark : shown->stage->index().rounds())
    if (mark.round >= (asks() ? rounds : *named.round + (named.after ? 1 : 0))) return mark.start;
  return asks() ? Time{0} : end;
}

Focus LessonSession::focus() const {
  return focusNamed(*whole(scene().cell), page().follow);
}

Marks LessonSession::marks() const {
  if (!asks() || (turn().given.empty() && !isAnswered())) return {};
  const teaching::Value answer = answer_of(page(), scene());
  std::vector<std::string> wrong;
  const std::vector<std::string> right = namesOf(answer);
  std::ranges::copy_if(turn().given, std::back_inserter(wrong), [&](const std::string& name) {
    return std::ranges::find(right, name) == right.end();
  });
  Marks marks;
  const std::string_view kind = teaching::pointed_at(*page().question);
  if (isAnswered()) addThings(*whole(scene().cell), kind, right, marks.right);
  addThings(*whole(scene().cell), kind, wrong, marks.wrong);
  return marks;
}

}  // namespace orrery::viz::inline model
