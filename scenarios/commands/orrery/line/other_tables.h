#pragma once

#include <span>
#include <string_view>

/// The tables that commands write besides rows of results, for the reference.
namespace orrery::inline commands {

struct OtherColumn {
  std::string_view name;  ///< in capitals if it stands for several
  std::string_view meaning;
};

struct OtherTable {
  std::string_view name;   ///< "map": a table has the columns as CSV, in JSON they are members
  std::string_view title;  ///< the request for it
  std::span<const OtherColumn> columns;
};

std::span<const OtherTable> other_tables();

}  // namespace orrery::inline commands
