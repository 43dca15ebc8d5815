#pragma once

#include <QLabel>
#include <QPlainTextEdit>
#include <QWidget>

#include "viz/model/run/session.h"
#include "viz/model/text/listing.h"
#include "viz/paint/theme.h"

namespace orrery::viz {

/// The source of what the followed rank (rank 0 if none is) runs, its present round marked, and what
/// it does in that round in one sentence.
class ListingView : public QWidget {
  Q_OBJECT

 public:
  explicit ListingView(Session& session, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  QString sentence() const { return sentence_->text(); }
  const Listing& listing() const { return listing_; }

 private:
  void followRun();
  void followFrame();
  void mark();

  Session& session_;
  const Theme* theme_;
  const Algorithm* algorithm_ = nullptr;
  Problem problem_;
  const Algorithm* runs_ = nullptr;  ///< algorithm_, or what it has chosen
  Listing listing_;
  QLabel* sentence_;
  QLabel* about_;
  QLabel* place_;
  QPlainTextEdit* text_;
};

}  // namespace orrery::viz
