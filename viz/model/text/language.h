#pragma once

#include <QString>
#include <QStringList>

/// The languages that people can read the program's texts in, by the two letters of ISO 639-1. English is what they
/// are written in; others are files orrery_XX.qm in share/orrery/translations beside the program's folder.
namespace orrery::viz {

/// "en", and those that have a file.
QStringList languages();

/// "Deutsch" for "de".
QString nameOfLanguage(const QString& language);

/// The first of the user's languages that there is: that of the system.
QString languageOfSystem();

/// From now on new texts are in this language, one of languages(), and Qt's own too where Debian has them.
/// REQUIRES a QCoreApplication.
void useLanguage(const QString& language);

/// What is used: "en" until it is changed.
QString usedLanguage();

}  // namespace orrery::viz
