#pragma once

#include <map>
#include <vector>

#include <QByteArray>
#include <QPainter>
#include <QRectF>

#include "scenarios/report/plot/plot.h"
#include "viz/model/run/finished_run.h"
#include "viz/paint/files/run_picture.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// A run round by round: a picture of each round, and below it a sentence on its events. A run
/// without messages has one picture, of its end.
class Slides {
 public:
  /// Creates the slides. REQUIRES run.hasPicture(); run and request must outlive this.
  Slides(const FinishedRun& run, const RenderRequest& request, const Theme& theme);

  int count() const { return static_cast<int>(rounds_.size()); }
  int round(int i) const { return rounds_[static_cast<std::size_t>(i)].round; }
  /// Paints one slide, in an area of the size that the request names.
  void paint(QPainter& painter, const QRectF& area, int i) const;
  /// Returns all slides as a file: request.columns x request.rows of them on each page, in reading
  /// order. On paper, each page has the title of the run and a number.
  QByteArray pdf() const;

 private:
  struct Round {
    int round = 0;
    Time view{0};
  };
  QString sentence(const Round& round) const;
  int pages() const;
  bool isOnPaper() const { return request_.paper_width > 0; }
  QSize pageSize() const;  ///< of the file, in 96ths of an inch
  void paintPage(QPainter& painter, int page) const;
  void paintTitle(QPainter& painter, int page) const;

  const FinishedRun& run_;
  const RenderRequest& request_;
  const Theme& theme_;
  RunPicture picture_;
  std::map<int, QString> sentences_;  ///< of rank 0
  std::vector<Round> rounds_;
};

/// Runs a cell and draws it: see Pictures::slides.
std::vector<Slide> renderSlides(const RunSpec& spec, const RenderRequest& request);

}  // namespace orrery::viz::inline paint
