// Written by `hedgerow circuit schedule kuznyechik-decrypt`; do not edit.
// 586 gates, 291 loads, 76 stores, 172 cycles in the model of Zen 3.
//
// Order: 167,415,262,23,58,9,66,1,43,202,111,25,407,121,103,340,392,63,60,130,200,434,208,28,31,41,
// 56,6,27,26,21,91,68,0,375,429,355,225,409,67,51,433,359,2,367,4,22,3,344,410,206,32,356,205,57,
// 30,201,276,14,325,11,221,430,120,122,13,12,34,413,69,72,18,75,70,20,5,10,358,143,35,61,62,331,49,
// 219,126,24,318,37,29,59,8,428,71,53,52,36,149,7,159,40,150,92,84,33,39,81,437,19,192,88,181,87,
// 106,44,250,15,17,119,86,132,431,42,117,118,16,124,265,304,233,177,38,412,109,82,45,123,162,47,85,
// 127,411,151,46,90,424,406,408,65,64,170,105,245,95,73,128,288,169,147,77,134,48,50,148,76,94,54,
// 125,78,108,55,98,423,80,74,93,278,96,279,259,97,79,168,235,178,133,100,83,145,350,422,89,101,107,
// 286,102,99,104,166,294,171,139,336,110,419,141,115,116,113,140,322,282,213,112,154,114,173,129,
// 179,196,144,131,269,309,138,135,142,172,220,395,195,191,226,161,136,239,186,137,216,289,146,222,
// 164,214,425,163,152,417,190,223,160,174,194,418,207,203,420,189,277,165,291,363,180,187,193,275,
// 153,209,421,158,236,211,185,210,299,198,176,215,204,311,157,217,224,227,281,175,230,228,253,188,
// 199,280,439,184,182,229,338,197,438,337,234,218,247,156,231,183,283,284,285,232,238,290,251,314,
// 292,237,444,155,212,312,455,490,497,368,493,488,489,491,389,287,456,492,494,496,447,381,351,244,
// 242,271,440,246,339,296,457,495,297,295,257,481,353,252,366,310,240,369,313,388,328,254,249,268,
// 387,248,241,243,255,256,260,349,305,307,258,326,303,263,264,306,443,346,352,261,272,273,301,319,
// 441,324,270,327,316,317,300,267,342,266,274,315,293,298,345,343,341,386,302,308,320,370,333,384,
// 323,347,334,321,329,397,377,364,335,330,450,385,398,332,348,354,390,400,360,357,361,414,382,394,
// 378,404,551,442,374,446,445,362,365,464,371,460,391,379,380,427,462,435,376,436,372,448,426,453,
// 466,403,393,483,449,383,399,612,458,652,452,432,402,416,459,470,451,454,461,463,465,467,373,550,
// 468,405,471,514,472,513,469,473,401,474,475,476,499,561,508,478,614,477,544,538,484,480,479,509,
// 482,510,525,396,511,616,512,485,664,502,626,515,609,500,549,627,486,487,516,498,560,569,659,617,
// 537,610,562,570,518,661,517,611,615,501,618,660,662,554,621,668,663,665,613,619,620,624,628,622,
// 631,559,667,637,654,666,670,635,629,633,632,634,623,722,641,684,523,625,636,630,685,671,638,672,
// 676,639,669,640,658,643,657,730,677,642,698,581,644,645,646,647,649,519,648,678,697,651,679,776,
// 689,650,699,726,506,707,655,598,656,754,700,653,680,738,696,681,683,701,691,703,584,686,755,717,
// 575,702,704,687,712,708,682,694,709,715,673,705,710,688,742,721,732,690,692,706,763,693,695,731,
// 762,733,752,725,720,741,714,747,723,740,716,771,769,759,746,718,748,770,719,728,727,546,729,745,
// 734,735,756,724,711,753,757,675,737,736,744,713,535,750,552,527,674,773,605,739,743,749,751,775,
// 758,504,556,760,765,521,520,541,772,779,505,522,526,761,777,532,778,528,767,764,766,574,545,557,
// 774,530,547,524,768,555,553,531,540,543,539,564,578,558,507,542,536,588,565,548,533,582,585,576,
// 563,571,583,534,577,580,579,591,600,586,503,568,606,589,602,590,573,604,592,529,566,594,595,567,
// 572,587,601,608,596,603,593,599,597,607,
#pragma once

#include "isa/pinned.hpp"

