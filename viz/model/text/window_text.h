#pragma once

#include <string>

#include <QString>

/// Texts that are written for the command, as the window says them.
namespace orrery::viz {

/// What a key is, without the commands that list its values: a field offers them itself.
QString keyText(const QString& help);

/// Why a key changes nothing, as Key::idle says it.
QString reasonText(const std::string& reason);

/// A scenario's description. What its lines "Try:  orrery run NAME --key value" ask for is said in
/// fields of Compose; a command that the window does not have is said to be for a terminal.
QString descriptionText(const QString& description);

}  // namespace orrery::viz
