#pragma once

#include <QButtonGroup>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>

namespace orrery::viz::inline widgets {

enum class Mode;

/// The top line of the window: its mode, and the progress of current work.
class HeadBar : public QWidget {
  Q_OBJECT

 public:
  explicit HeadBar(QWidget* parent = nullptr);
  void setMode(Mode mode);
  /// Adds a field on the right.
  void add(QWidget& field);
  /// Sets whether a mode can be chosen.
  void setOffered(Mode mode, bool offered);
  /// Marks the composed scenario as not saved.
  void setModified(bool modified);
  /// Shows progress: `permille` of the current work is done; negative: unknown.
  void setBusy(bool busy, int permille);

 signals:
  void modeChosen(orrery::viz::Mode mode);
  void cancelled();

 private:
  QButtonGroup* modes_;
  QProgressBar* busy_;
  QPushButton* cancel_;
};

}  // namespace orrery::viz::inline widgets
