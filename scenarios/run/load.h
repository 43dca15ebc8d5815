#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "scenarios/document/document.h"
#include "scenarios/spec/scenario.h"

namespace orrery {

/// Reads, completes and checks a scenario: whatever it returns can be run, and what it expects are fields
/// of results. THROWS InputError.
/// An empty path means no file: defaults and overrides only; "-" is standard input. `defaults` are values for keys that
/// neither the file nor the overrides give.
Scenario load_scenario(const std::filesystem::path& file, const Overrides& overrides = {},
                       Unsupported unsupported = Unsupported::kAsWritten,
                       const Overrides& defaults = {});

/// The document of a file, whose name is its title where it has none; an empty one for an empty path.
/// THROWS InputError.
Document load_document(const std::filesystem::path& file);

/// As load_scenario, but from text; `name` stands for the file in errors.
Scenario parse_scenario(std::string_view text, const std::string& name,
                        const Overrides& overrides = {},
                        Unsupported unsupported = Unsupported::kAsWritten,
                        const Overrides& defaults = {});

}  // namespace orrery
