#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "emu/base/check.h"
#include "emu/net/imports/import.h"
#include "emu/net/topologies/graph.h"

namespace orrery::inline net {
namespace {

/// Checks that a file is text as it should be.
void check_is_text(std::string_view text, const std::string& path) {
  for (const std::string_view magic : {"\x1f\x8b", "BZh", "\xfd\x37zXZ", "PK\x03"})
    EMU_CHECK(!text.starts_with(magic), path, ": is compressed; expected it unpacked");
  EMU_CHECK(!text.starts_with("\xff\xfe") && !text.starts_with("\xfe\xff"), path,
            ": is in UTF-16; expected UTF-8, as iconv -f UTF-16 -t UTF-8 writes it");
}

}  // namespace

std::string read_graph_file(const std::string& path) {
  constexpr std::size_t kMaxFileBytes = 16U << 20;
  std::error_code none;  // unreachable files are reported below
  EMU_CHECK(!std::filesystem::is_directory(path, none), path, ": is a directory; expected a file");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  check_topology(static_cast<bool>(in), path, ": cannot be read: ", std::strerror(errno));
  std::string text;
  std::array<char, 1 << 16> part{};
  do {
    in.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(in.gcount()));
  } while (in && text.size() <= kMaxFileBytes);
  check_topology(!in.bad(), path, ": cannot be read: ", std::strerror(errno));
  EMU_CHECK(text.size() <= kMaxFileBytes, path, ": larger than 16 MiB; expected a graph");
  check_is_text(text, path);
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // of editors
  return text;
}

bool has_key_of_a_network(std::string_view text) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);)
    for (const std::string_view key : {"hosts", "switches", "links"})
      if (line.starts_with(key) && line.find('=') != line.npos) return true;
  return false;
}

namespace {

/// Reads a network of another program. Errors in the TOML that it becomes have a place and a key there,
/// which its author does not know: only the sentence after them remains. All errors name the format.
std::unique_ptr<Topology> import_file(const imports::NetworkFormat& format, const std::string& text,
                                      const std::string& path) try {
  const std::string toml = imports::imported_toml(format, text, path);
  try {
    return parse_graph(toml, path, "file:" + path);
  } catch (const std::invalid_argument& e) {
    const std::string_view what(e.what());
    const std::size_t key = what.find(": ", std::min(path.size(), what.size()));
    const std::size_t sentence = key == what.npos ? key : what.find(": ", key + 2);
    if (!what.starts_with(path) || sentence == what.npos) throw;
    throw std::invalid_argument(text_of(path, what.substr(sentence)));
  }
} catch (const std::invalid_argument& e) {
  const std::string_view what(e.what());
  if (what.find(format.name) != what.npos) throw;
  throw std::invalid_argument(text_of(what, " (read as ", format.name, ')'));
}

std::unique_ptr<Topology> make_file(std::string_view parameters) {
  const std::string path(parameters);
  const std::string text = read_graph_file(path);
  EMU_CHECK(text.find_first_not_of(" \t\r\n") != std::string::npos, path,
            ": is empty; expected a network");
  if (!has_key_of_a_network(text))
    if (const imports::NetworkFormat* const format = imports::format_of_network(text))
      return import_file(*format, text, path);
  return parse_graph(text, path, "file:" + path);
}

}  // namespace

extern const TopologyKind file_kind{
    .name = "file",
    .grammar = "file:GRAPH.toml",
    .summary = "any graph: hosts, switches and links by name, from a file",
    .example = "file:graph.toml",
    .make = make_file,
};

}  // namespace orrery::inline net
