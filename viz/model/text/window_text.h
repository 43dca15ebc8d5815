#pragma once

#include <string>

#include <QString>

/// Texts written for the command, adapted to the window.
namespace orrery::viz::inline model {

/// Returns the help of a key without the commands that list its values: a field offers them itself.
QString keyText(const QString& help);

/// Returns the reason why a key changes nothing, from Key::idle.
QString reasonText(const std::string& reason);

/// Returns a scenario's description. Its lines "Try:  orrery run NAME --key value" become hints on
/// fields of Compose; a command that the window does not have is marked as one for a terminal.
QString descriptionText(const QString& description);

}  // namespace orrery::viz::inline model
