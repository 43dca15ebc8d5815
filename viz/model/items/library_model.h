#pragma once

#include <QAbstractItemModel>
#include <QString>

namespace orrery::viz::inline model {

/// The built-in scenarios as a tree: folders, and in them scenarios by title. Lessons come first,
/// in teaching order; checks of the program itself come last.
class LibraryModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Role { kFile = Qt::UserRole, kDescription };

  /// Reads the titles of all built-in scenarios.
  explicit LibraryModel(QObject* parent = nullptr);

  /// Returns the path of a scenario, empty for a folder.
  QString file(const QModelIndex& index) const;
  QString description(const QModelIndex& index) const;
  QModelIndex find(const QString& file) const;
  /// Returns whether this is the folder of checks, which teach nothing.
  bool holdsChecks(const QModelIndex& folder) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Entry {
    QString title, description, file;
  };
  struct Folder {
    std::string directory;
    QString name;
    std::vector<Entry> entries;
  };
  const Entry* entry(const QModelIndex& index) const;

  std::vector<Folder> folders_;
};

}  // namespace orrery::viz::inline model
