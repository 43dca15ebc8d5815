#pragma once

#include <string>

/// The conditions that make schedules on the circulant graph correct (Träff 2022/2023, Sec. 2).
namespace orrery::circulant {

/// The first condition that the schedules of p processors violate, "3: p = 9, r = 4", or nothing.
/// 1. What r receives is a permutation of the q blocks, exactly one of them new.
/// 2. What r sends in round k its receiver receives in round k.
/// 3. It has what it sends.
/// 4. The root sends block k in round k.
/// O(p log p). REQUIRES p >= 1.
std::string violation(int p);

}  // namespace orrery::circulant
