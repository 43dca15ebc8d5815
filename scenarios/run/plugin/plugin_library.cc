#include "scenarios/run/plugin/plugin_library.h"

#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "algorithms/plugin.h"
#include "scenarios/run/plugin/inside.h"

namespace orrery::inline run {
namespace {

/// An ELF file: tables whose places are in the file itself. It may be damaged: inside only (inside.h).
/// THROWS PluginRefusal for no 64-bit ELF, no section headers.
class Elf {
 public:
  explicit Elf(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(in), {});
    const auto head = at<Elf64_Ehdr>(0);
    if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64)
      fail();
    for (std::uint64_t i = 0; i < head.e_shnum; ++i)
      sections_.push_back(at<Elf64_Shdr>(head.e_shoff + i * sizeof(Elf64_Shdr)));
  }

  std::vector<std::string> undefined() const {
    std::vector<std::string> names;
    for (const Elf64_Shdr& table : sections_) {
      if (table.sh_type != SHT_DYNSYM) continue;
      for (std::uint64_t o = 0; o + sizeof(Elf64_Sym) <= table.sh_size; o += sizeof(Elf64_Sym)) {
        const auto symbol = at<Elf64_Sym>(table.sh_offset + o);
        if (symbol.st_shndx == SHN_UNDEF && symbol.st_name != 0)
          names.push_back(text(section(table.sh_link), symbol.st_name));
      }
      return names;
    }
    fail();
  }

 private:
  [[noreturn]] static void fail() {
    throw PluginRefusal(
        "does not list the names that it uses; --forbid-catalogue expects a shared library with "
        "its section headers");
  }
  template <typename T>
  T at(std::uint64_t offset) const {
    T value;
    if (offset > bytes_.size() || sizeof value > bytes_.size() - offset) fail();
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }
  const Elf64_Shdr& section(std::uint32_t number) const {
    if (number >= sections_.size()) fail();
    return sections_[number];
  }
  std::string text(const Elf64_Shdr& strings, std::uint32_t offset) const {
    const std::uint64_t from = strings.sh_offset + offset;
    const std::size_t to = from < bytes_.size() ? bytes_.find('\0', from) : std::string::npos;
    if (to == std::string::npos) fail();
    return bytes_.substr(from, to - from);
  }

  std::string bytes_;
  std::vector<Elf64_Shdr> sections_;
};

/// Returns the error of dlopen without the file, which begins it and is known.
std::string loading_error(const std::string& file) {
  std::string_view error = dlerror();
  const std::string prefix = file + ": ";
  if (error.starts_with(prefix)) error.remove_prefix(prefix.size());
  return std::string(error);
}

void check_version(const PluginHeader& header) {
  if (std::memcmp(header.magic, "orrery\0\0", sizeof header.magic) != 0)
    throw PluginRefusal(
        "its symbol orrery_plugin has another type; expected the one that ORRERY_PLUGIN defines");
  constexpr std::string_view kAgain =
      "expected one built with the headers of this orrery (build it again)";
  if (header.interface != PluginHeader::kInterface)
    throw PluginRefusal(
        fmt::format("is built for version {} of the interface, this orrery has {}; {}",
                    header.interface, PluginHeader::kInterface, kAgain));
  if (std::string_view(header.fingerprint) != kFingerprint)
    throw PluginRefusal(fmt::format("is built with other headers ({}, this orrery has {}); {}",
                                    header.fingerprint, kFingerprint, kAgain));
}

bool is_of_linker(const std::string& symbol) {
  for (const char* linker : {"dlsym", "dlvsym", "dlopen", "dlmopen", "dlinfo", "dl_iterate_phdr"})
    if (symbol == linker) return true;
  return false;
}

/// Returns whether it is one of the program's own names, and this process, which has no catalogue,
/// lacks it.
bool is_of_program(const std::string& symbol) {
  return symbol.find("6orrery") != std::string::npos &&
         dlsym(RTLD_DEFAULT, symbol.c_str()) == nullptr;
}

std::string readable_name(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  const std::string text = status == 0 ? name.get() : symbol;
  return text.substr(0, text.find('('));
}

void forbid_catalogue_to(const std::string& file) {
  for (const std::string& symbol : Elf(file).undefined())
    if (is_of_linker(symbol) || is_of_program(symbol))
      throw ForbiddenUse(
          fmt::format("uses {}, which leads to the algorithms of the program; with "
                      "--forbid-catalogue a plug-in must contain its own",
                      readable_name(symbol)));
}

}  // namespace

std::span<const Algorithm* const> open_library(const std::string& file, bool forbid_catalogue) {
  if (forbid_catalogue) forbid_catalogue_to(file);
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw PluginRefusal(
        fmt::format("cannot be loaded: {}; expected a plug-in made with orrery new-algorithm or "
                    "find_package(orrery)",
                    loading_error(file)));
  const auto* const header = static_cast<const PluginHeader*>(dlsym(library, "orrery_plugin"));
  if (header == nullptr)
    throw PluginRefusal(
        "is a shared library, but not a plug-in; expected one with ORRERY_PLUGIN(&algorithm)");
  check_version(*header);
  return {header->algorithms, header->count};
}

}  // namespace orrery::inline run
