#pragma once

#include <optional>

#include <QObject>
#include <QString>
#include <QStringList>

#include "scenarios/document/document.h"
#include "scenarios/document/edit.h"
#include "scenarios/keys/keys.h"

namespace orrery::viz {

/// A scenario being written: a text for every key of scenarios/keys/keys.h. Names, units and errors are
/// those of scenario files, because it is checked as one.
class ComposeModel : public QObject {
  Q_OBJECT

 public:
  explicit ComposeModel(QObject* parent = nullptr) : QObject(parent) {}

  QString title() const { return title_; }
  QString description() const { return description_; }
  void setTitle(const QString& title);
  void setDescription(const QString& text);

  /// As in a file; several values, with commas between them, make a sweep. Empty: the default.
  QString value(const Key& key) const;
  void setValue(const Key& key, const QString& text);
  /// What a key is when nothing is given.
  static QString defaultText(const Key& key);
  struct Choice {
    QString word;
    QString meaning;  ///< a sentence; of an algorithm, its time as well; may be empty
    bool operator==(const Choice&) const = default;
  };
  /// Values to choose from, for the key and what the others are; empty if any text may do.
  QList<Choice> choices(const Key& key) const;

  /// Why the key changes nothing in any cell of a scenario; empty: it may change something.
  static QString idleReason(const Key& key, const Scenario& scenario);
  /// What the algorithms of a scenario do, how many rounds they take there and what time: a line for each,
  /// at most kMostAlgorithms.
  static QStringList algorithmLines(const Scenario& scenario);
  static constexpr qsizetype kMostAlgorithms = 3;

  /// The scenario as a new file.
  QString toml() const;
  struct File {
    QString text;
    QString remark;  ///< what of the file that was read is not as it was; empty: nothing
  };
  /// The file that was read with what has been changed since; comments, order and [expect] stay.
  /// Where [expect] does not fit the changes any more it becomes a comment.
  File file() const;
  /// Whether anything has been changed since it was read or cleared.
  bool isModified() const;
  /// Text of a file of that name, which was opened or has just been written; files that it names are
  /// looked up beside it. THROWS InputError: text that is not a scenario.
  void read(const QString& toml, const QString& name);
  void clear();

  struct Flaw {
    const Key* key = nullptr;  ///< to blame; null if it is none in particular
    QString text;
  };
  /// What is wrong with it; nothing if it can be run.
  std::optional<Flaw> flaw() const;
  /// THROWS InputError.
  Scenario scenario() const;
  /// The cell that is shown first: the one that the file names, if `scenario` still has it.
  int openingCell(const Scenario& scenario) const;

 signals:
  void changed();

 private:
  const GivenKey* given(const Key& key) const;  // null: the file that was read does not give it
  std::vector<std::string> valuesOf(const Key& key) const;
  DocumentEdit changes() const;
  std::string name() const;
  QString title_, description_;
  bool skip_unsupported_ = false;
  Document read_;  ///< as it was read or saved last, and its text
  std::string source_;
  std::vector<std::pair<const Key*, QString>> values_;  // as given, in the order given
};

}  // namespace orrery::viz
