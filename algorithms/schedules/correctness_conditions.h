#pragma once

#include <string>

/// The conditions that make schedules on the circulant graph correct (Träff 2022/2023, Sec. 2).
namespace orrery::circulant {

/// Returns the first condition that the schedules of p processors violate, "3: p = 9, r = 4", or
/// "".
/// 1. The blocks that r receives are a permutation of the q blocks, exactly one of them new.
/// 2. The block that r sends in round k is the one that its receiver receives in round k.
/// 3. r has every block that it sends.
/// 4. The root sends block k in round k.
/// O(p log p). REQUIRES p >= 1.
std::string violation(int p);

}  // namespace orrery::circulant
