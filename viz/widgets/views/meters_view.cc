#include "viz/widgets/views/meters_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>
#include <QRectF>
#include <QString>

#include "scenarios/run/runner.h"
#include "scenarios/text/units_text.h"
#include "viz/model/text/words.h"
#include "viz/paint/theme.h"

namespace orrery::viz {
namespace {

/// One of Λ, Ψ and Ξ, as it has grown by a moment of the run.
struct Meter {
  QString name;       ///< "Λ  latency"
  QString formula;    ///< with the run's numbers
  double value = 1;   ///< of the whole run; 1 is optimal
  double before = 0;  ///< what the rounds before the present one contribute
  double step = 0;    ///< what the present round contributes
};

constexpr double kRow = 36;
constexpr double kBar = 8;
constexpr double kMeterMargin = 12;

QString text(double value) {
  return QString::number(value, 'f', value < 10 ? 3 : 1);
}

QString size(double bytes) {
  return QString::fromStdString(short_size(Bytes(std::llround(bytes))));
}

struct Sums {
  double port = 0, link = 0;
};

Sums sumOf(const std::vector<RoundMetrics>& rounds, int first, int end) {
  Sums sums;
  for (int k = std::max(first, 0); k < std::min<int>(end, static_cast<int>(rounds.size())); ++k) {
    sums.port += static_cast<double>(rounds[static_cast<std::size_t>(k)].max_port.count());
    sums.link += static_cast<double>(rounds[static_cast<std::size_t>(k)].max_link.count());
  }
  return sums;
}

double share(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

void paintMeter(QPainter& painter, const QRectF& row, const Meter& meter, double most,
                const Theme& theme) {
  const QRectF line(row.left() + kMeterMargin, row.top() + 2, row.width() - 2 * kMeterMargin, 18);
  painter.setFont(textFont(theme.small_size, true));
  painter.setPen(theme.text);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, meter.name);
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, text(meter.value));
  const QFontMetricsF metrics(painter.font());
  const double left = metrics.horizontalAdvance(meter.name) + 12;
  const double right = metrics.horizontalAdvance(text(meter.value)) + 12;
  painter.setFont(textFont(theme.small_size - 1));
  painter.setPen(theme.faint_text);
  painter.drawText(line.adjusted(left, 0, -right, 0), Qt::AlignRight | Qt::AlignVCenter,
                   QFontMetricsF(painter.font())
                       .elidedText(meter.formula, Qt::ElideRight, line.width() - left - right));
  const QRectF bar(line.left(), line.bottom() + 3, line.width(), kBar);
  const auto width = [&](double value) { return bar.width() * std::clamp(value / most, 0.0, 1.0); };
  painter.fillRect(bar, theme.panel);
  painter.fillRect(QRectF(bar.left(), bar.top(), width(meter.value), kBar), theme.cell_held);
  painter.fillRect(QRectF(bar.left(), bar.top(), width(meter.before), kBar), theme.accent);
  painter.fillRect(QRectF(bar.left() + width(meter.before), bar.top(),
                          std::max(width(meter.before + meter.step) - width(meter.before),
                                   meter.step > 0 ? 2.0 : 0.0),
                          kBar),
                   loadColour(theme, 1));
  const double one = std::round(bar.left() + width(1)) + 0.5;
  painter.setPen(QPen(theme.text, 1));
  painter.drawLine(QPointF(one, bar.top() - 2), QPointF(one, bar.bottom() + 2));
}

/// The meters of a run (REQUIRES one that was measured) in round `round`; -1: before the first.
/// Λ and Ψ are sums over the rounds. Ξ is a quotient of sums: here the contribution of a round is
/// what its busiest link carries over all that busiest ports carry.
std::array<Meter, 3> metersOf(const RunResult& result, int round) {
  const auto& rounds = result.metrics.per_round;
  const Deficiency& d = result.deficiency;
  const int count = static_cast<int>(rounds.size());
  const Sums all = sumOf(rounds, 0, count), past = sumOf(rounds, 0, round);
  const Sums now = round < 0 ? Sums{} : sumOf(rounds, round, round + 1);
  const auto ports = static_cast<double>(result.metrics.port_sum.count()),
             links = static_cast<double>(result.metrics.link_sum.count());
  const double fewest = share(result.metrics.rounds, d.lambda), bytes = share(ports, d.psi);
  const bool started = round >= 0;
  Meter lambda{QStringLiteral("Λ"),
               Words::tr("rounds / fewest = %1 / %2")
                   .arg(result.metrics.rounds)
                   .arg(QString::number(fewest, 'g', 4)),
               d.lambda, share(std::max(round, 0), fewest), started ? share(1, fewest) : 0};
  Meter psi{QStringLiteral("Ψ"),
            (result.metrics.rounds_overlap ? Words::tr("rounds overlap: Σ port / fewest = %1 / %2")
                                           : Words::tr("Σ port / fewest = %1 / %2"))
                .arg(size(ports), size(bytes)),
            d.psi, d.psi * share(past.port, all.port), d.psi * share(now.port, all.port)};
  Meter xi{QStringLiteral("Ξ"),
           Words::tr("Σ link / Σ port = %1 / %2").arg(size(links), size(ports)), d.xi,
           d.xi * share(past.link, all.link), d.xi * share(now.link, all.link)};
  return {lambda, psi, xi};
}

double metersHeight(const Theme& theme) {
  return 3 * kRow + 2.2 * theme.small_size;
}

/// Bars from 0 to the largest value, with a mark at 1, the optimum.
void paintMeters(QPainter& painter, const QRectF& rect, const std::array<Meter, 3>& meters,
                 const Theme& theme) {
  painter.save();
  painter.fillRect(rect, theme.background);
  double y = rect.top();
  for (const Meter& meter : meters) {
    paintMeter(painter, QRectF(rect.left(), y, rect.width(), kRow), meter,
               std::max(meter.value, 1.0) * 1.02, theme);
    y += kRow;
  }
  painter.setFont(textFont(theme.small_size - 1));
  const QRectF line(rect.left() + kMeterMargin, y, rect.width() - 2 * kMeterMargin,
                    1.8 * theme.small_size);
  double x = line.left();
  const auto entry = [&](const QColor& colour, const QString& name) {
    painter.fillRect(QRectF(x, line.center().y() - 4, 10, 8), colour);
    painter.setPen(theme.faint_text);
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(name);
    painter.drawText(QRectF(x + 14, line.top(), width + 2, line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, name);
    x += width + 28;
  };
  entry(theme.accent, Words::tr("so far"));
  entry(loadColour(theme, 1), Words::tr("this round"));
  entry(theme.cell_held, Words::tr("to come"));
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, Words::tr("| 1 is optimal"));
  painter.restore();
}

}  // namespace

MetersView::MetersView(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), theme_(&lightTheme()) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Deficiencies"));
  setToolTip(
      tr("Λ: rounds over the fewest rounds any algorithm needs.\n"
         "Ψ: bytes through the busiest port, summed over the rounds, over the fewest that a "
         "port must carry.\n"
         "Ξ: bytes over the busiest link over bytes through the busiest port, each summed "
         "over the rounds.\n"
         "De Sensi et al., NSDI 2024, Eq. 1."));
  connect(&session, &Session::frameChanged, this, qOverload<>(&QWidget::update));
}

void MetersView::setTheme(const Theme& theme) {
  theme_ = &theme;
  updateGeometry();
  update();
}

QSize MetersView::sizeHint() const {
  return {300, static_cast<int>(std::ceil(metersHeight(*theme_)))};
}

void MetersView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (session_.run() == nullptr || !session_.run()->isMeasured()) return;
  paintMeters(painter, rect(), metersOf(session_.run()->result, session_.frame().round), *theme_);
}

}  // namespace orrery::viz
