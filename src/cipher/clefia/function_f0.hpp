// Written by `hedgerow circuit schedule clefia-f0`; do not edit.
// 499 gates, 216 loads, 136 stores, 154 cycles in the model of Zen 3.
//
// Order: 13,15,9,120,0,10,12,3,11,26,2,1,5,35,8,19,280,20,7,14,21,6,29,16,31,4,34,36,60,122,17,23,
// 18,740,30,40,39,37,25,24,47,58,38,32,50,45,59,282,22,41,145,69,27,123,28,43,53,121,52,61,65,51,
// 55,42,422,66,44,54,62,63,64,49,742,119,33,68,118,67,46,73,71,124,78,56,117,72,74,79,125,48,76,77,
// 131,70,137,91,80,83,75,81,87,104,57,291,126,292,102,101,103,703,82,88,127,93,106,96,89,108,164,
// 284,751,90,397,97,138,136,105,110,171,141,147,116,721,134,98,128,107,85,130,86,109,133,135,139,
// 129,160,150,112,706,111,140,408,99,144,148,151,673,142,143,149,152,279,100,179,176,113,287,154,
// 170,153,158,174,146,155,173,132,167,159,414,156,175,157,177,180,161,169,162,163,166,188,190,178,
// 181,182,289,290,168,187,186,165,172,184,189,200,191,192,185,183,194,193,299,399,724,195,201,197,
// 199,204,198,196,203,205,221,206,219,209,202,207,216,210,700,226,208,211,763,228,227,95,222,218,
// 224,231,220,225,232,262,238,213,239,265,217,244,214,230,215,568,223,264,709,229,242,243,241,212,
// 268,235,251,401,233,288,267,269,234,245,278,258,281,246,249,240,255,259,247,263,115,261,257,256,
// 237,286,285,236,623,283,317,270,252,253,260,562,250,297,254,395,293,294,313,341,318,298,296,304,
// 419,248,295,333,312,314,315,316,303,301,300,306,273,343,336,330,305,266,307,331,302,310,322,347,
// 320,643,309,308,338,328,337,319,400,329,748,321,339,324,348,344,325,340,345,409,311,332,323,442,
// 346,351,342,350,355,277,356,349,357,335,334,352,625,326,272,327,396,276,379,114,360,361,358,359,
// 354,380,367,366,365,368,405,353,381,382,362,415,371,383,384,94,403,388,385,372,373,387,394,376,
// 407,374,364,375,390,398,377,574,411,92,363,386,392,402,423,404,420,412,449,413,389,378,580,421,
// 406,417,452,391,447,438,416,426,558,445,410,430,437,429,428,436,598,275,425,418,427,431,271,424,
// 439,432,433,440,435,616,595,462,457,448,441,463,556,454,434,446,443,456,444,451,453,455,467,450,
// 464,469,645,657,465,461,584,369,458,592,466,468,472,470,576,459,478,471,460,477,475,484,473,474,
// 481,663,488,482,485,483,476,489,487,500,492,479,504,495,505,695,619,496,506,499,508,503,480,494,
// 514,493,490,516,670,613,497,498,486,507,510,509,728,566,511,517,501,512,502,491,520,518,519,543,
// 549,522,661,535,632,515,513,536,537,521,540,539,529,546,523,608,525,624,533,542,545,393,650,527,
// 530,534,528,731,541,538,554,524,560,532,526,581,551,553,689,587,559,274,610,552,638,694,370,550,
// 692,567,570,555,600,548,547,611,84,544,648,564,531,557,577,636,572,563,583,686,565,569,582,585,
// 631,571,599,591,637,606,586,614,627,594,575,603,589,621,602,590,618,617,644,683,630,601,626,620,
// 655,714,612,573,677,615,593,607,629,633,640,561,622,647,634,635,676,639,609,672,588,605,659,628,
// 711,684,660,719,649,664,641,654,729,651,604,656,597,757,653,658,708,665,667,579,666,732,578,642,
// 678,668,662,669,646,702,701,675,652,671,679,699,690,596,693,698,745,710,736,720,687,697,688,691,
// 727,712,756,682,713,707,722,730,760,685,681,716,726,725,735,715,747,741,704,754,674,680,734,749,
// 744,696,753,733,759,738,762,737,746,717,718,723,752,758,705,739,750,755,743,761,
#pragma once

#include "isa/pinned.hpp"

