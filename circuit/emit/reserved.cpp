// The keywords of each language, and names that its headers define.
#include "circuit/emit/reserved.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

namespace hedgerow::circuit {
namespace {

// ISO/IEC 9899:2024, section 6.4.1, followed by names that the text uses or that have a meaning in every program.
constexpr const char* kC = R"(
alignas alignof auto bool break case char const constexpr continue default do double else enum
extern false float for goto if inline int long nullptr register restrict return short signed
sizeof static static_assert struct switch thread_local true typedef typeof typeof_unqual union
unsigned void volatile while asm
main uint8_t uint16_t uint32_t uint64_t uint8x16_t
)";

// ISO/IEC 14882:2020, sections 5.5 and 5.11, followed by the same kinds of names as for C.
constexpr const char* kCxx = R"(
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
constinit continue decltype default delete do double dynamic_cast else enum explicit export
extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
nullptr operator or or_eq private protected public register reinterpret_cast requires return
short signed sizeof static static_assert static_cast struct switch template this thread_local
throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while
xor xor_eq
main T HR_INLINE ternary uint32_t
)";

// OpenCL C 3.0, section 6.1.9, in addition to C. The words that end in digits are vector types.
constexpr const char* kOpenCl = R"(
bool uchar ushort uint ulong half quad complex imaginary global local constant private generic
kernel read_only write_only read_write uniform pipe size_t ptrdiff_t intptr_t uintptr_t event_t
sampler_t image1d_t image1d_array_t image1d_buffer_t image2d_t image2d_array_t image3d_t
char2 char3 char4 char8 char16 uchar2 uchar3 uchar4 uchar8 uchar16 short2 short3 short4 short8
short16 ushort2 ushort3 ushort4 ushort8 ushort16 int2 int3 int4 int8 int16 uint2 uint3 uint4
uint8 uint16 long2 long3 long4 long8 long16 ulong2 ulong3 ulong4 ulong8 ulong16 float2 float3
float4 float8 float16 double2 double3 double4 double8 double16 half2 half3 half4 half8 half16
)";

// Python language reference, section 2.3.1.
constexpr const char* kPython = R"(
False None True and as assert async await break class continue def del elif else except finally
for from global if import in is lambda nonlocal not or pass raise return try while with yield
)";

// IEEE 1364-2005, annex B, and IEEE 1800-2017, annex B, because tools accept either language in such a file. The last
// words are reserved by Icarus Verilog only.
constexpr const char* kVerilog = R"(
accept_on alias always always_comb always_ff always_latch and assert assign assume automatic
before begin bind bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle
checker class clocking cmos config const constraint context continue cover covergroup coverpoint
cross deassign default defparam design disable dist do edge else end endcase endchecker endclass
endclocking endconfig endfunction endgenerate endgroup endinterface endmodule endpackage
endprimitive endprogram endproperty endspecify endsequence endtable endtask enum event
eventually expect export extends extern final first_match for force foreach forever fork
forkjoin function generate genvar global highz0 highz1 if iff ifnone ignore_bins illegal_bins
implements implies import incdir include initial inout input inside instance int integer
interconnect interface intersect join join_any join_none large let liblist library local
localparam logic longint macromodule matches medium modport module nand negedge nettype new
nexttime nmos nor noshowcancelled not notif0 notif1 null or output package packed parameter pmos
posedge primitive priority program property protected pull0 pull1 pulldown pullup
pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase randsequence rcmos real realtime
ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1 s_always
s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal showcancelled
signed small soft solve specify specparam static string strong strong0 strong1 struct super
supply0 supply1 sync_accept_on sync_reject_on table tagged task this throughout time
timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand trior trireg type typedef union
unique unique0 unsigned until until_with untyped use uwire var vectored virtual void wait
wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor
bool wreal
)";

// IEEE 1076-2008, section 15.10, followed by names that the text uses.
constexpr const char* kVhdl = R"(
abs access after alias all and architecture array assert assume assume_guarantee attribute begin
block body buffer bus case component configuration constant context cover default disconnect
downto else elsif end entity exit fairness file for force function generate generic group
guarded if impure in inertial inout is label library linkage literal loop map mod nand new next
nor not null of on open or others out package parameter port postponed procedure process
property protected pure range record register reject release rem report restrict
restrict_guarantee return rol ror select sequence severity shared signal sla sll sra srl strong
subtype then to transport type unaffected units until use variable vmode vprop vunit wait when
while with xnor xor
ieee std work std_logic std_logic_1164 std_logic_vector
)";

// The DOT language of Graphviz.
constexpr const char* kDot = "node edge graph digraph subgraph strict";

struct Language {
  const char* name;
  std::vector<const char*> targets, words;
  bool any_case = false;  // keywords ignore case
  // The implementation reserves names with two underscores, and names with an underscore before a capital.
  bool underscores = false;
};

const std::vector<Language>& languages() {
  static const std::vector<Language> list = {
      {"C", {"c", "isw-c", "neon"}, {kC}, false, true},
      {"C++", {"cpp", "cxx", "ternary"}, {kCxx}, false, true},
      {"CUDA C++", {"cuda"}, {kCxx}, false, true},
      {"OpenCL C", {"opencl"}, {kC, kOpenCl}, false, true},
      {"Python", {"python"}, {kPython}},
      {"Verilog", {"verilog", "dom-verilog"}, {kVerilog}},
      {"VHDL", {"vhdl"}, {kVhdl}, true},
      {"Graphviz", {"graphviz"}, {kDot}, true},
  };
  return list;
}

bool has_word(const char* words, const std::string& word) {
  std::istringstream in(words);
  for (std::string w; in >> w;)
    if (w == word) return true;
  return false;
}

std::string lower(std::string s) {
  for (char& c : s) c = (char)std::tolower((unsigned char)c);
  return s;
}

}  // namespace

std::string unfit_name(const std::string& name, const std::string& target) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) || c == '_'; };
  if (name.empty() || !is_letter((unsigned char)name[0]) ||
      !std::all_of(name.begin(), name.end(),
                   [&](unsigned char c) { return is_letter(c) || std::isdigit(c); }))
    return "must consist of letters, digits and _, and not begin with a digit";
  for (const Language& l : languages()) {
    if (std::find(l.targets.begin(), l.targets.end(), target) == l.targets.end()) continue;
    const std::string word = l.any_case ? lower(name) : name;
    for (const char* words : l.words)
      if (has_word(words, word)) return std::string("must not be a word of ") + l.name;
    const bool twice = name.find("__") != std::string::npos;
    if (l.underscores &&
        (twice || (name[0] == '_' && name.size() > 1 && std::isupper((unsigned char)name[1]))))
      return std::string("must not contain __ or begin with _ and a capital in ") + l.name;
    if (target == "vhdl" && (twice || name.front() == '_' || name.back() == '_'))
      return "must have each _ between letters and digits in VHDL";
  }
  return "";
}

}  // namespace hedgerow::circuit
