// Written by `hedgerow circuit schedule clefia-f1`; do not edit.
// 507 gates, 200 loads, 119 stores, 161 cycles in the model of Zen 3.
//
// Order: 1,2,3,5,4,6,7,8,9,10,11,13,14,0,15,17,18,295,20,19,21,22,27,23,24,25,26,28,29,31,12,32,33,
// 436,167,16,34,36,30,35,48,42,37,38,39,40,41,43,44,45,46,47,49,50,54,51,52,55,56,58,60,57,59,67,
// 61,62,63,64,65,66,53,68,70,69,84,71,72,73,74,75,76,77,78,79,80,81,82,85,86,83,87,88,91,89,90,92,
// 93,106,94,95,112,96,97,98,100,101,142,99,102,103,105,107,111,108,109,110,104,116,118,117,119,128,
// 114,115,120,121,122,141,123,124,113,125,126,129,127,131,130,132,133,143,136,137,138,134,139,140,
// 157,169,144,145,146,148,149,150,151,152,147,154,155,156,171,158,159,161,162,166,163,164,168,160,
// 165,170,172,173,174,175,220,176,178,177,179,182,180,181,183,184,185,186,187,188,190,191,204,192,
// 189,193,194,195,196,197,198,199,200,201,202,203,205,206,207,208,209,211,210,212,213,214,215,216,
// 217,218,219,221,222,223,224,226,225,227,228,229,230,231,232,234,233,235,236,239,240,241,237,238,
// 242,243,244,245,246,248,247,249,250,252,253,254,255,256,272,257,258,259,260,263,261,262,264,265,
// 266,267,268,274,269,271,273,275,278,276,277,270,279,280,281,282,283,284,285,286,287,288,289,290,
// 291,292,296,297,298,299,294,300,301,302,303,317,293,305,304,306,307,308,309,311,323,320,313,312,
// 314,310,315,327,316,318,322,319,331,321,324,325,326,328,329,330,332,333,334,336,337,135,338,339,
// 340,341,342,335,343,347,344,345,346,348,349,363,350,351,353,352,354,355,356,357,358,359,362,360,
// 364,365,367,366,368,369,370,374,371,372,373,375,376,377,378,379,380,381,382,397,383,384,385,387,
// 388,389,386,390,391,392,395,393,394,396,398,399,361,400,401,402,405,403,404,406,407,409,410,411,
// 412,413,414,415,416,417,418,419,408,420,707,422,423,434,424,421,425,426,438,435,428,429,430,431,
// 432,433,427,437,439,443,441,440,442,444,445,447,446,448,449,450,451,453,479,454,455,456,452,457,
// 458,459,460,461,462,463,464,465,466,467,477,468,469,470,471,492,472,474,476,475,493,478,480,481,
// 482,483,484,485,486,487,473,488,490,491,502,489,494,495,496,497,498,499,503,522,501,500,504,505,
// 251,508,506,507,515,510,511,512,153,513,514,516,509,517,518,519,520,521,523,525,526,527,528,529,
// 540,530,531,532,533,548,534,535,688,536,537,551,538,539,542,541,543,544,545,546,547,524,549,550,
// 552,553,554,555,556,557,558,561,562,563,564,569,565,566,567,568,571,573,635,559,574,575,560,572,
// 587,576,577,578,570,585,579,580,581,582,592,583,584,586,594,588,590,591,593,589,598,595,596,597,
// 599,600,601,602,606,603,604,627,608,607,609,605,610,611,613,614,615,612,616,617,622,618,619,620,
// 621,623,624,625,626,629,630,631,632,633,634,628,640,636,637,639,641,691,638,642,645,643,713,644,
// 646,647,648,649,650,651,652,653,654,655,656,657,658,659,660,661,662,673,663,664,666,665,667,668,
// 669,670,671,674,676,675,678,672,677,679,680,681,682,683,684,685,687,689,700,690,692,693,694,702,
// 695,696,697,698,699,686,701,703,704,708,705,706,709,710,717,711,712,752,714,715,716,718,719,720,
// 722,723,724,726,727,721,725,729,728,730,731,732,743,734,735,736,737,770,738,739,740,741,742,744,
// 745,733,746,748,749,750,751,753,756,763,757,755,758,754,759,760,761,747,767,771,762,764,765,768,
// 766,769,772,773,774,
#pragma once

#include "isa/pinned.hpp"

