#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Reads the sources of the project as text, for tests of their structure.
namespace orrery::testing {

struct Source {
  std::string path;  ///< from the top of the project: "emu/net/topologies/grid.cc"
  std::string text;
  std::vector<std::string> includes;  ///< in quotes, as written: "emu/net/topologies/grid.h"
  std::vector<std::string> angled;    ///< in angle brackets: "QString"
};

std::filesystem::path project_root();
std::string text_of_file(const std::filesystem::path& file);

/// Returns the files of emu/, algorithms/, scenarios/ and viz/ that are `wanted`, ordered by path.
std::vector<std::filesystem::path> product_files(bool (*wanted)(const std::filesystem::path&));

/// Returns all .h and .cc files of emu/, algorithms/, scenarios/ and viz/, ordered by path.
const std::vector<Source>& sources();

/// Returns "emu/net" for "emu/net/topologies/grid.cc"; an empty text for a file at the top.
std::string folder_of(std::string_view path);
int lines_in(std::string_view text);

/// Returns `code` without comments, string and character literals and preprocessor lines; the lines
/// keep their numbers.
std::string bare_code(std::string_view code);

/// Kinds of scopes that an opening brace begins, judged by the declaration before it.
enum class Opens {
  kScope,     ///< namespace or type: declarations follow
  kFunction,  ///< body of a function
  kPart,      ///< part of a declaration: initializer or lambda; the declaration goes on to its ;
};

/// A declaration outside of functions. Namespaces are scopes, not declarations.
struct Declaration {
  std::vector<std::string>
      scopes;                  ///< heads of the scopes around it: "namespace orrery", "struct S"
  std::string text;            ///< up to the brace of its body or to its ;
  Opens opens = Opens::kPart;  ///< kPart: it ends with ;
  int first_line = 0;
  int last_line = 0;  ///< that of the closing brace, or of the ;
};

/// Returns the declarations in `bare` code, in the order of the file. The enumerators of an enum are
/// one declaration.
std::vector<Declaration> declarations(std::string_view bare);

bool is_word(char c);
bool has_word(std::string_view text, std::string_view word);

/// Returns the last word, or the last character if that is not a part of one.
std::string_view last_token(std::string_view text);

/// Returns "orrery::rules" of "namespace orrery::inline report::rules": its names are written without the
/// inline namespaces, which say the folder. Empty: an anonymous namespace, or no namespace.
std::string namespace_of(std::string_view head);

/// Returns `head` without the parameters of a template.
std::string_view without_template(std::string_view head);

/// Returns the number of lines of every function that `code` defines, from the first line of its
/// declaration to its last brace, in the order of the file. Lambdas and local types within a function
/// belong to it; lambdas that initialise a variable outside of functions do not count.
std::vector<int> function_lengths(std::string_view code);

/// Returns the lower median; 0 if there are no values.
int median(std::vector<int> values);

}  // namespace orrery::testing
