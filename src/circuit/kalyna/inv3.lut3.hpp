#pragma once
constexpr unsigned long long kNots_kalyna_inv3 = 0;
HR_INLINE void box_kalyna_inv3(const Vec* x, Vec* y) { box_kalyna_inv0(x,y); }
