#include "viz/model/run/answer_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "scenarios/run/metrics/result_text.h"

namespace orrery::viz {
namespace {

QString yesOrNo(bool b) {
  return b ? QStringLiteral("yes") : QStringLiteral("no");
}

QString rowOf(const GivenAnswer& a) {
  const QStringList fields{a.time.toString(Qt::ISODate),
                           QString::fromStdString(csv_text(a.lesson.toStdString())),
                           QString::number(a.page),
                           QString::fromStdString(csv_text(a.answer.toStdString())),
                           yesOrNo(a.right),
                           yesOrNo(a.first)};
  return fields.join(u',') + u'\n';
}

}  // namespace

QString answerFile() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
         QStringLiteral("/answers.csv");
}

bool keepAnswer(const QString& file, const GivenAnswer& answer) {
  QDir().mkpath(QFileInfo(file).path());
  QFile out(file);
  const bool is_new = !out.exists() || out.size() == 0;
  if (!out.open(QIODevice::Append)) return false;
  const QString text =
      (is_new ? QStringLiteral("time,lesson,page,answer,right,first\n") : QString()) +
      rowOf(answer);
  const QByteArray bytes = text.toUtf8();
  return out.write(bytes) == bytes.size();
}

}  // namespace orrery::viz
