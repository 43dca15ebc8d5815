#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

/// Tables of the pages that programs print of themselves.
namespace orrery::markdown {

/// A line of a table.
std::string row(std::initializer_list<std::string> cells);

/// The head of a table and the rule below it.
std::string table_head(std::initializer_list<std::string> columns);

std::string code(std::string_view text);

}  // namespace orrery::markdown
