#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace orrery::mscclpp {

/// The effect of an operation on its operands.
enum class Move : std::uint8_t {
  kNothing,
  kEach,    ///< every destination becomes its source, or the only one
  kSum,     ///< every destination becomes the sum of all sources
  kSpread,  ///< the source goes to all ranks of a switch
  kCollect  ///< the sum over all ranks of a switch goes to all of them
};

/// The operands that are packets: those from a place in the list on.
inline constexpr int kPlain = 99;

struct OpKind {
  std::string_view name;
  Move move = Move::kNothing;
  int packets_read = kPlain, packets_written = kPlain;
  bool signals = false, waits = false;
};

inline constexpr OpKind kOps[] = {{"copy", Move::kEach},
                                  {"put", Move::kEach},
                                  {"pws", Move::kEach, kPlain, kPlain, true},
                                  {"pwsf", Move::kEach, kPlain, kPlain, true},
                                  {"get", Move::kEach},
                                  {"re", Move::kSum},
                                  {"res", Move::kSum},
                                  {"rre", Move::kSum},
                                  {"rres", Move::kSum},
                                  {"signal", Move::kNothing, kPlain, kPlain, true},
                                  {"rlxsignal", Move::kNothing, kPlain, kPlain, true},
                                  {"wait", Move::kNothing, kPlain, kPlain, false, true},
                                  {"rlxwait", Move::kNothing, kPlain, kPlain, false, true},
                                  {"flush"},
                                  {"cpkt", Move::kEach, kPlain, 0},
                                  {"ppkt", Move::kEach, kPlain, 0},
                                  {"rppkt", Move::kEach, 0, 0},
                                  {"upkt", Move::kEach, 0},
                                  {"repkt", Move::kSum, 1},
                                  {"respkt", Move::kSum, 1, 1},
                                  {"recpkt", Move::kSum, 1, 1},
                                  {"recspkt", Move::kSum, 1, 1},
                                  {"glres", Move::kCollect},
                                  {"gstore", Move::kSpread},
                                  {"gstorepkt", Move::kSpread, 0, 0},
                                  {"barrier"},
                                  {"sem_acquire"},
                                  {"sem_release"},
                                  {"nop"},
                                  {"pipeline"}};

/// Finds an operation by its name; null: unknown.
inline const OpKind* find_op(std::string_view name) {
  const auto* const found = std::ranges::find(kOps, name, &OpKind::name);
  return found == std::end(kOps) ? nullptr : found;
}

}  // namespace orrery::mscclpp
