#include "viz/paint/files/page_frames.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <QRegularExpression>

#include "viz/model/run/focus.h"
#include "viz/model/text/block_names.h"
#include "viz/model/text/listing.h"
#include "viz/model/text/spoken.h"
#include "viz/model/text/texts.h"
#include "viz/paint/files/animation.h"
#include "viz/paint/files/flights.h"
#include "viz/paint/files/picture_file.h"
#include "viz/paint/files/run_picture.h"

namespace orrery::viz::inline paint {
namespace {

/// Colours of pictures in two themes, each pair once.
class Palette {
 public:
  int numberOf(const QString& light, const QString& dark) {
    const auto [at, isNew] =
        numbers_.emplace(std::pair(light, dark), static_cast<int>(all_.size()));
    if (isNew) all_.push_back({light.toStdString(), dark.toStdString()});
    return at->second;
  }
  std::vector<std::array<std::string, 2>> take() { return std::move(all_); }

 private:
  std::map<std::pair<QString, QString>, int> numbers_;
  std::vector<std::array<std::string, 2>> all_;
};

/// Removes text without effect: the head of the file, its size in millimetres, fonts of groups (texts have their own)
/// and families (the page has its own), attributes that change nothing, digits of points after tenths of a pixel. Makes
/// one path of lines that follow each other.
QString slim(QString svg) {
  static const QRegularExpression head(QStringLiteral("^.*?(?=<svg)"),
                                       QRegularExpression::DotMatchesEverythingOption);
  static const QRegularExpression size(QStringLiteral(R"(<svg width="[^"]*" height="[^"]*")"));
  static const QRegularExpression about(QStringLiteral("<title>.*?</desc>\\s*"),
                                        QRegularExpression::DotMatchesEverythingOption);
  static const QRegularExpression fonts(
      QStringLiteral("\\nfont-family=\"[^\"]*\" font-size=\"[^\"]*\" font-weight=\"[^\"]*\" "
                     "font-style=\"[^\"]*\" \\n>"));
  static const QRegularExpression family(QStringLiteral(" font-family=\"[^\"]*\""));
  static const QRegularExpression lines(QStringLiteral("\\n{2,}"));
  static const QRegularExpression digits(
      QStringLiteral(R"((?<=\d\.\d)\d+(?=,-?\d)|(?<=\d,)(-?\d+\.\d)\d+|( [xy]="\d+\.\d)\d+)"));
  svg.remove(head).replace(size, QStringLiteral("<svg")).remove(about);
  svg.replace(fonts, QStringLiteral(">")).remove(family).replace(lines, QStringLiteral("\n"));
  svg.replace(digits, QStringLiteral("\\1\\2"));
  for (const char* idle :
       {" transform=\"matrix(1,0,0,1,0,0)\"", " xml:space=\"preserve\"", " fill-opacity=\"1\"",
        " stroke-opacity=\"1\"", " vector-effect=\"none\"", " font-weight=\"400\"",
        " font-style=\"normal\""})
    svg.remove(QLatin1String(idle));
  static const QString line = QStringLiteral("<polyline fill=\"none\" points=\"");
  svg.replace(QStringLiteral(" \" />\n") + line, QStringLiteral("M"));
  return svg.replace(line, QStringLiteral("<path fill=\"none\" d=\"M"));
}

/// Merges two pictures that differ only in colours, which become numbers of the palette.
QString merged(const QString& light, const QString& dark, Palette& palette) {
  static const QRegularExpression colour(QStringLiteral("=\"(#[0-9a-f]{6})\""));
  auto one = colour.globalMatch(light), other = colour.globalMatch(dark);
  QString svg;
  qsizetype end = 0;
  while (one.hasNext() && other.hasNext()) {
    const auto a = one.next(), b = other.next();
    svg += QStringView(light).mid(end, a.capturedStart() - end);
    svg += QStringLiteral("=\"«%1»\"").arg(palette.numberOf(a.captured(1), b.captured(1)));
    end = a.capturedEnd();
  }
  svg += QStringView(light).mid(end);
  return svg;
}

/// Groups of shapes, each once.
class ShapeGroups {
 public:
  std::vector<std::size_t> numbersOf(const QString& svg) {
    static const QRegularExpression between(QStringLiteral("\\n(?=<g )"));
    std::vector<std::size_t> numbers;
    for (const QString& piece : svg.split(between)) numbers.push_back(numberOf(piece));
    return numbers;
  }
  std::size_t numberOf(const QString& piece) {
    const auto [at, isNew] = numbers_.emplace(piece.toStdString(), all_.size());
    if (isNew) all_.push_back(at->first);
    return at->second;
  }
  std::vector<std::string> take() { return std::move(all_); }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> all_;
};

/// Scale of letters, so that they can be read on a narrow screen, which shrinks the picture.
constexpr double kPageLetters = 1.2;
constexpr int kLeastPageLetters = 14;
constexpr QSizeF kOnePart(420, 620);

class Animating {
 public:
  Animating(const RunSpec& spec, const FramesRequest& request)
      : run_(seenOf(runCell(spec), request)),
        request_(request),
        focus_(focusNamed(*run_, request.follow)),
        picture_(*run_, request.layout, focus_),
        area_(0, 0, request.width, request.height) {
    picture_.fitPage();
    if (picture_.columns(area_, light_).size() == 1) area_.setSize(kOnePart);
    findTick();
    findBalls();
    animation();
    tell();
    frames_.width = static_cast<int>(area_.width());
    frames_.height = static_cast<int>(area_.height());
    frames_.targets = picture_.targets(area_, light_);
  }

