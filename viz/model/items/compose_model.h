#pragma once

#include <optional>

#include <QObject>
#include <QString>
#include <QStringList>

#include "scenarios/document/document.h"
#include "scenarios/document/edit.h"
#include "scenarios/keys/keys.h"

namespace orrery::viz::inline model {

/// A scenario being written: a text for every key of scenarios/keys/keys.h. Names, units and errors
/// are those of scenario files, because the file reader checks it.
class ComposeModel : public QObject {
  Q_OBJECT

 public:
  explicit ComposeModel(QObject* parent = nullptr) : QObject(parent) {}

  QString title() const { return title_; }
  QString description() const { return description_; }
  void setTitle(const QString& title);
  void setDescription(const QString& text);

  /// Returns the text as in a file; values separated by commas make a sweep. Empty: the default.
  QString value(const Key& key) const;
  void setValue(const Key& key, const QString& text);
  /// Returns the value of a key that is not given.
  static QString defaultText(const Key& key);
  struct Choice {
    QString word;
    QString meaning;  ///< a sentence; of an algorithm, its time as well; may be empty
    bool operator==(const Choice&) const = default;
  };
  /// Returns the values to choose from, for the key and the values of the others; empty if any text
  /// may do.
  QList<Choice> choices(const Key& key) const;

  /// Returns the reason why the key changes nothing in any cell of a scenario; empty: it may change
  /// something.
  static QString idleReason(const Key& key, const Scenario& scenario);
  /// Returns a line for each algorithm of a scenario, at most kMostAlgorithms: its summary, rounds
  /// and time.
  static QStringList algorithmLines(const Scenario& scenario);
  static constexpr qsizetype kMostAlgorithms = 3;

  /// The texts of all fields, to go back to.
  struct State {
    QString title, description;
    std::vector<std::pair<const Key*, QString>> values;  ///< as given, in the order given
    friend bool operator==(const State&, const State&) = default;
  };
  State state() const { return {title_, description_, values_}; }
  void restore(const State& state);

  /// Returns the scenario as a new file.
  QString toml() const;
  struct File {
    QString text;
    QString remark;  ///< differences from the file that was read; empty: none
  };
  /// Returns the file that was read with the changes since; comments, order and [expect] stay.
  /// Where [expect] no longer fits the changes, it becomes a comment.
  File file() const;
  /// Returns whether anything has been changed since it was read or cleared.
  bool isModified() const;
  /// Reads the text of a file of that name, just opened or written; files that it names are looked
  /// up beside it. THROWS InputError: text that is not a scenario.
  void read(const QString& toml, const QString& name);
  void clear();

  struct Flaw {
    const Key* key = nullptr;  ///< the faulty key; null if the fault concerns no single key
    QString text;
  };
  /// Returns the first flaw; nothing if the scenario can be run.
  std::optional<Flaw> flaw() const;
  /// Returns the scenario. THROWS InputError.
  Scenario scenario() const;
  /// Returns the cell that is shown first: the one that the file names, if `scenario` still has it.
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

}  // namespace orrery::viz::inline model
