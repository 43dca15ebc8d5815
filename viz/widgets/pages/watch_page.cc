#include "viz/widgets/pages/watch_page.h"

#include <algorithm>
#include <utility>

#include <QMouseEvent>
#include <QPainter>

#include "viz/model/text/texts.h"
#include "viz/paint/block_matrix.h"
#include "viz/paint/caption.h"
#include "viz/widgets/laid_out.h"
#include "viz/widgets/style.h"

namespace orrery::viz::inline widgets {

namespace {

constexpr int kWideEnough = 900;  ///< for blocks beside the stage
constexpr int kHighEnough = 560;  ///< for a timeline below it
constexpr int kHighEnoughPresented = 800;
constexpr double kBlocksShare = 0.42;
constexpr double kTimelineShare = 0.26;

}  // namespace

BlocksView::BlocksView(Session& session, QWidget* parent)
    : SpokenView(tr("Blocks"), parent), session_(session) {
  setMinimumSize(120, 120);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMouseTracking(true);
  connect(&session, &Session::runCompleted, this, &BlocksView::refresh);
  connect(&session, &Session::frameChanged, this, &BlocksView::followFrame);
  connect(&session, &Session::focusChanged, this, &BlocksView::refresh);
}

/// Leaves the matrix as it is while no cell changes: at 4K it takes longer than the rest of a frame.
void BlocksView::followFrame() {
  const auto [begin, end] = session_.roundSpan();
  const Seen before = std::exchange(seen_, {session_.hasPicture() ? session_.run()->stage : nullptr,
                                            session_.frame().round,
                                            {begin, end}});
  const Time from = std::exchange(time_, session_.frame().time);
  const auto& [first, last] = std::minmax(from, time_);
  if (before != seen_ || seen_.stage == nullptr ||
      (!showsPairs() && (history() == nullptr || history()->changes(first, last))))
    refresh();
}

const BlockHistory* BlocksView::history() const {
  return session_.hasPicture() ? session_.run()->blocks.get() : nullptr;
}

bool BlocksView::showsPairs() const {
  if (!session_.hasPicture() || session_.run()->stage->index().trace().messages.empty())
    return false;
  return pairs_wanted_ || (history() == nullptr && !session_.run()->pending);
}

void BlocksView::showPairs(bool shown) {
  pairs_wanted_ = shown;
  update();
}

PairPicture BlocksView::pairs() const {
  const FinishedRun& run = *session_.run();
  if (counted_ != run.stage) {
    counted_ = run.stage;
    traffic_.emplace(run.stage->index());
  }
  const QString note = run.truncated ? tr("Single messages that are kept") : run.no_blocks;
  return {*traffic_, run.stage->index(), session_.frame().round,
          hovered_ >= 0 ? hovered_ : session_.focus().rank,
          history() == nullptr ? note : QString()};
}

std::optional<PairPlace> BlocksView::pairUnder(QPointF pixel) const {
  return pairAt(rect(), session_.run()->stage->network().ranks(), pixel, theme());
}

void BlocksView::hover(int rank) {
  if (rank == hovered_) return;
  hovered_ = rank;
  update();
}

void BlocksView::mouseMoveEvent(QMouseEvent* event) {
  if (!showsPairs()) return hover(-1);
  const auto place = pairUnder(event->position());
  hover(place ? place->from : -1);
}

void BlocksView::leaveEvent(QEvent* /*event*/) {
  hover(-1);
}

void BlocksView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (showsPairs()) {
    paintPairMatrix(painter, rect(), pairs(), theme());
    return paintFocus(painter);
  }
  if (const BlockHistory* blocks = history()) {
    paintBlockMatrix(painter, rect(), *blocks, session_.run()->stage->index().blocks(),
                     session_.frame().time, session_.roundSpan(), session_.focus(), theme());
    return paintFocus(painter);
  }
  painter.fillRect(rect(), theme().background);
  if (!session_.hasPicture()) return;
  paintHeading(painter, rect(), tr("Blocks"), {}, theme());
  painter.setFont(textFont(theme().small_size));
  painter.setPen(theme().faint_text);
  painter.drawText(rect().adjusted(24, 60, -24, -24), Qt::AlignHCenter | Qt::TextWordWrap,
                   session_.run()->no_blocks);
}

QString BlocksView::textAt(QPointF pixel) const {
  if (showsPairs()) {
    const auto place = pairUnder(pixel);
    return place ? pairRowText(pairs(), place->from) : QString();
  }
  const BlockHistory* blocks = history();
  if (blocks == nullptr) return {};
  const auto place = matrixScale(rect(), *blocks, theme()).at(pixel);
  if (!place) return {};
  return cellText(*blocks, session_.run()->stage->index().blocks(), place->rank, place->column,
                  session_.frame().time);
}

