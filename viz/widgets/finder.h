#pragma once

#include <QLineEdit>

namespace orrery::viz::inline model {
struct Landmark;
class Session;
}  // namespace orrery::viz::inline model

namespace orrery::viz::inline widgets {

class Pages;

/// Goes to a place that is worth a look: its round, then follows its link.
void showLandmark(Session& session, const Landmark& landmark);

/// A field that finds named items: "rank 5", "link 3 -> 4", "block 2", "message 17", "round 7", or the landmarks of the
/// run. The window follows a found item and zooms the network to it; otherwise the field reports that there is none.
class Finder : public QLineEdit {
  Q_OBJECT

 public:
  Finder(Pages& pages, QWidget* parent);
  void find(const QString& text);

 private:
  void suggest();
  bool showRound(const QString& text);

  Pages& pages_;
};

}  // namespace orrery::viz::inline widgets