#ifdef HR_VEC_LISTINGS
namespace hedgerow::HR_ISA {
namespace {
// clang-format off

constexpr int kSpills_function_f0 = 103;
// to = F0(x) + add; `to` may be `add`.
HR_INLINE void function_f0(const Vec* x, const std::uint32_t* key, const Vec* add, Vec* to, Vec* spills) {
  using Ops = Pinned;
  // Keeps these addresses in registers, instead of an address for each plane.
  __asm__("" : "+r"(x), "+r"(key), "+r"(add), "+r"(to), "+r"(spills));
  Vec r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15;
  r0 = Ops::load_splat32(key + 6); r0 = Ops::xor2(r0, At{x + 6}); r1 = Ops::load_splat32(key + 5);
  r1 = Ops::xor2(r1, At{x + 5}); r2 = Ops::load_splat32(key + 1); r2 = Ops::xor2(r2, At{x + 1});
  r3 = Ops::load_splat32(key + 0); r3 = Ops::xor2(r3, At{x + 0}); r4 = Ops::load_splat32(key + 4);
  r4 = Ops::xor2(r4, At{x + 4}); r5 = Ops::or2(r1, r0); r6 = Ops::load_splat32(key + 7);
  r6 = Ops::xor2(r6, At{x + 7}); r7 = Ops::xor2(r5, r0); r8 = Ops::load_splat32(key + 3);
  r8 = Ops::xor2(r8, At{x + 3}); r9 = Ops::or2(r6, r7); r10 = Ops::andnot(r8, r3);
  r11 = Ops::load_splat32(key + 2); r11 = Ops::xor2(r11, At{x + 2}); r12 = Ops::andnot(r3, r11);
  r12 = Ops::xor2(r2, r12); r13 = Ops::andnot(r4, r5); r2 = Ops::xor2(r2, r10);
  r10 = Ops::xor2(r9, r13); r8 = Ops::xor2(r11, r8); r14 = Ops::or2(r12, r2);
  r5 = Ops::and2(r5, r6); r0 = Ops::andnot(r13, r0); r6 = Ops::or2(r14, r3);
  r8 = Ops::xor2(r8, r14); r9 = Ops::andnot(r0, r9); r0 = Ops::xor2(r7, r0);
  r6 = Ops::xor2(r11, r6); r4 = Ops::or2(r4, r7); r7 = Ops::andnot(r12, r8); r1 = Ops::xor2(r1, r5);
  r5 = Ops::load_splat32(key + 12); r5 = Ops::xor2(r5, At{x + 12}); r1 = Ops::xor2(r1, r4);
  r4 = Ops::load_splat32(key + 11); r4 = Ops::xor2(r4, At{x + 11}); r11 = Ops::xor2(r8, r2);
  r6 = Ops::and2(r11, r6); r12 = Ops::xor2(r10, r8); r7 = Ops::xor2(r7, r1);
  r13 = Ops::xor2(r14, r7); r0 = Ops::xor2(r0, r8); r2 = Ops::xor2(r2, r12); r3 = Ops::xor2(r7, r3);
  r13 = Ops::xor2(r13, r6); r6 = Ops::or2(r10, r1); r6 = Ops::xor2(r9, r6);
  r7 = Ops::load_splat32(key + 10); r7 = Ops::xor2(r7, At{x + 10}); r6 = Ops::xor2(r6, r3);
  r0 = Ops::xor2(r0, r9); r8 = Ops::xor2(r6, r13); r9 = Ops::andnot(r8, r3);
  r10 = Ops::xor2(r3, r8); r14 = Ops::xor2(r4, r7); r1 = Ops::xor2(r1, r0); r15 = Ops::or2(r2, r9);
  Ops::store(spills + 0, r3); r3 = Ops::and2(r8, r2); r6 = Ops::xor2(r6, r11);
  r8 = Ops::andnot(r10, r8); r11 = Ops::or2(r10, r3); r9 = Ops::andnot(r9, r1);
  r8 = Ops::or2(r1, r8); r0 = Ops::xor2(r0, r2); Ops::store(spills + 1, r9);
  r9 = Ops::and2(r0, r12); r9 = Ops::or2(r6, r9); r2 = Ops::and2(r10, r2); r3 = Ops::xor2(r3, r8);
  r10 = Ops::xor2(r14, r5); r1 = Ops::or2(r1, r3); Ops::store(spills + 2, r3);
  r3 = Ops::andnot(r0, r9); Ops::store(spills + 3, r1); r1 = Ops::or2(r0, r12);
  r8 = Ops::andnot(r2, r8); r8 = Ops::andnot(r8, r15); Ops::store(spills + 4, r8);
  r8 = Ops::load_splat32(key + 14); r8 = Ops::xor2(r8, At{x + 14}); r9 = Ops::xor2(r13, r9);
  r0 = Ops::and2(r9, r0); Ops::store(spills + 5, r15); r15 = Ops::load_splat32(key + 9);
  r15 = Ops::xor2(r15, At{x + 9}); r6 = Ops::xor2(r1, r6); r3 = Ops::andnot(r3, r13);
  Ops::store(spills + 6, r9); r9 = Ops::load_splat32(key + 8); r9 = Ops::xor2(r10, r9);
  r2 = Ops::xor2(r2, r11); r1 = Ops::xor2(r1, r3); r3 = Ops::xor2(r10, r15); r8 = Ops::xor2(r8, r3);
  r4 = Ops::xor2(r4, r8); r9 = Ops::xor2(r9, At{x + 8}); r11 = Ops::or2(r4, r15);
  r0 = Ops::xor2(r6, r0); Ops::store(spills + 7, r1); r1 = Ops::xor2(r8, At{x + 15});
  r6 = Ops::or2(r6, r13); r13 = Ops::load_splat32(key + 13); r13 = Ops::xor2(r13, At{x + 13});
  Ops::store(spills + 8, r2); r2 = Ops::xor2(r14, r8); Ops::store(spills + 9, r15);
  r15 = Ops::load_splat32(key + 15); r1 = Ops::xor2(r1, r15); r13 = Ops::xor2(r13, r3);
  r15 = Ops::andnot(r2, r10); Ops::store(spills + 10, r10); r10 = Ops::xor2(r4, r13);
  r6 = Ops::xor2(r12, r6); r12 = Ops::andnot(r0, r12); Ops::store(spills + 11, r0);
  r0 = Ops::xor2(r7, r1); Ops::store(spills + 12, r6); r6 = Ops::xor2(r10, r1);
  Ops::store(spills + 13, r12); r12 = Ops::andnot(r13, r9); Ops::store(spills + 14, r4);
  r4 = Ops::andnot(r14, r6); Ops::store(spills + 15, r6); r6 = Ops::xor2(r13, r0);
  Ops::store(spills + 16, r13); r13 = Ops::xor2(r5, r9); Ops::store(spills + 17, r9);
  r9 = Ops::xor2(r3, r13); Ops::store(spills + 18, r2); r2 = Ops::or2(r6, r5);
  r4 = Ops::xor2(r4, r15); r2 = Ops::xor2(r15, r2); r11 = Ops::xor2(r11, r6);
  r15 = Ops::xor2(r14, r9); Ops::store(spills + 19, r6); r6 = Ops::andnot(r7, r3);
  Ops::store(spills + 20, r14); r14 = Ops::andnot(r15, r10); r14 = Ops::xor2(r5, r14);
  r8 = Ops::xor2(r8, r14); Ops::store(spills + 21, r10); r10 = Ops::or2(r9, r1);
  r11 = Ops::xor2(r11, r14); r11 = Ops::xor2(r11, r2); r14 = Ops::load_splat32(key + 22);
  r14 = Ops::xor2(r14, At{x + 22}); r8 = Ops::xor2(r8, r12); r2 = Ops::xor2(r6, r2);
  r8 = Ops::xor2(r8, r4); r6 = Ops::andnot(r13, r0); r12 = Ops::and2(r1, r9);
  r4 = Ops::xor2(r10, r4); r4 = Ops::xor2(r4, r6); r6 = Ops::andnot(r8, r4);
  r2 = Ops::xor2(r2, r12); r10 = Ops::xor2(r11, r8); r12 = Ops::xor2(r2, r6);
  r10 = Ops::andnot(r10, r12); Ops::store(spills + 22, r14); r14 = Ops::xor2(r11, r10);
  r12 = Ops::and2(r12, r4); r6 = Ops::andnot(r6, r11); r2 = Ops::andnot(r12, r2);
  r8 = Ops::or2(r10, r8); r10 = Ops::xor2(r12, r8); r10 = Ops::andnot(r6, r10);
  r2 = Ops::or2(r2, r10); r7 = Ops::and2(r7, r14); r6 = Ops::xor2(r6, r8);
  r3 = Ops::andnot(r3, r14); r8 = Ops::or2(r13, r6); r4 = Ops::xor2(r4, r10);
  r10 = Ops::xor2(r2, r4); r11 = Ops::xor2(r14, r6); r12 = Ops::xor2(r14, r4);
  r9 = Ops::andnot(r11, r9); r13 = Ops::load(spills + 18); r13 = Ops::andnot(r13, r12);
  r14 = Ops::and2(r12, At{spills + 10}); Ops::store(spills + 23, r13); r13 = Ops::xor2(r6, r2);
  r5 = Ops::or2(r13, r5); Ops::store(spills + 24, r7); r7 = Ops::load(spills + 14);
  r7 = Ops::andnot(r7, r4); r12 = Ops::xor2(r13, r12); Ops::store(spills + 25, r7);
  r7 = Ops::load(spills + 16); r7 = Ops::andnot(r7, r2); r0 = Ops::andnot(r6, r0);
  r6 = Ops::andnot(r15, r10); r2 = Ops::and2(r2, At{spills + 17}); r1 = Ops::andnot(r11, r1);
  r3 = Ops::xor2(r5, r3); r10 = Ops::and2(r10, At{spills + 21});
  r11 = Ops::andnot(r12, At{spills + 15}); r7 = Ops::xor2(r7, r11);
  r12 = Ops::or2(r12, At{spills + 20}); r15 = Ops::load(spills + 9); r4 = Ops::andnot(r15, r4);
  r15 = Ops::load_splat32(key + 21); r15 = Ops::xor2(r15, At{x + 21}); r11 = Ops::xor2(r11, r1);
  r11 = Ops::xor2(r11, r0); r0 = Ops::xor2(r5, r4); r7 = Ops::xor2(r7, r10);
  r4 = Ops::load_splat32(key + 16); r4 = Ops::xor2(r4, At{x + 16});
  r5 = Ops::load_splat32(key + 17); r5 = Ops::xor2(r5, At{x + 17});
  r13 = Ops::or2(r13, At{spills + 19}); r8 = Ops::xor2(r8, r12); r13 = Ops::xor2(r7, r13);
  r3 = Ops::xor2(r3, r8); r9 = Ops::xor2(r14, r9); r12 = Ops::xor2(r12, r0);
  r12 = Ops::xor2(r12, r2); r0 = Ops::xor2(r14, r0); r2 = Ops::load_splat32(key + 20);
  r2 = Ops::xor2(r2, At{x + 20}); r14 = Ops::load_splat32(key + 19);
  r14 = Ops::xor2(r14, At{x + 19}); r0 = Ops::xor2(r0, r6); r6 = Ops::load_splat32(key + 18);
  r6 = Ops::xor2(r6, At{x + 18}); r11 = Ops::xor2(r11, r3); r1 = Ops::xor2(r1, r0);
  r1 = Ops::xor2(r1, At{spills + 24}); r9 = Ops::xor2(r9, r8); r8 = Ops::xor2(r10, At{spills + 25});
  r10 = Ops::load(spills + 22); Ops::store(spills + 26, r3); r3 = Ops::or2(r15, r10);
  r1 = Ops::xor2(r1, r13); Ops::store(spills + 27, r1); r1 = Ops::load_splat32(key + 23);
  r1 = Ops::xor2(r1, At{x + 23}); Ops::store(spills + 28, r9); r9 = Ops::andnot(r14, r4);
  r14 = Ops::xor2(r14, r6); Ops::store(spills + 29, r0); r0 = Ops::xor2(r10, r3);
  r8 = Ops::xor2(r8, r13); r9 = Ops::xor2(r9, r5); r13 = Ops::andnot(r4, r6);
  r5 = Ops::xor2(r5, r13); r13 = Ops::or2(r5, r9); r14 = Ops::xor2(r14, r13);
  Ops::store(spills + 30, r8); r8 = Ops::and2(r3, r1); r3 = Ops::andnot(r2, r3);
  r2 = Ops::or2(r2, r0); r2 = Ops::xor2(r15, r2); r15 = Ops::or2(r13, r4); r2 = Ops::xor2(r2, r8);
  r11 = Ops::xor2(r11, At{spills + 23}); r1 = Ops::or2(r1, r0); r8 = Ops::xor2(r9, r14);
  r10 = Ops::andnot(r3, r10); Ops::store(spills + 31, r11); r11 = Ops::andnot(r10, r1);
  r1 = Ops::xor2(r1, r3); r3 = Ops::xor2(r6, r15); r5 = Ops::andnot(r5, r14);
  r6 = Ops::load_splat32(key + 28); r6 = Ops::xor2(r6, At{x + 28}); r15 = Ops::xor2(r1, r14);
  r5 = Ops::xor2(r2, r5); r3 = Ops::and2(r8, r3); r14 = Ops::xor2(r14, r11);
  r13 = Ops::xor2(r13, r5); r14 = Ops::xor2(r14, r0); r0 = Ops::xor2(r4, r5);
  r4 = Ops::xor2(r11, r0); r1 = Ops::or2(r1, r2); r5 = Ops::xor2(r9, r15);
  r14 = Ops::xor2(r14, r10); r4 = Ops::xor2(r4, r1); r13 = Ops::xor2(r13, r3);
  r1 = Ops::xor2(r4, r13); r3 = Ops::and2(r1, r5); r4 = Ops::xor2(r8, r4); r8 = Ops::xor2(r0, r1);
  r9 = Ops::xor2(r5, r14); r10 = Ops::andnot(r1, r0); r7 = Ops::xor2(r12, r7);
  r2 = Ops::xor2(r14, r2); r11 = Ops::load_splat32(key + 26); r11 = Ops::xor2(r11, At{x + 26});
  r14 = Ops::load(spills + 29); Ops::store(spills + 32, r12); r12 = Ops::xor2(r14, At{spills + 30});
  r14 = Ops::load(spills + 13); r14 = Ops::xor2(r14, At{spills + 6}); Ops::store(spills + 33, r14);
  r14 = Ops::and2(r8, r5); Ops::store(spills + 34, r0); r0 = Ops::or2(r8, r3);
  r1 = Ops::andnot(r8, r1); r1 = Ops::or2(r2, r1); r5 = Ops::or2(r5, r10); r8 = Ops::and2(r9, r15);
  Ops::store(spills + 35, r12); r12 = Ops::andnot(r14, r1); r1 = Ops::xor2(r1, r3);
  r3 = Ops::andnot(r12, r5); r10 = Ops::andnot(r10, r2); r8 = Ops::or2(r4, r8);
  r12 = Ops::load_splat32(key + 30); r12 = Ops::xor2(r12, At{x + 30}); r2 = Ops::or2(r2, r1);
  Ops::store(spills + 36, r1); r1 = Ops::xor2(r13, r8); r8 = Ops::andnot(r9, r8);
  Ops::store(spills + 37, r3); r3 = Ops::load(spills + 5); r3 = Ops::xor2(r3, At{spills + 3});
  Ops::store(spills + 38, r3); r3 = Ops::and2(r1, r9); r8 = Ops::andnot(r8, r13);
  r2 = Ops::xor2(r2, r5); r5 = Ops::load_splat32(key + 25); r5 = Ops::xor2(r5, At{x + 25});
  Ops::store(spills + 39, r2); r2 = Ops::load_splat32(key + 24); r2 = Ops::xor2(r2, At{x + 24});
  r9 = Ops::or2(r9, r15); r0 = Ops::xor2(r10, r0); r4 = Ops::xor2(r4, r9);
  r10 = Ops::load_splat32(key + 27); r10 = Ops::xor2(r10, At{x + 27}); r13 = Ops::or2(r4, r13);
  Ops::store(spills + 40, r1); r1 = Ops::load(spills + 0); r1 = Ops::xor2(r1, At{spills + 4});
  r0 = Ops::xor2(r0, r14); r8 = Ops::xor2(r8, r9); r9 = Ops::xor2(r11, r10);
  r14 = Ops::load_splat32(key + 29); r14 = Ops::xor2(r14, At{x + 29}); Ops::store(spills + 41, r1);
  r1 = Ops::xor2(r6, r9); Ops::store(spills + 42, r8); r8 = Ops::load_splat32(key + 31);
  r8 = Ops::xor2(r8, At{x + 31}); Ops::store(spills + 43, r0); r0 = Ops::xor2(r5, r1);
  r12 = Ops::xor2(r12, r0); r3 = Ops::xor2(r4, r3); r4 = Ops::xor2(r15, r13);
  r14 = Ops::xor2(r14, r0); r2 = Ops::xor2(r2, r1); r13 = Ops::andnot(r3, r15);
  r15 = Ops::andnot(r11, r0); r10 = Ops::xor2(r12, r10); Ops::store(spills + 44, r3);
  r3 = Ops::xor2(r6, r2); Ops::store(spills + 45, r4); r4 = Ops::xor2(r14, r10);
  Ops::store(spills + 46, r13); r13 = Ops::or2(r10, r5); Ops::store(spills + 47, r10);
  r10 = Ops::xor2(r3, r0); Ops::store(spills + 48, r5); r5 = Ops::xor2(r12, r9);
  r8 = Ops::xor2(r8, r12); Ops::store(spills + 49, r0); r0 = Ops::andnot(r5, r1);
  r7 = Ops::xor2(r7, At{spills + 23}); Ops::store(spills + 50, r7); r7 = Ops::andnot(r14, r2);
  Ops::store(spills + 51, r5); r5 = Ops::xor2(r9, r10); Ops::store(spills + 52, r1);
  r1 = Ops::xor2(r8, r4); Ops::store(spills + 53, r2); r2 = Ops::andnot(r9, r1);
  Ops::store(spills + 54, r9); r9 = Ops::andnot(r5, r4); Ops::store(spills + 55, r1);
  r1 = Ops::and2(r8, r10); Ops::store(spills + 56, r4); r4 = Ops::xor2(r11, r8);
  r9 = Ops::xor2(r6, r9); r2 = Ops::xor2(r0, r2); r7 = Ops::xor2(r12, r7); r7 = Ops::xor2(r7, r2);
  r12 = Ops::xor2(r13, r9); r7 = Ops::xor2(r7, r9); r9 = Ops::xor2(r14, r4); r13 = Ops::or2(r9, r6);
  r0 = Ops::xor2(r0, r13); r13 = Ops::andnot(r3, r4); r1 = Ops::xor2(r1, r0);
  r2 = Ops::xor2(r2, r13); r1 = Ops::xor2(r1, r15); r12 = Ops::xor2(r12, r9);
  r13 = Ops::or2(r10, r8); r2 = Ops::xor2(r2, r13); r13 = Ops::andnot(r7, r2);
  r12 = Ops::xor2(r12, r0); r0 = Ops::xor2(r1, r13); r15 = Ops::xor2(r7, r12);
  r13 = Ops::andnot(r13, r12); Ops::store(spills + 57, r9); r9 = Ops::and2(r0, r2);
  r0 = Ops::andnot(r15, r0); r7 = Ops::or2(r0, r7); r15 = Ops::xor2(r7, r9);
  r7 = Ops::xor2(r13, r7); r13 = Ops::andnot(r13, r15); r1 = Ops::andnot(r9, r1);
  r2 = Ops::xor2(r2, r13); r1 = Ops::or2(r1, r13); r4 = Ops::andnot(r7, r4);
  r0 = Ops::xor2(r12, r0); r9 = Ops::andnot(r14, r1); r12 = Ops::xor2(r2, r1);
  r13 = Ops::xor2(r7, r0); r5 = Ops::andnot(r5, r12); r14 = Ops::xor2(r7, r1);
  r11 = Ops::and2(r11, r0); r15 = Ops::load(spills + 49); r15 = Ops::andnot(r15, r0);
  r1 = Ops::and2(r1, At{spills + 53}); Ops::store(spills + 58, r11); r11 = Ops::load(spills + 48);
  r11 = Ops::andnot(r11, r2); r0 = Ops::xor2(r2, r0); Ops::store(spills + 59, r4);
  r4 = Ops::and2(r0, At{spills + 52}); r3 = Ops::or2(r3, r7); r7 = Ops::and2(r12, At{spills + 56});
  r6 = Ops::or2(r14, r6); r12 = Ops::load(spills + 51); r12 = Ops::andnot(r12, r0);
  r0 = Ops::xor2(r14, r0); r8 = Ops::andnot(r13, r8); r11 = Ops::xor2(r6, r11);
  r10 = Ops::andnot(r13, r10); r13 = Ops::load(spills + 47); r2 = Ops::andnot(r13, r2);
  r13 = Ops::andnot(r0, At{spills + 55}); r14 = Ops::or2(r14, At{spills + 57});
  r0 = Ops::or2(r0, At{spills + 54}); r5 = Ops::xor2(r5, r11); r5 = Ops::xor2(r5, r4);
  r3 = Ops::xor2(r3, r0); r9 = Ops::xor2(r9, r13); r4 = Ops::xor2(r4, r10); r9 = Ops::xor2(r9, r7);
  r10 = Ops::load(spills + 12); Ops::store(spills + 60, r12); r12 = Ops::xor2(r10, At{spills + 28});
  r0 = Ops::xor2(r11, r0); r6 = Ops::xor2(r6, r15); r11 = Ops::xor2(r13, r8);
  r13 = Ops::load(spills + 40); r13 = Ops::xor2(r13, At{spills + 46}); r8 = Ops::xor2(r8, r5);
  r0 = Ops::xor2(r0, r1); r1 = Ops::xor2(r7, r2); r6 = Ops::xor2(r6, r3); r4 = Ops::xor2(r4, r3);
  r2 = Ops::xor2(r14, r9); r8 = Ops::xor2(r8, r2); r1 = Ops::xor2(r1, r2);
  r2 = Ops::load(spills + 35); r3 = Ops::xor2(r13, r2); r7 = Ops::load(spills + 60);
  r14 = Ops::xor2(r0, r7); r15 = Ops::xor2(r5, At{spills + 29}); Ops::store(spills + 61, r12);
  r12 = Ops::load(spills + 30); r12 = Ops::xor2(r12, At{spills + 26}); r10 = Ops::xor2(r1, r6);
  Ops::store(spills + 62, r13); r13 = Ops::load(spills + 34); r13 = Ops::xor2(r13, At{spills + 37});
  r14 = Ops::xor2(r14, r9); r9 = Ops::load(spills + 36); Ops::store(spills + 63, r12);
  r12 = Ops::xor2(r15, r9); r1 = Ops::xor2(r5, r1); r11 = Ops::xor2(r11, r6);
  r11 = Ops::xor2(r11, At{spills + 59}); r6 = Ops::load(spills + 45); Ops::store(spills + 64, r12);
  r12 = Ops::xor2(r4, r6); Ops::store(spills + 65, r5); r5 = Ops::load(spills + 8);
  r5 = Ops::xor2(r5, At{spills + 1}); r11 = Ops::xor2(r11, r7); r8 = Ops::xor2(r8, At{spills + 58});
  r7 = Ops::load(spills + 44); Ops::store(spills + 66, r11); r11 = Ops::xor2(r1, r7);
  r6 = Ops::xor2(r6, r8); Ops::store(spills + 67, r4); r4 = Ops::xor2(r11, At{spills + 32});
  Ops::store(spills + 68, r15); r15 = Ops::xor2(r13, r4); Ops::store(spills + 69, r13);
  r13 = Ops::load(spills + 11); r2 = Ops::xor2(r2, r13); Ops::store(spills + 70, r15);
  r15 = Ops::load(spills + 33); Ops::store(spills + 8, r5); r5 = Ops::xor2(r6, r15);
  r7 = Ops::xor2(r7, r14); r0 = Ops::xor2(r0, r2); r1 = Ops::xor2(r15, r1); r9 = Ops::xor2(r9, r0);
  r15 = Ops::xor2(r3, r7); Ops::store(spills + 71, r7); r7 = Ops::load(spills + 27);
  Ops::store(spills + 72, r3); r3 = Ops::xor2(r7, At{spills + 12});
  r13 = Ops::xor2(r13, At{spills + 50}); Ops::store(spills + 73, r5); r5 = Ops::xor2(r1, r13);
  Ops::store(spills + 74, r1); r1 = Ops::xor2(r2, r15); Ops::store(spills + 75, r13);
  r13 = Ops::xor2(r11, At{spills + 43}); r13 = Ops::xor2(r13, r10); Ops::store(spills + 76, r6);
  r6 = Ops::load(spills + 2); r4 = Ops::xor2(r4, r6); Ops::store(spills + 77, r4);
  r4 = Ops::load(spills + 63); Ops::store(spills + 78, r14); r14 = Ops::xor2(r2, r4);
  Ops::store(spills + 79, r10); r10 = Ops::xor2(r3, At{spills + 62}); Ops::store(spills + 80, r10);
  r10 = Ops::load(spills + 7); r8 = Ops::xor2(r8, r10); r10 = Ops::xor2(r10, r13);
  Ops::store(spills + 81, r3); r3 = Ops::load(spills + 42); r7 = Ops::xor2(r7, r3);
  r0 = Ops::xor2(r0, At{spills + 41}); Ops::store(spills + 82, r10); r10 = Ops::xor2(r12, r7);
  Ops::store(spills + 83, r12); r12 = Ops::xor2(r1, At{spills + 29}); Ops::store(spills + 84, r7);
  r7 = Ops::xor2(r11, r5); Ops::store(spills + 85, r10); r10 = Ops::load(spills + 8);
  r14 = Ops::xor2(r14, r10); r10 = Ops::xor2(r14, At{spills + 28});
  r6 = Ops::xor2(r6, At{spills + 68}); r13 = Ops::xor2(r13, At{spills + 67});
  Ops::store(spills + 86, r10); r10 = Ops::load(spills + 39); r4 = Ops::xor2(r4, r10);
  r3 = Ops::xor2(r3, r14); r14 = Ops::load(spills + 38); Ops::store(spills + 87, r13);
  r13 = Ops::xor2(r9, r14); r10 = Ops::xor2(r7, At{spills + 65}); Ops::store(spills + 88, r7);
  r7 = Ops::xor2(r6, At{add + 1}); r15 = Ops::xor2(r15, r11); Ops::store(spills + 89, r11);
  r11 = Ops::load(spills + 61); Ops::store(spills + 90, r13); r13 = Ops::xor2(r8, r11);
  r11 = Ops::xor2(r11, At{add + 5}); r6 = Ops::xor2(r6, r10); Ops::store(spills + 91, r8);
  r8 = Ops::xor2(r2, At{add + 17}); r4 = Ops::xor2(r4, r15); r14 = Ops::xor2(r14, At{spills + 79});
  Ops::store(spills + 92, r10); r10 = Ops::load(spills + 64); Ops::store(spills + 93, r13);
  r13 = Ops::xor2(r12, r10); r10 = Ops::load(spills + 66); r9 = Ops::xor2(r9, r10);
  Ops::store(spills + 94, r12); r12 = Ops::xor2(r3, At{add + 20});
  r10 = Ops::xor2(r10, At{spills + 43}); r2 = Ops::xor2(r5, r2); r5 = Ops::load(spills + 31);
  Ops::store(spills + 95, r3); r3 = Ops::xor2(r5, At{spills + 8}); r6 = Ops::xor2(r6, r0);
  Ops::store(spills + 96, r0); r0 = Ops::load(spills + 82); Ops::store(spills + 97, r6);
  r6 = Ops::xor2(r0, At{add + 13}); r14 = Ops::xor2(r14, r2); Ops::store(spills + 98, r2);
  r2 = Ops::xor2(r14, r3); Ops::store(spills + 99, r14); r14 = Ops::load(spills + 76);
  r14 = Ops::xor2(r14, At{spills + 78}); r13 = Ops::xor2(r13, At{spills + 70});
  r1 = Ops::xor2(r1, r3); r3 = Ops::load(spills + 41); r0 = Ops::xor2(r3, At{add + 0});
  Ops::store(spills + 100, r2); r2 = Ops::load(spills + 77); r3 = Ops::xor2(r2, At{spills + 39});
  r0 = Ops::xor2(r0, r15); Ops::store(to + 0, r0); r0 = Ops::xor2(r5, r2);
  r2 = Ops::xor2(r4, At{add + 11}); r2 = Ops::xor2(r2, At{spills + 90}); Ops::store(to + 11, r2);
  r2 = Ops::xor2(r13, At{add + 2}); r4 = Ops::xor2(r4, r10); r7 = Ops::xor2(r7, At{spills + 89});
  Ops::store(to + 1, r7); r1 = Ops::xor2(r1, r9); r5 = Ops::xor2(r13, At{add + 10});
  r7 = Ops::load(add + 7); r7 = Ops::xor2(r7, At{spills + 75}); r13 = Ops::load(spills + 81);
  r13 = Ops::xor2(r13, At{spills + 50}); r15 = Ops::load(add + 8);
  r15 = Ops::xor2(r15, At{spills + 94}); Ops::store(to + 8, r15); r5 = Ops::xor2(r5, r0);
  Ops::store(to + 10, r5); r5 = Ops::load(spills + 85); r15 = Ops::xor2(r13, r5);
  r8 = Ops::xor2(r8, At{spills + 64}); Ops::store(to + 17, r8); r5 = Ops::xor2(r5, At{add + 6});
  r8 = Ops::load(spills + 41); r8 = Ops::xor2(r8, At{add + 9}); Ops::store(spills + 101, r13);
  r13 = Ops::load(spills + 73); r5 = Ops::xor2(r5, r13); Ops::store(to + 6, r5);
  r7 = Ops::xor2(r7, r14); Ops::store(to + 7, r7); r5 = Ops::load(add + 19);
  r5 = Ops::xor2(r5, At{spills + 88}); r15 = Ops::xor2(r15, At{add + 14}); Ops::store(to + 14, r15);
  r7 = Ops::load(add + 29); r7 = Ops::xor2(r7, At{spills + 95}); r15 = Ops::load(add + 4);
  r15 = Ops::xor2(r15, At{spills + 82}); r13 = Ops::xor2(r13, At{spills + 72});
  r6 = Ops::xor2(r6, At{spills + 84}); Ops::store(to + 13, r6); r6 = Ops::xor2(r3, At{add + 18});
  Ops::store(spills + 102, r14); r14 = Ops::load(spills + 100); r12 = Ops::xor2(r12, r14);
  Ops::store(to + 20, r12); r12 = Ops::load(spills + 87); r11 = Ops::xor2(r11, r12);
  Ops::store(to + 5, r11); r15 = Ops::xor2(r15, r4); Ops::store(to + 4, r15);
  r5 = Ops::xor2(r5, r10); r5 = Ops::xor2(r5, r0); Ops::store(to + 19, r5);
  r0 = Ops::load(spills + 93); r5 = Ops::load(spills + 80); r10 = Ops::xor2(r0, r5);
  r13 = Ops::xor2(r13, At{add + 15}); Ops::store(to + 15, r13); r11 = Ops::load(spills + 97);
  r13 = Ops::xor2(r11, At{add + 26}); r15 = Ops::load(add + 24);
  r15 = Ops::xor2(r15, At{spills + 92}); Ops::store(to + 24, r15); r4 = Ops::xor2(r4, At{add + 12});
  r2 = Ops::xor2(r2, At{spills + 90}); Ops::store(to + 2, r2); r1 = Ops::xor2(r1, At{add + 3});
  Ops::store(to + 3, r1); r1 = Ops::load(spills + 83); r1 = Ops::xor2(r1, At{add + 21});
  r2 = Ops::xor2(r3, At{add + 27}); r3 = Ops::load(add + 25); r3 = Ops::xor2(r3, At{spills + 96});
  r8 = Ops::xor2(r8, At{spills + 70}); Ops::store(to + 9, r8); r8 = Ops::xor2(r12, At{add + 28});
  r12 = Ops::load(spills + 86); r1 = Ops::xor2(r1, r12); Ops::store(to + 21, r1);
  r0 = Ops::xor2(r0, At{add + 30}); r1 = Ops::load(add + 23); r1 = Ops::xor2(r1, At{spills + 71});
  r5 = Ops::xor2(r5, At{add + 31}); r10 = Ops::xor2(r10, At{add + 22}); Ops::store(to + 22, r10);
  r13 = Ops::xor2(r13, r9); Ops::store(to + 26, r13); r9 = Ops::load(spills + 69);
  r10 = Ops::xor2(r9, At{spills + 98}); r10 = Ops::xor2(r10, At{add + 16});
  Ops::store(to + 16, r10); r6 = Ops::xor2(r6, r11); Ops::store(to + 18, r6);
  r8 = Ops::xor2(r8, r14); Ops::store(to + 28, r8); r0 = Ops::xor2(r0, At{spills + 102});
  Ops::store(to + 30, r0); r4 = Ops::xor2(r4, r12); Ops::store(to + 12, r4);
  r1 = Ops::xor2(r1, At{spills + 101}); Ops::store(to + 23, r1);
  r2 = Ops::xor2(r2, At{spills + 99}); Ops::store(to + 27, r2); r7 = Ops::xor2(r7, At{spills + 91});
  Ops::store(to + 29, r7); r3 = Ops::xor2(r3, r9); Ops::store(to + 25, r3);
  r5 = Ops::xor2(r5, At{spills + 74}); Ops::store(to + 31, r5);
}

// clang-format on
}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
