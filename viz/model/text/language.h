#pragma once

#include <QString>
#include <QStringList>

/// The languages of the program's texts, by the two letters of ISO 639-1. The texts are written in
/// English; translations are files orrery_XX.qm in share/orrery/translations beside the program's
/// folder.
namespace orrery::viz::inline model {

/// Returns "en", and the languages with a file.
QStringList languages();

/// Returns "Deutsch" for "de".
QString nameOfLanguage(const QString& language);

/// Returns the first available one of the user's languages, which the system lists.
QString languageOfSystem();

/// Switches new texts to this language, one of languages(), and Qt's own texts too where Debian has
/// them. REQUIRES a QCoreApplication.
void useLanguage(const QString& language);

/// Returns the language in use: "en" until it is changed.
QString usedLanguage();

}  // namespace orrery::viz::inline model
