#pragma once

#include <vector>

#include <QAbstractTableModel>
#include <QString>

namespace orrery::viz::inline model {

/// A read-only table: its columns are given once, its cells are computed when they are shown.
class TableModel : public QAbstractTableModel {
 public:
  int rowCount(const QModelIndex& parent = {}) const final;
  int columnCount(const QModelIndex& parent = {}) const final;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const final;

 protected:
  struct Head {
    QString title;
    Qt::AlignmentFlag side = Qt::AlignLeft;  ///< of the title and of the cells below it
    QString meaning = {};                    ///< its tool tip
  };

  TableModel(QObject* parent, std::vector<Head> heads);
  virtual int rows() const = 0;
  virtual QVariant cell(int row, int column) const = 0;
  /// Returns the tool tip of a row.
  virtual QString meaning(int /*row*/) const { return {}; }

 private:
  std::vector<Head> heads_;
};

}  // namespace orrery::viz::inline model
