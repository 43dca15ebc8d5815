#pragma once

#include <QTextBrowser>

namespace orrery::viz {

/// A page of text with commands in it, which break between words only ("--bytes" stays together) and are copied
/// as they are written.
class PageText : public QTextBrowser {
 public:
  using QTextBrowser::QTextBrowser;
  void setPage(const QString& html);

 protected:
  QMimeData* createMimeDataFromSelection() const override;
};

}  // namespace orrery::viz
