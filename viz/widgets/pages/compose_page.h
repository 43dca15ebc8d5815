#pragma once

#include <map>

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeView>

#include "viz/model/items/compose_model.h"
#include "viz/model/items/library_model.h"
#include "viz/widgets/pages/compose_edits.h"
#include "viz/widgets/views/choice_box.h"

namespace orrery::viz::inline widgets {

/// The page to choose and write scenarios: the built-in ones on the left, on the right a field for
/// every key of scenario files.
class ComposePage : public QWidget {
  Q_OBJECT

 public:
  explicit ComposePage(QWidget* parent = nullptr);

  /// Fills the fields from a scenario file's text. THROWS InputError.
  void read(const QString& toml, const QString& file);
  /// Fills the fields from a file. THROWS InputError.
  void open(const QString& file);
  const ComposeModel& model() const { return model_; }
  /// Writes into a field like a user. REQUIRES a key of that name.
  void type(const char* key, const QString& text);
  QString errorText() const { return error_->text(); }
  QString noteText() const { return help_->text(); }
  /// Returns whether a field is visible, and the note below it. REQUIRES a key of that name.
  bool shows(const char* key) const;
  QString noteOf(const char* key) const;
  /// Shows the fields that cannot matter, too, or folds them away.
  void unfold(bool all) { unfold_->setChecked(all); }
  /// Asks how to treat unsaved changes. Returns false if the page must keep them.
  bool mayForget();

 public slots:
  void run();         ///< does nothing while there is an error
  bool save();        ///< to its file, which the user names if there is none
  bool chooseName();  ///< and saves there
  bool saveAs(const QString& file);
  void startNew();  ///< asks before unsaved changes are lost
  void clear();

 signals:
  void runRequested(const orrery::Scenario& scenario, int cell);
  void openRequested(const QString& file);
  void opened(const QString& file);
  void saved(const QString& file);
  void modifiedChanged(bool modified);

 private:
  struct Field {
    QLabel* name = nullptr;
    QLineEdit* edit = nullptr;
    ChoiceBox* choices = nullptr;  // null: free text
    QLabel* note = nullptr;        // below it; hidden while empty
    QWidget* editor() const { return choices != nullptr ? static_cast<QWidget*>(choices) : edit; }
  };
  QWidget* makeLibrary();
  QWidget* makeForm();
  QWidget* makeTable(const QString& heading, std::string_view table);
  void addField(QGridLayout& grid, int row, const Key& key);
  QWidget* makeButtons();
  void showSelected();
  void load(const QString& toml, const QString& file);
  void fill();  // the fields from the model
  void showRestored(const Key* key);
  void refresh();  // choices and errors
  void showFlaw(const std::optional<ComposeModel::Flaw>& flaw);
  static QString helpOf(const Key& key);
  void showDefaults(const RunSpec& spec);
  void showMatter(const Scenario& scenario);
  void showFolded();
  bool eventFilter(QObject* watched, QEvent* event) override;

  ComposeModel model_;
  ComposeEdits edits_{model_};
  LibraryModel library_;
  std::map<const Key*, Field> fields_;
  std::map<const Key*, QString> idle_;  // reasons why keys cannot matter, where known
  QToolButton* unfold_;
  QTreeView* tree_;
  QTextBrowser* about_;
  QLineEdit* title_;
  QPlainTextEdit* description_;
  QLabel* help_;
  QLabel* error_;
  QPushButton* run_;
  QString file_;
  bool filling_ = false, modified_ = false;
};

}  // namespace orrery::viz::inline widgets