#ifdef HR_VEC_LISTINGS
namespace hedgerow::HR_ISA {
namespace {
// clang-format off

constexpr int kSpills_two_steps_decrypt = 44;
// Slots k and k + 1 of a round, at window + 8 * k, and what follows from them.
HR_INLINE void two_steps_decrypt(Vec* window, const std::uint32_t* key, Vec* spills) {
  using Ops = Pinned;
  // Keeps these addresses in registers, instead of an address for each plane.
  __asm__("" : "+r"(window), "+r"(key), "+r"(spills));
  Vec r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15;
  r0 = Ops::load_splat32(key + 13); r0 = Ops::xor2(r0, At{window + 120});
  r1 = Ops::load(window + 66); r2 = Ops::xor2(r1, At{window + 62}); r3 = Ops::load_splat32(key + 6);
  r2 = Ops::xor2(r2, r3); r3 = Ops::load(window + 26); r4 = Ops::xor2(r3, At{window + 106});
  r5 = Ops::load(window + 123); r6 = Ops::xor2(r1, r5); r7 = Ops::load(window + 15);
  r8 = Ops::xor2(r7, At{window + 127}); r9 = Ops::load(window + 85);
  r10 = Ops::xor2(r9, At{window + 53}); r11 = Ops::load(window + 107); r7 = Ops::xor2(r7, r11);
  r0 = Ops::xor2(r0, r9); r9 = Ops::load(window + 124); r12 = Ops::xor2(r9, At{window + 12});
  r7 = Ops::xor2(r7, r3); r3 = Ops::load(window + 27); r5 = Ops::xor2(r5, r3);
  r13 = Ops::xor2(r10, At{window + 93}); r3 = Ops::xor2(r3, r11);
  r13 = Ops::xor2(r13, At{window + 45}); r11 = Ops::load(window + 69); r0 = Ops::xor2(r0, r11);
  r2 = Ops::xor2(r2, r10); r10 = Ops::load(window + 87); r14 = Ops::xor2(r10, At{window + 55});
  r15 = Ops::load(window + 108); r5 = Ops::xor2(r5, r15); r2 = Ops::xor2(r2, At{window + 6});
  r4 = Ops::xor2(r4, r11); r6 = Ops::xor2(r6, r8); r9 = Ops::load(window + 67);
  r2 = Ops::xor2(r2, r9); r1 = Ops::xor2(r13, At{window + 47}); r7 = Ops::xor2(r7, r10);
  r10 = Ops::xor2(r11, r15); r10 = Ops::xor2(r10, At{window + 28}); r11 = Ops::load(window + 13);
  r15 = Ops::xor2(r11, At{window + 68}); r15 = Ops::xor2(r15, At{window + 125});
  r0 = Ops::xor2(r0, r11); r11 = Ops::xor2(r9, At{window + 120}); r11 = Ops::xor2(r11, r13);
  r11 = Ops::xor2(r11, At{window + 8}); r13 = Ops::load(window + 86);
  r9 = Ops::xor2(r13, At{window + 54}); r13 = Ops::load(window + 94); Ops::store(spills + 0, r2);
  r2 = Ops::xor2(r13, At{window + 46}); r1 = Ops::xor2(r1, r2); r13 = Ops::load(window + 44);
  r5 = Ops::xor2(r5, r13); Ops::store(spills + 1, r5); r5 = Ops::xor2(r14, At{window + 23});
  r2 = Ops::xor2(r2, At{window + 30}); r2 = Ops::xor2(r2, r4); r3 = Ops::xor2(r3, r9);
  r5 = Ops::xor2(r5, r3); r6 = Ops::xor2(r6, At{window + 11}); r2 = Ops::xor2(r2, At{window + 110});
  r1 = Ops::xor2(r1, At{window + 70}); Ops::store(spills + 2, r4); r4 = Ops::load(window + 122);
  r7 = Ops::xor2(r7, r4); r11 = Ops::xor2(r11, r12); r4 = Ops::xor2(r4, r9);
  r4 = Ops::xor2(r4, At{window + 10}); r5 = Ops::xor2(r5, r6); r1 = Ops::xor2(r1, At{window + 95});
  r9 = Ops::load(window + 64); r13 = Ops::xor2(r13, r9); r12 = Ops::xor2(r12, r14);
  r5 = Ops::xor2(r5, At{window + 119}); r13 = Ops::xor2(r13, At{window + 92});
  r14 = Ops::load_splat32(key + 15); r7 = Ops::xor2(r7, r14); r14 = Ops::xor2(r15, r1);
  r3 = Ops::xor2(r3, At{window + 83}); r3 = Ops::xor2(r3, r13);
  r13 = Ops::xor2(r13, At{window + 31}); r14 = Ops::xor2(r14, At{window + 121});
  r14 = Ops::xor2(r14, At{window + 9}); r3 = Ops::xor2(r3, r8);
  r8 = Ops::xor2(r15, At{window + 81}); r15 = Ops::load(window + 71); r7 = Ops::xor2(r7, r15);
  r13 = Ops::xor2(r13, At{window + 111}); r1 = Ops::xor2(r1, At{window + 104});
  Ops::store(spills + 3, r7); r7 = Ops::load(window + 24); r1 = Ops::xor2(r1, r7);
  r14 = Ops::xor2(r14, r15); r10 = Ops::xor2(r10, r1); r5 = Ops::xor2(r5, r14);
  r0 = Ops::xor2(r0, r7); r7 = Ops::xor2(r9, r14); r14 = Ops::xor2(r5, At{window + 43});
  r13 = Ops::xor2(r13, r5); r10 = Ops::xor2(r10, r13); r1 = Ops::xor2(r1, At{window + 73});
  r3 = Ops::xor2(r3, At{window + 51}); r5 = Ops::load(window + 41); r6 = Ops::xor2(r6, r5);
  r0 = Ops::xor2(r0, r5); r12 = Ops::xor2(r12, r10); r5 = Ops::xor2(r15, At{window + 65});
  r15 = Ops::load(window + 29); r9 = Ops::xor2(r15, At{window + 109});
  r15 = Ops::load(window + 105); r0 = Ops::xor2(r0, r15); Ops::store(spills + 4, r0);
  r0 = Ops::xor2(r2, At{window + 84}); r0 = Ops::xor2(r0, At{window + 52});
  r2 = Ops::xor2(r2, At{window + 58}); r7 = Ops::xor2(r7, At{window + 82});
  r15 = Ops::xor2(r15, r0); r11 = Ops::xor2(r11, r0); r6 = Ops::xor2(r6, r10);
  r2 = Ops::xor2(r2, r9); r12 = Ops::xor2(r12, At{window + 80}); r0 = Ops::load(window + 103);
  r10 = Ops::xor2(r0, At{window + 22}); r8 = Ops::xor2(r8, r11); r5 = Ops::xor2(r5, r13);
  r13 = Ops::load(window + 14); r0 = Ops::xor2(r13, At{window + 126});
  r12 = Ops::xor2(r12, At{window + 48}); r10 = Ops::xor2(r10, At{window + 39});
  r15 = Ops::xor2(r15, r9); r4 = Ops::xor2(r4, r0); r6 = Ops::xor2(r6, At{window + 89});
  r10 = Ops::xor2(r10, r11); r7 = Ops::xor2(r7, r0); r4 = Ops::xor2(r4, r5);
  r0 = Ops::load(window + 25); r9 = Ops::xor2(r13, r0); r14 = Ops::xor2(r14, At{window + 91});
  r11 = Ops::load(window + 118); r10 = Ops::xor2(r10, r11); r15 = Ops::xor2(r15, r0);
  r0 = Ops::load(window + 38); r13 = Ops::xor2(r0, At{window + 117}); r0 = Ops::xor2(r11, r0);
  r13 = Ops::xor2(r13, At{window + 102}); r10 = Ops::xor2(r10, r4);
  r2 = Ops::xor2(r2, At{window + 2}); r11 = Ops::xor2(r10, At{spills + 2}); r8 = Ops::xor2(r8, r15);
  r13 = Ops::xor2(r13, r15); r14 = Ops::xor2(r14, r10); r4 = Ops::xor2(r4, At{window + 88});
  r10 = Ops::load(window + 42); r9 = Ops::xor2(r9, r10); r3 = Ops::xor2(r3, r14);
  r13 = Ops::xor2(r13, r3); r7 = Ops::xor2(r7, At{window + 50});
  r10 = Ops::xor2(r10, At{window + 90}); r13 = Ops::xor2(r13, At{window + 21});
  r10 = Ops::xor2(r10, r13); r15 = Ops::load(window + 74); r2 = Ops::xor2(r2, r15);
  r2 = Ops::xor2(r2, r13); r7 = Ops::xor2(r7, r10); r9 = Ops::xor2(r9, r15);
  r13 = Ops::xor2(r7, At{window + 36}); r3 = Ops::xor2(r3, At{window + 116});
  r3 = Ops::xor2(r3, r7); r3 = Ops::xor2(r3, At{window + 37});
  r13 = Ops::xor2(r13, At{window + 19}); r7 = Ops::load(window + 101); r3 = Ops::xor2(r3, r7);
  r3 = Ops::xor2(r3, At{window + 20}); r15 = Ops::load_splat32(key + 2); r2 = Ops::xor2(r2, r15);
  r6 = Ops::xor2(r6, r3); r11 = Ops::xor2(r11, r10); r10 = Ops::load_splat32(key + 5);
  r10 = Ops::xor2(r10, At{window + 33}); r4 = Ops::xor2(r4, At{window + 40});
  r8 = Ops::xor2(r8, At{window + 49}); r13 = Ops::xor2(r13, At{window + 68});
  r8 = Ops::xor2(r8, r6); r13 = Ops::xor2(r13, r8); r2 = Ops::xor2(r2, r6);
  Ops::store(window + 130, r2); r6 = Ops::load(window + 61); r15 = Ops::xor2(r6, At{window + 93});
  r10 = Ops::xor2(r10, r5); r10 = Ops::xor2(r10, r6); r1 = Ops::xor2(r1, At{window + 1});
  r13 = Ops::xor2(r13, At{window + 115}); r5 = Ops::xor2(r14, At{window + 96});
  r13 = Ops::xor2(r13, At{window + 100}); r6 = Ops::xor2(r8, At{window + 35});
  r8 = Ops::load(window + 75); r14 = Ops::load(window + 16); r2 = Ops::xor2(r8, r14);
  r4 = Ops::xor2(r4, r13); r7 = Ops::xor2(r7, At{window + 53}); r1 = Ops::xor2(r1, r4);
  r6 = Ops::xor2(r6, At{window + 18}); r9 = Ops::xor2(r9, r15); r1 = Ops::xor2(r1, r3);
  r12 = Ops::xor2(r12, r4); r9 = Ops::xor2(r9, At{window + 106}); r3 = Ops::load(window + 77);
  r10 = Ops::xor2(r10, r3); r7 = Ops::xor2(r7, r15); r1 = Ops::xor2(r1, At{window + 57});
  r11 = Ops::xor2(r11, r8); r10 = Ops::xor2(r10, At{window + 5});
  r9 = Ops::xor2(r9, At{window + 86}); r4 = Ops::load(spills + 0); r4 = Ops::xor2(r12, r4);
  r15 = Ops::load(window + 34); r4 = Ops::xor2(r4, r15); r9 = Ops::xor2(r9, r8);
  r10 = Ops::xor2(r10, At{window + 97}); r8 = Ops::xor2(r3, r15); r15 = Ops::load_splat32(key + 1);
  r1 = Ops::xor2(r1, r15); Ops::store(window + 129, r1); r2 = Ops::xor2(r2, r7);
  r15 = Ops::load_splat32(key + 3); r11 = Ops::xor2(r11, r15); r15 = Ops::load_splat32(key + 4);
  r5 = Ops::xor2(r5, r15); r10 = Ops::xor2(r10, r14); r14 = Ops::load(window + 114);
  r8 = Ops::xor2(r8, r14); r15 = Ops::load(window + 70); r3 = Ops::xor2(r15, At{window + 72});
  r6 = Ops::xor2(r6, r14); r9 = Ops::xor2(r9, r15); r14 = Ops::load_splat32(key + 0);
  r3 = Ops::xor2(r3, r14); r14 = Ops::load(window + 79); r15 = Ops::load(window + 17);
  Ops::store(spills + 5, r9); r9 = Ops::xor2(r14, r15); r6 = Ops::xor2(r6, r14);
  r5 = Ops::xor2(r5, At{window + 4}); r6 = Ops::xor2(r6, At{window + 99});
  r4 = Ops::xor2(r4, At{window + 98}); r11 = Ops::xor2(r11, At{window + 3});
  r6 = Ops::xor2(r6, At{window + 7}); r4 = Ops::xor2(r4, r15); r3 = Ops::xor2(r3, r13);
  r6 = Ops::xor2(r6, r12); r12 = Ops::load(window + 54); r12 = Ops::xor2(r12, At{window + 102});
  r13 = Ops::load(window + 78); r15 = Ops::xor2(r13, At{window + 103}); r0 = Ops::xor2(r0, r8);
  r11 = Ops::xor2(r11, At{window + 59}); Ops::store(window + 131, r11); r15 = Ops::xor2(r15, r7);
  r15 = Ops::xor2(r15, At{window + 55}); r7 = Ops::load(window + 112); r10 = Ops::xor2(r10, r7);
  Ops::store(window + 133, r10); r4 = Ops::xor2(r4, r13); r0 = Ops::xor2(r0, r12);
  Ops::store(spills + 6, r8); r8 = Ops::load(window + 32); r5 = Ops::xor2(r5, r8);
  r13 = Ops::load(window + 76); r5 = Ops::xor2(r5, r13); r15 = Ops::xor2(r15, r12);
  r7 = Ops::xor2(r7, r15); r12 = Ops::load(window + 113); r4 = Ops::xor2(r4, r12);
  Ops::store(window + 134, r4); r14 = Ops::xor2(r1, r11); r7 = Ops::xor2(r7, r8);
  r9 = Ops::xor2(r9, r1); r1 = Ops::load_splat32(key + 7); r6 = Ops::xor2(r6, r1);
  r3 = Ops::xor2(r3, At{window + 0}); r1 = Ops::xor2(r10, At{window + 21});
  r8 = Ops::load(window + 60); r5 = Ops::xor2(r5, r8); Ops::store(window + 132, r5);
  r8 = Ops::xor2(r8, At{window + 92}); r8 = Ops::xor2(r8, r0); r10 = Ops::xor2(r5, At{window + 20});
  r1 = Ops::xor2(r1, r13); r9 = Ops::xor2(r9, r15); r2 = Ops::xor2(r2, r10);
  r15 = Ops::load(window + 63); r5 = Ops::xor2(r15, At{window + 95}); r12 = Ops::xor2(r12, r8);
  r2 = Ops::xor2(r2, r8); r9 = Ops::xor2(r9, r1); r8 = Ops::load(window + 56);
  r3 = Ops::xor2(r3, r8); Ops::store(window + 128, r3); r6 = Ops::xor2(r6, r15);
  Ops::store(window + 135, r6); r12 = Ops::xor2(r12, At{window + 33}); r15 = Ops::or2(r6, r11);
  r8 = Ops::xor2(r8, r10); r10 = Ops::or2(r3, r6); r13 = Ops::and2(r4, r10);
  r13 = Ops::xor2(r15, r13); r15 = Ops::load_splat32(key + 10); r0 = Ops::xor2(r0, r15);
  r2 = Ops::xor2(r2, r3); r15 = Ops::and2(r6, r11); Ops::store(spills + 7, r10);
  r10 = Ops::and2(r3, r13); r10 = Ops::xor2(r6, r10); r3 = Ops::xor2(r6, r3);
  r1 = Ops::xor2(r1, At{window + 57}); Ops::store(spills + 8, r13);
  r13 = Ops::xor2(r6, At{window + 23}); Ops::store(spills + 9, r10);
  r10 = Ops::xor2(r11, At{window + 74}); r11 = Ops::load(window + 77);
  r11 = Ops::xor2(r11, At{window + 116}); r6 = Ops::load(window + 111);
  r6 = Ops::xor2(r6, At{window + 30}); Ops::store(spills + 10, r14); r14 = Ops::or2(r15, r4);
  r3 = Ops::xor2(r3, r14); r6 = Ops::xor2(r6, r2); r6 = Ops::xor2(r6, At{window + 47});
  r14 = Ops::xor2(r9, At{window + 31}); r1 = Ops::xor2(r1, r2);
  r14 = Ops::xor2(r14, At{window + 127}); r8 = Ops::xor2(r8, At{window + 88});
  r2 = Ops::load(window + 117); r2 = Ops::xor2(r2, At{window + 37}); Ops::store(spills + 11, r15);
  r15 = Ops::load(window + 94); r15 = Ops::xor2(r15, At{window + 62}); r8 = Ops::xor2(r8, r5);
  r12 = Ops::xor2(r12, r2); r0 = Ops::xor2(r0, r2); r2 = Ops::load(window + 72);
  r9 = Ops::xor2(r9, r2); r14 = Ops::xor2(r14, r5); r10 = Ops::xor2(r10, r13);
  r5 = Ops::xor2(r4, At{window + 22}); r0 = Ops::xor2(r0, At{window + 10});
  r10 = Ops::xor2(r10, At{window + 19}); Ops::store(spills + 12, r3); r3 = Ops::load(window + 35);
  r3 = Ops::xor2(r3, At{window + 115}); r3 = Ops::xor2(r3, r15); r14 = Ops::xor2(r14, r10);
  r14 = Ops::xor2(r14, r3); r2 = Ops::xor2(r2, At{window + 52});
  r1 = Ops::xor2(r1, At{window + 89}); r13 = Ops::xor2(r13, At{window + 59});
  r13 = Ops::xor2(r13, r3); r2 = Ops::xor2(r2, At{window + 100});
  r9 = Ops::xor2(r9, At{window + 58}); r13 = Ops::xor2(r13, At{window + 91});
  r3 = Ops::xor2(r2, At{window + 39}); r3 = Ops::xor2(r3, r14); r13 = Ops::xor2(r13, r2);
  r2 = Ops::xor2(r10, At{window + 97}); r1 = Ops::xor2(r1, r12);
  r3 = Ops::xor2(r3, At{window + 119}); r10 = Ops::xor2(r15, At{window + 18});
  r10 = Ops::xor2(r10, r5); r14 = Ops::xor2(r14, At{window + 99});
  r12 = Ops::xor2(r12, At{window + 29}); r15 = Ops::load(window + 130); r4 = Ops::xor2(r4, r15);
  r9 = Ops::xor2(r9, At{window + 90}); r10 = Ops::xor2(r10, r15); r9 = Ops::xor2(r9, r5);
  r12 = Ops::xor2(r12, At{window + 110}); r12 = Ops::xor2(r12, At{window + 46});
  r14 = Ops::xor2(r14, At{window + 51}); r5 = Ops::xor2(r3, At{window + 73});
  r11 = Ops::xor2(r11, r3); r5 = Ops::xor2(r5, At{window + 79}); r10 = Ops::xor2(r10, r5);
  r12 = Ops::xor2(r12, At{window + 125}); r6 = Ops::xor2(r6, At{window + 126});
  r6 = Ops::xor2(r6, r10); r2 = Ops::xor2(r2, At{window + 49}); r11 = Ops::xor2(r11, r7);
  r11 = Ops::xor2(r11, At{window + 36}); r0 = Ops::xor2(r0, At{window + 66});
  r14 = Ops::xor2(r14, r6); r13 = Ops::xor2(r13, r14); r12 = Ops::xor2(r12, r13);
  r8 = Ops::xor2(r8, r11); r3 = Ops::load(window + 109); r3 = Ops::xor2(r3, At{window + 28});
  r15 = Ops::load_splat32(key + 9); r7 = Ops::xor2(r7, r15); r15 = Ops::xor2(r12, At{window + 50});
  r2 = Ops::xor2(r2, r11); r3 = Ops::xor2(r3, r13); r15 = Ops::xor2(r15, At{window + 98});
  r9 = Ops::xor2(r9, r15); r6 = Ops::xor2(r6, At{window + 11}); r11 = Ops::load_splat32(key + 8);
  r11 = Ops::xor2(r11, At{window + 8}); r10 = Ops::xor2(r10, At{window + 48});
  r3 = Ops::xor2(r3, r9); r3 = Ops::xor2(r3, At{window + 124}); r0 = Ops::xor2(r0, At{window + 82});
  r6 = Ops::xor2(r6, r15); r3 = Ops::xor2(r3, At{window + 45}); r2 = Ops::xor2(r2, r3);
  r1 = Ops::xor2(r1, r2); r0 = Ops::xor2(r0, r12); r12 = Ops::load_splat32(key + 12);
  r12 = Ops::xor2(r12, At{window + 104}); r13 = Ops::load(spills + 1); r13 = Ops::xor2(r9, r13);
  r13 = Ops::xor2(r13, At{window + 76}); r13 = Ops::xor2(r13, r1);
  r5 = Ops::xor2(r5, At{spills + 4}); Ops::store(window + 141, r5); r7 = Ops::xor2(r7, r3);
  r6 = Ops::xor2(r6, At{window + 67}); r7 = Ops::xor2(r7, At{window + 81});
  r12 = Ops::xor2(r12, At{window + 12}); r3 = Ops::load(window + 132); r9 = Ops::load(spills + 10);
  r15 = Ops::xor2(r3, r9); r11 = Ops::xor2(r11, At{window + 64}); r5 = Ops::load(window + 135);
  r3 = Ops::xor2(r3, r5); r5 = Ops::xor2(r9, r5); r10 = Ops::xor2(r10, At{window + 96});
  r10 = Ops::xor2(r10, r13); r8 = Ops::xor2(r8, r10); r9 = Ops::and2(r4, r15);
  r0 = Ops::xor2(r0, r2); Ops::store(window + 138, r0); r7 = Ops::xor2(r7, At{window + 65});
  r7 = Ops::xor2(r7, At{window + 9}); r2 = Ops::load_splat32(key + 14); r0 = Ops::load(spills + 5);
  r0 = Ops::xor2(r2, r0); r2 = Ops::load(spills + 3); r2 = Ops::xor2(r1, r2);
  r11 = Ops::xor2(r11, r13); r2 = Ops::xor2(r2, r8); r11 = Ops::xor2(r11, At{window + 80});
  r1 = Ops::load(window + 133); r13 = Ops::or2(r3, r1); r0 = Ops::xor2(r0, r8);
  r12 = Ops::xor2(r12, At{window + 40}); r6 = Ops::xor2(r6, At{window + 83});
  r8 = Ops::xor2(r4, r13); r7 = Ops::xor2(r7, r10); Ops::store(window + 137, r7);
  r10 = Ops::load_splat32(key + 11); r6 = Ops::xor2(r6, r10); r10 = Ops::and2(r15, r1);
  r7 = Ops::andnot(r8, r15); r2 = Ops::xor2(r2, At{window + 43}); Ops::store(window + 143, r2);
  r12 = Ops::xor2(r12, At{window + 68}); r0 = Ops::xor2(r0, At{window + 121});
  Ops::store(window + 142, r0); r0 = Ops::andnot(r10, r3); r8 = Ops::andnot(r5, r8);
  r7 = Ops::xor2(r1, r7); Ops::store(spills + 13, r7); r7 = Ops::xor2(r9, r8);
  r5 = Ops::xor2(r5, r7); r5 = Ops::andnot(r1, r5); r2 = Ops::xor2(r4, r5);
  r11 = Ops::xor2(r11, At{window + 78}); Ops::store(window + 136, r11); Ops::store(spills + 14, r5);
  r5 = Ops::andnot(r8, r2); r12 = Ops::xor2(r12, r14); r14 = Ops::xor2(r15, r5);
  r2 = Ops::andnot(r10, r2); r11 = Ops::xor2(r0, r14); r12 = Ops::xor2(r12, At{window + 84});
  Ops::store(window + 140, r12); r4 = Ops::andnot(r11, r4); r4 = Ops::xor2(r5, r4);
  r5 = Ops::load(window + 131); Ops::store(spills + 15, r14); r14 = Ops::load(spills + 9);
  r5 = Ops::andnot(r5, r14); r3 = Ops::andnot(r4, r3); r4 = Ops::or2(r9, r4); r9 = Ops::or2(r3, r2);
  r1 = Ops::xor2(r1, r3); r3 = Ops::or2(r10, r3); r10 = Ops::xor2(r7, r4); r15 = Ops::xor2(r15, r1);
  Ops::store(spills + 16, r3); r3 = Ops::andnot(r10, r15); r10 = Ops::andnot(r14, r10);
  r6 = Ops::xor2(r6, At{spills + 6}); Ops::store(window + 139, r6); Ops::store(spills + 17, r10);
  r10 = Ops::load(spills + 8); Ops::store(spills + 18, r15); r15 = Ops::andnot(r3, r10);
  Ops::store(spills + 19, r15); r15 = Ops::xor2(r7, r3); r8 = Ops::andnot(r8, r9);
  r9 = Ops::and2(r10, r11); Ops::store(spills + 20, r9); r9 = Ops::load(window + 143);
  Ops::store(spills + 21, r8); r8 = Ops::or2(r6, r9); r13 = Ops::xor2(r13, r15);
  r5 = Ops::andnot(r5, At{spills + 7}); Ops::store(spills + 22, r15); r15 = Ops::xor2(r14, r5);
  r10 = Ops::and2(r9, r6); Ops::store(spills + 23, r3); r3 = Ops::xor2(r0, r2);
  r1 = Ops::andnot(r1, r13); r0 = Ops::and2(r0, At{spills + 12}); Ops::store(spills + 24, r0);
  r0 = Ops::xor2(r2, r1); Ops::store(spills + 25, r3); r3 = Ops::andnot(r4, r15);
  Ops::store(spills + 26, r3); r3 = Ops::load(window + 136); Ops::store(spills + 27, r4);
  r4 = Ops::or2(r9, r3); r13 = Ops::xor2(r2, r13); Ops::store(spills + 28, r13);
  r13 = Ops::xor2(r6, At{window + 137}); r0 = Ops::andnot(r14, r0); r2 = Ops::andnot(r2, r15);
  r11 = Ops::xor2(r11, r1); Ops::store(spills + 29, r0); r0 = Ops::load(window + 142);
  Ops::store(spills + 30, r2); r2 = Ops::xor2(r0, At{window + 138}); r14 = Ops::xor2(r9, r13);
  r7 = Ops::or2(r5, r7); Ops::store(spills + 31, r7); r7 = Ops::xor2(r12, r9);
  Ops::store(spills + 32, r11); r11 = Ops::and2(r0, r4); r8 = Ops::xor2(r8, r11);
  r1 = Ops::or2(r5, r1); r5 = Ops::and2(r3, r8); r5 = Ops::xor2(r9, r5); r11 = Ops::xor2(r12, r13);
  r12 = Ops::load(window + 141); r13 = Ops::or2(r7, r12); Ops::store(spills + 33, r1);
  r1 = Ops::xor2(r2, r13); r0 = Ops::or2(r10, r0); Ops::store(spills + 34, r15);
  r15 = Ops::andnot(r14, r1); Ops::store(spills + 35, r13); r13 = Ops::and2(r2, r11);
  r3 = Ops::xor2(r9, r3); r3 = Ops::xor2(r3, r0); r0 = Ops::andnot(r6, r5);
  r6 = Ops::and2(r11, r12); r9 = Ops::xor2(r13, r15); r14 = Ops::xor2(r14, r9);
  r1 = Ops::andnot(r1, r11); r1 = Ops::xor2(r12, r1); r14 = Ops::andnot(r12, r14);
  r12 = Ops::andnot(r6, r7); r0 = Ops::andnot(r0, r4); r4 = Ops::xor2(r2, r14);
  Ops::store(spills + 36, r14); r14 = Ops::or2(r0, r9); Ops::store(spills + 37, r0);
  r0 = Ops::andnot(r15, r4); Ops::store(spills + 38, r14); r14 = Ops::and2(r3, r12);
  r4 = Ops::andnot(r6, r4); Ops::store(spills + 39, r14); r14 = Ops::xor2(r4, r12);
  Ops::store(spills + 40, r14); r14 = Ops::xor2(r8, r3); Ops::store(spills + 41, r3);
  r3 = Ops::xor2(r11, r0); r12 = Ops::xor2(r12, r3); r2 = Ops::andnot(r12, r2);
  r0 = Ops::xor2(r0, r2); r2 = Ops::andnot(r0, r7); r0 = Ops::or2(r13, r0); r3 = Ops::and2(r3, r14);
  r7 = Ops::xor2(r5, r14); r13 = Ops::xor2(r2, At{window + 141}); r6 = Ops::or2(r6, r2);
  r10 = Ops::and2(r10, r7); r1 = Ops::andnot(r1, r10); r2 = Ops::or2(r2, r4);
  r2 = Ops::andnot(r15, r2); r6 = Ops::and2(r10, r6); r11 = Ops::xor2(r11, r13);
  r15 = Ops::xor2(r9, r0); Ops::store(spills + 42, r6); r6 = Ops::andnot(r5, r15);
  r15 = Ops::andnot(r15, r11); r9 = Ops::xor2(r9, r15); r2 = Ops::and2(r10, r2);
  Ops::store(spills + 43, r3); r3 = Ops::xor2(r9, At{spills + 35}); r1 = Ops::xor2(r1, r6);
  r2 = Ops::andnot(r2, At{spills + 38}); r2 = Ops::xor2(r6, r2); r6 = Ops::andnot(r13, r3);
  r13 = Ops::andnot(r15, r8); r3 = Ops::xor2(r3, r4); r8 = Ops::and2(r8, r12);
  r3 = Ops::and2(r10, r3); r10 = Ops::xor2(r12, r6); r12 = Ops::xor2(r10, At{spills + 36});
  r12 = Ops::xor2(r12, r11); r11 = Ops::xor2(r2, r13); r13 = Ops::xor2(r15, r12);
  r13 = Ops::andnot(r13, r14); r14 = Ops::xor2(r4, r6); r2 = Ops::xor2(r3, r2);
  r3 = Ops::andnot(r5, r14); r14 = Ops::load(spills + 37); r6 = Ops::or2(r6, r14);
  r5 = Ops::xor2(r5, r14); r4 = Ops::andnot(r4, r5); r14 = Ops::load(spills + 41);
  r15 = Ops::and2(r12, r14); r14 = Ops::xor2(r14, r5); r5 = Ops::andnot(r0, r5);
  r0 = Ops::xor2(r0, r12); r12 = Ops::xor2(r15, r5); r2 = Ops::xor2(r2, r13);
  r6 = Ops::xor2(r6, r4); r13 = Ops::xor2(r9, r0); r12 = Ops::xor2(r12, r11);
  r13 = Ops::or2(r7, r13); r0 = Ops::andnot(r0, r14); r15 = Ops::xor2(r7, r14);
  r0 = Ops::xor2(r0, At{spills + 38}); r4 = Ops::xor2(r4, At{spills + 43});
  r9 = Ops::andnot(r15, r9); r15 = Ops::or2(r15, r10); r1 = Ops::xor2(r1, r13);
  r13 = Ops::load(spills + 40); r14 = Ops::andnot(r13, r14); r10 = Ops::xor2(r13, r10);
  r1 = Ops::xor2(r1, r0); r1 = Ops::xor2(r1, r5); Ops::store(window + 11, r1);
  r5 = Ops::xor2(r9, At{spills + 42}); r5 = Ops::xor2(r5, r0); r4 = Ops::xor2(r4, r15);
  r0 = Ops::andnot(r7, r10); r0 = Ops::xor2(r3, r0); r7 = Ops::load(spills + 12);
  r10 = Ops::xor2(r7, At{spills + 34}); r13 = Ops::load(spills + 39); r8 = Ops::xor2(r8, r13);
  r5 = Ops::xor2(r5, r11); Ops::store(window + 9, r5); r4 = Ops::xor2(r4, r8);
  Ops::store(window + 13, r4); r11 = Ops::xor2(r6, r14); r0 = Ops::xor2(r0, r11);
  r11 = Ops::xor2(r13, r11); r2 = Ops::xor2(r2, r4); r2 = Ops::xor2(r2, r9);
  r4 = Ops::load(spills + 32); r9 = Ops::xor2(r4, At{spills + 18});
  r9 = Ops::xor2(r9, At{spills + 14}); r1 = Ops::xor2(r1, r5); r5 = Ops::xor2(r7, At{spills + 8});
  r13 = Ops::xor2(r9, At{spills + 23}); r14 = Ops::xor2(r5, At{spills + 9}); r2 = Ops::xor2(r2, r0);
  Ops::store(window + 10, r2); r11 = Ops::xor2(r11, r15); r0 = Ops::xor2(r1, r0);
  Ops::store(window + 15, r0); r0 = Ops::and2(r14, At{spills + 11}); r3 = Ops::xor2(r3, r6);
  r3 = Ops::xor2(r3, r2); r3 = Ops::xor2(r3, r8); Ops::store(window + 14, r3);
  r2 = Ops::xor2(r9, At{spills + 27}); r6 = Ops::andnot(r2, r10); r11 = Ops::xor2(r11, r1);
  Ops::store(window + 12, r11); r1 = Ops::and2(r0, At{spills + 21}); r8 = Ops::load(spills + 22);
  r2 = Ops::xor2(r2, r8); r11 = Ops::andnot(r13, r5); r12 = Ops::xor2(r12, r3);
  Ops::store(window + 8, r12); r3 = Ops::xor2(r10, r14); r12 = Ops::load(spills + 25);
  r10 = Ops::andnot(r12, r10); r13 = Ops::load(spills + 31); r1 = Ops::andnot(r1, r13);
  r12 = Ops::xor2(r12, r4); r7 = Ops::and2(r9, r7); r9 = Ops::and2(r0, At{spills + 28});
  r4 = Ops::or2(r3, r4); r6 = Ops::xor2(r13, r6); r5 = Ops::and2(r5, At{spills + 15});
  r12 = Ops::andnot(r14, r12); r13 = Ops::load(spills + 13); r13 = Ops::andnot(r13, r0);
  r2 = Ops::or2(r14, r2); r14 = Ops::load(spills + 17); r1 = Ops::xor2(r1, r14);
  r14 = Ops::xor2(r14, r6); r14 = Ops::xor2(r14, r2); r2 = Ops::load(spills + 30);
  r15 = Ops::xor2(r2, At{spills + 33}); r3 = Ops::andnot(r3, r8); r2 = Ops::xor2(r2, r5);
  r14 = Ops::xor2(r14, r13); r5 = Ops::xor2(r1, At{spills + 19}); r8 = Ops::xor2(r10, r15);
  r10 = Ops::load(spills + 29); r13 = Ops::xor2(r8, r10); r13 = Ops::xor2(r13, r12);
  r1 = Ops::xor2(r11, r1); r11 = Ops::load(spills + 26); r7 = Ops::xor2(r7, r11);
  r14 = Ops::xor2(r14, r11); Ops::store(window + 3, r14); r11 = Ops::load(spills + 24);
  r12 = Ops::xor2(r11, At{spills + 20}); r6 = Ops::xor2(r6, r5); r11 = Ops::xor2(r11, r4);
  r1 = Ops::xor2(r1, r3); r1 = Ops::xor2(r1, r13); r2 = Ops::xor2(r2, r4); r11 = Ops::xor2(r11, r8);
  r1 = Ops::xor2(r1, r9); r0 = Ops::and2(r0, At{spills + 16}); r6 = Ops::xor2(r6, r3);
  r3 = Ops::xor2(r10, r12); r6 = Ops::xor2(r6, r0); Ops::store(window + 1, r6);
  r2 = Ops::xor2(r2, r12); Ops::store(window + 5, r2); r1 = Ops::xor2(r1, r2);
  Ops::store(window + 2, r1); r0 = Ops::xor2(r14, r6); r3 = Ops::xor2(r3, r15);
  r11 = Ops::xor2(r11, r0); Ops::store(window + 4, r11); r3 = Ops::xor2(r3, r1);
  Ops::store(window + 6, r3); r7 = Ops::xor2(r7, r5); r7 = Ops::xor2(r7, r3);
  Ops::store(window + 0, r7); r0 = Ops::xor2(r0, r13); Ops::store(window + 7, r0);
}

// clang-format on
}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
