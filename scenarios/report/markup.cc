#include "scenarios/report/markup.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace orrery {
namespace {

constexpr std::array kEntities{std::pair('&', "&amp;"),  std::pair('<', "&lt;"),
                               std::pair('>', "&gt;"),   std::pair('"', "&quot;"),
                               std::pair('\'', "&#39;"), std::pair('\n', "&#10;")};

}  // namespace

std::string with_entities(std::string_view text, std::string_view signs) {
  std::string out;
  for (const char c : text) {
    const auto* const entity =
        std::ranges::find(kEntities, c, [](const auto& e) { return e.first; });
    if (entity != kEntities.end() && signs.find(c) != std::string_view::npos)
      out += entity->second;
    else
      out += c;
  }
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      out += i + j > bytes.size() ? '=' : kDigits[group >> (18 - 6 * j) & 63];
  }
  return out;
}

}  // namespace orrery
