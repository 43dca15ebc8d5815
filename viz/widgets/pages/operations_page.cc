#include "viz/widgets/pages/operations_page.h"

#include <QVBoxLayout>

#include "viz/model/items/result_models.h"

namespace orrery::viz {
namespace {
constexpr int kSample = 10;  ///< side of a sample of colour
}

/// Their names stand beside the colours that they have in pictures.
class ColouredOperations : public OperationModel {
 public:
  using OperationModel::OperationModel;
  void setTheme(const Theme& theme) { theme_ = &theme; }

  QVariant data(const QModelIndex& index, int role) const override {
    if (role != Qt::DecorationRole || index.column() != kName)
      return OperationModel::data(index, role);
    return operationColour(*theme_, index.row(), rowCount());
  }

 private:
  const Theme* theme_ = &lightTheme();
};

OperationsPage::OperationsPage(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      operations_(new ColouredOperations(this)),
      table_(new FittedTable(*operations_, this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  table_->setAccessibleName(tr("Operations"));
  table_->setIconSize(QSize(kSample, kSample));
  table_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 0);
  column->addWidget(table_);
  connect(&session, &Session::runChanged, this, &OperationsPage::followRun);
  connect(&session, &Session::extentChanged, this, &OperationsPage::followRun);
  connect(&session, &Session::frameChanged, this, &OperationsPage::followFrame);
  connect(table_, &FittedTable::chosen, this, &OperationsPage::choose);
}

void OperationsPage::setTheme(const Theme& theme) {
  operations_->setTheme(theme);
}

const OperationRounds& OperationsPage::rounds() const {
  static const OperationRounds nothing;
  return session_.hasPicture() ? session_.run()->stage->index().operations() : nothing;
}

void OperationsPage::followRun() {
  chosen_ = -1;
  operations_->setOperations(session_.run()->result.operations);
  table_->fitColumns();
  followFrame();
}

bool OperationsPage::isUnderWay(int row) const {
  const Metrics& m = operations_->operation(row).metrics;
  const Time now = session_.clock().now();
  return m.begin <= now && now <= m.begin + m.completion;
}

/// The one that was clicked stays marked as long as it is under way; otherwise that of the round is.
void OperationsPage::followFrame() {
  if (operations_->rowCount() == 0) return;
  if (chosen_ >= 0 && !isUnderWay(chosen_)) chosen_ = -1;
  const int round = session_.frame().round;
  table_->showRow(chosen_ >= 0 ? chosen_ : round < 0 ? -1 : rounds().operation(round));
}

/// To its first messages; to the middle of what has none.
void OperationsPage::choose(int row) {
  chosen_ = row;
  const Metrics& m = operations_->operation(row).metrics;
  if (rounds().any() && session_.showRound(rounds().first_round(row)) && isUnderWay(row)) return;
  session_.clock().seek(m.begin + m.completion / 2);
}

}  // namespace orrery::viz