void BlocksView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (showsPairs()) {
    const auto pair = pairUnder(event->position());
    return session_.pick({.rank = pair ? pair->from : -1});
  }
  const BlockHistory* blocks = history();
  if (blocks == nullptr) return;
  const auto place = matrixScale(rect(), *blocks, theme()).at(event->position());
  Focus focus;
  if (place) {
    focus.rank = place->rank;
    focus.block = blocks->block(place->column);
  }
  session_.pick(focus);
}

MessagePage::MessagePage(QWidget* parent, bool warning)
    : QWidget(parent), heading_(new QLabel(this)), text_(new QPlainTextEdit(this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  setLetters(*heading_, Letters::kTitle);
  heading_->setProperty("warning", warning);
  heading_->setWordWrap(true);
  text_->setReadOnly(true);
  text_->setTabChangesFocus(true);
  setLetters(*text_, Letters::kReport);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  laidOut<QVBoxLayout>(this, {32, 20, 32, 20}, 10, {heading_, {text_, 1}});
}

int MessagePage::heightForText() const {
  const int lines = text_->document()->blockCount() + 1;  // with room for margins and frames
  return sizeHint().height() - text_->sizeHint().height() +
         lines * QFontMetrics(text_->font()).lineSpacing();
}

void MessagePage::setMessage(const QString& heading, const QString& text) {
  heading_->setText(heading);
  text_->setPlainText(text);
}

WatchPage::WatchPage(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      rows_(new QSplitter(Qt::Vertical, this)),
      columns_(new QSplitter(Qt::Horizontal, this)),
      stage_(new StageView(session, this)),
      blocks_(new BlocksView(session, this)),
      notice_(new MessagePage(this)),
      timeline_(new TimelineView(session, this)) {
  // Before they are added: a splitter shows the handle of what is hidden later until it is laid out.
  for (QWidget* part : std::initializer_list<QWidget*>{blocks_, notice_, timeline_}) part->hide();
  columns_->addWidget(stage_);
  columns_->addWidget(blocks_);
  rows_->addWidget(columns_);
  rows_->addWidget(notice_);
  rows_->addWidget(timeline_);
  for (QSplitter* s : {rows_, columns_}) {
    s->setHandleWidth(1);
    s->setChildrenCollapsible(false);
    connect(s, &QSplitter::splitterMoved, this, [this] { moved_ = true; });
  }
  laidOut<QVBoxLayout>(this, {0, 0, 0, 0}, kUsualSpacing, {rows_});
  connect(&session, &Session::runChanged, this, &WatchPage::arrange);
}

bool WatchPage::hasBlocks() const {
  return session_.run() == nullptr || !runs_operations(session_.run()->result.spec);
}

void WatchPage::setTheme(const Theme& theme) {
  stage_->setTheme(theme);
  blocks_->setTheme(theme);
  timeline_->setTheme(theme);
}

void WatchPage::showBlocks(bool shown) {
  blocks_chosen_ = true;
  blocks_->setVisible(shown);
  arrange();
}

void WatchPage::showTimeline(bool shown) {
  timeline_chosen_ = true;
  timeline_->setVisible(shown);
  arrange();
}

void WatchPage::setPresenting(bool presents) {
  presents_ = presents;
  arrange();
}

void WatchPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void WatchPage::arrange() {
  if (!blocks_chosen_) blocks_->setVisible(!presents_ && width() >= kWideEnough && hasBlocks());
  if (!timeline_chosen_)
    timeline_->setVisible(height() >= (presents_ ? kHighEnoughPresented : kHighEnough));
  emit partsChanged();
  if (moved_) return;
  const int blocks = static_cast<int>(kBlocksShare * width());
  const int timeline = static_cast<int>(kTimelineShare * height());
  columns_->setSizes({width() - blocks, blocks});
  const int notice =
      notice_->isHidden() ? 0 : std::clamp(notice_->heightForText(), timeline, height() / 2);
  rows_->setSizes({height() - timeline - notice, notice, timeline});
}

std::optional<QSize> WatchPage::dragged() const {
  if (!moved_) return std::nullopt;
  return QSize(columns_->sizes().back(), rows_->sizes().back());
}

void WatchPage::drag(QSize size) {
  moved_ = true;
  const QList<int> wide = columns_->sizes(), high = rows_->sizes();
  columns_->setSizes({wide[0] + wide[1] - size.width(), size.width()});
  rows_->setSizes({high[0] + high[2] - size.height(), high[1], size.height()});
}

void WatchPage::setNotice(const QString& heading, const QString& text) {
  notice_->setMessage(heading, text);
  notice_->setVisible(!text.isEmpty());
  arrange();
}

}  // namespace orrery::viz::inline widgets
