#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/keys/given.h"
#include "scenarios/spec/scenario.h"

/// A scenario file as written: its keys with values and places. Nothing is combined or checked for
/// sense yet.
namespace orrery::inline document {

struct Document {
  std::string name;  ///< the file, for errors
  std::string title, description;
  GivenValue opens_on;  ///< names the cell that the window shows first; empty: the first one
  /// A cost file whose keys fill in those that are missing here; its text may be empty.
  GivenValue include;
  std::vector<GivenKey> keys;              ///< in the order of the file, then of the overrides
  std::vector<GivenOperation> operations;  ///< in the order of the file
  bool skip_unsupported = false;
  bool every_root =
      false;  ///< the roots are those of "all": cells without such a rank are left out
  /// Values have the types of TOML, not yet interpreted for their field.
  std::vector<Expectation> expectations;
  std::string overridden;  ///< the overrides as options: "--ranks 16 --payload real"
};

/// Reads a document, and the file that it includes: "costs.toml", with [network] and [cost], or
/// "costs.toml@64KiB", with the keys of its [[range]]s (from, to) that hold messages of that size.
/// THROWS InputError: TOML syntax, unknown tables and keys (with the nearest known one), values of
/// a wrong kind; in the included file likewise, by its name.
Document read_document(std::string_view text, const std::string& name);

/// Appends the keys of the included file that are not given; they replace those that were included
/// before. A relative name is looked up in `directory` first. THROWS InputError.
void include_costs(Document& document, const std::filesystem::path& directory);

/// Replaces or appends keys, and replaces the included file ("include"); sets overridden. THROWS
/// InputError.
void apply_overrides(Document& document, const Overrides& overrides);

/// Appends keys that the document does not have. Its expectations stay. THROWS InputError.
void apply_defaults(Document& document, const Overrides& defaults);

}  // namespace orrery::inline document