#ifdef HR_VEC_LISTINGS
namespace hedgerow::HR_ISA {
namespace {
// clang-format off

constexpr int kSpills_function_f1 = 87;
// to = F1(x) + add; `to` may be `add`.
HR_INLINE void function_f1(const Vec* x, const std::uint32_t* key, const Vec* add, Vec* to, Vec* spills) {
  using Ops = Pinned;
  // Keeps these addresses in registers, instead of an address for each plane.
  __asm__("" : "+r"(x), "+r"(key), "+r"(add), "+r"(to), "+r"(spills));
  Vec r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15;
  r0 = Ops::load_splat32(key + 2); r0 = Ops::xor2(r0, At{x + 2}); r1 = Ops::load_splat32(key + 3);
  r1 = Ops::xor2(r1, At{x + 3}); r2 = Ops::load_splat32(key + 4); r2 = Ops::xor2(r2, At{x + 4});
  r3 = Ops::xor2(r1, r0); r4 = Ops::xor2(r3, r2); r5 = Ops::load_splat32(key + 0);
  r5 = Ops::xor2(r5, At{x + 0}); r6 = Ops::load_splat32(key + 1); r6 = Ops::xor2(r6, At{x + 1});
  r7 = Ops::xor2(r6, r4); r8 = Ops::xor2(r7, At{x + 6}); r9 = Ops::load_splat32(key + 6);
  r8 = Ops::xor2(r8, r9); r1 = Ops::xor2(r1, r8); r9 = Ops::xor2(r8, At{x + 7});
  r10 = Ops::load_splat32(key + 7); r9 = Ops::xor2(r9, r10); r10 = Ops::xor2(r7, At{x + 5});
  r11 = Ops::load_splat32(key + 5); r10 = Ops::xor2(r10, r11); r5 = Ops::xor2(r5, r4);
  r11 = Ops::xor2(r3, r8); r12 = Ops::andnot(r11, r4); r13 = Ops::xor2(r2, r5);
  r14 = Ops::or2(r1, r6); r15 = Ops::andnot(r10, r5); Ops::store(spills + 0, r11);
  r11 = Ops::xor2(r10, r1); Ops::store(spills + 1, r4); r4 = Ops::xor2(r9, r11);
  Ops::store(spills + 2, r5); r5 = Ops::andnot(r3, r4); r5 = Ops::xor2(r5, r12);
  Ops::store(spills + 3, r4); r4 = Ops::xor2(r7, r13); Ops::store(spills + 4, r1);
  r1 = Ops::xor2(r3, r4); Ops::store(spills + 5, r3); r3 = Ops::andnot(r1, r11);
  r3 = Ops::xor2(r2, r3); Ops::store(spills + 6, r11); r11 = Ops::xor2(r5, r3);
  r11 = Ops::xor2(r11, r8); r11 = Ops::xor2(r11, r15); r8 = Ops::xor2(r9, r0);
  r15 = Ops::andnot(r13, r8); Ops::store(spills + 7, r1); r1 = Ops::xor2(r10, r8);
  Ops::store(spills + 8, r10); r10 = Ops::or2(r1, r2); r10 = Ops::xor2(r12, r10);
  r3 = Ops::xor2(r3, r14); r3 = Ops::xor2(r3, r1); r3 = Ops::xor2(r3, r10);
  r12 = Ops::xor2(r11, r3); r14 = Ops::andnot(r0, r7); Ops::store(spills + 9, r1);
  r1 = Ops::and2(r9, r4); r1 = Ops::xor2(r10, r1); r1 = Ops::xor2(r1, r14); r10 = Ops::or2(r4, r9);
  r5 = Ops::xor2(r5, r10); r5 = Ops::xor2(r5, r15); r10 = Ops::andnot(r11, r5);
  r14 = Ops::xor2(r10, r1); r12 = Ops::andnot(r12, r14); r11 = Ops::or2(r12, r11);
  r14 = Ops::and2(r14, r5); r1 = Ops::andnot(r14, r1); r12 = Ops::xor2(r3, r12);
  r0 = Ops::and2(r0, r12); r3 = Ops::andnot(r10, r3); r10 = Ops::xor2(r11, r14);
  r10 = Ops::andnot(r3, r10); r3 = Ops::xor2(r11, r3); r11 = Ops::or2(r13, r3);
  r1 = Ops::or2(r1, r10); r5 = Ops::xor2(r5, r10); r6 = Ops::andnot(r6, r5);
  r10 = Ops::load(spills + 4); r10 = Ops::andnot(r10, r5); r8 = Ops::andnot(r3, r8);
  r7 = Ops::andnot(r7, r12); r13 = Ops::load(spills + 8); r13 = Ops::andnot(r13, r1);
  r14 = Ops::and2(r1, At{spills + 2}); r15 = Ops::xor2(r5, r12); r12 = Ops::xor2(r3, r12);
  r9 = Ops::andnot(r12, r9); r5 = Ops::xor2(r1, r5); r4 = Ops::andnot(r12, r4);
  r1 = Ops::xor2(r1, r3); r3 = Ops::and2(r15, At{spills + 1}); r2 = Ops::or2(r1, r2);
  r6 = Ops::xor2(r6, r2); r12 = Ops::load(spills + 7); r12 = Ops::andnot(r12, r5);
  Ops::store(spills + 10, r8); r8 = Ops::load(spills + 0); r8 = Ops::andnot(r8, r15);
  r12 = Ops::xor2(r3, r12); r12 = Ops::xor2(r12, r6); r15 = Ops::xor2(r1, r15);
  r1 = Ops::or2(r1, At{spills + 9}); r5 = Ops::and2(r5, At{spills + 6});
  Ops::store(spills + 11, r9); r9 = Ops::or2(r15, At{spills + 5});
  r15 = Ops::andnot(r15, At{spills + 3}); r13 = Ops::xor2(r13, r5); r13 = Ops::xor2(r13, r15);
  r1 = Ops::xor2(r1, r13); r5 = Ops::xor2(r1, r5); r11 = Ops::xor2(r11, r9);
  r0 = Ops::xor2(r12, r0); r0 = Ops::xor2(r0, r1); r5 = Ops::xor2(r5, r10); r1 = Ops::xor2(r6, r9);
  r1 = Ops::xor2(r1, r14); r4 = Ops::xor2(r11, r4); r4 = Ops::xor2(r4, r3); r2 = Ops::xor2(r7, r2);
  r3 = Ops::xor2(r8, r13); r3 = Ops::xor2(r3, r1); r2 = Ops::xor2(r2, r11); r6 = Ops::xor2(r12, r5);
  r7 = Ops::load_splat32(key + 8); r7 = Ops::xor2(r7, At{x + 8}); r9 = Ops::load_splat32(key + 10);
  r9 = Ops::xor2(r9, At{x + 10}); r10 = Ops::load_splat32(key + 11);
  r10 = Ops::xor2(r10, At{x + 11}); r11 = Ops::load_splat32(key + 13);
  r11 = Ops::xor2(r11, At{x + 13}); r13 = Ops::load_splat32(key + 9);
  r13 = Ops::xor2(r13, At{x + 9}); r14 = Ops::load_splat32(key + 12);
  r14 = Ops::xor2(r14, At{x + 12}); Ops::store(spills + 12, r8); r8 = Ops::load_splat32(key + 14);
  r8 = Ops::xor2(r8, At{x + 14}); Ops::store(spills + 13, r15); r15 = Ops::load_splat32(key + 15);
  r15 = Ops::xor2(r15, At{x + 15}); Ops::store(spills + 14, r6); r6 = Ops::andnot(r10, r7);
  r6 = Ops::xor2(r13, r6); Ops::store(spills + 15, r4); r4 = Ops::or2(r11, r8);
  Ops::store(spills + 16, r1); r1 = Ops::xor2(r8, r4); Ops::store(spills + 17, r12);
  r12 = Ops::or2(r14, r1); Ops::store(spills + 18, r3); r3 = Ops::and2(r4, r15);
  r4 = Ops::andnot(r14, r4); r8 = Ops::andnot(r4, r8); r3 = Ops::xor2(r11, r3);
  r3 = Ops::xor2(r3, r12); r11 = Ops::or2(r15, r1); r4 = Ops::xor2(r4, r11); r12 = Ops::or2(r4, r3);
  r14 = Ops::andnot(r7, r9); r11 = Ops::andnot(r8, r11); r13 = Ops::xor2(r13, r14);
  r14 = Ops::or2(r13, r6); r10 = Ops::xor2(r14, r10); r10 = Ops::xor2(r10, r9);
  r13 = Ops::andnot(r13, r10); r13 = Ops::xor2(r3, r13); r1 = Ops::xor2(r1, r10);
  r1 = Ops::xor2(r1, r8); r1 = Ops::xor2(r1, r11); r3 = Ops::xor2(r1, r3); r4 = Ops::xor2(r4, r10);
  r8 = Ops::xor2(r6, r10); r6 = Ops::xor2(r4, r6); r1 = Ops::xor2(r1, r6); r10 = Ops::or2(r14, r7);
  r9 = Ops::xor2(r10, r9); r9 = Ops::and2(r8, r9); r7 = Ops::xor2(r7, r13); r9 = Ops::xor2(r9, r14);
  r9 = Ops::xor2(r9, r13); r10 = Ops::xor2(r7, r11); r10 = Ops::xor2(r10, r12);
  r8 = Ops::xor2(r8, r10); r10 = Ops::xor2(r9, r10); r11 = Ops::andnot(r10, r7);
  r12 = Ops::andnot(r11, r3); r13 = Ops::and2(r10, r6); r11 = Ops::or2(r6, r11);
  r14 = Ops::xor2(r7, r10); r6 = Ops::and2(r14, r6); r15 = Ops::or2(r14, r13);
  r10 = Ops::andnot(r14, r10); r10 = Ops::or2(r3, r10); r12 = Ops::xor2(r12, r6);
  r12 = Ops::xor2(r12, r15); r13 = Ops::xor2(r13, r10); r6 = Ops::andnot(r6, r10);
  r6 = Ops::andnot(r6, r11); r6 = Ops::xor2(r7, r6); r3 = Ops::or2(r3, r13); r7 = Ops::or2(r1, r4);
  r10 = Ops::xor2(r7, r8); r14 = Ops::or2(r10, r9); r15 = Ops::and2(r1, r4); r8 = Ops::or2(r8, r15);
  r15 = Ops::xor2(r9, r8); Ops::store(spills + 19, r7); r7 = Ops::and2(r15, r1);
  r1 = Ops::andnot(r1, r8); r1 = Ops::andnot(r1, r9); r7 = Ops::xor2(r7, r10);
  r8 = Ops::andnot(r7, r4); r8 = Ops::xor2(r15, r8); r9 = Ops::load_splat32(key + 18);
  r9 = Ops::xor2(r9, At{x + 18}); r10 = Ops::load_splat32(key + 19);
  r10 = Ops::xor2(r10, At{x + 19}); r15 = Ops::load_splat32(key + 20);
  r15 = Ops::xor2(r15, At{x + 20}); Ops::store(spills + 20, r1); r1 = Ops::xor2(r9, r10);
  Ops::store(spills + 21, r12); r12 = Ops::load_splat32(key + 17); r12 = Ops::xor2(r12, At{x + 17});
  Ops::store(spills + 22, r7); r7 = Ops::xor2(r1, r15); Ops::store(spills + 23, r4);
  r4 = Ops::xor2(r7, At{x + 16}); Ops::store(spills + 24, r14); r14 = Ops::load_splat32(key + 16);
  r4 = Ops::xor2(r4, r14); r14 = Ops::xor2(r15, r4); Ops::store(spills + 25, r8);
  r8 = Ops::xor2(r12, r7); Ops::store(spills + 26, r6); r6 = Ops::xor2(r8, At{x + 22});
  Ops::store(spills + 27, r13); r13 = Ops::load_splat32(key + 22); r6 = Ops::xor2(r6, r13);
  r10 = Ops::xor2(r10, r6); r13 = Ops::xor2(r8, At{x + 21}); Ops::store(spills + 28, r2);
  r2 = Ops::load_splat32(key + 21); r13 = Ops::xor2(r13, r2); r2 = Ops::andnot(r13, r4);
  Ops::store(spills + 29, r5); r5 = Ops::load_splat32(key + 23); r5 = Ops::xor2(r5, At{x + 23});
  Ops::store(spills + 30, r3); r3 = Ops::xor2(r1, r6); Ops::store(spills + 31, r11);
  r11 = Ops::andnot(r3, r7); Ops::store(spills + 32, r3); r3 = Ops::or2(r10, r12);
  r5 = Ops::xor2(r5, r6); Ops::store(spills + 33, r7); r7 = Ops::xor2(r13, r10);
  Ops::store(spills + 34, r4); r4 = Ops::xor2(r5, r7); Ops::store(spills + 35, r10);
  r10 = Ops::andnot(r1, r4); Ops::store(spills + 36, r4); r4 = Ops::xor2(r8, r14);
  Ops::store(spills + 37, r12); r12 = Ops::xor2(r1, r4); r10 = Ops::xor2(r10, r11);
  Ops::store(spills + 38, r1); r1 = Ops::andnot(r12, r7); r1 = Ops::xor2(r15, r1);
  r6 = Ops::xor2(r6, r10); Ops::store(spills + 39, r12); r12 = Ops::andnot(r9, r8);
  r6 = Ops::xor2(r6, r1); r6 = Ops::xor2(r6, r2); r2 = Ops::xor2(r5, r9);
  Ops::store(spills + 40, r7); r7 = Ops::andnot(r14, r2); Ops::store(spills + 41, r14);
  r14 = Ops::xor2(r13, r2); Ops::store(spills + 42, r13); r13 = Ops::or2(r14, r15);
  r11 = Ops::xor2(r11, r13); r1 = Ops::xor2(r1, r3); r1 = Ops::xor2(r1, r14);
  r1 = Ops::xor2(r1, r11); r3 = Ops::and2(r5, r4); r0 = Ops::xor2(r0, At{spills + 11});
  r3 = Ops::xor2(r3, r11); r3 = Ops::xor2(r3, r12); r11 = Ops::or2(r4, r5); r12 = Ops::xor2(r6, r1);
  r10 = Ops::xor2(r10, r11); r10 = Ops::xor2(r10, r7); r7 = Ops::andnot(r6, r10);
  r11 = Ops::xor2(r3, r7); r12 = Ops::andnot(r12, r11); r6 = Ops::or2(r12, r6);
  r11 = Ops::and2(r11, r10); r3 = Ops::andnot(r11, r3); r7 = Ops::andnot(r7, r1);
  r1 = Ops::xor2(r1, r12); r9 = Ops::and2(r9, r1); r11 = Ops::xor2(r6, r11);
  r11 = Ops::andnot(r7, r11); r3 = Ops::or2(r3, r11); r6 = Ops::xor2(r7, r6);
  r7 = Ops::xor2(r10, r11); r10 = Ops::load(spills + 37); r10 = Ops::andnot(r10, r7);
  r2 = Ops::andnot(r6, r2); r11 = Ops::load(spills + 35); r11 = Ops::andnot(r11, r7);
  r12 = Ops::and2(r3, At{spills + 34}); r8 = Ops::andnot(r8, r1); r13 = Ops::load(spills + 42);
  r13 = Ops::andnot(r13, r3); Ops::store(spills + 43, r2); r2 = Ops::xor2(r7, r1);
  Ops::store(spills + 44, r0); r0 = Ops::and2(r2, At{spills + 33}); r1 = Ops::xor2(r1, r6);
  r5 = Ops::andnot(r1, r5); r1 = Ops::andnot(r1, r4); r4 = Ops::xor2(r3, r6);
  r3 = Ops::xor2(r7, r3); r7 = Ops::and2(r3, At{spills + 40}); Ops::store(spills + 45, r8);
  r8 = Ops::load(spills + 39); r3 = Ops::andnot(r8, r3); r8 = Ops::load(spills + 32);
  r8 = Ops::andnot(r8, r2); r15 = Ops::or2(r4, r15); r3 = Ops::xor2(r0, r3);
  r10 = Ops::xor2(r10, r15); r3 = Ops::xor2(r3, r10); r2 = Ops::xor2(r4, r2);
  Ops::store(spills + 46, r8); r8 = Ops::andnot(r2, At{spills + 36}); r4 = Ops::or2(r4, r14);
  r2 = Ops::or2(r2, At{spills + 38}); r13 = Ops::xor2(r13, r8); r13 = Ops::xor2(r13, r7);
  r6 = Ops::or2(r6, At{spills + 41}); r4 = Ops::xor2(r13, r4); r7 = Ops::xor2(r4, r7);
  r7 = Ops::xor2(r7, r11); r11 = Ops::xor2(r3, r5); r11 = Ops::xor2(r11, r9);
  r11 = Ops::xor2(r11, r4); r4 = Ops::xor2(r12, r10); r6 = Ops::xor2(r6, r2);
  r1 = Ops::xor2(r6, r1); r1 = Ops::xor2(r1, r0); r0 = Ops::xor2(r6, At{spills + 45});
  r0 = Ops::xor2(r0, r15); r4 = Ops::xor2(r4, r2); r2 = Ops::xor2(r13, At{spills + 46});
  r6 = Ops::xor2(r3, r7); r2 = Ops::xor2(r2, r4); r9 = Ops::load_splat32(key + 24);
  r9 = Ops::xor2(r9, At{x + 24}); r10 = Ops::load_splat32(key + 29);
  r10 = Ops::xor2(r10, At{x + 29}); r12 = Ops::load_splat32(key + 26);
  r12 = Ops::xor2(r12, At{x + 26}); r13 = Ops::load_splat32(key + 27);
  r13 = Ops::xor2(r13, At{x + 27}); r14 = Ops::load_splat32(key + 28);
  r14 = Ops::xor2(r14, At{x + 28}); r15 = Ops::load_splat32(key + 25);
  r15 = Ops::xor2(r15, At{x + 25}); Ops::store(spills + 47, r7); r7 = Ops::load_splat32(key + 30);
  r7 = Ops::xor2(r7, At{x + 30}); Ops::store(spills + 48, r8); r8 = Ops::load_splat32(key + 31);
  r8 = Ops::xor2(r8, At{x + 31}); Ops::store(spills + 49, r5); r5 = Ops::or2(r10, r7);
  Ops::store(spills + 50, r0); r0 = Ops::andnot(r13, r9); r0 = Ops::xor2(r15, r0);
  Ops::store(spills + 51, r4); r4 = Ops::xor2(r5, r7); Ops::store(spills + 52, r6);
  r6 = Ops::andnot(r14, r5); r14 = Ops::or2(r14, r4); r7 = Ops::andnot(r6, r7);
  r5 = Ops::and2(r5, r8); r5 = Ops::xor2(r10, r5); r8 = Ops::or2(r8, r4); r6 = Ops::xor2(r6, r8);
  r8 = Ops::andnot(r7, r8); r5 = Ops::xor2(r5, r14); r10 = Ops::or2(r6, r5);
  r14 = Ops::andnot(r9, r12); r14 = Ops::xor2(r15, r14); r15 = Ops::or2(r14, r0);
  r13 = Ops::xor2(r15, r13); r13 = Ops::xor2(r13, r12); r14 = Ops::andnot(r14, r13);
  r14 = Ops::xor2(r5, r14); r7 = Ops::xor2(r13, r7); r7 = Ops::xor2(r7, r8); r7 = Ops::xor2(r7, r4);
  r4 = Ops::xor2(r13, r0); r6 = Ops::xor2(r6, r13); r8 = Ops::xor2(r10, r8); r0 = Ops::xor2(r0, r6);
  r10 = Ops::xor2(r7, r0); r13 = Ops::or2(r15, r9); r12 = Ops::xor2(r13, r12);
  r12 = Ops::and2(r4, r12); r9 = Ops::xor2(r14, r9); r5 = Ops::xor2(r7, r5);
  r7 = Ops::xor2(r12, r14); r8 = Ops::xor2(r8, r9); r7 = Ops::xor2(r7, r15); r4 = Ops::xor2(r4, r8);
  r8 = Ops::xor2(r7, r8); r12 = Ops::andnot(r8, r9); r13 = Ops::andnot(r12, r5);
  r14 = Ops::xor2(r9, r8); r15 = Ops::and2(r8, r0); r12 = Ops::or2(r0, r12);
  r8 = Ops::andnot(r14, r8); r8 = Ops::or2(r5, r8); Ops::store(spills + 53, r11);
  r11 = Ops::load(spills + 31); r11 = Ops::xor2(r11, At{spills + 30}); r0 = Ops::and2(r14, r0);
  r14 = Ops::or2(r14, r15); r13 = Ops::xor2(r13, r14); r14 = Ops::xor2(r15, r8);
  r15 = Ops::load(spills + 28); Ops::store(spills + 54, r1); r1 = Ops::xor2(r15, At{spills + 29});
  r8 = Ops::andnot(r0, r8); r8 = Ops::andnot(r8, r12); r8 = Ops::xor2(r9, r8);
  r13 = Ops::xor2(r13, r0); r0 = Ops::or2(r5, r14); r0 = Ops::xor2(r0, r12); r5 = Ops::or2(r10, r6);
  r9 = Ops::xor2(r4, r5); r12 = Ops::or2(r9, r7); Ops::store(spills + 55, r1);
  r1 = Ops::and2(r10, r6); r1 = Ops::or2(r4, r1); r4 = Ops::xor2(r7, r1); r1 = Ops::andnot(r10, r1);
  r1 = Ops::andnot(r1, r7); r1 = Ops::xor2(r5, r1); r5 = Ops::and2(r4, r10); r5 = Ops::xor2(r5, r9);
  r7 = Ops::andnot(r5, r6); r9 = Ops::xor2(r2, At{spills + 18}); r10 = Ops::xor2(r3, r9);
  Ops::store(spills + 56, r2); r2 = Ops::xor2(r8, r10); Ops::store(spills + 57, r8);
  r8 = Ops::xor2(r2, At{spills + 27}); Ops::store(spills + 58, r3); r3 = Ops::load(spills + 17);
  Ops::store(spills + 59, r10); r10 = Ops::xor2(r3, At{spills + 26}); r6 = Ops::xor2(r6, r12);
  r12 = Ops::xor2(r14, r10); r4 = Ops::xor2(r4, At{spills + 25}); r4 = Ops::xor2(r4, r7);
  r7 = Ops::xor2(r10, r4); r10 = Ops::xor2(r2, At{spills + 16}); Ops::store(spills + 60, r12);
  r12 = Ops::xor2(r9, r4); Ops::store(spills + 61, r7); r7 = Ops::load(spills + 44);
  Ops::store(spills + 62, r2); r2 = Ops::xor2(r7, At{spills + 24});
  r2 = Ops::xor2(r2, At{spills + 23}); Ops::store(spills + 63, r9); r9 = Ops::load(spills + 22);
  r5 = Ops::xor2(r5, r9); Ops::store(spills + 64, r8); r8 = Ops::xor2(r13, At{spills + 21});
  r8 = Ops::xor2(r8, r5); Ops::store(spills + 65, r13); r13 = Ops::load(spills + 15);
  r15 = Ops::xor2(r13, At{spills + 20}); r13 = Ops::xor2(r0, r5); Ops::store(spills + 66, r0);
  r0 = Ops::xor2(r10, r12); r15 = Ops::xor2(r15, At{spills + 19}); Ops::store(spills + 67, r12);
  r12 = Ops::xor2(r15, r11); r12 = Ops::xor2(r12, r13); Ops::store(spills + 68, r13);
  r13 = Ops::xor2(r2, r8); Ops::store(spills + 69, r13); r13 = Ops::xor2(r4, r12);
  r15 = Ops::xor2(r1, r15); Ops::store(spills + 70, r4); r4 = Ops::xor2(r15, At{spills + 54});
  r7 = Ops::xor2(r7, r4); r4 = Ops::xor2(r9, r4); r2 = Ops::xor2(r2, r6); r9 = Ops::xor2(r7, r2);
  Ops::store(spills + 71, r13); r13 = Ops::load(spills + 14); Ops::store(spills + 72, r7);
  r7 = Ops::xor2(r4, r13); Ops::store(spills + 73, r4); r4 = Ops::xor2(r9, r7);
  r2 = Ops::xor2(r2, At{spills + 53}); Ops::store(spills + 74, r9); r9 = Ops::xor2(r2, r4);
  r13 = Ops::xor2(r13, At{spills + 52}); Ops::store(spills + 75, r7); r7 = Ops::xor2(r4, r13);
  r3 = Ops::xor2(r3, r5); r14 = Ops::xor2(r14, At{spills + 51}); r3 = Ops::xor2(r3, r7);
  r7 = Ops::xor2(r14, r7); Ops::store(spills + 76, r4); r4 = Ops::load(spills + 11);
  r4 = Ops::xor2(r4, At{spills + 13}); r4 = Ops::xor2(r4, At{spills + 10});
  r4 = Ops::xor2(r4, At{spills + 12}); r4 = Ops::xor2(r4, At{spills + 28}); r4 = Ops::xor2(r4, r7);
  Ops::store(spills + 77, r15); r15 = Ops::xor2(r5, r9); r11 = Ops::xor2(r14, r11);
  r11 = Ops::xor2(r11, r15); r14 = Ops::load(spills + 50); Ops::store(spills + 78, r5);
  r5 = Ops::xor2(r14, At{spills + 46}); r5 = Ops::xor2(r5, At{spills + 49});
  r5 = Ops::xor2(r5, At{spills + 48}); r5 = Ops::xor2(r5, At{spills + 43});
  Ops::store(spills + 79, r9); r9 = Ops::xor2(r15, At{spills + 64}); r10 = Ops::xor2(r10, r9);
  Ops::store(spills + 80, r10); r10 = Ops::xor2(r11, r4); r5 = Ops::xor2(r5, r2);
  Ops::store(spills + 81, r11); r11 = Ops::xor2(r10, At{spills + 59}); r11 = Ops::xor2(r11, r3);
  r10 = Ops::xor2(r10, r5); r10 = Ops::xor2(r10, At{spills + 66}); r12 = Ops::xor2(r12, r10);
  r12 = Ops::xor2(r12, r6); r12 = Ops::xor2(r12, At{spills + 63}); r6 = Ops::load(spills + 55);
  Ops::store(spills + 82, r5); r5 = Ops::xor2(r2, r6); r5 = Ops::xor2(r5, At{spills + 62});
  r5 = Ops::xor2(r5, At{spills + 61}); Ops::store(spills + 83, r12); r12 = Ops::xor2(r5, r11);
  r10 = Ops::xor2(r10, r12); r5 = Ops::xor2(r5, At{spills + 21}); r6 = Ops::xor2(r6, r14);
  r6 = Ops::xor2(r6, At{spills + 47}); r14 = Ops::xor2(r5, At{spills + 60});
  r9 = Ops::xor2(r14, r9); r1 = Ops::xor2(r7, r1); r1 = Ops::xor2(r1, r14); r1 = Ops::xor2(r1, r0);
  r7 = Ops::xor2(r13, r6); r7 = Ops::xor2(r7, r8); r8 = Ops::xor2(r7, At{spills + 15});
  r7 = Ops::xor2(r7, At{spills + 25}); r14 = Ops::xor2(r7, At{spills + 69});
  Ops::store(spills + 84, r11); r11 = Ops::xor2(r8, At{spills + 77}); r2 = Ops::xor2(r14, r2);
  r7 = Ops::xor2(r7, At{spills + 18}); Ops::store(spills + 85, r14); r14 = Ops::xor2(r11, r7);
  Ops::store(spills + 86, r6); r6 = Ops::xor2(r14, At{spills + 73});
  r3 = Ops::xor2(r3, At{add + 0}); Ops::store(to + 0, r3); r0 = Ops::xor2(r0, At{add + 1});
  Ops::store(to + 1, r0); r0 = Ops::xor2(r4, At{add + 2}); Ops::store(to + 2, r0);
  r0 = Ops::xor2(r10, At{add + 3}); Ops::store(to + 3, r0); r0 = Ops::xor2(r8, r9);
  r0 = Ops::xor2(r0, At{add + 4}); Ops::store(to + 4, r0); r0 = Ops::load(add + 5);
  r0 = Ops::xor2(r0, At{spills + 72}); r3 = Ops::load(spills + 71); r0 = Ops::xor2(r0, r3);
  Ops::store(to + 5, r0); r0 = Ops::xor2(r6, At{spills + 67}); r4 = Ops::xor2(r2, r7);
  r4 = Ops::xor2(r4, At{add + 6}); Ops::store(to + 6, r4); r4 = Ops::xor2(r15, At{spills + 26});
  r7 = Ops::xor2(r0, At{spills + 75}); r7 = Ops::xor2(r7, At{add + 7}); Ops::store(to + 7, r7);
  r4 = Ops::xor2(r4, r13); r4 = Ops::xor2(r4, At{add + 8}); Ops::store(to + 8, r4);
  r4 = Ops::load(spills + 64); r4 = Ops::xor2(r4, At{add + 9}); Ops::store(to + 9, r4);
  r4 = Ops::load(spills + 81); r4 = Ops::xor2(r4, At{add + 10}); Ops::store(to + 10, r4);
  r4 = Ops::xor2(r5, At{add + 11}); r4 = Ops::xor2(r4, r10); Ops::store(to + 11, r4);
  r4 = Ops::xor2(r11, r1); r4 = Ops::xor2(r4, At{add + 12}); Ops::store(to + 12, r4);
  r4 = Ops::load(spills + 83); r5 = Ops::xor2(r4, At{add + 13}); r0 = Ops::xor2(r0, At{add + 15});
  Ops::store(to + 15, r0); r5 = Ops::xor2(r5, At{spills + 74}); Ops::store(to + 13, r5);
  r0 = Ops::xor2(r2, At{add + 14}); Ops::store(to + 14, r0); r0 = Ops::load(spills + 76);
  r0 = Ops::xor2(r0, At{spills + 58}); r0 = Ops::xor2(r0, At{add + 16}); Ops::store(to + 16, r0);
  r0 = Ops::load(spills + 51); r0 = Ops::xor2(r0, At{spills + 61}); r2 = Ops::load(spills + 80);
  r5 = Ops::xor2(r2, At{spills + 82}); r5 = Ops::xor2(r5, At{add + 18}); Ops::store(to + 18, r5);
  r5 = Ops::xor2(r12, At{spills + 86}); r5 = Ops::xor2(r5, At{add + 19}); Ops::store(to + 19, r5);
  r5 = Ops::xor2(r9, At{spills + 54}); r5 = Ops::xor2(r5, At{add + 20}); Ops::store(to + 20, r5);
  r3 = Ops::xor2(r3, At{spills + 53}); r3 = Ops::xor2(r3, At{add + 21}); Ops::store(to + 21, r3);
  r0 = Ops::xor2(r0, At{add + 17}); Ops::store(to + 17, r0); r0 = Ops::load(spills + 56);
  r0 = Ops::xor2(r0, At{add + 22}); r3 = Ops::xor2(r14, At{spills + 52});
  r3 = Ops::xor2(r3, At{add + 23}); Ops::store(to + 23, r3); r3 = Ops::load(spills + 57);
  r3 = Ops::xor2(r3, At{spills + 79}); r5 = Ops::load(spills + 60);
  r5 = Ops::xor2(r5, At{add + 25}); r5 = Ops::xor2(r5, At{spills + 63}); Ops::store(to + 25, r5);
  r3 = Ops::xor2(r3, At{add + 24}); Ops::store(to + 24, r3); r3 = Ops::xor2(r13, At{spills + 68});
  r3 = Ops::xor2(r3, r2); r3 = Ops::xor2(r3, At{add + 26}); Ops::store(to + 26, r3);
  r0 = Ops::xor2(r0, At{spills + 69}); Ops::store(to + 22, r0); r0 = Ops::load(spills + 70);
  r0 = Ops::xor2(r0, At{add + 30}); r2 = Ops::load(spills + 84);
  r2 = Ops::xor2(r2, At{spills + 65}); r2 = Ops::xor2(r2, At{add + 27}); Ops::store(to + 27, r2);
  r2 = Ops::xor2(r4, At{add + 29}); Ops::store(to + 29, r2); r1 = Ops::xor2(r1, At{add + 28});
  Ops::store(to + 28, r1); r0 = Ops::xor2(r0, At{spills + 85}); Ops::store(to + 30, r0);
  r0 = Ops::xor2(r6, At{spills + 78}); r0 = Ops::xor2(r0, At{add + 31}); Ops::store(to + 31, r0);
}

// clang-format on
}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
