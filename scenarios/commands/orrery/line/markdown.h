#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

/// Tables in the pages that programs print about themselves.
namespace orrery::markdown {

/// Returns a line of a table.
std::string row(std::initializer_list<std::string> cells);

/// Returns the head of a table and the rule below it.
std::string table_head(std::initializer_list<std::string> columns);

std::string code(std::string_view text);

}  // namespace orrery::markdown