  Frames take() {
    frames_.palette = palette_.take();
    frames_.pieces = pieces_.take();
    return std::move(frames_);
  }

 private:
  using Run = std::shared_ptr<const FinishedRun>;
  static Run seenOf(const Run& run, const FramesRequest& request) {
    if (!run->hasPicture()) throw std::invalid_argument(run->result.error.value_or("no picture"));
    return request.rounds ? asFarAs(*run, *request.rounds) : run;
  }

  const TraceIndex& index() const { return run_->stage->index(); }
  int rank() const { return std::max(focus_.rank, 0); }

  void animation() {
    const auto& marks = index().rounds();
    if (marks.empty()) return add(Time(0), -1, Time(0));
    std::vector<Time> times =
        animationTimes(index(), -1, request_.each * static_cast<int>(marks.size()));
    times.pop_back();
    add(Time(0), -1, times.front());
    for (std::size_t i = 0; i < times.size(); ++i) {
      const int mark = markAt(marks, times[i]);
      add(times[i], mark < 0 ? -1 : marks[static_cast<std::size_t>(mark)].round,
          i + 1 < times.size() ? times[i + 1] : index().end());
    }
    add(index().end(), marks.back().round + 1, index().end());
  }

  QString picture(Time t, const Theme& theme) const {
    return slim(QString::fromUtf8(pictureFile(
        "svg", area_.size().toSize(), 1,
        [&](QPainter& painter, const QRectF& area) { picture_.paint(painter, area, t, theme); })));
  }

  /// Returns a time in the units of a page, a thousandth of the shortest round: equal rounds have equal numbers then.
  std::int64_t ticks(Time t) const { return (t.count() + tick_ / 2) / tick_; }
  void findTick() {
    constexpr std::int64_t kTicks = 1000;
    Time shortest = index().end();
    const auto& marks = index().rounds();
    for (std::size_t i = 1; i < marks.size(); ++i)
      shortest = std::min(shortest, marks[i].begin - marks[i - 1].begin);
    tick_ = std::max<std::int64_t>(shortest.count() / kTicks, 1);
  }

  /// A ball, whose path and drawing are pieces that balls of other rounds share.
  struct Ball {
    Time from, to;
    std::size_t way, look;
  };

  void findBalls() {
    picture_.withStage(area_, Time(0), light_, [&](const View& view, const Picture& picture) {
      if (picture.drawing != nullptr || showsMap(view, picture)) return;
      for (const Flight& f : flightsOf(view, picture))
        balls_.push_back({f.way.front().time, f.way.back().time, pieces_.numberOf(wayOf(f)),
                          lookOf(f, concernsFocus(picture, messageOf(f)))});
    });
  }

  /// Returns the positions of a ball, in times since its start.
  QString wayOf(const Flight& flight) const {
    QStringList way;
    for (const Flight::At& at : flight.way)
      way.append(QStringLiteral("%1,%2,%3")
                     .arg(ticks(at.time - flight.way.front().time))
                     .arg(at.at.x(), 0, 'f', 1)
                     .arg(at.at.y(), 0, 'f', 1));
    return QStringLiteral("data-way=\"%1\"").arg(way.join(u' '));
  }

