// Written by `hedgerow circuit schedule kuznyechik-encrypt`; do not edit.
// 634 gates, 284 loads, 83 stores, 178 cycles in the model of Zen 3.
//
// Order: 422,68,277,0,232,12,139,5,412,415,25,236,423,417,421,317,1,6,3,49,42,97,31,4,316,318,39,
// 29,9,10,92,406,120,118,402,403,8,2,315,7,11,91,119,13,21,15,22,60,107,427,61,408,117,93,409,63,
// 124,416,90,85,337,384,203,222,77,434,57,413,14,56,58,340,111,62,400,392,59,51,170,64,228,18,131,
// 19,132,121,411,65,418,410,188,344,407,424,70,69,377,401,50,433,428,309,95,20,26,404,122,299,126,
// 54,165,73,53,282,303,429,430,66,23,30,72,67,71,17,103,32,24,431,88,169,16,37,78,46,86,143,134,
// 149,109,150,52,28,108,94,296,34,27,47,35,321,175,38,40,41,133,100,36,105,33,45,44,84,278,127,81,
// 331,82,106,43,48,250,123,98,147,225,253,262,128,76,350,220,87,74,224,75,99,55,79,80,195,215,194,
// 178,83,258,89,153,280,325,96,279,101,242,229,104,247,145,102,196,357,110,186,187,116,176,115,114,
// 141,138,130,113,239,137,171,112,179,190,129,125,310,135,140,148,136,163,172,208,184,266,142,276,
// 367,216,157,146,144,275,154,281,156,209,183,271,218,221,151,162,388,152,313,164,177,311,217,286,
// 197,206,192,312,158,207,173,389,219,199,181,283,289,180,155,284,245,191,269,185,227,182,314,287,
// 189,223,425,205,291,366,230,200,285,420,193,368,362,231,233,319,204,237,166,226,290,288,419,168,
// 238,174,248,161,246,292,352,212,251,211,351,160,254,369,265,159,202,210,213,338,214,235,234,240,
// 353,297,243,241,167,257,272,256,456,294,244,249,328,252,307,305,270,260,445,441,255,259,326,201,
// 306,263,264,301,293,261,267,295,324,342,394,198,304,442,274,322,463,439,414,399,346,393,438,449,
// 336,300,268,273,459,298,339,341,343,476,302,308,320,323,334,381,405,327,333,347,390,396,330,395,
// 398,443,446,397,486,329,335,332,448,440,444,507,379,349,451,360,452,382,455,385,460,490,378,348,
// 386,447,387,471,450,461,659,473,345,483,354,453,380,465,462,466,391,472,355,474,361,475,477,467,
// 479,478,508,485,675,480,457,481,487,482,489,488,491,495,496,510,469,509,500,685,493,492,358,497,
// 515,516,359,518,484,511,501,525,540,519,512,526,503,517,537,505,521,498,499,674,530,356,531,533,
// 536,532,494,464,527,534,454,458,535,520,528,502,539,365,538,364,550,435,514,542,529,541,544,523,
// 513,557,468,432,504,522,363,506,524,551,553,372,383,549,470,546,552,570,543,554,374,547,548,373,
// 371,370,556,558,376,436,375,545,672,679,426,559,555,437,563,566,560,655,654,564,567,656,657,676,
// 641,565,663,568,658,640,569,572,667,678,576,662,578,584,661,671,796,664,689,665,562,666,668,669,
// 677,561,723,688,687,690,682,695,692,660,691,585,699,574,693,706,696,694,724,701,697,726,698,703,
// 681,683,705,702,711,716,797,704,707,741,709,712,728,721,700,587,713,673,714,725,708,732,715,733,
// 731,727,734,710,735,684,686,748,737,717,755,736,729,742,749,743,756,730,746,747,670,606,680,754,
// 718,738,582,719,739,740,577,744,758,753,752,720,750,786,573,745,751,760,722,643,757,767,763,773,
// 766,759,571,769,780,768,579,762,770,761,772,765,588,774,775,779,600,595,764,856,776,782,777,589,
// 783,601,781,592,784,785,603,789,596,788,778,792,575,590,771,602,604,591,857,586,605,593,611,615,
// 800,594,801,620,790,791,787,599,614,793,803,812,817,618,802,609,607,619,608,610,828,597,794,612,
// 816,819,598,795,809,613,827,617,804,822,808,625,811,807,805,616,806,818,624,824,821,813,830,634,
// 820,823,814,633,831,810,826,815,841,833,834,825,835,832,631,829,580,621,626,650,628,622,627,635,
// 847,798,840,836,629,623,637,649,850,837,630,842,632,843,653,581,636,845,844,862,838,846,583,839,
// 799,646,849,866,865,853,638,854,851,647,645,848,852,859,648,863,864,639,642,867,855,861,651,868,
// 858,644,652,869,860,
#pragma once

#include "isa/pinned.hpp"

