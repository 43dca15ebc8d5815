#include "viz/model/items/library_model.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include <QFile>

#include "scenarios/document/document.h"
#include "scenarios/text/scenario_library.h"
#include "scenarios/text/translation.h"
#include "viz/model/text/language.h"

namespace orrery::viz::inline model {
namespace {

/// Internal ids: folders have this one, entries the number of their folder.
constexpr quintptr kFolder = ~quintptr{0};

constexpr std::string_view kLessons = "lessons", kPapers = "papers", kMachines = "machines",
                           kChecks = "ci";
/// Lessons in teaching order; others follow by name.
constexpr std::array<std::string_view, 10> kCourse{
    "first-allreduce",      "few-rounds-or-few-bytes",
    "contention-on-a-ring", "where-ranks-live",
    "any-number-of-ranks",  "two-clusters",
    "gather-trees",         "dragonfly",
    "graph-from-a-file",    "schedule-from-a-file"};

QString folderName(const std::string& directory) {
  if (directory == kPapers) return LibraryModel::tr("Papers");
  if (directory == kLessons) return LibraryModel::tr("Lessons");
  if (directory == kMachines) return LibraryModel::tr("Machines");
  if (directory == kChecks) return LibraryModel::tr("Checks of the program");
  return QString::fromStdString(directory);
}

int placeOf(const std::string& directory) {
  return directory == kLessons ? 0 : directory == kPapers ? 1 : directory == kChecks ? 3 : 2;
}

auto placeInCourse(const std::filesystem::path& file) {
  return std::ranges::find(kCourse, file.stem().string()) - kCourse.begin();
}

std::vector<std::filesystem::path> inOrder() {
  std::vector<std::filesystem::path> files = built_in_scenarios();
  std::ranges::stable_sort(files, {}, [](const std::filesystem::path& file) {
    return std::pair(placeOf(file.parent_path().string()), placeInCourse(file));
  });
  return files;
}

/// Removes the prefix of checks, which their folder already states.
QString withoutPrefix(const QString& title) {
  const QString prefix = QStringLiteral("ci: ");
  return title.startsWith(prefix) ? title.mid(prefix.size()) : title;
}

}  // namespace

LibraryModel::LibraryModel(QObject* parent) : QAbstractItemModel(parent) {
  for (const auto& path : inOrder()) {
    const auto file = QString::fromStdString((scenario_directory() / path).string());
    const std::string directory = path.parent_path().string();
    if (folders_.empty() || folders_.back().directory != directory)
      folders_.push_back({directory, folderName(directory), {}});
    Entry entry{QString::fromStdString(path.stem().string()), {}, file};
    try {
      QFile in(file);
      if (in.open(QIODevice::ReadOnly)) {
        const Document document = read_document(in.readAll().toStdString(), path.string());
        const ScenarioHead head =
            translated({document.title, document.description}, scenario_directory() / path,
                       usedLanguage().toStdString());
        if (!head.title.empty()) entry.title = withoutPrefix(QString::fromStdString(head.title));
        entry.description = QString::fromStdString(head.description);
      }
    } catch (const std::exception& e) {
      entry.description = QString::fromUtf8(e.what());
    }
    folders_.back().entries.push_back(std::move(entry));
  }
}

bool LibraryModel::holdsChecks(const QModelIndex& folder) const {
  return folder.isValid() && folder.internalId() == kFolder &&
         folders_[static_cast<std::size_t>(folder.row())].directory == kChecks;
}

QModelIndex LibraryModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column != 0 || row >= rowCount(parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : kFolder);
}

QModelIndex LibraryModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kFolder) return {};
  return createIndex(static_cast<int>(index.internalId()), 0, kFolder);
}

int LibraryModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(folders_.size());
  if (parent.internalId() != kFolder) return 0;
  return static_cast<int>(folders_[static_cast<std::size_t>(parent.row())].entries.size());
}

int LibraryModel::columnCount(const QModelIndex& /*parent*/) const {
  return 1;
}

const LibraryModel::Entry* LibraryModel::entry(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kFolder) return nullptr;
  return &folders_[index.internalId()].entries[static_cast<std::size_t>(index.row())];
}

QString LibraryModel::file(const QModelIndex& index) const {
  const Entry* e = entry(index);
  return e == nullptr ? QString() : e->file;
}

QString LibraryModel::description(const QModelIndex& index) const {
  const Entry* e = entry(index);
  return e == nullptr ? QString() : e->description;
}

QModelIndex LibraryModel::find(const QString& file) const {
  for (int f = 0; f < rowCount(); ++f) {
    const QModelIndex folder = index(f, 0);
    for (int i = 0; i < rowCount(folder); ++i) {
      if (this->file(index(i, 0, folder)) == file) return index(i, 0, folder);
    }
  }
  return {};
}

QVariant LibraryModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Entry* e = entry(index);
  if (role == Qt::DisplayRole) {
    return e != nullptr ? e->title : folders_[static_cast<std::size_t>(index.row())].name;
  }
  if (e == nullptr) return {};
  if (role == kFile || role == Qt::ToolTipRole) return e->file;
  return role == kDescription ? QVariant(e->description) : QVariant();
}

}  // namespace orrery::viz::inline model
