#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/keys/given.h"
#include "scenarios/keys/keys.h"

/// Changes to a scenario file that preserve everything else in it: comments, [expect], order.
namespace orrery::inline document {

/// Returns the values of a key as the file writes them.
std::vector<std::string> texts_of(const GivenKey& given);

struct DocumentEdit {
  struct Values {
    const Key* key = nullptr;
    std::vector<std::string> values;  ///< more than one is a sweep; none: the key is removed
  };
  std::optional<std::string> title = {}, description = {};  ///< nothing: unchanged; empty: removed
  std::vector<Values> keys = {};
  bool expects_nothing = false;  ///< [expect] becomes a comment
};

/// Returns the changed text; for an empty one a whole file. `name` is for errors. THROWS
/// InputError: text that is not a scenario file, or is written in a way that cannot be changed in
/// place (such as dotted keys).
std::string edit_document(std::string_view text, const std::string& name, const DocumentEdit& edit);

}  // namespace orrery::inline document
