#include "scenarios/report/markup.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "emu/base/printable.h"

namespace orrery::inline report {
namespace {

constexpr std::array kEntities{std::pair('&', "&amp;"),  std::pair('<', "&lt;"),
                               std::pair('>', "&gt;"),   std::pair('"', "&quot;"),
                               std::pair('\'', "&#39;"), std::pair('\n', "&#10;")};

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --line: #8886; --bad: #b3261e; --good: #1b6e3c; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --good: #7ddc9f; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { padding: .3rem .8rem; border-bottom: 1px solid var(--line); text-align: left; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
pre { overflow-x: auto; padding: .8rem; border: 1px solid var(--line); border-radius: .4rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.full { color: var(--good); } .lost { color: var(--bad); } .total { font-weight: bold; }
figure { margin: 1rem 0; } figure img { width: 100%; background: white; border-radius: .4rem; }
@media print { details { display: block; } body { margin: 0; } }
)";

}  // namespace

std::string with_entities(std::string_view text, std::string_view signs) {
  std::string out;
  for (const char c : printable(text)) {
    const auto* const entity =
        std::ranges::find(kEntities, c, [](const auto& e) { return e.first; });
    if (entity != kEntities.end() && signs.find(c) != std::string_view::npos)
      out += entity->second;
    else
      out += c;
  }
  return out;
}

std::string html_document(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style></head>\n<body><main><h1>{0}</h1>\n"
      "{2}</main></body></html>\n",
      with_entities(title, "&<>\""), kStyle, body);
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

}  // namespace orrery::inline report
