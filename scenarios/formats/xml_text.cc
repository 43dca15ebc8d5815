#include "scenarios/formats/xml_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>

#include "emu/base/letters.h"

namespace orrery::inline formats {
namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";

bool is_character(std::uint32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0xd800 || (c > 0xdfff && c < 0xfffe) || (c > 0xffff && c <= 0x10ffff);
}

/// Returns the length in bytes of the character that begins `text`, 0 if it is not UTF-8, and sets
/// the character.
std::size_t decoded(std::string_view text, std::uint32_t& character) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t first = byte(0);
  const std::size_t size = first < 0x80   ? 1
                           : first < 0xc2 ? 0
                           : first < 0xe0 ? 2
                           : first < 0xf0 ? 3
                           : first < 0xf5 ? 4
                                          : 0;
  if (size == 0 || size > text.size()) return 0;
  character = size == 1 ? first : first & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0u) != 0x80) return 0;
    character = (character << 6) | (byte(i) & 0x3fu);
  }
  constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  return character >= kLeast[size] ? size : 0;
}

/// Returns whether the declaration names an encoding of one byte for a character.
bool is_latin(std::string_view text) {
  if (!text.starts_with("<?xml")) return false;
  const std::string head = small_letters(text.substr(0, text.find("?>")));
  return head.find("iso-8859-1") != head.npos || head.find("latin1") != head.npos;
}

std::optional<XmlFlaw> character_flaw(std::string_view text) {
  const bool latin = is_latin(text);
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    std::uint32_t character = c;
    const std::size_t size = c < 0x80 || latin ? 1 : decoded(text.substr(i), character);
    if (size == 0) return XmlFlaw{i, "a byte that is not UTF-8"};
    if (!is_character(character))
      return XmlFlaw{i, c < 0x20 ? "a control character" : "a character that XML has not"};
    i += size;
  }
  return {};
}

/// Returns whether "&NAME;" stands for a character.
bool is_entity(std::string_view name) {
  constexpr std::string_view kOwn[] = {"amp", "lt", "gt", "quot", "apos"};
  if (!name.starts_with('#')) return std::ranges::find(kOwn, name) != std::end(kOwn);
  const int base = name.starts_with("#x") ? 16 : 10;
  name.remove_prefix(base == 16 ? 2 : 1);
  std::uint32_t character = 0;
  const auto [stop, error] =
      std::from_chars(name.data(), name.data() + name.size(), character, base);
  return error == std::errc() && stop == name.data() + name.size() && is_character(character);
}

/// A scanner from markup to markup.
class XmlScanner {
 public:
  explicit XmlScanner(std::string_view text) : text_(text) {}

  std::optional<XmlFlaw> run() {
    while (!flaw_ && at_ < text_.size()) {
      const std::size_t next = std::min(text_.find('<', at_), text_.size());
      check_text(at_, next);
      at_ = next;
      if (!flaw_ && at_ < text_.size()) markup();
    }
    return flaw_;
  }

 private:
  void fail(std::size_t offset, std::string what) {
    if (!flaw_) flaw_ = XmlFlaw{offset, std::move(what)};
  }
  bool begins(std::string_view word) const { return text_.substr(at_).starts_with(word); }

  /// Skips to after the next `word`; to the end if it is missing, which the parser reports.
  void skip_to(std::string_view word, std::size_t from) {
    const std::size_t end = text_.find(word, from);
    at_ = end == text_.npos ? text_.size() : end + word.size();
  }

  void markup() {
    if (begins("<!--")) return comment();
    if (begins("<![CDATA[")) return skip_to("]]>", at_);
    if (begins("<?")) {
      const bool declares =
          begins("<?xml") && at_ + 5 < text_.size() && std::isspace(text_[at_ + 5]) != 0;
      if (declares && at_ > 0) fail(at_, "an XML declaration that is not at the beginning");
      return skip_to("?>", at_);
    }
    if (begins("<!")) return document_type();
    tag();
  }

  void comment() {
    const std::size_t end = text_.find("--", at_ + 4);
    if (end < text_.size() && !text_.substr(end).starts_with("-->")) fail(end, "-- in a comment");
    skip_to("-->", at_ + 4);
  }

  /// Skips to its >, except in quotes or brackets.
  void document_type() {
    int open = 0;
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') at_ = std::min(text_.find(c, at_ + 1), text_.size() - 1);
      if (c == '<' || c == '[') ++open;
      if (c == ']' || c == '>') {
        if (c == '>' && open == 0) break;
        --open;
      }
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  void tag() {
    for (++at_; at_ < text_.size() && text_[at_] != '>'; ++at_) {
      const char c = text_[at_];
      if (c == '<') return;  // which the parser refuses
      if (c != '"' && c != '\'') continue;
      const std::size_t end = text_.find(c, at_ + 1);
      if (end == text_.npos) break;
      check_value(at_ + 1, end);
      at_ = end;
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  void check_value(std::size_t begin, std::size_t end) {
    const std::string_view value = text_.substr(begin, end - begin);
    if (const std::size_t less = value.find('<'); less != value.npos)
      fail(begin + less, "< in the value of an attribute");
    check_entities(begin, end);
  }

  void check_text(std::size_t begin, std::size_t end) {
    const std::string_view text = text_.substr(begin, end - begin);
    if (const std::size_t bracket = text.find("]]>"); bracket != text.npos)
      fail(begin + bracket, "]]> in a text");
    check_entities(begin, end);
  }

  void check_entities(std::size_t begin, std::size_t end) {
    const std::string_view text = text_.substr(begin, end - begin);
    for (std::size_t i = text.find('&'); i != text.npos; i = text.find('&', i + 1)) {
      constexpr std::size_t kLongest = 12;
      const std::string_view name =
          text.substr(i + 1, std::min(text.substr(i + 1, kLongest).find(';'), kLongest));
      if (i + 1 + name.size() >= text.size() || text[i + 1 + name.size()] != ';' ||
          !is_entity(name))
        return fail(begin + i, "an & that begins none of XML's entities");
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<XmlFlaw> flaw_;
};

}  // namespace

std::optional<XmlFlaw> xml_flaw(std::string_view text) {
  const std::size_t mark = text.starts_with(kMark) ? kMark.size() : 0;
  text.remove_prefix(mark);
  auto flaw = character_flaw(text);
  if (!flaw) flaw = XmlScanner(text).run();
  if (flaw) flaw->offset += mark;
  return flaw;
}

}  // namespace orrery::inline formats