  /// Draws the ball of a message around (0, 0).
  QString ballIn(const Flight& flight, const Theme& theme) const {
    QString svg = slim(
        QString::fromUtf8(pictureFile("svg", QSize(1, 1), 1, [&](QPainter& painter, const QRectF&) {
          painter.setRenderHint(QPainter::Antialiasing);
          picture_.withStage(area_, Time(0), theme, [&](const View& view, const Picture& picture) {
            paintMessage(painter, view, picture, messageOf(flight), {0, 0, 1, 0});
          });
        })));
    static const QRegularExpression head(QStringLiteral("^<svg[^>]*>|<defs>.*?</defs>|</svg>\\s*$"),
                                         QRegularExpression::DotMatchesEverythingOption);
    return svg.remove(head).simplified();
  }
  const Trace::Message& messageOf(const Flight& flight) const {
    return index().trace().messages[static_cast<std::size_t>(flight.message)];
  }

  /// Returns the drawing of a ball; there are few different ones, one for each set of blocks.
  std::size_t lookOf(const Flight& flight, bool concerned) {
    const QString key = messageName(index().blocks(), messageOf(flight)) +
                        QString::number(index().operations().any() ? messageOf(flight).round : -1) +
                        QString::number(concerned);
    const auto [at, isNew] = looks_.try_emplace(key);
    if (isNew)
      at->second = pieces_.numberOf(QStringLiteral(">%1</g>").arg(
          merged(ballIn(flight, light_), ballIn(flight, dark_), palette_)));
    return at->second;
  }

  /// Adds the parts that the script moves: the time, the parts that narrow screens stack, and balls.
  void addMoving(std::vector<std::size_t>& svg, Time t, Time next) {
    QStringList parts;
    for (const QRectF& r : picture_.columns(area_, light_))
      parts.append(
          QStringLiteral("%1 %2 %3 %4").arg(r.x()).arg(r.y()).arg(r.width()).arg(r.height()));
    svg.push_back(pieces_.numberOf(
        QStringLiteral("<g class=\"parts\" data-parts=\"%1\"></g>").arg(parts.join(u';'))));
    svg.push_back(
        pieces_.numberOf(QStringLiteral("<g class=\"now\" data-time=\"%1\" data-next=\"%2\"></g>")
                             .arg(ticks(t))
                             .arg(ticks(next))));
    for (const Ball& ball : balls_) {
      if (ball.from > next || ball.to <= t) continue;
      svg.push_back(pieces_.numberOf(
          QStringLiteral("<g class=\"ball\" data-from=\"%1\"").arg(ticks(ball.from) - ticks(t))));
      svg.insert(svg.end(), {ball.way, ball.look});
    }
  }

  void add(Time t, int step, Time next) {
    const QString said = QStringLiteral("%1: %2").arg(clockText(t, index().end()),
                                                      momentText(index(), stateAt(index(), t)));
    static const QString end = QStringLiteral("</svg>");
    const QString drawn = merged(picture(t, light_), picture(t, dark_), palette_);
    std::vector<std::size_t> svg = pieces_.numbersOf(drawn.left(drawn.lastIndexOf(end)).trimmed());
    addMoving(svg, t, next);
    svg.push_back(pieces_.numberOf(end));
    frames_.frames.push_back({step, t, said.toStdString(), std::move(svg)});
    if (request_.layout == "listing") list(frames_.frames.back());
  }

  QString source() const {
    const RunSpec& spec = run_->result.spec;
    if (runs_operations(spec)) return {};
    return schedule_of(spec) != nullptr ? sourceOfPrograms()
                                        : sourceOf(find_algorithm(spec.collective, spec.algorithm));
  }

  void list(Frames::Frame& frame) {
    const Listing listing = listingAt(index(), source(), rank(), frame.time);
    const std::string text = listing.lines.join(u'\n').toStdString();
    const auto known = std::ranges::find(frames_.listings, text);
    frame.listing = static_cast<std::size_t>(known - frames_.listings.begin());
    if (known == frames_.listings.end()) frames_.listings.push_back(text);
    frame.first_line = listing.begin;
    frame.lines = listing.end - listing.begin;
  }

  void tell() {
    for (const auto& [round, sentence] : sentencesOf(*run_, rank()))
      frames_.sentences[round] = sentence.toStdString();
  }

  Run run_;
  const FramesRequest& request_;
  Focus focus_;
  RunPicture picture_;
  QRectF area_;
  Palette palette_;
  ShapeGroups pieces_;
  Theme light_ = withLeastLetters(lightTheme(), kPageLetters, kLeastPageLetters),
        dark_ = withLeastLetters(darkTheme(), kPageLetters, kLeastPageLetters);
  Frames frames_;
  std::vector<Ball> balls_;
  std::int64_t tick_ = 1;                 // ps
  std::map<QString, std::size_t> looks_;  // of balls
};

}  // namespace

Frames pageFrames(const RunSpec& spec, const FramesRequest& request) {
  return Animating(spec, request).take();
}

}  // namespace orrery::viz::inline paint
