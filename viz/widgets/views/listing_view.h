#pragma once

#include <QLabel>
#include <QPlainTextEdit>
#include <QWidget>

#include "viz/model/run/session.h"
#include "viz/model/text/plan_listing.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline widgets {

/// The source that the followed rank (rank 0 if none is) runs, its present round marked, and its
/// part in that round in one sentence.
class ListingView : public QWidget {
  Q_OBJECT

 public:
  explicit ListingView(Session& session, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  QString sentence() const { return sentence_->text(); }
  const Listing& listing() const { return listing_; }
  /// Describes the marked lines.
  QString words() const { return words_->text(); }

 private:
  void followRun();
  void followPlan(const RunSpec& spec);
  void followAlgorithm(const RunSpec& spec);
  void describe(std::string_view summary, std::string_view reference, std::string_view formula);
  void followFrame();
  void mark();

  Session& session_;
  const Theme* theme_;
  QString source_;  ///< of the running code; empty: none
  Problem problem_;
  const Algorithm* runs_ = nullptr;  ///< with the problem; null: a graph of operations
  Listing listing_;
  std::optional<PlanListing> plan_;  // of a schedule, chunk by chunk
  QLabel* sentence_;
  QLabel* words_;
  QLabel* about_;
  QLabel* place_;
  QPlainTextEdit* text_;
};

}  // namespace orrery::viz::inline widgets