#ifdef HR_VEC_LISTINGS
namespace hedgerow::HR_ISA {
namespace {
// clang-format off

constexpr int kSpills_two_steps_encrypt = 50;
// Slots k and k + 1 of a round, at window + 8 * k, and what follows from them.
HR_INLINE void two_steps_encrypt(Vec* window, const std::uint32_t* key, Vec* spills) {
  using Ops = Pinned;
  // Keeps these addresses in registers, instead of an address for each plane.
  __asm__("" : "+r"(window), "+r"(key), "+r"(spills));
  Vec r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15;
  r0 = Ops::load_splat32(key + 13); r1 = Ops::load(window + 24); r0 = Ops::xor2(r0, r1);
  r2 = Ops::load(window + 25); r3 = Ops::xor2(r2, At{window + 42}); r4 = Ops::load(window + 106);
  r3 = Ops::xor2(r3, r4); r5 = Ops::load(window + 70); r3 = Ops::xor2(r3, r5);
  r6 = Ops::load(window + 85); r7 = Ops::xor2(r6, At{window + 53}); r8 = Ops::load(window + 46);
  r9 = Ops::xor2(r8, At{window + 94}); r10 = Ops::xor2(r7, At{window + 45});
  r11 = Ops::load(window + 110); r8 = Ops::xor2(r8, r11); r12 = Ops::load(window + 29);
  r8 = Ops::xor2(r8, r12); r13 = Ops::xor2(r9, At{window + 47}); r14 = Ops::load_splat32(key + 12);
  r15 = Ops::load(window + 68); r14 = Ops::xor2(r14, r15); r14 = Ops::xor2(r14, At{window + 40});
  r13 = Ops::xor2(r13, r5); r10 = Ops::xor2(r10, At{window + 93}); Ops::store(spills + 0, r7);
  r7 = Ops::load(window + 125); r8 = Ops::xor2(r8, r7); r13 = Ops::xor2(r13, At{window + 95});
  r13 = Ops::xor2(r13, r10); r1 = Ops::xor2(r1, r13); r7 = Ops::xor2(r7, r15);
  r5 = Ops::load_splat32(key + 14); r3 = Ops::xor2(r3, r5); r5 = Ops::xor2(r9, At{window + 30});
  r9 = Ops::load(window + 105); r0 = Ops::xor2(r0, r9); r15 = Ops::load(window + 104);
  r1 = Ops::xor2(r1, r15); r2 = Ops::xor2(r9, r2); r0 = Ops::xor2(r0, r6);
  r6 = Ops::xor2(r1, At{window + 108}); r9 = Ops::load(window + 121); r3 = Ops::xor2(r3, r9);
  r12 = Ops::xor2(r12, At{window + 109}); Ops::store(spills + 1, r1); r1 = Ops::load(window + 13);
  r0 = Ops::xor2(r0, r1); r7 = Ops::xor2(r7, r1); r1 = Ops::load(window + 69);
  r4 = Ops::xor2(r4, r1); Ops::store(spills + 2, r8); r8 = Ops::load(window + 26);
  r4 = Ops::xor2(r4, r8); r5 = Ops::xor2(r5, r4); r14 = Ops::xor2(r14, r15);
  r5 = Ops::xor2(r5, r11); r11 = Ops::load(window + 84); r15 = Ops::xor2(r11, At{window + 52});
  r9 = Ops::xor2(r9, r7); r9 = Ops::xor2(r9, r13); r7 = Ops::xor2(r7, At{window + 49});
  r6 = Ops::xor2(r6, r1); r0 = Ops::xor2(r0, At{window + 41}); r15 = Ops::xor2(r15, r5);
  r13 = Ops::load(window + 86); r3 = Ops::xor2(r3, r13); r0 = Ops::xor2(r0, r1);
  r1 = Ops::load(window + 120); r0 = Ops::xor2(r0, r1); Ops::store(spills + 3, r0);
  r0 = Ops::load(window + 14); r3 = Ops::xor2(r3, r0); r1 = Ops::xor2(r1, At{window + 8});
  r1 = Ops::xor2(r1, At{window + 67}); r14 = Ops::xor2(r14, r11);
  r0 = Ops::xor2(r0, At{window + 126}); r11 = Ops::load(window + 15); r8 = Ops::xor2(r8, r11);
  Ops::store(spills + 4, r4); r4 = Ops::load(window + 122); r8 = Ops::xor2(r8, r4);
  r2 = Ops::xor2(r2, r15); r13 = Ops::xor2(r13, At{window + 54});
  r11 = Ops::xor2(r11, At{window + 127}); Ops::store(spills + 5, r3); r3 = Ops::load(window + 12);
  r14 = Ops::xor2(r14, r3); r6 = Ops::xor2(r6, At{window + 28}); r4 = Ops::xor2(r4, r0);
  r1 = Ops::xor2(r1, r15); r4 = Ops::xor2(r4, r13); r15 = Ops::load(window + 107);
  r8 = Ops::xor2(r8, r15); Ops::store(spills + 6, r14); r14 = Ops::load(window + 87);
  r8 = Ops::xor2(r8, r14); r15 = Ops::xor2(r15, At{window + 27}); Ops::store(spills + 7, r0);
  r0 = Ops::xor2(r11, At{window + 11}); r1 = Ops::xor2(r1, r10);
  r3 = Ops::xor2(r3, At{window + 124}); r1 = Ops::xor2(r1, r3); r9 = Ops::xor2(r9, At{window + 9});
  r10 = Ops::xor2(r14, At{window + 55}); r15 = Ops::xor2(r15, r13); r13 = Ops::load(window + 71);
  r8 = Ops::xor2(r8, r13); r14 = Ops::xor2(r15, At{window + 51}); r5 = Ops::xor2(r5, r12);
  r9 = Ops::xor2(r9, r13); Ops::store(spills + 8, r8); r8 = Ops::xor2(r1, At{window + 22});
  r14 = Ops::xor2(r14, r11); r7 = Ops::xor2(r7, r1); r1 = Ops::xor2(r9, At{window + 50});
  r3 = Ops::xor2(r3, r10); r4 = Ops::xor2(r4, At{window + 10}); r0 = Ops::xor2(r0, At{window + 66});
  r1 = Ops::xor2(r1, At{spills + 7}); r2 = Ops::xor2(r2, r12);
  r11 = Ops::xor2(r15, At{window + 23}); r0 = Ops::xor2(r0, At{window + 123});
  r12 = Ops::xor2(r13, At{window + 65}); r11 = Ops::xor2(r11, r10); r11 = Ops::xor2(r11, r9);
  r9 = Ops::load(window + 64); r10 = Ops::xor2(r9, At{window + 92});
  r10 = Ops::xor2(r10, At{window + 44}); r7 = Ops::xor2(r7, r2); r13 = Ops::load(window + 102);
  r2 = Ops::xor2(r2, r13); r11 = Ops::xor2(r11, r0); r1 = Ops::xor2(r1, At{window + 82});
  r11 = Ops::xor2(r11, At{window + 119}); r15 = Ops::xor2(r11, At{window + 111});
  r15 = Ops::xor2(r15, r10); r14 = Ops::xor2(r14, At{window + 83});
  r0 = Ops::xor2(r0, At{window + 41}); r11 = Ops::xor2(r11, At{window + 43});
  r1 = Ops::xor2(r1, r9); r15 = Ops::xor2(r15, At{window + 31}); r12 = Ops::xor2(r12, r15);
  r6 = Ops::xor2(r6, r15); r15 = Ops::load(window + 38); r2 = Ops::xor2(r2, r15);
  r3 = Ops::xor2(r3, At{window + 80}); r0 = Ops::xor2(r0, r6); r8 = Ops::xor2(r8, At{window + 39});
  r14 = Ops::xor2(r14, r10); r10 = Ops::load(window + 118); r8 = Ops::xor2(r8, r10);
  r13 = Ops::xor2(r13, At{window + 54}); r8 = Ops::xor2(r8, At{window + 103});
  r2 = Ops::xor2(r2, At{window + 21}); r4 = Ops::xor2(r4, r12); r8 = Ops::xor2(r8, r4);
  r11 = Ops::xor2(r11, At{window + 91}); r12 = Ops::xor2(r12, At{window + 112});
  r12 = Ops::xor2(r12, At{window + 5}); r9 = Ops::xor2(r8, At{window + 59});
  r11 = Ops::xor2(r11, r8); r14 = Ops::xor2(r14, r11); r8 = Ops::xor2(r10, r13);
  r10 = Ops::load(window + 117); r2 = Ops::xor2(r2, r10); r8 = Ops::xor2(r8, r15);
  r2 = Ops::xor2(r2, r14); r13 = Ops::xor2(r13, At{window + 55});
  r15 = Ops::xor2(r2, At{window + 42}); r4 = Ops::xor2(r4, At{window + 88});
  r15 = Ops::xor2(r15, At{window + 90}); Ops::store(spills + 9, r6);
  r6 = Ops::load_splat32(key + 5); r12 = Ops::xor2(r12, r6); r1 = Ops::xor2(r1, r15);
  r6 = Ops::load_splat32(key + 4); r6 = Ops::xor2(r11, r6); r11 = Ops::xor2(r1, At{window + 116});
  r9 = Ops::xor2(r9, At{window + 3}); r11 = Ops::xor2(r11, r14);
  r11 = Ops::xor2(r11, At{window + 20}); r1 = Ops::xor2(r1, At{window + 36});
  r1 = Ops::xor2(r1, At{window + 68}); r7 = Ops::xor2(r7, At{window + 81});
  r14 = Ops::load(window + 37); r11 = Ops::xor2(r11, r14); r1 = Ops::xor2(r1, At{window + 100});
  r5 = Ops::xor2(r5, r2); r2 = Ops::load(window + 101); r11 = Ops::xor2(r11, r2);
  r9 = Ops::xor2(r9, r15); r15 = Ops::load(window + 77); r12 = Ops::xor2(r12, r15);
  r0 = Ops::xor2(r0, r11); r0 = Ops::xor2(r0, At{window + 89}); r10 = Ops::xor2(r10, r14);
  r7 = Ops::xor2(r7, r0); r1 = Ops::xor2(r1, At{window + 19}); r3 = Ops::xor2(r3, At{window + 48});
  r1 = Ops::xor2(r1, At{window + 115}); r14 = Ops::load_splat32(key + 1); r11 = Ops::xor2(r11, r14);
  r5 = Ops::xor2(r5, r0); r0 = Ops::load_splat32(key + 6); r14 = Ops::load(window + 34);
  r0 = Ops::xor2(r0, r14); r6 = Ops::xor2(r6, At{window + 32}); r1 = Ops::xor2(r1, r7);
  r14 = Ops::xor2(r14, r15); r7 = Ops::xor2(r7, At{window + 7});
  r15 = Ops::xor2(r1, At{window + 72}); r4 = Ops::xor2(r4, r1); r4 = Ops::xor2(r4, At{window + 40});
  r1 = Ops::load(window + 114); r14 = Ops::xor2(r14, r1); r15 = Ops::xor2(r15, At{window + 70});
  r8 = Ops::xor2(r8, r14); r15 = Ops::xor2(r15, At{window + 0}); r7 = Ops::xor2(r7, r1);
  r1 = Ops::load(window + 60); r6 = Ops::xor2(r6, r1); Ops::store(spills + 10, r14);
  r14 = Ops::load_splat32(key + 7); r7 = Ops::xor2(r7, r14); r2 = Ops::xor2(r2, At{window + 53});
  r3 = Ops::xor2(r3, At{spills + 9}); r11 = Ops::xor2(r11, At{spills + 1});
  r14 = Ops::load_splat32(key + 10); r14 = Ops::xor2(r10, r14); r3 = Ops::xor2(r3, r4);
  r11 = Ops::xor2(r11, r4); r9 = Ops::xor2(r9, At{spills + 4}); r4 = Ops::load(window + 113);
  r10 = Ops::xor2(r10, r4); r7 = Ops::xor2(r7, r3); r0 = Ops::xor2(r0, r4);
  r0 = Ops::xor2(r0, At{spills + 0}); r4 = Ops::load(window + 33); r12 = Ops::xor2(r12, r4);
  r10 = Ops::xor2(r10, r4); r4 = Ops::load_splat32(key + 0); r15 = Ops::xor2(r15, r4);
  r0 = Ops::xor2(r0, r3); r3 = Ops::load_splat32(key + 2); r5 = Ops::xor2(r5, r3);
  r14 = Ops::xor2(r14, r8); r3 = Ops::load(window + 61); r4 = Ops::xor2(r3, At{window + 93});
  Ops::store(spills + 11, r14); r14 = Ops::load(window + 78); r0 = Ops::xor2(r0, r14);
  r6 = Ops::xor2(r6, At{window + 96}); r1 = Ops::xor2(r1, At{window + 92});
  r14 = Ops::load_splat32(key + 3); r9 = Ops::xor2(r9, r14); r14 = Ops::load(window + 56);
  r15 = Ops::xor2(r15, r14); Ops::store(window + 128, r15); r1 = Ops::xor2(r1, r8);
  r12 = Ops::xor2(r12, r3); r6 = Ops::xor2(r6, At{window + 4});
  r13 = Ops::xor2(r13, At{window + 78}); r3 = Ops::load(window + 76); r6 = Ops::xor2(r6, r3);
  Ops::store(window + 132, r6); r10 = Ops::xor2(r10, r1); r8 = Ops::load(window + 16);
  Ops::store(spills + 12, r1); r1 = Ops::xor2(r15, r8); r12 = Ops::xor2(r12, At{window + 97});
  r2 = Ops::xor2(r2, r4); r15 = Ops::load(spills + 5); r15 = Ops::xor2(r4, r15);
  r0 = Ops::xor2(r0, At{window + 6}); r1 = Ops::xor2(r1, r2); r4 = Ops::xor2(r14, At{window + 88});
  r13 = Ops::xor2(r13, r2); r0 = Ops::xor2(r0, At{window + 66});
  r2 = Ops::xor2(r6, At{window + 20}); r14 = Ops::load(window + 75); r15 = Ops::xor2(r15, r14);
  r12 = Ops::xor2(r12, r8); Ops::store(window + 133, r12); r4 = Ops::xor2(r4, r2);
  r8 = Ops::xor2(r3, r12); r8 = Ops::xor2(r8, At{window + 21}); r3 = Ops::xor2(r10, At{spills + 2});
  r12 = Ops::load(window + 17); r0 = Ops::xor2(r0, r12); r12 = Ops::xor2(r12, r8);
  r6 = Ops::load(window + 74); r5 = Ops::xor2(r5, r6); r13 = Ops::xor2(r13, At{window + 103});
  r1 = Ops::xor2(r1, r2); r1 = Ops::xor2(r1, r14); r15 = Ops::xor2(r15, r6);
  r5 = Ops::xor2(r5, At{window + 2}); r12 = Ops::xor2(r12, r13); r9 = Ops::xor2(r9, r14);
  Ops::store(window + 131, r9); r2 = Ops::xor2(r6, At{window + 19});
  r11 = Ops::xor2(r11, At{window + 1}); r2 = Ops::xor2(r2, r9); r1 = Ops::xor2(r1, At{spills + 12});
  r6 = Ops::load(window + 57); r10 = Ops::xor2(r10, r6); r14 = Ops::load(window + 63);
  r7 = Ops::xor2(r7, r14); r14 = Ops::xor2(r14, At{window + 95}); r9 = Ops::load(window + 79);
  r7 = Ops::xor2(r7, r9); r10 = Ops::xor2(r10, r8); r11 = Ops::xor2(r11, r6);
  r6 = Ops::xor2(r14, At{window + 31}); r4 = Ops::xor2(r4, r14); r8 = Ops::load(window + 73);
  r14 = Ops::xor2(r9, r8); r11 = Ops::xor2(r11, r8); Ops::store(window + 129, r11);
  r8 = Ops::load(window + 62); r0 = Ops::xor2(r0, r8); r7 = Ops::xor2(r7, At{window + 99});
  Ops::store(spills + 5, r15); r15 = Ops::load(window + 35); r7 = Ops::xor2(r7, r15);
  r13 = Ops::xor2(r13, At{window + 32}); Ops::store(spills + 13, r4); r4 = Ops::load(window + 18);
  r7 = Ops::xor2(r7, r4); Ops::store(window + 135, r7); r12 = Ops::xor2(r12, r9);
  r12 = Ops::xor2(r12, r11); r8 = Ops::xor2(r8, At{window + 94}); r10 = Ops::xor2(r10, r1);
  r1 = Ops::xor2(r1, At{window + 30}); r9 = Ops::xor2(r15, r8);
  r9 = Ops::xor2(r9, At{window + 115}); r15 = Ops::load(window + 58); r5 = Ops::xor2(r5, r15);
  Ops::store(window + 130, r5); r6 = Ops::xor2(r6, r12); r4 = Ops::xor2(r4, r8);
  r6 = Ops::xor2(r6, r9); r1 = Ops::xor2(r1, At{window + 111}); r8 = Ops::xor2(r7, At{window + 23});
  r2 = Ops::xor2(r2, r8); r11 = Ops::load(window + 72); r12 = Ops::xor2(r12, r11);
  r6 = Ops::xor2(r6, At{window + 127}); r9 = Ops::xor2(r9, At{window + 91}); r9 = Ops::xor2(r9, r8);
  r4 = Ops::xor2(r4, r5); r8 = Ops::load(window + 100); r8 = Ops::xor2(r8, At{window + 52});
  r6 = Ops::xor2(r6, r2); r8 = Ops::xor2(r8, r11); r12 = Ops::xor2(r12, r15);
  r11 = Ops::load(window + 67); r0 = Ops::xor2(r0, r11); r9 = Ops::xor2(r9, r8);
  r8 = Ops::xor2(r8, At{window + 39}); r8 = Ops::xor2(r8, r6); r6 = Ops::xor2(r6, At{window + 99});
  r1 = Ops::xor2(r1, At{window + 126}); r8 = Ops::xor2(r8, At{window + 119});
  r14 = Ops::xor2(r14, r8); r1 = Ops::xor2(r1, At{window + 47});
  r12 = Ops::xor2(r12, At{window + 90}); r8 = Ops::xor2(r8, At{window + 77});
  r15 = Ops::load(window + 98); r0 = Ops::xor2(r0, r15); Ops::store(window + 134, r0);
  r9 = Ops::xor2(r9, At{window + 59}); r4 = Ops::xor2(r4, r14);
  r15 = Ops::xor2(r15, At{window + 50}); r14 = Ops::xor2(r14, At{spills + 3});
  Ops::store(window + 141, r14); r14 = Ops::load_splat32(key + 11); r11 = Ops::xor2(r11, r14);
  r2 = Ops::xor2(r2, At{window + 97}); r11 = Ops::xor2(r11, At{window + 83});
  r5 = Ops::xor2(r0, r5); r13 = Ops::xor2(r13, At{window + 112});
  r6 = Ops::xor2(r6, At{window + 51}); r14 = Ops::xor2(r0, At{window + 22});
  r4 = Ops::xor2(r4, r14); r1 = Ops::xor2(r1, r4); r8 = Ops::xor2(r8, At{window + 116});
  r8 = Ops::xor2(r8, At{window + 36}); r8 = Ops::xor2(r8, r13); r6 = Ops::xor2(r6, r1);
  r9 = Ops::xor2(r9, r6); r3 = Ops::xor2(r3, r9); r15 = Ops::xor2(r15, r3);
  r9 = Ops::xor2(r9, At{window + 109}); Ops::store(spills + 14, r4);
  r4 = Ops::load_splat32(key + 9); r4 = Ops::xor2(r13, r4); r6 = Ops::xor2(r6, At{spills + 6});
  Ops::store(window + 140, r6); r12 = Ops::xor2(r12, r14); r9 = Ops::xor2(r9, At{window + 28});
  r2 = Ops::xor2(r2, r8); r13 = Ops::load(spills + 11); r13 = Ops::xor2(r3, r13);
  r11 = Ops::xor2(r11, At{spills + 10}); r9 = Ops::xor2(r9, At{window + 124});
  r11 = Ops::xor2(r11, At{window + 11}); r11 = Ops::xor2(r11, r15);
  r3 = Ops::xor2(r7, At{window + 132}); r14 = Ops::load(window + 133); r6 = Ops::xor2(r5, r14);
  r11 = Ops::xor2(r11, r1); Ops::store(window + 139, r11); r12 = Ops::xor2(r12, r15);
  r9 = Ops::xor2(r9, r12); r9 = Ops::xor2(r9, At{window + 45}); r1 = Ops::load(window + 128);
  r0 = Ops::xor2(r0, r1); r15 = Ops::andnot(r14, r3); r4 = Ops::xor2(r4, At{window + 65});
  r10 = Ops::xor2(r10, At{window + 89}); r12 = Ops::xor2(r12, At{window + 76});
  r14 = Ops::xor2(r3, r6); r4 = Ops::xor2(r4, r9); r11 = Ops::xor2(r0, At{window + 129});
  r13 = Ops::xor2(r13, At{window + 82}); Ops::store(spills + 15, r8);
  r8 = Ops::xor2(r0, At{window + 131}); r4 = Ops::xor2(r4, At{window + 81}); r2 = Ops::xor2(r2, r9);
  r13 = Ops::xor2(r13, At{window + 66}); r1 = Ops::xor2(r6, r1);
  r13 = Ops::xor2(r13, At{window + 10}); r7 = Ops::xor2(r7, r1);
  r2 = Ops::xor2(r2, At{window + 49}); r10 = Ops::xor2(r10, r2); r9 = Ops::or2(r14, r5);
  r4 = Ops::xor2(r4, At{window + 9}); Ops::store(spills + 16, r6); r6 = Ops::andnot(r0, r8);
  Ops::store(spills + 17, r0); r0 = Ops::xor2(r7, r8); r13 = Ops::xor2(r13, r2);
  Ops::store(window + 138, r13); r2 = Ops::xor2(r11, r0); r12 = Ops::xor2(r12, At{window + 123});
  r13 = Ops::xor2(r1, r2); r12 = Ops::xor2(r12, r10); Ops::store(spills + 18, r10);
  r10 = Ops::xor2(r5, r13); r1 = Ops::xor2(r1, r6); r6 = Ops::xor2(r10, r9);
  Ops::store(spills + 19, r1); r1 = Ops::xor2(r3, r13); Ops::store(spills + 20, r13);
  r13 = Ops::and2(r3, r6); Ops::store(spills + 21, r3); r3 = Ops::xor2(r14, r10);
  Ops::store(spills + 22, r10); r10 = Ops::or2(r6, r3); r13 = Ops::xor2(r5, r13);
  r10 = Ops::xor2(r15, r10); r6 = Ops::xor2(r14, r6); r15 = Ops::and2(r13, r10);
  r6 = Ops::xor2(r6, r15); Ops::store(spills + 23, r14); r14 = Ops::and2(r3, r5);
  r14 = Ops::or2(r14, r15); r14 = Ops::xor2(r1, r14); r15 = Ops::andnot(r7, r11);
  Ops::store(spills + 24, r5); r5 = Ops::xor2(r10, r6); r12 = Ops::xor2(r12, At{window + 44});
  Ops::store(spills + 25, r3); r3 = Ops::and2(r11, r6); Ops::store(spills + 26, r1);
  r1 = Ops::xor2(r13, r14); r12 = Ops::xor2(r12, At{window + 27}); r2 = Ops::and2(r2, r10);
  r10 = Ops::or2(r15, r0); r13 = Ops::and2(r13, At{spills + 17}); r8 = Ops::and2(r1, r8);
  r6 = Ops::xor2(r14, r6); r1 = Ops::xor2(r1, r5); r3 = Ops::xor2(r3, r2);
  Ops::store(spills + 27, r15); r15 = Ops::and2(r7, r1); r12 = Ops::xor2(r12, At{window + 108});
  r9 = Ops::or2(r1, r9); r2 = Ops::xor2(r2, r15); r1 = Ops::xor2(r6, r1); r5 = Ops::and2(r0, r5);
  r15 = Ops::load(window + 129); r0 = Ops::xor2(r0, r15); r5 = Ops::xor2(r13, r5);
  r0 = Ops::and2(r1, r0); r1 = Ops::load(window + 131); r15 = Ops::andnot(r1, r15);
  r11 = Ops::xor2(r11, r1); r2 = Ops::xor2(r2, r0); r8 = Ops::xor2(r8, r3);
  r10 = Ops::xor2(r10, r15); r3 = Ops::xor2(r13, r3); r13 = Ops::xor2(r12, At{window + 96});
  r2 = Ops::xor2(r2, r5); r13 = Ops::xor2(r13, At{spills + 14}); r15 = Ops::load(spills + 8);
  r15 = Ops::xor2(r15, At{spills + 18}); r14 = Ops::and2(r1, r14); r3 = Ops::xor2(r3, r14);
  r5 = Ops::xor2(r8, r5); r3 = Ops::xor2(r3, r0); r0 = Ops::and2(r11, r6);
  r6 = Ops::load(spills + 19); r11 = Ops::andnot(r11, r6); r15 = Ops::xor2(r15, At{window + 43});
  r7 = Ops::andnot(r10, r7); r8 = Ops::xor2(r8, r14); r13 = Ops::xor2(r13, At{window + 48});
  r6 = Ops::xor2(r6, r7); r8 = Ops::xor2(r8, r0); r0 = Ops::xor2(r2, r8);
  r7 = Ops::load_splat32(key + 8); r7 = Ops::xor2(r7, At{window + 80}); r4 = Ops::xor2(r4, r13);
  Ops::store(window + 137, r4); r1 = Ops::xor2(r1, r11); r10 = Ops::or2(r10, r9);
  r11 = Ops::and2(r0, r3); r1 = Ops::andnot(r9, r1); r11 = Ops::xor2(r5, r11);
  r7 = Ops::xor2(r7, At{window + 64}); r6 = Ops::or2(r6, r9); r6 = Ops::xor2(r3, r6);
  r7 = Ops::xor2(r7, At{window + 78}); r14 = Ops::load(spills + 13); r14 = Ops::xor2(r13, r14);
  r14 = Ops::xor2(r14, At{spills + 15}); r13 = Ops::and2(r11, r0); r13 = Ops::xor2(r3, r13);
  r7 = Ops::xor2(r7, r12); r15 = Ops::xor2(r15, r14); r7 = Ops::xor2(r7, At{window + 8});
  Ops::store(window + 136, r7); r1 = Ops::xor2(r2, r1); r2 = Ops::load(spills + 5);
  r2 = Ops::xor2(r14, r2); Ops::store(window + 142, r2); r10 = Ops::andnot(r13, r10);
  r12 = Ops::or2(r11, r6); r14 = Ops::load_splat32(key + 15); r15 = Ops::xor2(r15, r14);
  Ops::store(window + 143, r15); r14 = Ops::or2(r8, r10); Ops::store(spills + 28, r10);
  r10 = Ops::andnot(r14, r1); r13 = Ops::or2(r13, r5); Ops::store(spills + 29, r9);
  r9 = Ops::xor2(r2, At{window + 138}); r6 = Ops::or2(r10, r6); r2 = Ops::xor2(r2, r7);
  r10 = Ops::xor2(r2, At{window + 139}); r5 = Ops::xor2(r5, r14); r14 = Ops::andnot(r6, r5);
  Ops::store(spills + 30, r6); r6 = Ops::xor2(r15, At{window + 140}); r0 = Ops::xor2(r12, r0);
  r8 = Ops::xor2(r8, r14); r5 = Ops::andnot(r5, r11); r12 = Ops::andnot(r1, r8);
  r3 = Ops::andnot(r12, r3); r14 = Ops::load(window + 141); Ops::store(spills + 31, r0);
  r0 = Ops::xor2(r9, r14); Ops::store(spills + 32, r8); r8 = Ops::xor2(r4, r2);
  r7 = Ops::xor2(r7, r0); r15 = Ops::xor2(r15, r7); Ops::store(spills + 33, r5);
  r5 = Ops::xor2(r6, r0); Ops::store(spills + 34, r0); r0 = Ops::or2(r5, r9);
  r4 = Ops::xor2(r10, r15); r1 = Ops::xor2(r1, r13); Ops::store(window + 5, r1);
  r1 = Ops::xor2(r4, r8); r13 = Ops::xor2(r7, r1); Ops::store(spills + 35, r12);
  r12 = Ops::andnot(r14, r6); r14 = Ops::xor2(r9, r13); r3 = Ops::or2(r3, r11);
  Ops::store(spills + 36, r11); r11 = Ops::xor2(r5, r14); Ops::store(spills + 37, r3);
  r3 = Ops::xor2(r14, r0); Ops::store(spills + 38, r14); r14 = Ops::xor2(r6, r13);
  Ops::store(spills + 39, r13); r13 = Ops::and2(r6, r3); Ops::store(spills + 40, r6);
  r6 = Ops::or2(r3, r11); r6 = Ops::xor2(r12, r6); r12 = Ops::andnot(r2, r10);
  r7 = Ops::xor2(r7, r12); r3 = Ops::xor2(r5, r3); r12 = Ops::xor2(r13, r9);
  r13 = Ops::and2(r11, r9); Ops::store(spills + 41, r11); r11 = Ops::andnot(r15, r8);
  Ops::store(spills + 42, r5); r5 = Ops::xor2(r2, r11); Ops::store(spills + 43, r9);
  r9 = Ops::and2(r12, r6); r3 = Ops::xor2(r3, r9); r2 = Ops::and2(r12, r2); r9 = Ops::or2(r13, r9);
  r1 = Ops::and2(r1, r6); r13 = Ops::and2(r8, r3); Ops::store(spills + 44, r5);
  r5 = Ops::load(window + 139); r8 = Ops::xor2(r8, r5); r9 = Ops::xor2(r14, r9);
  r6 = Ops::xor2(r6, r3); r13 = Ops::xor2(r13, r1); r12 = Ops::xor2(r9, r12);
  r3 = Ops::xor2(r3, r9); Ops::store(spills + 45, r14); r14 = Ops::xor2(r6, r12);
  r6 = Ops::and2(r4, r6); r10 = Ops::and2(r12, r10); r12 = Ops::andnot(r8, r7);
  r12 = Ops::xor2(r5, r12); r11 = Ops::or2(r11, r4); r10 = Ops::xor2(r10, r13);
  r8 = Ops::and2(r8, r3); r3 = Ops::xor2(r14, r3); r6 = Ops::xor2(r2, r6); r2 = Ops::xor2(r13, r2);
  r9 = Ops::and2(r5, r9); r13 = Ops::and2(r15, r14); r0 = Ops::or2(r14, r0);
  r14 = Ops::load(window + 137); r5 = Ops::andnot(r5, r14); r4 = Ops::xor2(r14, r4);
  r5 = Ops::xor2(r5, r11); r11 = Ops::xor2(r9, r10); r11 = Ops::xor2(r11, r8);
  r8 = Ops::load(spills + 30); r14 = Ops::xor2(r8, At{spills + 35}); r2 = Ops::xor2(r2, r9);
  r1 = Ops::xor2(r6, r1); r1 = Ops::xor2(r1, r13); r9 = Ops::andnot(r5, r15);
  r3 = Ops::and2(r3, r4); r4 = Ops::xor2(r8, At{spills + 33}); r6 = Ops::xor2(r10, r6);
  r1 = Ops::xor2(r1, r3); r7 = Ops::xor2(r7, r9); r2 = Ops::xor2(r2, r3); r3 = Ops::or2(r7, r0);
  r7 = Ops::xor2(r11, r1); r8 = Ops::andnot(r0, r12); r9 = Ops::load(spills + 32);
  r10 = Ops::andnot(r9, At{window + 133}); r12 = Ops::and2(r7, r2);
  r13 = Ops::andnot(r14, At{spills + 26}); r5 = Ops::or2(r5, r0); r12 = Ops::xor2(r6, r12);
  r1 = Ops::xor2(r1, r8); r8 = Ops::and2(r12, r7); r14 = Ops::xor2(r9, r14); r8 = Ops::xor2(r2, r8);
  r5 = Ops::andnot(r8, r5); r15 = Ops::or2(r11, r5); r3 = Ops::xor2(r2, r3); r8 = Ops::or2(r8, r6);
  Ops::store(spills + 46, r5); r5 = Ops::andnot(r15, r1); Ops::store(spills + 47, r0);
  r0 = Ops::and2(r14, At{spills + 25}); r5 = Ops::or2(r5, r3); r9 = Ops::xor2(r4, r9);
  r6 = Ops::xor2(r6, r15); r15 = Ops::andnot(r5, r6); r11 = Ops::xor2(r11, r15);
  r15 = Ops::load(spills + 37); r14 = Ops::xor2(r14, r15); r6 = Ops::andnot(r6, r12);
  r8 = Ops::xor2(r8, r1); Ops::store(window + 13, r8); r1 = Ops::andnot(r1, r11);
  r8 = Ops::andnot(r4, At{spills + 24}); r3 = Ops::or2(r12, r3); r4 = Ops::xor2(r4, r14);
  r4 = Ops::and2(r4, At{spills + 20}); r8 = Ops::xor2(r0, r8); r3 = Ops::xor2(r7, r3);
  r7 = Ops::andnot(r15, At{spills + 23}); r15 = Ops::xor2(r15, r9); r10 = Ops::xor2(r10, r13);
  r2 = Ops::andnot(r1, r2); r10 = Ops::xor2(r10, r8); r2 = Ops::or2(r2, r12);
  r6 = Ops::xor2(r5, r6); Ops::store(spills + 48, r12); r12 = Ops::andnot(r6, At{spills + 43});
  Ops::store(spills + 49, r12); r12 = Ops::andnot(r11, At{window + 141}); r0 = Ops::xor2(r4, r0);
  r4 = Ops::xor2(r8, r4); r8 = Ops::andnot(r2, At{spills + 42});
  r15 = Ops::andnot(r15, At{spills + 21}); r4 = Ops::xor2(r4, r15);
  r9 = Ops::and2(r9, At{spills + 16}); r9 = Ops::xor2(r10, r9);
  r14 = Ops::andnot(r14, At{spills + 22}); r5 = Ops::xor2(r1, r5); r7 = Ops::xor2(r13, r7);
  r13 = Ops::xor2(r11, r6); r10 = Ops::xor2(r10, r14); r14 = Ops::andnot(r5, At{spills + 45});
  r7 = Ops::xor2(r7, r9); r8 = Ops::xor2(r8, r14); r4 = Ops::xor2(r4, r10); r5 = Ops::xor2(r11, r5);
  r11 = Ops::xor2(r14, r12); r12 = Ops::xor2(r2, r5); r5 = Ops::and2(r5, At{spills + 41});
  r0 = Ops::xor2(r0, r9); r9 = Ops::xor2(r5, At{spills + 49}); r6 = Ops::xor2(r6, r12);
  r14 = Ops::andnot(r7, r0); r15 = Ops::and2(r13, At{spills + 34}); r2 = Ops::xor2(r2, r13);
  r12 = Ops::andnot(r12, At{spills + 38}); r6 = Ops::and2(r6, At{spills + 39});
  r2 = Ops::andnot(r2, At{spills + 40}); r13 = Ops::xor2(r14, r4); r5 = Ops::xor2(r5, r6);
  r11 = Ops::xor2(r11, r9); r12 = Ops::xor2(r12, r11); r6 = Ops::xor2(r12, r6);
  r11 = Ops::xor2(r15, r11); r6 = Ops::xor2(r6, r2); r5 = Ops::xor2(r5, r11);
  r8 = Ops::xor2(r8, r11); r2 = Ops::load(spills + 35); r2 = Ops::xor2(r2, At{spills + 17});
  r11 = Ops::andnot(r0, r10); r10 = Ops::xor2(r10, r14); r4 = Ops::andnot(r10, r4);
  r15 = Ops::load(spills + 44); r15 = Ops::xor2(r1, r15); r1 = Ops::andnot(r8, r5);
  r6 = Ops::xor2(r6, r9); r4 = Ops::xor2(r11, r4); Ops::store(window + 0, r4);
  r9 = Ops::xor2(r7, r11); r11 = Ops::and2(r9, r13); r9 = Ops::xor2(r10, r9);
  r10 = Ops::andnot(r5, r12); r0 = Ops::xor2(r0, r4); r12 = Ops::xor2(r12, r1);
  r0 = Ops::and2(r7, r0); r7 = Ops::andnot(r12, r6); r2 = Ops::xor2(r2, At{spills + 27});
  r0 = Ops::xor2(r13, r0); Ops::store(window + 7, r0); r7 = Ops::xor2(r7, r10);
  Ops::store(window + 8, r7); r5 = Ops::xor2(r5, r7); r13 = Ops::load(spills + 29);
  r2 = Ops::andnot(r13, r2); r10 = Ops::xor2(r8, r10); r13 = Ops::load(spills + 47);
  r13 = Ops::andnot(r13, r15); r6 = Ops::xor2(r1, r6); r12 = Ops::xor2(r12, r10);
  r10 = Ops::and2(r10, r6); r11 = Ops::or2(r14, r11); Ops::store(window + 3, r11);
  r1 = Ops::or2(r1, r10); Ops::store(window + 11, r1); r4 = Ops::xor2(r4, r0);
  r10 = Ops::xor2(r11, At{spills + 36}); r5 = Ops::and2(r8, r5); r5 = Ops::xor2(r6, r5);
  Ops::store(window + 15, r5); r4 = Ops::andnot(r4, r11); r6 = Ops::xor2(r7, r5);
  r6 = Ops::andnot(r6, r1); r0 = Ops::or2(r2, r0); r2 = Ops::xor2(r0, At{spills + 31});
  Ops::store(window + 4, r2); r12 = Ops::xor2(r12, r6); Ops::store(window + 14, r12);
  r2 = Ops::or2(r13, r5); r1 = Ops::xor2(r1, At{spills + 48}); r9 = Ops::xor2(r9, r4);
  Ops::store(window + 6, r9); r3 = Ops::xor2(r3, r2); Ops::store(window + 12, r3);
  r10 = Ops::xor2(r10, r0); Ops::store(window + 1, r10); r0 = Ops::xor2(r9, At{spills + 28});
  Ops::store(window + 2, r0); r0 = Ops::xor2(r12, At{spills + 46}); Ops::store(window + 10, r0);
  r1 = Ops::xor2(r1, r2); Ops::store(window + 9, r1);
}

// clang-format on
}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
