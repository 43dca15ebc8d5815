#pragma once

#include <optional>

#include <QLabel>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QWidget>

#include "viz/model/run/session.h"
#include "viz/model/text/spoken.h"
#include "viz/paint/pair_matrix.h"
#include "viz/paint/theme.h"
#include "viz/widgets/views/spoken_view.h"
#include "viz/widgets/views/stage_view.h"
#include "viz/widgets/views/timeline_view.h"

namespace orrery::viz::inline widgets {

/// Holdings of every rank and block at the session's moment; or, if requested or if these are unknown, the bytes that
/// each rank sends to each. Hovering shows the contributors of a cell, or the messages of a row's rank; a click
/// follows its rank and block.
class BlocksView : public SpokenView {
  Q_OBJECT

 public:
  explicit BlocksView(Session& session, QWidget* parent = nullptr);
  QString spokenText() const override { return spokenBlocks(session_); }
  QString textAt(QPointF pixel) const override;
  bool showsPairs() const;
  void showPairs(bool shown);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  const BlockHistory* history() const;
  PairPicture pairs() const;  // REQUIRES a run with a picture
  std::optional<PairPlace> pairUnder(QPointF pixel) const;
  void followFrame();
  void hover(int rank);

  Session& session_;
  bool pairs_wanted_ = false;
  int hovered_ = -1;  // the row of pairs under the mouse
  /// Determines the matrix, with the changes until now.
  struct Seen {
    std::shared_ptr<const Stage> stage;
    int round = -1;
    std::pair<Time, Time> span = {};
    bool operator==(const Seen&) const = default;
  };
  Seen seen_;
  Time time_{0};                                  // of the last frame
  mutable std::shared_ptr<const Stage> counted_;  // whose pairs are known
  mutable std::optional<PairTraffic> traffic_;
};

/// The substitute for an empty stage: the reason, in text that can be copied.
class MessagePage : public QWidget {
  Q_OBJECT

 public:
  /// Creates the page. `warning`: the heading has the colour of errors.
  explicit MessagePage(QWidget* parent = nullptr, bool warning = true);
  void setMessage(const QString& heading, const QString& text);
  QString text() const { return text_->toPlainText(); }
  /// Returns the height at which all lines are seen.
  int heightForText() const;

 private:
  QLabel* heading_;
  QPlainTextEdit* text_;
};

/// Stage, blocks and timeline of one session, together. Without enough room the blocks, then the
/// timeline, are left out, unless the user chose them; so are blocks of operations, which cannot be
/// followed.
class WatchPage : public QWidget {
  Q_OBJECT

 public:
  explicit WatchPage(Session& session, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

  StageView& stage() { return *stage_; }
  BlocksView& blocks() { return *blocks_; }
  TimelineView& timeline() { return *timeline_; }
  bool showsBlocks() const { return !blocks_->isHidden(); }
  bool showsTimeline() const { return !timeline_->isHidden(); }
  void showBlocks(bool shown);
  void showTimeline(bool shown);
  /// Leaves the room of blocks, and of a timeline on low screens, to the network for an audience.
  void setPresenting(bool presents);
  /// Returns the width of the blocks and the height of the timeline; none before they are dragged.
  std::optional<QSize> dragged() const;
  void drag(QSize size);
  /// Shows a text below the stage, such as the reason why the run got stuck. Empty: none.
  void setNotice(const QString& heading, const QString& text);
  QString noticeText() const { return notice_->isHidden() ? QString() : notice_->text(); }

 signals:
  void partsChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  bool hasBlocks() const;

  Session& session_;
  QSplitter* rows_;
  QSplitter* columns_;
  StageView* stage_;
  BlocksView* blocks_;
  MessagePage* notice_;
  TimelineView* timeline_;
  bool blocks_chosen_ = false, timeline_chosen_ = false, moved_ = false;  // by the user
  bool presents_ = false;
};

}  // namespace orrery::viz::inline widgets
