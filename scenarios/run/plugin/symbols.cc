#include "scenarios/run/plugin/symbols.h"

#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>

#include "scenarios/run/plugin/inside.h"

namespace orrery {
namespace {

/// A file of tables, whose places it says itself.
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
        "does not say which names it uses; --forbid-catalogue expects a shared "
        "library with its section headers");
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

}  // namespace

std::vector<std::string> symbols_wanted_by(const std::string& file) {
  return Elf(file).undefined();
}

}  // namespace orrery
